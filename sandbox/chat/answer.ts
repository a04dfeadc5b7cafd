import type { CompletionRequest } from '../../contract/schemas/chat';
import type { Look } from '../media/inputs';
import { countTokens, lastTurn } from './messages';
import { seenInWords, verdictOn } from './see';
import { exampleOf, toolCallsFor, type ToolCall } from './toolUse';

/** What a chat model says. */
export interface Reply {
	/** Null when it calls tools instead. */
	content: string | null;
	toolCalls: ToolCall[];
	finishReason: 'stop' | 'length' | 'tool_calls';
	tokens: number;
}

/** Answers a conversation with these images by fixed rules, the same way every time. Sampling parameters have no effect. */
export function answer(model: string, request: CompletionRequest, seen: readonly Look[]): Reply {
	const { said, toolResults } = lastTurn(request.messages);
	const toolCalls = toolResults.length > 0 ? [] : toolCallsFor(request, said);
	if (toolCalls.length > 0) {
		const tokens = toolCalls.reduce(
			(sum, call) => sum + countTokens(call.name + call.arguments),
			0,
		);
		return { content: null, toolCalls, finishReason: 'tool_calls', tokens };
	}
	const heard =
		toolResults.length > 0 ? reportOf(toolResults) : `${model} heard: ${said || 'nothing'}`;
	const words = seen.length > 0 ? `${heard} ${seenInWords(seen)}` : heard;
	return limited(inFormat(request, words, seen), request);
}

/** What a tool tells when a person did not allow its call. */
const REFUSED = /\b(user|person)\b.{0,20}\b(rejected|denied|declined|refused)\b/i;

function reportOf(toolResults: string[]): string {
	const urls = [
		...new Set(toolResults.flatMap((result) => result.match(/https?:\/\/[^\s"'<>\\)\]}]+/g) ?? [])),
	];
	if (urls.length > 0) return `Here is what came of it: ${urls.map(shown).join(' ')}`;
	if (toolResults.some((result) => REFUSED.test(result)))
		return 'All right, I have not done that. What should I change?';
	return moneyIn(toolResults.join(' ')) ?? `The tool answered: ${toolResults.join(' ')}`;
}

/** A balance, or the total of what was spent, that a tool answered with, as a sentence. */
function moneyIn(result: string): string | undefined {
	const amount = (name: string) => {
		const usd = new RegExp(`\\b${name}\\\\*":\\s*(\\d+(?:\\.\\d+)?)`).exec(result)?.[1];
		return usd && `$${Number(usd).toFixed(2)}`;
	};
	const [left, today] = [amount('available_usd'), amount('daily_spend_usd')];
	if (left) return `You have ${left} left${today ? `, and have spent ${today} today` : ''}.`;
	const [spent, open] = [amount('cost_usd'), amount('may_cost_usd')];
	return spent && open && `${spent} was spent, and ${open} may still be.`;
}

/** A picture as Markdown, which chats show; anything else as its address. */
function shown(url: string): string {
	return /\.(png|jpe?g|webp)$/i.test(url) ? `![picture](${url})` : url;
}

function inFormat(
	{ response_format: format }: CompletionRequest,
	words: string,
	seen: readonly Look[],
): string {
	const { type, json_schema: wanted } = (format ?? {}) as {
		type?: string;
		json_schema?: { schema?: unknown };
	};
	if (type === 'json_schema') return JSON.stringify(exampleOf(wanted?.schema, words));
	return type === 'json_object'
		? JSON.stringify({ answer: words, ...(seen.length > 0 && verdictOn(seen)) })
		: words;
}

function limited(content: string, request: CompletionRequest): Reply {
	const most = request.max_tokens ?? asCount(request.max_completion_tokens);
	const tokens = countTokens(content);
	const said = { content, toolCalls: [], finishReason: 'stop' as const, tokens };
	if (tokens <= most) return said;
	return { ...said, content: content.slice(0, most * 4), finishReason: 'length', tokens: most };
}

/** The newer name of `max_tokens` in the OpenAI API. */
function asCount(value: unknown): number {
	return typeof value === 'number' && value >= 1 ? Math.floor(value) : Infinity;
}
