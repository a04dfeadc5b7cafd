import type { IDataObject } from 'n8n-workflow';
import { kindOf } from './chatFailure';
import { isNothing } from './errors';
import { verdictOf } from './state';
import { callsIn, CallBuilder, type ToolCall } from './toolCalls';
import { isFields, isLeaf, isWithin, placeAt, textAround, textOrNumber, walk, type Place } from './walk';
import { moneyWords } from './words/amounts';
import {
	callPaths,
	deltaPaths,
	endWords,
	lastNames,
	layers,
	NO_END,
	notAnswer,
	outputWords,
	partWords,
	reasonPaths,
	repeats,
	stateWords,
	stepWords,
	textPaths,
	tokenNames,
} from './words/chats';
import { hasAny, wordList } from './words/rows';
import { wordsOf } from './words/split';
import { doneNames } from './words/states';

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

/** Whether an answer is one: with text, with calls, or with why there is neither. */
export function saysSomething({ text, tool_calls, finish_reason }: ChatAnswer): boolean {
	return text !== '' || tool_calls !== undefined || finish_reason !== undefined;
}

/** Puts a streamed answer together, chunk by chunk. */
export class AnswerBuilder {
	private readonly calls = new CallBuilder();
	/** Text that came as no JSON: the answer itself, unless JSON brings one. */
	private plain = '';
	/** Text that came where only a whole answer has it: the answer itself, unless one comes as pieces do. */
	private readonly held: string[] = [];
	/** The chunk that brought the last of it. */
	private lastHeld: unknown;
	private isOver = false;
	/** Whether the answer comes in pieces, of which the last may be missing. */
	private inPieces = false;

	readonly answer: ChatAnswer = { text: '' };

	/** Takes in one chunk, of an event of this name, and gives the text that it added. */
	add(chunk: unknown, name = ''): string {
		const kind = kindOf(chunk);
		const text = this.textOf(chunk, kind, name);
		const calls = this.calls.add(chunk);
		if (text === '' && !calls) this.hold(chunk, kind);
		// What goes on was not over.
		this.isOver &&= text === '' && !calls;
		this.inPieces ||= isPiece(chunk) || (text !== '' && this.answer.text !== '');
		const ends = [name, kind].map(endTold);
		this.isOver ||= ends.includes('answer') || (!ends.includes('part') && isLast(chunk));
		this.answer.text += text;
		const { id, model, usage } = named(chunk);
		this.answer.id ??= id;
		this.answer.model ??= model;
		this.answer.finish_reason = first(chunk, reasonPaths, shortText) ?? this.answer.finish_reason;
		if (usage) this.answer.usage = this.answer.usage ? { ...this.answer.usage, ...usage } : usage;
		if (calls) this.answer.tool_calls = this.calls.made;
		return text;
	}

	/** Takes in an event of this name that is no JSON; whether it is the answer is not known before the end. */
	addPlain(text: string, name = ''): void {
		const isAnswer = isOutput(name);
		if (isAnswer) this.plain += text;
		this.isOver = (this.isOver && !isAnswer) || endTold(name) === 'answer';
	}

	/** Whether the chunk that was taken in last is the answer, or a piece of it, only if nothing else is. */
	mayBe(chunk: unknown): boolean {
		return this.held.length > 0 && this.lastHeld === chunk;
	}

	/** Leaves a chunk out that was taken in last and turned out to be no piece of the answer. */
	takeBack(chunk: unknown): void {
		if (!this.mayBe(chunk)) return;
		this.held.pop();
		this.lastHeld = undefined;
	}

	/** The chunk that is all of the answer, if anything is, and may as well tell of something else. */
	get lone(): unknown {
		return saysSomething(this.answer) || this.held.length !== 1 ? undefined : this.lastHeld;
	}

	/** Notes that the service has said that the answer is over. */
	end(): void {
		this.isOver = true;
	}

	/** Puts an end to the answer, as nothing more comes, and gives the text that was held back until now. */
	close(): string {
		const held = this.hasAnswer() ? '' : this.held.join('') || this.plain;
		this.answer.text += held;
		this.inPieces ||= held !== '' && this.held.length > 1;
		if (this.inPieces && !this.isOver && this.answer.finish_reason === undefined && saysSomething(this.answer)) this.answer.finish_reason = NO_END;
		return held;
	}

	/** A chunk that says all again counts only where nothing has been said. */
	private textOf(chunk: unknown, kind: string, name: string): string {
		if (typeof chunk === 'string') return isOutput(name) ? chunk : '';
		if (repeats.test(kind)) return this.answer.text === '' ? (first(chunk, textPaths, spoken) ?? '') : '';
		return notAnswer.test(kind) ? '' : (first(chunk, deltaPaths, spoken) ?? '');
	}

	private hold(chunk: unknown, kind: string): void {
		if (this.hasAnswer() || typeof chunk === 'string' || repeats.test(kind) || notAnswer.test(kind)) return;
		const text = first(chunk, textPaths, spoken);
		if (text === undefined) return;
		this.held.push(text);
		this.lastHeld = chunk;
	}

