import type { IDataObject } from 'n8n-workflow';
import { callsIn, CallBuilder, type ToolCall } from './toolCalls';
import { isFields, isLeaf, placeAt, textOrNumber, walk, type Place } from './walk';
import { callPaths, deltaPaths, layers, notAnswer, reasonPaths, repeats, textPaths, tokenNames } from './words/chats';
import { hasAny, wordList } from './words/rows';

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
	const text = first(body, textPaths, spoken) ?? (calls ? '' : longest(body));
	return { text, finish_reason: first(body, reasonPaths, shortText), tool_calls: calls, ...named(body) };
}

/** Puts a streamed answer together, chunk by chunk. */
export class AnswerBuilder {
	private readonly calls = new CallBuilder();

	readonly answer: ChatAnswer = { text: '' };

	/** Takes in one chunk and gives the text that it added. */
	add(chunk: unknown): string {
		const kind = isFields(chunk) ? String(chunk.type ?? chunk.event ?? '') : '';
		const text = this.textOf(chunk, kind);
		this.answer.text += text;
		const { id, model, usage } = named(chunk);
		this.answer.id ??= id;
		this.answer.model ??= model;
		this.answer.finish_reason = first(chunk, reasonPaths, shortText) ?? this.answer.finish_reason;
		if (usage) this.answer.usage = this.answer.usage ? { ...this.answer.usage, ...usage } : usage;
		if (this.calls.add(chunk)) this.answer.tool_calls = this.calls.made;
		return text;
	}

	/** A chunk that says all again counts only where nothing has been said. */
	private textOf(chunk: unknown, kind: string): string {
		if (typeof chunk === 'string') return chunk;
		if (repeats.test(kind)) return this.answer.text === '' ? (first(chunk, textPaths, spoken) ?? '') : '';
		return notAnswer.test(kind) ? '' : (first(chunk, deltaPaths, spoken) ?? '');
	}
}

/** How many tokens were read and written, where a usage tells both. */
export function tokensIn(usage: IDataObject | undefined): { read: number; written: number } | undefined {
	const count = (names: readonly string[]) =>
		names.map((name) => usage?.[name]).find((value): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0);
	const [read, written] = [count(tokenNames.read), count(tokenNames.written)];
	return read === undefined || written === undefined ? undefined : { read, written };
}

/** What the first of the paths gives that gives anything, in the answer or in what it wraps. */
function first<T>(body: unknown, paths: readonly string[], read: (place: Place) => T | undefined): T | undefined {
	for (const layer of layers) {
		if (layer !== '' && isLeafAt(body, layer)) continue;
		for (const path of paths) {
			const place = placeAt(body, layer === '' ? path : `${layer}.${path}`);
			const found = place && read(place);
			if (found !== undefined) return found;
		}
	}
	return undefined;
}

function isLeafAt(body: unknown, path: string): boolean {
	const place = placeAt(body, path);
	return !place || isLeaf(place);
}

/** The text of a place: its own, or that of its parts. What the model thought on the way is none. */
function spoken(place: Place): string | undefined {
	const { value, children, text } = place;
	if (text !== undefined) return text;
	if (typeof value === 'string') return value === '' ? undefined : value;
	if (Array.isArray(value)) return children.map((child) => spoken(child) ?? '').join('') || undefined;
	if (!isFields(value) || (typeof value.type === 'string' && notAnswer.test(value.type)) || value.thought === true) return undefined;
	const part = children.find(({ key }) => key === 'text') ?? children.find(({ key }) => key === 'content');
	return part && spoken(part);
}

const answerWords = wordList('content text answer message reply completion output response generated');

/** The longest text under a name that an answer has, where no path leads to one. */
function longest(body: unknown): string {
	const texts = walk(body).places.filter(
		(place) =>
			typeof place.value === 'string' && hasAny(place.words, answerWords) && place.marks.size === 0 && !hasAny(place.words, wordList('id type url error')),
	);
	return texts.reduce((most, { value }) => (String(value).length > most.length ? String(value) : most), '');
}

function named(body: unknown): Pick<ChatAnswer, 'usage' | 'model' | 'id'> {
	const usage = walk(body).places.find(({ value, words, depth }) => isFields(value) && words.includes('usage') && depth <= 4)?.value;
	return {
		usage: usage as IDataObject | undefined,
		model: first(body, ['model', 'model_id', 'modelVersion'], shortText),
		id: first(body, ['id', 'responseId'], shortText),
	};
}

const shortText = ({ value }: Place) => (typeof value === 'string' ? textOrNumber(value) : undefined);
const nonEmpty = <T>(list: T[]) => (list.length > 0 ? list : undefined);
