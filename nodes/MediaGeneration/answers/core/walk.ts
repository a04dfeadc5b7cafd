import { parsedJson } from '../../support/json';
import { marksOf, type Mark } from '../words/surroundings';
import { wordsOf } from '../words/split';

/** Nothing is looked for deeper than this. */
export const MAX_DEPTH = 64;
/** No answer is walked further than this many values; the outer ones come first. */
export const MAX_PLACES = 10_000;
/** So much of a name is read, in characters, and so many different ones; others say nothing. */
const MAX_NAME = 64;
const MAX_NAMES = 2_000;
const NO_WORDS: readonly string[] = [];
/** JSON within text is read up to this many characters of an answer altogether. */
const MAX_INNER_JSON = 1_000_000;

/** One value of an answer and where it stands. */
export interface Place {
	/** Its name, or its position in a list; empty for the answer itself. */
	readonly key: string;
	/** The words of its name; those of the list for what stands in a list. */
	readonly words: readonly string[];
	/** As it came; what JSON within text holds, where a text is that. */
	readonly value: unknown;
	/** The text that held it, where it was JSON within text. */
	readonly text?: string;
	readonly depth: number;
	readonly parent?: Place;
	readonly children: Place[];
	/** What the names above it, its own left out, say of it. */
	readonly marks: ReadonlySet<Mark>;
	/** Whether it stands in a list of several, at any height. */
	readonly oneOfMany: boolean;
	/** What was worked out for the places of this answer, by what works it out. */
	readonly worked: Worked;
}

type Worked = Map<unknown, Map<Place, unknown>>;

/** An answer, opened: all its values, the outer ones first, each level in its order. */
export interface Walk {
	readonly places: readonly Place[];
	readonly root: Place;
}

type Names = Map<string, { words: readonly string[]; marks: Mark[] }>;

/** Weak both ways: an answer is kept for a whole run, so that it is not paid for again, and what it was opened into is many times as large. */
const known = new WeakMap<object, WeakRef<Walk>>();

/**
 * Opens any value, once for each answer: level by level, no deeper than {@link MAX_DEPTH} and no more than
 * {@link MAX_PLACES} values. Never throws.
 */
export function walk(body: unknown): Walk {
	if (typeof body !== 'object' || body === null) return open(body);
	const before = known.get(body)?.deref();
	if (before) return before;
	const opened = open(body);
	known.set(body, new WeakRef(opened));
	return opened;
}

function open(body: unknown): Walk {
	const names: Names = new Map();
	const budget = { text: MAX_INNER_JSON };
	const root: Place = {
		key: '',
		words: [],
		...unpacked(body, budget),
		depth: 0,
		children: [],
		marks: new Set(),
		oneOfMany: false,
		worked: new Map(),
	};
	const places = [root];
	for (let at = 0; at < places.length; at++) {
		const place = places[at] as Place;
		if (typeof place.value !== 'object' || place.value === null) continue;
		const room = place.depth < MAX_DEPTH ? MAX_PLACES - places.length : 0;
		const marks = Array.isArray(place.value) ? place.marks : marksBelow(place, names);
		for (const key of firstKeys(place.value, room))
			places.push(childOf(place, key, marks, names, budget));
	}
	return { places, root };
}

/** A list may be long, and the names of its entries are made only where they are asked for. */
function firstKeys(value: object, most: number): string[] {
	return Array.isArray(value)
		? Array.from({ length: Math.min(value.length, most) }, (_, at) => String(at))
		: Object.keys(value).slice(0, most);
}

function childOf(
	parent: Place,
	key: string,
	marks: ReadonlySet<Mark>,
	names: Names,
	budget: { text: number },
): Place {
	const place: Place = {
		key,
		words: Array.isArray(parent.value) ? parent.words : named(key, names).words,
		...unpacked((parent.value as Record<string, unknown>)[key], budget),
		depth: parent.depth + 1,
		parent,
		children: [],
		marks,
		oneOfMany: parent.oneOfMany || (Array.isArray(parent.value) && parent.value.length > 1),
		worked: parent.worked,
	};
	parent.children.push(place);
	return place;
}

/** The marks of the parent, and those that the parent's own name adds. */
function marksBelow(parent: Place, names: Names): ReadonlySet<Mark> {
	const added = parent.words.length > 0 ? named(nameOf(parent), names).marks : [];
	return added.every((mark) => parent.marks.has(mark))
		? parent.marks
		: new Set([...parent.marks, ...added]);
}

