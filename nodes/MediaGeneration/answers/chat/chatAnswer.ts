import type { IDataObject } from 'n8n-workflow';
import { failureIn } from './chatFailure';
import { first, named, shortText, spoken, usageIn, wrapped } from './chatPlaces';
import { callsIn, type ToolCall } from './toolCalls';
import { isLeaf, textAround, type Place } from '../core/walk';
import { moneyWords, unitWords } from '../words/amounts';
import { callPaths, reasonPaths, textPaths, tokenNames } from '../words/chats';
import { hasAny } from '../words/rows';

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
 * Reads an OpenAI-compatible answer, and those of other kinds, whose shape the API document does not show.
 * Never throws.
 */
export function readAnswer(body: unknown): ChatAnswer {
	const calls = first(body, callPaths, namedCalls);
	const finish_reason = first(body, reasonPaths, shortText);
	const failure = failureIn(body, {
		name: '',
		hasText: false,
		mayBeText: true,
		reason: finish_reason,
	});
	const said = first(body, textPaths, spoken) ?? '';
	// Where `message` is what failed, the model has said nothing.
	const text =
		failure?.message !== undefined && said.trim().startsWith(failure.message) ? '' : said;
	// Why a failure ended the answer is told by the failure.
	const isFailed = failure !== undefined && text === '' && !calls;
	return {
		text,
		finish_reason: isFailed ? undefined : finish_reason,
		tool_calls: calls,
		...named(body),
	};
}

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
	const [read, thought] = [count(tokenNames.read), count(tokenNames.thought)];
	const written = count(tokenNames.written) ?? (thought && 0);
	return read === undefined || written === undefined
		? undefined
		: { read, written: written + (thought ?? 0) };
}

/**
 * What an answer tells of itself, beside what the model said: its usage, and the fields around that and where an answer
 * may stand, those that hold more than a plain value only where they are named for money or its unit.
 */
export function accountIn(body: unknown): IDataObject {
	const usage = usageIn(body);
	const fields = [...wrapped(body), ...ancestorsOf(usage)]
		.filter((holder) => !textAround(holder) && !SAYING.test(holder.key))
		.flatMap(({ children }) => children.filter((field) => isPlain(field) || namesMoney(field)));
	const account = Object.fromEntries(fields.map(({ key, value }) => [key, value as IDataObject]));
	return usage ? { ...account, usage: usage.value as IDataObject } : account;
}

/** Names of objects that may be what the model said. */
const SAYING = /^(response|message|output)$/;

const ancestorsOf = (place: Place | undefined): Place[] =>
	place?.parent ? [place.parent, ...ancestorsOf(place.parent)] : [];
const isPlain = (place: Place) => isLeaf(place) && place.text === undefined;
const namesMoney = ({ words, text }: Place) =>
	text === undefined &&
	[moneyWords, unitWords].some((names) => hasAny(words, names));
