import { isLeaf, orAbove, type Place } from '../core/walk';
import { modelParts } from '../words/jobs';
import { hasAny } from '../words/rows';
import { wordsOf } from '../words/split';
import { marksOf } from '../words/surroundings';

/**
 * Whether an amount is that of another request than the one that was asked about, by what stands beside it or around it:
 * another model, a smaller number, the opposite of what is on or off.
 */
export function ofAnother(asked: Readonly<Record<string, unknown>>): (place: Place) => boolean {
	const fields = new Map(
		Object.entries({ ...asked, ...Object(asked.additional_settings) }).map(([name, value]) => [
			wordsOf(name).join(' '),
			value,
		]),
	);
	return orAbove(({ children }) =>
		children.some((child) => told(child).some((field) => contradicts(field, fields))),
	);
}

/** A field, or those of an echo of a request. */
const told = (field: Place) =>
	isLeaf(field) || !marksOf(field.words).includes('echo') ? [field] : field.children;

function contradicts(field: Place, asked: ReadonlyMap<string, unknown>): boolean {
	const { words, value } = field;
	if (words[0] === 'model') return isOtherModel(field, asked.get('model'));
	const wanted = asked.get(words.join(' '));
	if (typeof wanted === 'boolean') return typeof value === 'boolean' && value !== wanted;
	return sizeOf(value) < sizeOf(wanted);
}

/** The number that a value is, or begins with: `1080p`, `1024x768`. */
const sizeOf = (value: unknown) =>
	typeof value === 'number' || typeof value === 'string'
		? Number.parseFloat(String(value).slice(0, 20))
		: NaN;

/** Whether all that names a model names another one. */
function isOtherModel({ words, value, children }: Place, wanted: unknown): boolean {
	const isName = words.length === 1 || hasAny(words.slice(-1), modelParts);
	const named = (
		children.length === 0
			? [value]
			: children.filter((part) => hasAny(part.words, modelParts)).map((part) => part.value)
	).filter(isText);
	return (
		isName && isText(wanted) && named.length > 0 && !named.some((name) => isSame(name, wanted))
	);
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** However it is written, and with its vendor before it in one of the two. */
function isSame(one: string, other: string): boolean {
	const [plain, bare] = [plainOf, (name: string) => plainOf(name.split(/[/:]/).at(-1) ?? '')];
	return plain(one) === plain(other) || bare(one) === plain(other) || plain(one) === bare(other);
}

const plainOf = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '');