/** The name that a place goes by: its own, or that of the list it stands in. */
export function nameOf(place: Place): string {
	let named = place;
	while (named.parent && Array.isArray(named.parent.value)) named = named.parent;
	return named.key;
}

function named(key: string, names: Names) {
	let name = names.get(key);
	if (!name) {
		const words = names.size < MAX_NAMES ? wordsOf(key.slice(0, MAX_NAME)) : NO_WORDS;
		names.set(key, (name = { words, marks: marksOf(words) }));
	}
	return name;
}

/** Some services put an answer within an answer, as text. */
function unpacked(value: unknown, budget: { text: number }): { value: unknown; text?: string } {
	if (
		typeof value !== 'string' ||
		value.length > budget.text ||
		!['{}', '[]'].includes(value.slice(0, 1) + value.slice(-1))
	)
		return { value };
	budget.text -= value.length;
	const inner = parsedJson(value);
	return inner === undefined ? { value } : { value: inner, text: value };
}

/** Where a place stands, as a path such as `output.0.uri`. */
function pathOf(place: Place): string {
	const keys: string[] = [];
	for (let at: Place | undefined = place; at?.parent; at = at.parent) keys.unshift(at.key);
	return keys.join('.');
}

/** The place at a path such as `output.0.uri`, if the answer has it. */
export function placeAt(body: unknown, path: string): Place | undefined {
	return placeBelow(walk(body).root, partsOf(path));
}

/** The parts of a path, none where it is empty. */
export const partsOf = (path: string): readonly string[] => path.split('.').filter(Boolean);

/** The place that a path leads to from another. */
export function placeBelow(from: Place, parts: readonly string[]): Place | undefined {
	let at: Place | undefined = from;
	for (const part of parts) at = at && childrenByKey(at).get(part);
	return at;
}

const childrenByKey = perPlace(
	({ children }) => new Map(children.map((child) => [child.key, child])),
);

const MOST_PATHS = 40;

/** The paths of the first plain values that an answer has, for a person to choose from. */
export function pathsIn(body: unknown): string[] {
	return walk(body).places.filter(isLeaf).slice(0, MOST_PATHS).map(pathOf);
}

/** Whether a place holds a plain value. */
export const isLeaf = ({ value }: Place): boolean => typeof value !== 'object' || value === null;

/** The places beside one: those with the same parent. */
export const besides = (place: Place): readonly Place[] => place.parent?.children ?? [];

/** The nearest JSON within text that a place stands in, or is. */
export const textAround: (place: Place) => Place | undefined = perPlace((place) =>
	place.text === undefined ? place.parent && textAround(place.parent) : place,
);

/** The entry of the innermost list of several that a place stands in, or is. */
export function entryAround(place: Place): Place | undefined {
	const { parent } = place;
	const isEntry = parent && Array.isArray(parent.value) && parent.value.length > 1;
	return isEntry ? place : parent && entryAround(parent);
}

/** Whether a place is one of others, or stands below one. */
export function isWithin(place: Place, others: ReadonlySet<Place>): boolean {
	for (let at: Place | undefined = place; at; at = at.parent) if (others.has(at)) return true;
	return false;
}

/**
 * Something worked out once for each place, such as what all the places in it share. It is kept with the answer: V8 takes
 * long to clean up a WeakMap of as many keys.
 */
export function perPlace<T>(work: (place: Place) => T): (place: Place) => T {
	return (place) => {
		let known = place.worked.get(work) as Map<Place, T> | undefined;
		if (!known) place.worked.set(work, (known = new Map<Place, T>()));
		if (!known.has(place)) known.set(place, work(place));
		return known.get(place) as T;
	};
}

/** Something worked out once for each answer. */
export function perWalk<T>(work: (opened: Walk) => T): (opened: Walk) => T {
	const worked = new WeakMap<Walk, { result: T }>();
	return (opened) => {
		let known = worked.get(opened);
		if (!known) worked.set(opened, (known = { result: work(opened) }));
		return known.result;
	};
}

/** Whether something holds of a place or of anything that it stands in, worked out once for each. */
export function orAbove(holds: (place: Place) => boolean): (place: Place) => boolean {
	const told: (place: Place) => boolean = perPlace(
		(place) => holds(place) || (place.parent !== undefined && told(place.parent)),
	);
	return told;
}

/** Text that says something, or a number as text; nothing for anything else. */
export function textOrNumber(value: unknown): string | undefined {
	if (typeof value === 'string') return value.trim() === '' ? undefined : value;
	return typeof value === 'number' && Number.isFinite(value) ? String(value) : undefined;
}

/** Whether a value is an object with fields. */
export function isFields(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