	private hasAnswer(): boolean {
		return this.answer.text !== '' || this.answer.tool_calls !== undefined;
	}
}

/** Whether a chunk is one of several by its shape. */
function isPiece(chunk: unknown): boolean {
	return walk(chunk).places.some(({ depth, words }) => depth <= 3 && words.includes('delta'));
}

/** Whether a chunk tells that the answer is over: why, or that it is, or by its state. */
function isLast(chunk: unknown): boolean {
	return walk(chunk).places.some((place) => {
		const { value, words, depth, marks } = place;
		if (depth > 5 || !isLeaf(place) || marks.has('echo') || marks.has('aside')) return false;
		if (value === true) return words.length > 0 && words.every((word) => doneNames.has(word) || lastNames.has(word) || word === 'is');
		if (typeof value !== 'string' || isNothing(value)) return false;
		return words.includes('reason') ? hasAny(words, endWords) : depth <= 2 && hasAny(words.slice(-1), stateWords) && verdictOf(value) === 'completed';
	});
}

/** What an event tells by its name to be over: the answer, or a part of it. */
function endTold(kind: string): 'answer' | 'part' | undefined {
	const words = wordsOf(kind);
	const last = words.at(-1) ?? '';
	if (!endWords.has(last) || outputWords.has(last)) return undefined;
	return notAnswer.test(kind) || hasAny(words, partWords) || hasAny(words, stepWords) ? 'part' : 'answer';
}

/** Whether bare text in an event of this name is the answer. */
function isOutput(name: string): boolean {
	const words = wordsOf(name);
	if (name === '') return true;
	return hasAny(words, outputWords) && !notAnswer.test(name) && !repeats.test(name) && !hasAny(words, stepWords) && endTold(name) === undefined;
}

/** How many tokens were read and written, where a usage tells both. */
export function tokensIn(usage: IDataObject | undefined): { read: number; written: number } | undefined {
	const count = (names: readonly string[]) =>
		names.map((name) => usage?.[name]).find((value): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0);
	const [read, written] = [count(tokenNames.read), count(tokenNames.written)];
	return read === undefined || written === undefined ? undefined : { read, written };
}

interface Found<T> {
	result: T;
	/** Where it stands, and the object whose path led there. */
	place: Place;
	holder: Place;
}

/** What the first of the paths gives that gives anything, in the answer or in what it wraps. */
function find<T>(body: unknown, paths: readonly string[], read: (place: Place) => T | undefined): Found<T> | undefined {
	for (const layer of layers) {
		const holder = placeAt(body, layer);
		if (!holder || (layer !== '' && isLeaf(holder))) continue;
		for (const path of paths) {
			const place = placeAt(body, layer === '' ? path : `${layer}.${path}`);
			const result = place && read(place);
			if (place && result !== undefined) return { result, place, holder };
		}
	}
	return undefined;
}

const first = <T>(body: unknown, paths: readonly string[], read: (place: Place) => T | undefined) => find(body, paths, read)?.result;

/** Where an answer tells what the model said, and which tools it called. */
function saidIn(body: unknown): Array<Found<unknown>> {
	return [find(body, textPaths, spoken), find<unknown>(body, callPaths, (place) => nonEmpty(callsIn(place)))].filter((found) => found !== undefined);
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
	return {
		usage: usageIn(body)?.value as IDataObject | undefined,
		model: first(body, ['model', 'model_id', 'modelVersion'], shortText),
		id: first(body, ['id', 'responseId'], shortText),
	};
}

/** Where an answer tells its usage; JSON that the model wrote has none. */
function usageIn(body: unknown): Place | undefined {
	let said: ReadonlySet<Place> | undefined;
	const isSaid = (place: Place) => {
		const text = textAround(place);
		return text !== undefined && isWithin(text, (said ??= new Set(saidIn(body).map((found) => found.place))));
	};
	return walk(body).places.find((place) => isFields(place.value) && place.words.includes('usage') && place.depth <= 4 && !isSaid(place));
}

/**
 * What an answer tells of itself, beside what the model said: its usage, and the fields around that and around what
 * was said, those that hold more than a plain value only where they are named for money.
 */
export function accountIn(body: unknown): IDataObject {
	const usage = usageIn(body);
	const holders = [walk(body).root, ...saidIn(body).map(({ holder }) => holder), ...ancestorsOf(usage)];
	const fields = holders.filter((holder) => !textAround(holder)).flatMap(({ children }) => children.filter((field) => isPlain(field) || namesMoney(field)));
	const account = Object.fromEntries(fields.map(({ key, value }) => [key, value as IDataObject]));
	return usage ? { ...account, usage: usage.value as IDataObject } : account;
}

const ancestorsOf = (place: Place | undefined): Place[] => (place?.parent ? [place.parent, ...ancestorsOf(place.parent)] : []);
const isPlain = (place: Place) => isLeaf(place) && place.text === undefined;
const namesMoney = ({ words, text }: Place) => text === undefined && hasAny(words, moneyWords);
const shortText = ({ value }: Place) => (typeof value === 'string' ? textOrNumber(value) : undefined);
const nonEmpty = <T>(list: T[]) => (list.length > 0 ? list : undefined);
