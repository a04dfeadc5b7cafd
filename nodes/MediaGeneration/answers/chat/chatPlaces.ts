import type { IDataObject } from 'n8n-workflow';
import { callsIn } from './toolCalls';
import {
	isFields,
	isWithin,
	partsOf,
	placeBelow,
	textAround,
	textOrNumber,
	walk,
	type Place,
} from '../core/walk';
import { callPaths, layers, notAnswer, textPaths } from '../words/chats';

/** What a path led to. */
export interface Found<T> {
	result: T;
	/** Where it stands, and the object whose path led there. */
	place: Place;
	holder: Place;
}

/** What the first of the paths gives that gives anything, in the answer or in what it wraps. */
function find<T>(
	body: unknown,
	paths: readonly string[],
	read: (place: Place) => T | undefined,
): Found<T> | undefined {
	const { root } = walk(body);
	for (const layer of inParts(layers)) {
		const holder = placeBelow(root, layer);
		if (!holder) continue;
		for (const path of inParts(paths)) {
			const place = placeBelow(holder, path);
			const result = place && read(place);
			if (place && result !== undefined) return { result, place, holder };
		}
	}
	return undefined;
}

/** The paths of a table, taken apart once. */
function inParts(paths: readonly string[]): ReadonlyArray<readonly string[]> {
	let parts = taken.get(paths);
	if (!parts) taken.set(paths, (parts = paths.map(partsOf)));
	return parts;
}

const taken = new WeakMap<readonly string[], ReadonlyArray<readonly string[]>>();

/** As {@link find}, without where it stands. */
export const first = <T>(
	body: unknown,
	paths: readonly string[],
	read: (place: Place) => T | undefined,
) => find(body, paths, read)?.result;

/** Where an answer tells what the model said, and which tools it called. */
export function saidIn(body: unknown): Array<Found<unknown>> {
	return [
		find(body, textPaths, spoken),
		find<unknown>(body, callPaths, (place) => nonEmpty(callsIn(place))),
	].filter((found) => found !== undefined);
}

/** The text of a place: its own, or that of its parts. What the model thought on the way is none. */
export function spoken(place: Place): string | undefined {
	const { value, children, text } = place;
	if (text !== undefined) return text;
	if (typeof value === 'string') return value || undefined;
	if (Array.isArray(value))
		return children.map((child) => spoken(child) ?? '').join('') || undefined;
	if (
		!isFields(value) ||
		(typeof value.type === 'string' && notAnswer.test(value.type)) ||
		value.thought === true
	)
		return undefined;
	const part = partNames
		.map((name) => children.find(({ key }) => key === name))
		.find((found) => found !== undefined);
	return part && spoken(part);
}

/** What a part of an answer calls its text, or why it gives none. */
const partNames = ['text', 'content', 'refusal', 'value'];

/** What an answer tells of itself by name. */
export function named(body: unknown): { usage?: IDataObject; model?: string; id?: string } {
	return {
		usage: usageIn(body)?.value as IDataObject | undefined,
		model: first(body, modelNames, shortText),
		id: first(body, idNames, shortText),
	};
}

const modelNames = ['model', 'model_id', 'modelVersion'];
const idNames = ['id', 'responseId'];

/** Where an answer tells its usage; JSON that the model wrote has none. */
export function usageIn(body: unknown): Place | undefined {
	let said: ReadonlySet<Place> | undefined;
	const isSaid = (place: Place) => {
		const text = textAround(place);
		return (
			text !== undefined &&
			isWithin(text, (said ??= new Set(saidIn(body).map((found) => found.place))))
		);
	};
	return walk(body).places.find(
		(place) =>
			isFields(place.value) && place.words.includes('usage') && place.depth <= 4 && !isSaid(place),
	);
}

/** A text that is no more than a name. */
export const shortText = ({ value }: Place) =>
	typeof value === 'string' ? textOrNumber(value) : undefined;
/** A list, if there is anything in it. */
export const nonEmpty = <T>(list: T[]) => (list.length > 0 ? list : undefined);
