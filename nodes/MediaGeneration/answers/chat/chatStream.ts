import { saysSomething, type ChatAnswer } from './chatAnswer';
import { chunkKind } from './chatFailure';
import { first, named, shortText, spoken } from './chatPlaces';
import { CallBuilder, callsIn } from './toolCalls';
import { isEnvelopeStatus, verdictOf } from '../job/state';
import { isFields, walk } from '../core/walk';
import {
	callPaths,
	deltaPaths,
	endWords,
	lastNames,
	NO_END,
	notAnswer,
	outputWords,
	partWords,
	pieceHolders,
	piecePaths,
	reasonPaths,
	repeats,
	stepWords,
	textPaths,
} from '../words/chats';
import { hasAny } from '../words/rows';
import { wordsOf } from '../words/split';

/** A closing frame may leave out so many blanks around the whole. */
const MOST_BLANKS = 20;
/** A shorter text may well be the beginning of the next: "ha", "haha". */
const SHORTEST_BEGINNING = 3;
/** No usage tells more than so many things by name. */
const MOST_USAGE_NAMES = 1_000;

/** Puts a streamed answer together, chunk by chunk. */
export class AnswerBuilder {
	private readonly calls = new CallBuilder();
	/** Text that came as no JSON: the answer itself, unless JSON brings one. */
	private plain = '';
	/** Text that came where only a whole answer has it: the answer itself, unless one comes as pieces do. */
	private held: Array<{ text: string; chunk: unknown }> = [];
	private isOver = false;
	/** Whether the answer comes in pieces, of which the last may be missing. */
	private inPieces = false;
	/** How many texts the answer was put together from. */
	private pieces = 0;
	/** Which of several answers this is: the first that is begun. */
	private choice: number | undefined;

	readonly answer: ChatAnswer = { text: '' };

	/** Takes in one chunk, of an event of this name, and gives the text that it added. */
	add(chunk: unknown, name = ''): string {
		if (this.isOfOther(chunk)) return '';
		const kind = chunkKind(chunk);
		const text = this.newIn(this.textOf(chunk, kind, name), chunk);
		const calls = first(chunk, callPaths, (place) => (callsIn(place)[0] ? place : undefined));
		if (calls) {
			this.calls.add(calls);
			this.answer.tool_calls = this.calls.made;
		} else if (text === '') this.hold(chunk, kind);
		// What goes on was not over.
		this.isOver &&= text === '' && !calls;
		this.inPieces ||= isPiece(chunk) || (text !== '' && this.answer.text !== '');
		const ends = [name, kind].map(endTold);
		this.isOver ||= ends.includes('answer') || (!ends.includes('part') && isLast(chunk));
		this.answer.text += text;
		this.takeNames(chunk);
		return text;
	}

	/** Takes in what a chunk tells beside the text: the first name, the last reason, all of the usage. */
	private takeNames(chunk: unknown): void {
		const { id, model, usage } = named(chunk);
		this.answer.id ??= id;
		this.answer.model ??= model;
		this.answer.finish_reason = first(chunk, reasonPaths, shortText) ?? this.answer.finish_reason;
		const all = { ...this.answer.usage, ...usage };
		if (usage && Object.keys(all).length <= MOST_USAGE_NAMES) this.answer.usage = all;
	}

	/** Takes in an event of this name that is no JSON; whether it is the answer is not known before the end. */
	addPlain(text: string, name = ''): void {
		const isAnswer = isOutput(name);
		if (isAnswer) this.plain += text;
		this.isOver = (this.isOver && !isAnswer) || endTold(name) === 'answer';
	}

	/** The chunk that is all of the answer, if anything is, and may as well tell of a failure. */
	get lone(): unknown {
		return saysSomething(this.answer) || this.held.length !== 1 ? undefined : this.held[0]?.chunk;
	}

	/** Leaves out what is held, as it is no answer. */
	drop(): void {
		this.held = [];
	}

	/** Notes that the service has said that the answer is over. */
	end(): void {
		this.isOver = true;
	}

