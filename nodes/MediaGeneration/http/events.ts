import { parsedJson } from '../support/json';
import { yieldToOthers, StepCounter } from '../support/slices';
import { isHtml } from '../failures/intermediary';
import { TooLarge } from './body';

export type Pieces = AsyncIterable<Uint8Array | string> | Iterable<string>;

/** The most characters of an event, and of a stream. */
const MOST_CHARACTERS = { event: 8 * 2 ** 20, stream: 64 * 2 ** 20 };
type EventBounds = typeof MOST_CHARACTERS;
/** The work of a line in steps, and how many characters are read in one step. */
const STEPS = { line: 40, characters: 4 };

interface ServerEvent {
	name?: string;
	data: string;
}

export const END_OF_STREAM = '[DONE]';

/** A stream of events exceeds its bounds. */
export class StreamTooLarge extends TooLarge {
	constructor(what: 'event' | 'answer', most: number, of: 'characters' | 'values' = 'characters') {
		super(`The service’s stream holds more than ${most} ${of} in one ${what}`);
	}
}

/**
 * Server-Sent Events up to and with `[DONE]`, or until the end of the stream, in slices. Lines of JSON, one whole answer, and
 * JSON events without empty lines between them are read too; a web page is not.
 * @throws StreamTooLarge when an event, or the stream, is longer than its bound
 */
export async function* readEvents(
	stream: Pieces,
	bounds: EventBounds = MOST_CHARACTERS,
): AsyncGenerator<ServerEvent> {
	const reader = new EventReader(bounds);
	const slice = new StepCounter();
	for await (const line of linesOf(stream, bounds)) {
		if (slice.isOver(STEPS.line + line.length / STEPS.characters)) await yieldToOthers();
		const event = reader.take(line);
		if (event) yield event;
		if (reader.isOver) break;
	}
	const last = reader.isOver ? { data: END_OF_STREAM } : reader.end();
	if (last) yield last;
}

/** The lines of a stream, which end in CR, LF or both. */
async function* linesOf(stream: Pieces, bounds: EventBounds): AsyncGenerator<string> {
	const decoder = new TextDecoder();
	let pieces: string[] = [];
	const length = { line: 0, stream: 0 };
	let afterCr = false;
	for await (const chunk of stream) {
		const text = typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
		length.stream += text.length;
		if (length.stream > bounds.stream) throw new StreamTooLarge('answer', bounds.stream);
		let start = 0;
		for (const { index, 0: end } of text.matchAll(/\r\n|\n|\r/g)) {
			const split = afterCr && index === 0 && end === '\n';
			if (!split) {
				yield [...pieces, text.slice(start, index)].join('');
				pieces = [];
				length.line = 0;
			}
			start = index + end.length;
		}
		if (text !== '') afterCr = text.endsWith('\r');
		pieces.push(text.slice(start));
		length.line += text.length - start;
		if (length.line > bounds.event) throw new StreamTooLarge('event', bounds.event);
	}
	yield pieces.join('') + decoder.decode();
}

/** Ignored fields of an event; that of a comment is empty. */
const otherFields = new Set(['id', 'retry', '']);

class EventReader {
	private lines: string[] = [];
	private name: string | undefined;
	/** All lines until the first event: they may be one answer. */
	private plain: string[] = [];
	/** Whether one of them is no field of an event. */
	private isPlain = false;
	private length = 0;
	private had = false;

	isOver = false;

	constructor(private readonly bounds: EventBounds) {}

	/** Takes in a line and gives the event that it ends, if any. */
	take(line: string): ServerEvent | undefined {
		this.length += line.length;
		if (this.length > this.bounds.event) throw new StreamTooLarge('event', this.bounds.event);
		if (!this.had) this.plain.push(line);
		if (line === '') return this.close();
		const isJsonLine = line.startsWith('{') && line.endsWith('}');
		if (isJsonLine && this.lines.length === 0 && !this.isPlain) return this.emit({ data: line });
		const colon = `${line}:`.indexOf(':');
		const field = line.slice(0, colon);
		const value = line.slice(colon + 1).replace(/^ /, '');
		if (field === 'data') return this.takeData(value);
		if (field === 'event') this.name = value;
		else if (!otherFields.has(field)) this.isPlain = true;
		return undefined;
	}

	/** The last event, closed or not; without any events, the whole stream as one answer. */
	end(): ServerEvent | undefined {
		const event = this.close();
		const plain = this.plain.join('\n').trim();
		return (
			event ??
			(this.isPlain && !this.had && !isHtml(plain) ? this.emit({ data: plain }) : undefined)
		);
	}

	/** Whole JSON is an event at once, with or without an empty line after it. */
	private takeData(data: string): ServerEvent | undefined {
		if (data.trim() === END_OF_STREAM) {
			this.isOver = true;
			return this.close();
		}
		if (this.lines.length === 0 && isWholeJson(data)) return this.emit({ name: this.name, data });
		this.lines.push(data);
		return undefined;
	}

	private close(): ServerEvent | undefined {
		const { name, lines } = this;
		this.name = undefined;
		if (lines.length > 0) return this.emit({ name, data: lines.join('\n') });
		if (!this.isPlain) this.forget();
		return undefined;
	}

	private emit(event: ServerEvent): ServerEvent {
		this.had = true;
		this.forget();
		return event;
	}

	private forget(): void {
		this.lines = [];
		this.plain = [];
		this.length = 0;
	}
}

/** Whether a line is a whole JSON object, list or text; a number may be a word of an answer. */
function isWholeJson(line: string): boolean {
	const value = parsedJson(line);
	return typeof value === 'string' || (typeof value === 'object' && value !== null);
}
