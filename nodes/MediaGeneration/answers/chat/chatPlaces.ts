import { isData } from '../../support/data';
import { placeAtPath, textOrNumber, walk, type Place } from '../core/walk';

/** Where an answer of a chat model may be wrapped. */
const layers = ['', 'data', 'result', 'response', 'output'];

/** Types of parts whose text is not the answer. */
const notAnswer = /reason|think|tool|function|arguments|image|audio/i;

/** What the first path gives that gives anything, in the answer or in what it wraps. */
export function firstAtPaths<T>(
	body: unknown,
	paths: readonly string[],
	read: (place: Place) => T | undefined,
): T | undefined {
	for (const holder of answerLayers(body))
		for (const path of paths) {
			const place = placeAtPath(holder, path);
			const result = place && read(place);
			if (result !== undefined) return result;
		}
	return undefined;
}

/** The objects that may hold an answer, the outermost first. */
export function answerLayers(body: unknown): Place[] {
	const { root } = walk(body);
	return layers.flatMap((layer) => placeAtPath(root, layer) ?? []);
}

/** The text of a place: its own, or that of its parts without what the model thought. */
export function spokenText({ value, children, text }: Place): string | undefined {
	if (text !== undefined) return text;
	if (typeof value === 'string') return value || undefined;
	if (Array.isArray(value))
		return children.map((child) => spokenText(child) ?? '').join('') || undefined;
	if (!isData(value) || (typeof value.type === 'string' && notAnswer.test(value.type)))
		return undefined;
	const part = partNames
		.map((name) => children.find(({ key }) => key === name))
		.find((found) => found !== undefined);
	return part && spokenText(part);
}

const partNames = ['text', 'content', 'refusal'];

/** Where an answer tells its usage. */
export const usageIn = (body: unknown): Record<string, unknown> | undefined =>
	firstAtPaths(body, ['usage'], ({ value, text }) =>
		isData(value) && text === undefined ? value : undefined,
	);

/** The text of a place, if it is not blank. */
export const nameText = ({ value }: Place) =>
	typeof value === 'string' ? textOrNumber(value) : undefined;
