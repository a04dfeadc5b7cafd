import {
	callPaths,
	answerMetadata,
	reasonPaths,
	saysSomething,
	textPaths,
	type ChatAnswer,
} from './chatAnswer';
import { firstAtPaths, nameText, spokenText } from './chatPlaces';
import { CallBuilder, callsIn } from './toolCalls';

const deltaPaths = [
	'choices.0.delta.content',
	'choices.0.delta.refusal',
	'choices.0.text',
	'message.content',
	'text',
	'response',
];

/** The reason of an answer that ended without any, as its connection was closed. */
const NO_END = 'interrupted';

const MOST_USAGE_NAMES = 1_000;

/** Puts a streamed answer together, chunk by chunk. */
export class AnswerBuilder {
	private readonly calls = new CallBuilder();
	private isOver = false;
	private inPieces = false;
	/** Bare text beside JSON is a sign of life. */
	private isJson = false;

	readonly answer: ChatAnswer = { text: '' };

	/** Takes in the chunk of an event of this name, and returns the text that it added. */
	add(chunk: unknown, name = ''): string {
		// Of several answers side by side the first counts.
		const choice = firstAtPaths(chunk, ['choices.0.index'], ({ value }) => value);
		if (typeof choice === 'number' && choice > 0) return '';
		const text = this.textOf(chunk, name);
		const calls = firstAtPaths(chunk, callPaths, (place) =>
			callsIn(place)[0] ? place : undefined,
		);
		if (calls) {
			this.calls.add(calls);
			this.answer.tool_calls = this.calls.made;
		}
		this.inPieces ||= text !== '' && (this.answer.text !== '' || isPiece(chunk));
		this.isJson ||= text !== '' && typeof chunk !== 'string';
		this.answer.text += text;
		this.takeNames(chunk);
		const isDone = firstAtPaths(chunk, ['done'], ({ value }) => value === true || undefined);
		if (isDone || this.answer.finish_reason) this.end();
		return text;
	}

	/** Notes that the service has said that the answer is over. */
	end(): void {
		this.isOver = true;
	}

	/** Notes that nothing more comes: an answer in pieces without an end gets {@link NO_END}. */
	close(): void {
		if (this.inPieces && !this.isOver && saysSomething(this.answer))
			this.answer.finish_reason ??= NO_END;
	}

	private textOf(chunk: unknown, name: string): string {
		if (typeof chunk === 'string') return !this.isJson && /^(message)?$/.test(name) ? chunk : '';
		const isBegun = this.answer.text !== '';
		return (
			firstAtPaths(chunk, deltaPaths, spokenText) ??
			(isBegun ? '' : (firstAtPaths(chunk, textPaths, spokenText) ?? ''))
		);
	}

	private takeNames(chunk: unknown): void {
		const { id, model, usage } = answerMetadata(chunk);
		this.answer.id ??= id;
		this.answer.model ??= model;
		this.answer.finish_reason =
			firstAtPaths(chunk, reasonPaths, nameText) ?? this.answer.finish_reason;
		const all = { ...this.answer.usage, ...usage };
		if (usage && Object.keys(all).length <= MOST_USAGE_NAMES) this.answer.usage = all;
	}
}

const isPiece = (chunk: unknown) =>
	firstAtPaths(chunk, ['choices.0.delta'], () => true) !== undefined;
