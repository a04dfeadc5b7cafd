import { setImmediate as nextTurn } from 'node:timers/promises';

/** So many characters of a text are one step of what goes over it. */
const CHARACTERS = 16;

const counter = { count: 0, over: <T>(value: T): T => (add(sizeOf(value)), value) };
/** Where the code that `countedSteps.js` has made finds it. */
Object.defineProperty(globalThis, '__steps', { value: counter });

const add = (steps: number) => void (counter.count += 1 + steps);

function sizeOf(value: unknown): number {
	if (typeof value === 'string') return value.length / CHARACTERS;
	if (typeof value !== 'object' || value === null) return 0;
	if (Array.isArray(value)) return value.length;
	if (ArrayBuffer.isView(value)) return value.byteLength / CHARACTERS;
	return value instanceof Map || value instanceof Set ? value.size : own.keys(value).length;
}

type Native = (this: unknown, ...given: unknown[]) => unknown;
/** What a call came to, in steps. @param from where a pattern began to look */
type Cost = (self: unknown, given: unknown[], result: unknown, from: number) => number;

const own = { keys: Object.keys };
const ofSelf: Cost = (self) => sizeOf(self);
const ofGiven: Cost = (_, given) => given.reduce<number>((sum, each) => sum + sizeOf(each), 0);
const ofResult: Cost = (_, __, result) => sizeOf(result);
/** What looks for something goes no further than where it is. */
const ofSearch: Cost = (self, [, from], found) => {
	const { length } = self as string;
	return Math.abs((Number(found) >= 0 ? Number(found) : length) - (Number(from) || 0)) / (typeof self === 'string' ? CHARACTERS : 1);
};
const ofMatch: Cost = (self, [text], found, from) => {
	const { lastIndex, global, sticky } = self as RegExp;
	const end = Array.isArray(found) || found === true ? (global || sticky ? lastIndex : from) : sticky ? from : String(text).length;
	return Math.max(end - from, 0) / CHARACTERS;
};

/** What goes over all of a list, an object or a text without a step that is counted otherwise. */
const natives = (): Array<[holder: object, names: string, cost: Cost]> => [
	[Array.prototype, 'concat slice splice join reverse toReversed sort toSorted flat fill shift unshift', ofSelf],
	[Array.prototype, 'indexOf lastIndexOf', ofSearch],
	[Array.prototype, 'includes', ofSelf],
	[Map.prototype, 'keys values entries', ofSelf],
	[Set.prototype, 'keys values entries', ofSelf],
	[Object, 'keys values entries assign fromEntries getOwnPropertyNames', ofGiven],
	[String.prototype, 'split replace replaceAll trim trimStart toLowerCase toUpperCase match repeat normalize', ofSelf],
	[String.prototype, 'indexOf lastIndexOf', ofSearch],
	[String.prototype, 'includes', ofSelf],
	[RegExp.prototype, 'test exec', ofMatch],
	[JSON, 'parse', ofGiven],
	[JSON, 'stringify', ofResult],
	[Buffer, 'concat', ofResult],
];

/** Has what this realm is built in with count its steps too, until the one that is given back is called. */
export function countNatives(): () => void {
	const undo: Array<() => void> = [];
	for (const [holder, names, cost] of natives()) {
		for (const name of names.split(' ')) {
			const native = Reflect.get(holder, name) as Native;
			const counted: Native = function (...given) {
				const from = this instanceof RegExp && (this.global || this.sticky) ? this.lastIndex : 0;
				const result = native.apply(this, given);
				add(cost(this, given, result, from));
				return result;
			};
			Object.defineProperty(holder, name, { value: counted, configurable: true, writable: true });
			undo.push(() => Object.defineProperty(holder, name, { value: native, configurable: true, writable: true }));
		}
	}
	return () => undo.forEach((each) => each());
}

/** What some work took: all its steps, and the most between two turns of the event loop. */
export interface Taken {
	all: number;
	longest: number;
}

/** Counts the steps of some work. */
export async function stepsOf(work: () => unknown): Promise<Taken> {
	let longest = 0;
	let from = counter.count;
	const begun = from;
	const turn = () => {
		longest = Math.max(longest, counter.count - from);
		from = counter.count;
	};
	let isOver = false;
	const watching = (async () => {
		for (; !isOver; await nextTurn()) turn();
	})();
	await Promise.allSettled([(async () => await work())()]);
	turn();
	isOver = true;
	await watching;
	return { all: from - begun, longest };
}
