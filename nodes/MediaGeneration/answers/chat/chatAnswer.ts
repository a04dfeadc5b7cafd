import type { IDataObject } from 'n8n-workflow';
import { failureIn } from './chatFailure';
import { first, nameText, spoken, usageIn } from './chatPlaces';
import { callsIn, type ToolCall } from './toolCalls';
import type { Place } from '../core/walk';
import { callPaths, reasonPaths, textPaths, tokenNames } from '../words/chats';

/** What a model answered. */
export interface ChatAnswer {
	text: string;
	finish_reason?: string;
	tool_calls?: ToolCall[];
	usage?: IDataObject;
	model?: string;
	id?: string;
}

/**
 * Reads an OpenAI-compatible answer, wrapped or not, and plain ones ("Chat completions" of the API document, which does not
 * show it). Never throws.
 */
export function readAnswer(body: unknown): ChatAnswer {
	const tool_calls = first(body, callPaths, namedCalls);
	const text = first(body, textPaths, spoken) ?? '';
	const reason = first(body, reasonPaths, nameText);
	// Why a failure ended the answer is told by the failure.
	const isFailed =
		text === '' && !tool_calls && failureIn(body, { name: '', reason }) !== undefined;
	return { text, finish_reason: isFailed ? undefined : reason, tool_calls, ...named(body) };
}

/** What an answer tells of itself by name. */
export const named = (body: unknown): Pick<ChatAnswer, 'usage' | 'model' | 'id'> => ({
	usage: usageIn(body) as IDataObject | undefined,
	model: first(body, ['model'], nameText),
	id: first(body, ['id'], nameText),
});

function namedCalls(place: Place): ToolCall[] | undefined {
	const calls = callsIn(place).filter(({ function: { name } }) => name !== '');
	return calls.length > 0 ? calls.map((call) => ({ ...call, type: 'function' })) : undefined;
}

/** Whether an answer is one: with text, with calls, or with why there is neither. */
export function saysSomething({ text, tool_calls, finish_reason }: ChatAnswer): boolean {
	return text !== '' || tool_calls !== undefined || finish_reason !== undefined;
}

/** How many tokens were read and written, where a usage tells both. */
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
