/** So many values one piece of JSON may hold, lists and objects counted too. */
export const MOST_VALUES = 200_000;
/** So many names one object in it may have. */
const MOST_NAMES = 5_000;
/** JavaScript holds no whole number exactly that has more digits. */
const MOST_DIGITS = 15;

/**
 * Counts what JSON holds before anything is made of it, in pieces as it arrives, in as many steps as it has characters
 * outside of its texts. Of several pieces of JSON one after the other each counts for itself.
 */
export class JsonMeter {
	/** Whether it holds more than any JSON that is read. */
	isFull = false;
	/** Whether there may be a number in it that JavaScript cannot hold exactly. */
	hasLongNumbers = false;

	private values = 0;
	/** Of what is open, the innermost last: how many more names it may have; a list has none. */
	private readonly room: number[] = [];
	private isJson: boolean | undefined;
	private inText = false;
	/** Whether the piece before ended with a backslash that escapes what comes next. */
	private isEscaping = false;
	private digits = 0;

	constructor(private readonly mostValues = MOST_VALUES) {}

	/** Takes in what has arrived, as text, or as bytes of which each is a character. */
	take(piece: string): void {
		this.isJson ??= startOf(piece);
		if (!this.isJson) return;
		for (let at = 0; at < piece.length && !this.isFull; at++) {
			if (this.inText) at = this.passText(piece, at);
			else this.count(piece.charCodeAt(at));
		}
	}

	private count(code: number): void {
		if (code >= 0x30 && code <= 0x39) {
			this.hasLongNumbers ||= ++this.digits > MOST_DIGITS;
			return;
		}
		this.digits = 0;
		if (code === QUOTE) this.inText = true;
		else if (code === COMMA) this.next();
		else if (code === BRACE || code === BRACKET) this.open(code === BRACE ? MOST_NAMES : Infinity);
		else if (code === BRACE + CLOSING || code === BRACKET + CLOSING) this.close();
	}

	private next(): void {
		if (this.room.length === 0) return;
		const last = this.room.length - 1;
		this.room[last] = (this.room[last] ?? 0) - 1;
		this.isFull = ++this.values > this.mostValues || this.room[last] === 0;
	}

	private open(names: number): void {
		this.room.push(names);
		this.isFull = ++this.values > this.mostValues;
	}

	private close(): void {
		this.room.pop();
		if (this.room.length === 0) this.values = 0;
	}

	/** Passes over a text, and gives where it ends, or the piece does. */
	private passText(piece: string, start: number): number {
		for (let at = piece.indexOf('"', start); at !== -1; at = piece.indexOf('"', at + 1)) {
			if (this.isEscaped(piece, start, at)) continue;
			this.inText = false;
			this.isEscaping = false;
			return at;
		}
		this.isEscaping = this.isEscaped(piece, start, piece.length);
		return piece.length;
	}

	/** Whether a backslash escapes what stands at a position of a text that begins, or goes on, at another. */
	private isEscaped(piece: string, start: number, at: number): boolean {
		let from = at;
		while (from > start && piece.charCodeAt(from - 1) === BACKSLASH) from--;
		return ((at - from) % 2 === 1) !== (from === start && this.isEscaping);
	}
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const BRACE = 0x7b;
/** How far behind an opening bracket or brace its closing one stands among the characters. */
const CLOSING = 2;

/** Whether a text begins as an object, a list or a number does; undefined where it has not begun. @param text also bytes as characters */
function startOf(text: string): boolean | undefined {
	const [start] = /[^\s\uFEFF\u00EF\u00BB\u00BF]/.exec(text) ?? [];
	return start === undefined ? undefined : /[{[\d-]/.test(start);
}

/**
 * What a text holds that is JSON; nothing for any other.
 * @param tooMuch what it gives instead, or throws, where it holds more than is read, which is {@link MOST_VALUES} unless told
 */
export function parsedJson(
	text: string,
	tooMuch: () => unknown = () => undefined,
	mostValues?: number,
): unknown {
	const meter = new JsonMeter(mostValues);
	meter.take(text);
	if (meter.isFull) return tooMuch();
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
