import type { IDataObject } from 'n8n-workflow';
import {
	isFields,
	partsOf,
	placeBelow,
	textAround,
	textOrNumber,
	walk,
	type Place,
} from '../core/walk';
import { layers, notAnswer } from '../words/chats';

/** What the first of the paths gives that gives anything, in the answer or in what it wraps. */
export function first<T>(
	body: unknown,
	paths: readonly string[],
	read: (place: Place) => T | undefined,
): T | undefined {
	for (const holder of wrapped(body))
		for (const path of inParts(paths)) {
			const place = placeBelow(holder, path);
			const result = place && read(place);
			if (result !== undefined) return result;
		}
	return undefined;
}

/** The objects that may hold an answer, the outermost first. */
export function wrapped(body: unknown): Place[] {
	const { root } = walk(body);
	return inParts(layers).flatMap((layer) => placeBelow(root, layer) ?? []);
}

/** The paths of a table, taken apart once. */
function inParts(paths: readonly string[]): ReadonlyArray<readonly string[]> {
	let parts = taken.get(paths);
	if (!parts) taken.set(paths, (parts = paths.map(partsOf)));
	return parts;
}

const taken = new WeakMap<readonly string[], ReadonlyArray<readonly string[]>>();

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
		model: first(body, ['model', 'model_id', 'modelVersion'], shortText),
		id: first(body, ['id', 'responseId'], shortText),
	};
}

/** Where an answer tells its usage; JSON within text, which the model may have written, has none. */
export function usageIn(body: unknown): Place | undefined {
	return walk(body).places.find(
		(place) =>
			isFields(place.value) &&
			place.words.includes('usage') &&
			place.depth <= 4 &&
			textAround(place) === undefined,
	);
}

/** A text that is no more than a name. */
export const shortText = ({ value }: Place) =>
	typeof value === 'string' ? textOrNumber(value) : undefined;
