import { parsedJson } from '../support/json';
import { yieldToOthers, Slice } from '../support/slices';
import { isHtml } from '../answers/core/html';
import { TooLarge } from './tooLarge';

/** How much is read, in characters, and in lines, of which an event has one or more. */
export interface EventBounds {
	event: number;
	stream: number;
	lines: number;
}

const usual: EventBounds = { event: 8 * 2 ** 20, stream: 64 * 2 ** 20, lines: 300_000 };
/** What it takes to read a line and what it may tell, in steps; and how many of its characters are read in one. */
const STEPS = { line: 40, characters: 4 };

/** One event of a stream. */
export interface ServerEvent {
	/** What the server calls it, where it does. */
	name?: string;
	data: string;
}

/** The data of the event that says that the stream is over. */
export const END_OF_STREAM = '[DONE]';

/** A stream of events goes on beyond what is read of it. */
export class StreamTooLarge extends TooLarge {
	constructor(
		what: 'event' | 'answer',
		most: number,
		of: 'characters' | 'lines' | 'values' = 'characters',
	) {
		super(`The service’s stream holds more than ${most} ${of} in one ${what}`);
	}
}

/**
 * Server-Sent Events, one after the other, up to and with `[DONE]` or until the end of the stream; also those of
 * servers that send lines of JSON, or one answer as JSON or text, instead, or leave out the empty lines between events of
 * JSON. A page for a browser is none.
 * Chunks of the network need not end where events, lines or characters do; the work grows with the length of the stream
 * alone, and is done in slices however much of it has arrived.
 * @throws StreamTooLarge when an event, or the stream, is longer than its bound
 */
export async function* readEvents(
	stream: AsyncIterable<Uint8Array | string>,
	given: Partial<EventBounds> = {},
): AsyncGenerator<ServerEvent> {
	const bounds = { ...usual, ...given };
	const reader = new EventReader(bounds);
	const slice = new Slice();
	let lines = 0;
	for await (const line of linesOf(stream, bounds)) {
		if (++lines > bounds.lines) throw new StreamTooLarge('answer', bounds.lines, 'lines');
		if (slice.isOver(STEPS.line + line.length / STEPS.characters)) await yieldToOthers();
		const event = reader.take(line);
		if (event) yield event;
		if (reader.isOver) break;
	}
	const last = reader.isOver ? { data: END_OF_STREAM } : reader.end();
	if (last) yield last;
}

/** The lines of a stream, without their ends: CR, LF or both; the last one may be empty. */
async function* linesOf(
	stream: AsyncIterable<Uint8Array | string>,
	bounds: EventBounds,
): AsyncGenerator<string> {
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

/** Of an event, beside its name and its data; what begins with a colon is a comment. */
const otherFields = new Set(['id', 'retry', '']);

/** A line of data, and what the event was called when it came. */
interface DataLine {
	name?: string;
	data: string;
}

/** Puts events together from lines. */
class EventReader {
	private lines: DataLine[] = [];
	private name: string | undefined;
	/** All lines, as long as there is no event: they may be one answer. */
	private plain: string[] = [];
	/** Whether one of them is no field of an event. */
	private isPlain = false;
	private length = 0;
	private first = true;
	private had = false;

	/** Whether the server has said that the stream is over. */
	isOver = false;

	constructor(private readonly bounds: EventBounds) {}

	/** Takes in a line and gives the event that it ends, if any. */
	take(given: string): ServerEvent | undefined {
		const line = this.first && given.startsWith('\uFEFF') ? given.slice(1) : given;
		this.first = false;
		this.length += line.length;
		if (this.length > this.bounds.event) throw new StreamTooLarge('event', this.bounds.event);
		if (!this.had) this.plain.push(line);
		if (line === '') return this.close();
		if (line.startsWith('{') && line.endsWith('}') && this.lines.length === 0 && !this.isPlain) {
			this.length = 0;
			return this.emit({ data: line });
		}
		const colon = `${line}:`.indexOf(':');
		const field = line.slice(0, colon);
		const value = line.slice(colon + 1).replace(/^ /, '');
		if (field === 'data') return this.takeData(value);
		if (field === 'event') this.name = value;
		else if (!otherFields.has(field)) this.isPlain = true;
		return undefined;
	}

	/** The last event need not be closed; a stream without events may be one answer. */
	end(): ServerEvent | undefined {
		const event = this.close();
		const plain = this.plain.join('\n').trim();
		return (
			event ??
			(this.isPlain && !this.had && !isHtml(plain) ? this.emit({ data: plain }) : undefined)
		);
	}

	/** Nothing goes on after whole JSON, so what follows it is the next event, with or without an empty line between. */
	private takeData(data: string): ServerEvent | undefined {
		if (data.trim() === END_OF_STREAM) {
			this.isOver = true;
			return this.close();
		}
		const [only] = this.lines;
		const before =
			only && this.lines.length === 1 && isWholeJson(only.data)
				? this.emit(this.joined(only.name))
				: undefined;
		if (before) this.length = data.length;
		this.lines.push({ name: this.name, data });
		return before;
	}

	private close(): ServerEvent | undefined {
		const event = this.lines.length > 0 ? this.emit(this.joined(this.name)) : undefined;
		this.name = undefined;
		if (!this.isPlain) {
			this.length = 0;
			this.plain = [];
		}
		return event;
	}

	/** The lines of data so far, which are over then. */
	private joined(name: string | undefined): ServerEvent {
		const data = this.lines.map((line) => line.data).join('\n');
		this.lines = [];
		return { name, data };
	}

	private emit(event: ServerEvent): ServerEvent {
		this.had = true;
		this.plain = [];
		return event;
	}
}

/** Whether a line is an object, a list or a text as JSON writes them; a number may be a word of an answer. */
function isWholeJson(line: string): boolean {
	// Most of what cannot be parsed is the beginning of JSON over several lines.
	const value = parsedJson(line);
	return typeof value === 'string' || (typeof value === 'object' && value !== null);
}
