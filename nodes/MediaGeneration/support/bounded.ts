import { firstOf } from './wholeText';

/** How much of a value n8n is to store. */
export interface Bounds {
	/** Of all of it, in characters of JSON. */
	most: number;
	/** Of each text, in characters. */
	longest?: number;
	/** Short texts in place of long ones that are kept elsewhere. */
	instead?: ReadonlyMap<string, string>;
}

/**
 * What n8n is to store of a run, in characters of JSON: it writes an execution as one text, of which JavaScript allows
 * 512 Mi, and other nodes have their part of it. The items, what is remembered of them and what a pause keeps of them each
 * take some of it; a text that stands in several of them is written once.
 */
const MOST_OF_RUN = 384 * 1024 * 1024;
/** However many items a run has: less would not hold what names a job. */
const LEAST = 32 * 1024;

/** Each item's part of what n8n is to store of a run, in characters of JSON. */
export const shareOf = (items: number): number =>
	Math.max(LEAST, Math.floor(MOST_OF_RUN / Math.max(1, items)));

/** A text that is no longer than so many characters: of a longer one its beginning, of a file in a `data:` address its type. */
export function cut(text: string, most: number): string {
	if (text.length <= most) return text;
	const [type] = /^data:[^,]{0,100},/i.exec(text.slice(0, most)) ?? [];
	return `${type ?? firstOf(text, most)}…`;
}

/**
 * A plain value within its bounds: the outer fields before the inner, long texts cut, and what has no room counted in
 * place of it. The value itself where it is within them. Looks at no more of a text than it keeps.
 */
export function bounded(value: unknown, bounds: Bounds): unknown {
	const copy = new Copy(bounds);
	const made = copy.of(value);
	return copy.isOther ? made : value;
}

type Container = Record<string, unknown> | unknown[];

/** Stands for what has no room. */
const NO_ROOM = Symbol('no room');
/** Kept free in each object and list, to say how much was left out. */
const MARK_ROOM = 24;

class Copy {
	/** Whether it is anything but what was to be copied. */
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
				: this.take(value, written(key) + 2);
			if (taken === NO_ROOM) missing++;
			else if (taken !== undefined) put(to, key, taken);
		}
		if (missing === 0) return;
		this.isOther = true;
		put(to, '…', Array.isArray(to) ? `… ${missing} more` : `${missing} more`);
	}

	/** @param more what stands around it, in characters */
	private take(value: unknown, more: number): unknown {
		if (typeof value === 'string') return this.takeText(value, more);
		if (typeof value === 'object' && value !== null) {
			if (!this.spend(more + 2 + MARK_ROOM)) return NO_ROOM;
			const to: Container = Array.isArray(value) ? [] : {};
			this.open.push({ from: value, to });
			return to;
		}
		if (!['number', 'boolean', 'object'].includes(typeof value)) return undefined;
		return this.spend(more + written(value)) ? value : NO_ROOM;
	}

	private takeText(value: string, more: number): unknown {
		const { longest = Infinity, instead } = this.bounds;
		const text = instead?.get(value) ?? value;
		let kept = cut(text, Math.max(0, Math.min(longest, this.left - more - AROUND_TEXT)));
		while (kept.length > 1 && written(kept) + more > this.left)
			kept = cut(text, Math.floor(kept.length / 2) - 1);
		if (!this.spend(more + written(kept))) return NO_ROOM;
		this.isOther ||= kept !== value;
		return kept;
	}

	private spend(characters: number): boolean {
		if (characters > this.left) return false;
		this.left -= characters;
		return true;
	}
}

/** A text's quotation marks, and the sign that it is cut. */
const AROUND_TEXT = 3;
/** Less room holds nothing. */
const SMALLEST = 4;

const written = (value: unknown): number => JSON.stringify(value).length;

/** A field of any name, `__proto__` too. */
function put(to: Container, key: string, value: unknown): void {
	if (Array.isArray(to)) to.push(value);
	else
		Object.defineProperty(to, key, { value, enumerable: true, writable: true, configurable: true });
}
