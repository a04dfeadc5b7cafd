import type { IDataObject } from 'n8n-workflow';
import { asText } from '../../support/data';
import { failureIn } from './chatFailure';
import { first, named, nonEmpty, saidIn, shortText, spoken, usageIn } from './chatPlaces';
import { callsIn, type ToolCall } from './toolCalls';
import { isFields, isLeaf, textAround, walk, type Place } from '../core/walk';
import { currencyNames, moneyWords, unitNames } from '../words/amounts';
import { callPaths, reasonPaths, textPaths, tokenHolders, tokenNames } from '../words/chats';
import { hasAny, wordList } from '../words/rows';

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
	const calls = first(body, callPaths, (place) => nonEmpty(callsIn(place)));
	const finish_reason = first(body, reasonPaths, shortText);
	const failure = failureIn(body, {
		name: '',
		hasText: false,
		mayBeText: true,
		reason: finish_reason,
	});
	const said = first(body, textPaths, spoken) ?? (calls || failure ? '' : longest(body));
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

/** Whether an answer is one: with text, with calls, or with why there is neither. */
export function saysSomething({ text, tool_calls, finish_reason }: ChatAnswer): boolean {
	return text !== '' || tool_calls !== undefined || finish_reason !== undefined;
}

/** How many tokens were read and written, where a usage tells both. */
export function tokensIn(
	usage: IDataObject | undefined,
): { read: number; written: number } | undefined {
	const holders = [usage, ...tokenHolders.map((name) => usage?.[name])].filter(isFields);
	const count = (names: readonly string[]) =>
		holders
			.flatMap((holder) => names.map((name) => holder[name]))
			.find(
				(value): value is number =>
					typeof value === 'number' && Number.isSafeInteger(value) && value >= 0,
			);
	const read = count(tokenNames.read);
	const thought = count(tokenNames.thought);
	const written =
		thought === undefined ? count(tokenNames.written) : thought + (count(tokenNames.written) ?? 0);
	return read === undefined || written === undefined ? undefined : { read, written };
}

const answerWords = wordList(
	'content text answer message reply completion output response generated',
);

/** The longest text under a name that an answer has, where no path leads to one. */
function longest(body: unknown): string {
	const texts = walk(body).places.filter(
		(place) =>
			typeof place.value === 'string' &&
			hasAny(place.words, answerWords) &&
			place.marks.size === 0 &&
			!hasAny(place.words, wordList('id type url error')),
	);
	return texts.reduce(
		(most, { value }) => (asText(value).length > most.length ? asText(value) : most),
		'',
	);
}

/**
 * What an answer tells of itself, beside what the model said: its usage, and the fields around that and around what
 * was said, those that hold more than a plain value only where they are named for money or its unit.
 */
export function accountIn(body: unknown): IDataObject {
	const usage = usageIn(body);
	const holders = [
		walk(body).root,
		...saidIn(body).map(({ holder }) => holder),
		...ancestorsOf(usage),
	];
	const fields = holders
		.filter((holder) => !textAround(holder))
		.flatMap(({ children }) => children.filter((field) => isPlain(field) || namesMoney(field)));
	const account = Object.fromEntries(fields.map(({ key, value }) => [key, value as IDataObject]));
	return usage ? { ...account, usage: usage.value as IDataObject } : account;
}

const ancestorsOf = (place: Place | undefined): Place[] =>
	place?.parent ? [place.parent, ...ancestorsOf(place.parent)] : [];
const isPlain = (place: Place) => isLeaf(place) && place.text === undefined;
const namesMoney = ({ words, text }: Place) =>
	text === undefined &&
	[moneyWords, currencyNames, unitNames].some((names) => hasAny(words, names));
