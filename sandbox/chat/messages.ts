import type { CompletionRequest } from '../../contract/schemas/chat';

type Message = CompletionRequest['messages'][number];

/** A function that a request offers, in the OpenAI shape. */
export interface OfferedTool {
	name: string;
	description: string;
	/** JSON schema of its arguments. */
	parameters: unknown;
}

/** The text of a message, whose content may come in parts. */
function textOf({ content }: Message): string {
	if (typeof content === 'string') return content;
	return (content ?? [])
		.map((part) => (typeof part.text === 'string' ? part.text : ''))
		.filter(Boolean)
		.join('\n');
}

/** What the user said last, in however many messages (agents put attached images into one of their own), and what tools answered since. */
export function lastTurn(messages: readonly Message[]): { said: string; toolResults: string[] } {
	const at = messages.findLastIndex(({ role }) => role === 'user');
	const before = messages.slice(0, at + 1).findLastIndex(({ role }) => role !== 'user');
	const said = messages
		.slice(before + 1, at + 1)
		.map(textOf)
		.filter(Boolean)
		.join('\n')
		.trim();
	const toolResults = messages
		.slice(at + 1)
		.filter(({ role }) => role === 'tool')
		.map(textOf);
	return { said, toolResults };
}

/** The tools that a request offers; what is not a function is left out. */
export function toolsOf({ tools }: CompletionRequest): OfferedTool[] {
	if (!Array.isArray(tools)) return [];
	return tools.flatMap((tool: { function?: Partial<OfferedTool> } | null) => {
		const { name, description = '', parameters = {} } = tool?.function ?? {};
		return typeof name === 'string' ? [{ name, description: String(description), parameters }] : [];
	});
}

/** @assumed four characters make a token, and each message costs four tokens of its own */
export function countTokens(text: string): number {
	return Math.ceil(text.length / 4);
}

/** Tokens of everything that a request says. */
export function promptTokens(request: CompletionRequest): number {
	const { messages, tools } = request;
	const said = messages.reduce((sum, message) => sum + 4 + countTokens(textOf(message)), 0);
	return said + (tools ? countTokens(JSON.stringify(tools)) : 0);
}
