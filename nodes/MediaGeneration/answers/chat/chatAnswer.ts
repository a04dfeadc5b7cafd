import type { IDataObject } from 'n8n-workflow';
import { failureIn } from './chatFailure';
import { firstAtPaths, nameText, spokenText, usageIn } from './chatPlaces';
import { callsIn, type ToolCall } from './toolCalls';
import type { Place } from '../core/walk';

/** Where an answer's text stands, the likeliest first: OpenAI's places, then plain ones (Anthropic, Ollama). */
export const textPaths = [
	'choices.0.message.content',
	'choices.0.message.refusal',
	'choices.0.text',
	'message.content',
	...'content output_text text answer output'.split(' '),
];

/** Where it says why the model stopped. */
export const reasonPaths = [
	'choices.0.finish_reason',
	'finish_reason',
	'stop_reason',
	'done_reason',
];

/** Where the tools stand that the model calls. */
export const callPaths = [
	'choices.0.message.tool_calls',
	'choices.0.delta.tool_calls',
	'message.tool_calls',
	'tool_calls',
];

const tokenNames = {
	read: ['prompt_tokens', 'input_tokens'],
	written: ['completion_tokens', 'output_tokens'],
} as const;

/** What a model answered. */
export interface ChatAnswer {
	text: string;
	finish_reason?: string;
	tool_calls?: ToolCall[];
	usage?: IDataObject;
	model?: string;
	id?: string;
}

/** Reads an answer of "Chat completions", whose shape the API document does not show: OpenAI's, or plain ones. Never throws. */
export function readAnswer(body: unknown): ChatAnswer {
	const tool_calls = firstAtPaths(body, callPaths, namedCalls);
	const text = firstAtPaths(body, textPaths, spokenText) ?? '';
	const reason = firstAtPaths(body, reasonPaths, nameText);
	// Why a failure ended the answer is told by the failure.
	const isFailed =
		text === '' && !tool_calls && failureIn(body, { name: '', reason }) !== undefined;
	return {
		text,
		finish_reason: isFailed ? undefined : reason,
		tool_calls,
		...answerMetadata(body),
	};
}

/** What an answer tells beside what the model said. */
export const answerMetadata = (body: unknown): Pick<ChatAnswer, 'usage' | 'model' | 'id'> => ({
	usage: usageIn(body) as IDataObject | undefined,
	model: firstAtPaths(body, ['model'], nameText),
	id: firstAtPaths(body, ['id'], nameText),
});

function namedCalls(place: Place): ToolCall[] | undefined {
	const calls = callsIn(place).filter(({ function: { name } }) => name !== '');
	return calls.length > 0 ? calls.map((call) => ({ ...call, type: 'function' })) : undefined;
}

/** Whether an answer has text, calls, or why there is neither. */
export function saysSomething({ text, tool_calls, finish_reason }: ChatAnswer): boolean {
	return text !== '' || tool_calls !== undefined || finish_reason !== undefined;
}

/** How many tokens were read and written, if a usage tells both. */
export function tokensIn(usage: IDataObject = {}): { read: number; written: number } | undefined {
	const count = (names: readonly string[]) =>
		names
			.map((name) => usage[name])
			.find(
				(value): value is number =>
					typeof value === 'number' && Number.isSafeInteger(value) && value >= 0,
			);
	const [read, written] = [count(tokenNames.read), count(tokenNames.written)];
	return read === undefined || written === undefined ? undefined : { read, written };
}
