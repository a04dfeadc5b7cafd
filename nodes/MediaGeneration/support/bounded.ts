export interface Bounds {
	/** All of it, in characters of JSON. */
	most: number;
	/** Each text, in characters. */
	longest?: number;
	/** Replacements of long texts that are stored elsewhere. */
	instead?: ReadonlyMap<string, string>;
}

/**
 * The part of a run that n8n can store, in characters of JSON: it writes an execution as one text, which JavaScript limits to
 * 512 Mi, and other nodes need room too. Items, journal and pause share it.
 */
const MOST_OF_RUN = 384 * 1024 * 1024;
/** The least share of an item, which holds the names of its jobs. */
const LEAST = 32 * 1024;

/** Each item's share of what n8n can store of a run, in characters of JSON. */
export const shareOf = (items: number): number =>
	Math.max(LEAST, Math.floor(MOST_OF_RUN / Math.max(1, items)));

/** The beginning of a text, without half a character at its end. @param most in UTF-16 units */
export const firstOf = (text: string, most: number): string =>
	text.length <= most ? text : text.slice(0, most).replace(/[\ud800-\udbff]$/, '');

/** A text of at most so many characters: a longer one is cut, a data URI down to its type. */
export function cut(text: string, most: number): string {
	if (text.length <= most) return text;
	const [type] = /^data:[^,]{0,100},/i.exec(text.slice(0, most)) ?? [];
	return `${type ?? firstOf(text, most)}…`;
}

/**
 * Cuts a plain value to its bounds: outer fields are kept before inner ones, and what is left out is counted. A value within
 * the bounds is returned as it is.
 */
export function bounded(value: unknown, bounds: Bounds): unknown {
	const copy = new Copy(bounds);
	const made = copy.of(value);
	return copy.isOther ? made : value;
}

type Container = Record<string, unknown> | unknown[];

const NO_ROOM = Symbol('no room');
/** Reserved in each object and list for the count of what is left out. */
const MARK_ROOM = 24;

class Copy {
	isOther = false;

	private left: number;
	private readonly open: Array<{ from: object; to: Container }> = [];

	constructor(private readonly bounds: Bounds) {
		this.left = bounds.most;
	}

	of(value: unknown): unknown {
		const top = this.take(value, 0);
		for (const { from, to } of this.open) this.fill(from, to);
		return top === NO_ROOM ? null : top;
	}

	private fill(from: object, to: Container): void {
		let missing = 0;
		const entries = Object.entries(from);
		for (const [index, [key, value]] of entries.entries()) {
			if (this.left < SMALLEST) {
				missing += entries.length - index;
				break;
			}
			const taken = Array.isArray(to)
				? this.take(value ?? null, 1)
				: this.take(value, jsonLength(key) + 2);
			if (taken === NO_ROOM) missing++;
			else if (taken !== undefined) setField(to, key, taken);
		}
		if (missing === 0) return;
		this.isOther = true;
		setField(to, '…', Array.isArray(to) ? `… ${missing} more` : `${missing} more`);
	}

	/** @param more the characters around the value */
	private take(value: unknown, more: number): unknown {
		const kept = typeof value === 'string' ? this.cutTo(this.left - more, value) : value;
		if (!['string', 'number', 'boolean', 'object'].includes(typeof kept)) return undefined;
		const isContainer = typeof kept === 'object' && kept !== null;
		const size = more + (isContainer ? 2 + MARK_ROOM : jsonLength(kept));
		if (size > this.left) return NO_ROOM;
		this.left -= size;
		this.isOther ||= !Object.is(kept, value);
		if (!isContainer) return kept;
		const to: Container = Array.isArray(kept) ? [] : {};
		this.open.push({ from: kept, to });
		return to;
	}

	private cutTo(room: number, value: string): string {
		const { longest = Infinity, instead } = this.bounds;
		const text = instead?.get(value) ?? value;
		let kept = cut(text, Math.max(0, Math.min(longest, room - AROUND_TEXT)));
		while (kept.length > 1 && jsonLength(kept) > room)
			kept = cut(text, Math.floor(kept.length / 2) - 1);
		return kept;
	}
}

/** Two quotation marks and an ellipsis. */
const AROUND_TEXT = 3;
const SMALLEST = 4;

const jsonLength = (value: unknown): number => JSON.stringify(value).length;

/** Sets a field of any name, also `__proto__`. */
function setField(to: Container, key: string, value: unknown): void {
	if (Array.isArray(to)) to.push(value);
	else
		Object.defineProperty(to, key, { value, enumerable: true, writable: true, configurable: true });
}
