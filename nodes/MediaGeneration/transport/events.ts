/** How much is read, in characters. */
export interface EventBounds {
	event: number;
	stream: number;
}

const usual: EventBounds = { event: 8 * 2 ** 20, stream: 64 * 2 ** 20 };

/** A stream of events goes on beyond what is read of it. */
export class StreamTooLarge extends Error {
	constructor(what: keyof EventBounds, most: number) {
		super(`The service’s stream holds more than ${most} characters in one ${what === 'event' ? 'event' : 'answer'}`);
	}
}

/**
 * The data of Server-Sent Events, one event after the other, until `[DONE]` or the end of the stream; also those of
 * servers that send lines of JSON, or one plain answer, instead. Chunks of the network need not end where events,
 * lines or characters do; the work grows with the length of the stream alone.
 * @throws StreamTooLarge when an event, or the stream, is longer than its bound
 */
export async function* readEvents(stream: AsyncIterable<Uint8Array | string>, bounds: EventBounds = usual): AsyncGenerator<string> {
	const reader = new EventReader(bounds);
	for await (const line of linesOf(stream, bounds)) {
		const event = reader.take(line);
		if (event === '[DONE]') return;
		if (event !== undefined) yield event;
	}
	const last = reader.end();
	if (last !== undefined && last !== '[DONE]') yield last;
}

/** The lines of a stream, without their ends: CR, LF or both. */
async function* linesOf(stream: AsyncIterable<Uint8Array | string>, bounds: EventBounds): AsyncGenerator<string> {
	const decoder = new TextDecoder();
	let pieces: string[] = [];
	const length = { line: 0, stream: 0 };
	let afterCr = false;
	for await (const chunk of stream) {
		const text = typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
		length.stream += text.length;
		if (length.stream > bounds.stream) throw new StreamTooLarge('stream', bounds.stream);
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
	const rest = pieces.join('') + decoder.decode();
	if (rest !== '') yield rest;
}

/** Of an event, beside its data; what begins with a colon is a comment. */
const otherFields = new Set(['event', 'id', 'retry', '']);

/** Puts events together from lines. */
class EventReader {
	private data: string[] = [];
	private plain: string[] = [];
	private length = 0;
	private first = true;
	private had = false;

	constructor(private readonly bounds: EventBounds) {}

	/** Takes in a line and gives the event that it ends, if any. */
	take(given: string): string | undefined {
		const line = this.first && given.startsWith('\uFEFF') ? given.slice(1) : given;
		this.first = false;
		this.length += line.length;
		if (this.length > this.bounds.event) throw new StreamTooLarge('event', this.bounds.event);
		if (line === '') return this.close();
		if (line.startsWith('{') && line.endsWith('}') && this.data.length === 0 && this.plain.length === 0) {
			this.length = 0;
			return this.emit(line);
		}
		const colon = line.indexOf(':');
		const name = colon < 0 ? line : line.slice(0, colon);
		const value = colon < 0 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
		if (name === 'data') this.data.push(value);
		else if (!otherFields.has(name)) this.plain.push(line);
		return undefined;
	}

	/** The last event need not be closed; a stream without events may be one plain answer. */
	end(): string | undefined {
		const event = this.close();
		const plain = this.plain.join('\n').trim();
		return event ?? (!this.had && /^[{[]/.test(plain) ? this.emit(plain) : undefined);
	}

	private close(): string | undefined {
		const event = this.data.length > 0 ? this.emit(this.data.join('\n')) : undefined;
		this.data = [];
		if (this.plain.length === 0) this.length = 0;
		return event;
	}

	private emit(data: string): string {
		this.had = true;
		return data;
	}
}