	/** Puts an end to the answer, as nothing more comes, and gives the text that was held back until now. */
	close(): string {
		const held =
			this.answer.text !== '' || this.answer.tool_calls
				? ''
				: this.held.map(({ text }) => text).join('') || this.plain;
		this.calls.close();
		this.inPieces ||= held !== '' && this.held.length > 1;
		this.answer.text += held;
		if (this.inPieces && !this.isOver && saysSomething(this.answer))
			this.answer.finish_reason ??= NO_END;
		return held;
	}

	/** Whether a chunk belongs to another of several answers that come side by side. */
	private isOfOther(chunk: unknown): boolean {
		const choice = first(chunk, choicePaths, ({ value }) =>
			typeof value === 'number' ? value : undefined,
		);
		this.choice ??= choice;
		return choice !== undefined && choice !== this.choice;
	}

	/** Of a text that says all again from the beginning, what is new: such as a closing frame that repeats the whole. */
	private newIn(text: string, chunk: unknown): string {
		const said = this.answer.text;
		const isOneOfMany = this.pieces > 1 || !isPiece(chunk);
		if (text !== '') this.pieces++;
		// One that is shorter cannot; so all that are compared together are no longer than the stream.
		if (said === '' || text.length < said.length - MOST_BLANKS) return text;
		if (isOneOfMany && text.trim() === said.trim()) return '';
		const goesOn =
			text.length > said.length &&
			(isOneOfMany || said.length >= SHORTEST_BEGINNING) &&
			text.startsWith(said);
		return goesOn ? text.slice(said.length) : text;
	}

	/** A chunk that says all again counts only where nothing has been said. */
	private textOf(chunk: unknown, kind: string, name: string): string {
		if (typeof chunk === 'string') return isOutput(name) ? chunk : '';
		if (notAnswer.test(kind) && !repeats.test(kind)) return '';
		const hasText = this.answer.text !== '';
		if (repeats.test(kind)) return hasText ? '' : (first(chunk, textPaths, spoken) ?? '');
		const saysAgain =
			hasText && first(chunk, pieceHolders, ({ value }) => (isFields(value) ? value : undefined));
		return first(chunk, saysAgain ? piecePaths : deltaPaths, spoken) ?? '';
	}

	private hold(chunk: unknown, kind: string): void {
		if (this.hasAnswer() || typeof chunk === 'string') return;
		if (repeats.test(kind) || notAnswer.test(kind)) return;
		const text = first(chunk, textPaths, spoken);
		if (text !== undefined) this.held.push({ text, chunk });
	}

	private hasAnswer(): boolean {
		return this.answer.text !== '' || this.answer.tool_calls !== undefined;
	}
}

const choicePaths = ['choices.0.index'];

/** Whether a chunk is one of several by its shape. */
function isPiece(chunk: unknown): boolean {
	return walk(chunk).places.some(({ depth, words }) => depth <= 3 && words.includes('delta'));
}

/** Whether a chunk tells that the answer is over: by a flag, by its state, or by why. */
function isLast(chunk: unknown): boolean {
	return walk(chunk).places.some(({ value, words, depth, marks }) => {
		if (depth > 3 || marks.size > 0 || words.length === 0) return false;
		if (value === true) return words.every((word) => lastNames.has(word) || word === 'is');
		if (typeof value !== 'string' || value === '') return false;
		const isState = depth <= 2 && /^(status|state)$/.test(words.at(-1) ?? '');
		return words.includes('reason')
			? hasAny(words, lastNames)
			: isState && verdictOf(value) === 'completed' && !isEnvelopeStatus(value);
	});
}

/** What an event tells by its name to be over: the answer, or a part of it. */
function endTold(kind: string): 'answer' | 'part' | undefined {
	const words = wordsOf(kind);
	if (!endWords.has(words.at(-1) ?? '')) return undefined;
	return notAnswer.test(kind) || hasAny(words, partWords) ? 'part' : 'answer';
}

/** Whether bare text in an event of this name is the answer. */
function isOutput(name: string): boolean {
	const words = wordsOf(name);
	const isOther =
		notAnswer.test(name) || repeats.test(name) || hasAny(words, stepWords) || endTold(name);
	return name === '' || (hasAny(words, outputWords) && !isOther);
}
