import { setNewest } from '../../support/forgetOldest';
import { parsedJson } from '../../support/json';
import { marksBelowName, type SubtreeMark } from '../words/surroundings';
import { wordsOf } from '../words/words';

export const MAX_DEPTH = 64;
/** The most values that are walked, the outer ones first. */
export const MAX_PLACES = 10_000;
/** How many characters of a name are read, and how many different names. */
const MAX_NAME = 64;
const MAX_NAMES = 2_000;
const MAX_INNER_JSON = 1_000_000;

/** One value of an answer and where it stands. */
export interface Place {
	/** Its name, or its position in a list; empty for the answer itself. */
	readonly key: string;
	/** The words of its name; those of the list for what stands in a list. */
	readonly words: readonly string[];
	/** As it came; parsed where it was JSON within text. */
	readonly value: unknown;
	/** The text that was parsed. */
	readonly text?: string;
	readonly depth: number;
	readonly parent?: Place;
	readonly children: Place[];
	/** What the names above it say of it. */
	readonly marks: ReadonlySet<SubtreeMark>;
	/** Whether it stands in a list of several, at any height. */
	readonly oneOfMany: boolean;
	/** Results of {@link perPlace} and {@link perWalk}: V8 takes long to clean up a WeakMap of so many keys. */
	readonly worked: Map<unknown, Map<Place, unknown>>;
}

/** An opened answer: all its values, the outer ones first. */
export interface Walk {
	readonly places: readonly Place[];
	readonly root: Place;
}

/** Weak both ways: answers are kept for a whole run, and what they were opened into is many times as large. */
const known = new WeakMap<object, WeakRef<Walk>>();

/** Opens a value level by level, as far as the limits allow; an object only once. Never throws. */
export function walk(body: unknown): Walk {
	if (typeof body !== 'object' || body === null) return open(body);
	const opened = known.get(body)?.deref() ?? open(body);
	known.set(body, new WeakRef(opened));
	return opened;
}

/** A service's answers have the same names again and again. */
const knownNames = new Map<string, { words: readonly string[]; marks: SubtreeMark[] }>();

/** Reads the words of an answer's names, as many as the limits allow. */
function nameReader() {
	let unknown = 0;
	return (name: string) => {
		const key = name.slice(0, MAX_NAME);
		const known = knownNames.get(key);
		if (known) return known;
		const words = unknown++ < MAX_NAMES ? wordsOf(key) : [];
		const read = { words, marks: marksBelowName(words) };
		if (unknown <= MAX_NAMES && name.length <= MAX_NAME)
			setNewest(knownNames, key, read, MAX_NAMES);
		return read;
	};
}

/** Parses JSON within text: some services put an answer into another so. */
function textParser() {
	let room = MAX_INNER_JSON;
	return (value: unknown): Pick<Place, 'value' | 'text'> => {
		if (typeof value !== 'string' || value.length > room) return { value };
		if (!['{}', '[]'].includes(value.slice(0, 1) + value.slice(-1))) return { value };
		room -= value.length;
		const inner = parsedJson(value);
		return inner === undefined ? { value } : { value: inner, text: value };
	};
}

function open(body: unknown): Walk {
	const [named, unpacked] = [nameReader(), textParser()];
	const root: Place = {
		key: '',
		words: [],
		...unpacked(body),
		depth: 0,
		children: [],
		marks: new Set(),
		oneOfMany: false,
		worked: new Map(),
	};
	const places = [root];
	for (let at = 0; at < places.length; at++) {
		const parent = places[at] as Place;
		const { value, depth, worked } = parent;
		if (typeof value !== 'object' || value === null) continue;
		const isList = Array.isArray(value);
		const added = isList || parent.words.length === 0 ? [] : named(nameOrListName(parent)).marks;
		const marks = added.every((mark) => parent.marks.has(mark))
			? parent.marks
			: new Set([...parent.marks, ...added]);
		for (const key of firstKeys(value, depth < MAX_DEPTH ? MAX_PLACES - places.length : 0)) {
			const place: Place = {
				key,
				words: isList ? parent.words : named(key).words,
				...unpacked((value as Record<string, unknown>)[key]),
				depth: depth + 1,
				parent,
				children: [],
				marks,
				oneOfMany: parent.oneOfMany || (isList && value.length > 1),
				worked,
			};
			parent.children.push(place);
			places.push(place);
		}
	}
	return { places, root };
}

/** The names of a long list's entries are not all made. */
const firstKeys = (value: object, most: number): string[] =>
	Array.isArray(value)
		? Array.from({ length: Math.min(value.length, most) }, (_, at) => String(at))
		: Object.keys(value).slice(0, most);

/** The name that a place goes by: its own, or that of the list it stands in. */
export const nameOrListName = ({ key, parent }: Place): string =>
	parent && Array.isArray(parent.value) ? nameOrListName(parent) : key;

const pathOf = ({ key, parent }: Place): string =>
	parent?.parent ? `${pathOf(parent)}.${key}` : key;

/** The place at a path such as `output.0.uri`, if the answer has it. */
export const placeAt = (body: unknown, path: string): Place | undefined =>
	placeAtPath(walk(body).root, path);

/** The place that a path leads to from another; an empty path to that itself. */
export const placeAtPath = (from: Place, path: string): Place | undefined =>
	path
		.split('.')
		.filter(Boolean)
		.reduce<Place | undefined>((at, part) => at?.children.find(({ key }) => key === part), from);

const MOST_PATHS = 40;

/** The paths of the first plain values of an answer, for a person to choose from. */
export const pathsIn = (body: unknown): string[] =>
	walk(body).places.filter(isLeaf).slice(0, MOST_PATHS).map(pathOf);

/** Whether a place holds a plain value. */
export const isLeaf = ({ value }: Place): boolean => typeof value !== 'object' || value === null;

/** The places with the same parent, itself too. */
export const besides = (place: Place): readonly Place[] => place.parent?.children ?? [];

/** The nearest JSON within text that a place stands in, or is. */
export const enclosingJsonText: (place: Place) => Place | undefined = perPlace((place) =>
	place.text === undefined ? place.parent && enclosingJsonText(place.parent) : place,
);

/** The entry of the innermost list of several that a place stands in, or is. */
export function listEntryAround(place: Place): Place | undefined {
	const { parent } = place;
	const isEntry = parent && Array.isArray(parent.value) && parent.value.length > 1;
	return isEntry ? place : parent && listEntryAround(parent);
}

/** Whether a place is one of others, or stands below one. */
export const isWithin = (place: Place, others: ReadonlySet<Place>): boolean =>
	others.has(place) || (place.parent !== undefined && isWithin(place.parent, others));

/** Works something out once for each place. */
export function perPlace<T>(work: (place: Place) => T): (place: Place) => T {
	return (place) => once(place, work, place);
}

/** Works something out once for each answer. */
export function perWalk<T>(work: (opened: Walk) => T): (opened: Walk) => T {
	return (opened) => once(opened.root, work, opened);
}

function once<A, T>(place: Place, work: (of: A) => T, of: A): T {
	let results = place.worked.get(work) as Map<Place, T> | undefined;
	if (!results) place.worked.set(work, (results = new Map<Place, T>()));
	if (!results.has(place)) results.set(place, work(of));
	return results.get(place) as T;
}

/** Whether something holds of a place or of anything that it stands in, worked out once for each. */
export function atOrAbove(holds: (place: Place) => boolean): (place: Place) => boolean {
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
