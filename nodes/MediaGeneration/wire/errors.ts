import { besides, isBelow, isFields, isLeaf, textOf, walk, type Place, type Walk } from './walk';
import { errorWords, goodCodes, noErrorWords, nothingWords, reasonWords, refusalWords } from './words/errors';
import { hasAny } from './words/rows';
import { verdictOf } from './state';

/** How surely a place tells of a failure: a text or an object surely, a mere number only with other evidence. */
export interface FoundError {
	place: Place;
	sure: boolean;
	/** Whether it tells of one of several results. */
	ofPart: boolean;
}

/** Finds what an answer says went wrong, the outermost first; what says that nothing did is none. */
export function findErrors({ places }: Walk): FoundError[] {
	const found: FoundError[] = [];
	const seen = new Set<Place>();
	for (const place of places) {
		if (place.parent && seen.has(place.parent)) {
			seen.add(place);
			continue;
		}
		if (!isErrorName(place) || place.marks.has('echo') || place.marks.has('aside') || place.marks.has('step')) continue;
		seen.add(place);
		if (!saysSomething(place)) continue;
		found.push({ place, sure: typeof place.value !== 'number', ofPart: place.oneOfMany });
	}
	return found.sort((a, b) => Number(b.sure) - Number(a.sure));
}

function isErrorName({ words }: Place): boolean {
	if (hasAny(words, noErrorWords)) return false;
	return hasAny(words, errorWords) || (hasAny(words, refusalWords) && hasAny(words, reasonWords));
}

/** Whether something is said to have gone wrong: anything but nothing, false, zero, "none" or "success". */
function saysSomething(place: Place): boolean {
	const leaves = place.children.length === 0 ? [place] : leavesBelow(place);
	if (isLeaf(place)) return !isNothing(place.value);
	const telling = leaves.filter(({ value }) => !isNothing(value));
	return telling.some(({ value }) => typeof value === 'string') || telling.some(({ value, words }) => value === true || (typeof value === 'number' && words.includes('code') && !goodCodes.has(value)));
}

function leavesBelow(place: Place): Place[] {
	const open = [place];
	for (let at = 0; at < open.length && open.length < 500; at++) open.push(...(open[at] as Place).children);
	return open.filter(isLeaf);
}

/** Whether a value tells that there is no error. */
export function isNothing(value: unknown): boolean {
	if (value === null || value === undefined || value === false || value === 0) return true;
	if (typeof value === 'number') return goodCodes.has(value) && value !== 1;
	if (typeof value !== 'string') return typeof value === 'object' ? Object.keys(value).length === 0 : false;
	const text = value.trim().toLowerCase();
	if (text === '' || nothingWords.has(text.replaceAll(' ', '_')) || nothingWords.has(text)) return true;
	return text.length <= 40 && verdictOf(text) === 'completed';
}

/**
 * Whether an answer, whatever its HTTP status, tells of nothing but an error: an error that says something, a
 * `success` that is false, or a code that means failure, with no result beside it.
 * Follows "Errors" of the API document and RFC 9457.
 */
export function isErrorAnswer(body: unknown): boolean {
	const opened = walk(body);
	const [error] = findErrors(opened);
	if (error?.sure && !error.ofPart && error.place.depth <= 3) return true;
	return opened.root.children.some((place) => isDenial(place) || isBadCode(place));
}

/** `success: false` and its like. */
function isDenial({ words, value }: Place): boolean {
	return value === false && words.length === 1 && ['success', 'ok', 'succeeded'].includes(words[0] ?? '');
}

/** A code of failure in an envelope, with words and without data. */
export function isBadCode(place: Place): boolean {
	const { words, value } = place;
	const [last = ''] = words.slice(-1);
	if (!['code', 'status', 'statuscode', 'errno', 'retcode', 'ret'].includes(last) || hasAny(words, new Set(['country', 'zip', 'http']))) return false;
	const code = typeof value === 'string' && /^-?\d{1,9}$/.test(value) ? Number(value) : value;
	const said = besides(place).filter(({ words: name }) => ['message', 'msg', 'title', 'detail', 'description', 'error'].includes(name.at(-1) ?? ''));
	const verdicts = said.map(({ value: text }) => (typeof text === 'string' ? verdictOf(text.slice(0, 200)) : 'unknown'));
	const hasData = besides(place).some((beside) => beside !== place && !said.includes(beside) && !isNothing(beside.value) && (isFields(beside.value) || Array.isArray(beside.value)));
	if (typeof code !== 'number' || hasData || said.length === 0) return false;
	if (verdicts.includes('failed') && !(code === 0 || code === 200)) return true;
	return !verdicts.includes('completed') && ((code >= 400 && code < 600) || (code > 600 && !goodCodes.has(code)) || code < 0);
}

/** What stands at or below a place, and beside it where the place itself is a plain value. */
export function around(place: Place, { places }: Walk): Place[] {
	const within = places.filter((other) => other === place || isBelow(other, place));
	return isLeaf(place) ? [...within, ...besides(place).filter((other) => other !== place && isLeaf(other) && textOf(other.value) !== undefined)] : within;
}
