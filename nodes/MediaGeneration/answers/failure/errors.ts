import { asText } from '../../support/data';
import {
	besides,
	isLeaf,
	perPlace,
	perWalk,
	textOrNumber,
	type Place,
	type Walk,
} from '../core/walk';
import { errorWords, goodCodes, zeroPattern } from '../words/errors';
import { fileHolders } from '../words/ids';
import { includesAny, wordsOf } from '../words/words';
import { stateWords } from '../words/states';
import { flagsToldBy, isStateName, verdictOf } from '../job/state';

/** A place that tells of a failure. */
export interface FoundError {
	place: Place;
	/** A mere number or time is not: it counts only with other evidence. */
	sure: boolean;
	/** Whether it surely tells of one of several results. */
	ofPart: boolean;
	/** Whether it may tell of one of several results, as it is listed. */
	listed: boolean;
}

const MOST_ERRORS = 50;
const MOST_PARTS = 500;

/** Finds what an answer says went wrong, what is sure first, then the outermost. */
export const findErrors = perWalk(({ places }: Walk): readonly FoundError[] => {
	const found: FoundError[] = [];
	const seen = new Set<Place>();
	for (const place of places) {
		if (found.length === MOST_ERRORS) break;
		const isInside = place.parent !== undefined && seen.has(place.parent);
		if (isInside || (place.marks.size === 0 && isErrorName(place))) seen.add(place);
		if (isInside || !seen.has(place) || !saysSomething(place)) continue;
		found.push({
			place,
			sure: isSure(place),
			ofPart: place.oneOfMany || isWithheld(place),
			listed: Array.isArray(place.value) || Array.isArray(place.parent?.value),
		});
	}
	return found.sort((a, b) => Number(b.sure) - Number(a.sure));
});

const isSure = ({ value, words }: Place) =>
	typeof value !== 'number' && !includesAny(words, errorWords.time);

/** Whether a place says that anything failed: as an error, a code or a message. */
export function tellsOfFailure(place: Place): boolean {
	if (place.marks.has('echo') || place.marks.has('step')) return false;
	if (isErrorName(place)) return isSure(place) && saysSomething(place);
	const isMessage =
		includesAny(place.words.slice(-1), errorWords.message) || place.words.at(-1) === 'code';
	return isBadCode(place) || (isMessage && tellsFailure(place.value));
}

/** A list of results that were not given, or the flag or the state of one in a list. */
function isWithheld({ words, value, parent }: Place): boolean {
	const isInList = Array.isArray(parent?.parent?.value);
	if (typeof value === 'string')
		return (
			isInList &&
			isStateName(words) &&
			(parent?.words.includes('result') || includesAny(parent?.words ?? [], fileHolders)) &&
			includesAny(wordsOf(value), errorWords.refusal)
		);
	const isNamed = words.length > 0 && words.every((word) => errorWords.refusal.has(word));
	return isNamed && (value === true ? isInList : Array.isArray(value));
}

function isErrorName(place: Place): boolean {
	const { words, value } = place;
	const isChecked = includesAny(words, errorWords.check) && tellsFailure(value);
	const isReason =
		includesAny(words, errorWords.reason) && (includesAny(words, errorWords.refusal) || isChecked);
	return (
		!includesAny(words, errorWords.otherField) &&
		(includesAny(words, errorWords.error) || isWithheld(place) || isReason)
	);
}

function saysSomething(place: Place): boolean {
	const { value, parent, children } = place;
	if (isLeaf(place))
		return !isNothing(value) && (!parent || !hasNoErrorCode(parent) || tellsFailure(value));
	if (hasNoErrorCode(place) && !children.some((child) => tellsFailure(child.value))) return false;
	return partsOf(place).some(({ value: part, words }) =>
		typeof part === 'number'
			? words.includes('code') && !goodCodes.has(part)
			: part === true || (typeof part === 'string' && (!isNothing(part) || isBareNo(part))),
	);
}

const tellsFailure = (value: unknown): boolean => verdictOf(value) === 'failed';

/** Some services put an error into every answer, with a code that says that all is well. */
const hasNoErrorCode = perPlace(({ children, words: own }) =>
	children.some(({ words, value }) => {
		const isInError = includesAny(own, errorWords.error) && words.join(' ') === 'code';
		const isBeside =
			includesAny(words, errorWords.error) && includesAny(words, errorWords.errorCode);
		const code = textOrNumber(value)?.toLowerCase() ?? '';
		return (
			(isInError || isBeside || words.includes('errno')) &&
			(code === '200' || zeroPattern.test(code) || errorWords.nothing.has(code))
		);
	}),
);

/** Alone "no" says that there is no error; within one it is a message. */
export const isBareNo = (value: unknown) => /^no\.?$/i.test(asText(value));

function partsOf(place: Place): Place[] {
	const open = [place];
	for (let at = 0; at < open.length; at++)
		for (const child of (open[at] as Place).children)
			if (open.length < MOST_PARTS) open.push(child);
	return open;
}

/** Whether a value tells that there is no error. */
export function isNothing(value: unknown): boolean {
	if (value === null || value === undefined || value === false) return true;
	if (typeof value === 'number') return goodCodes.has(value) && value !== 1;
	if (typeof value !== 'string')
		return typeof value === 'object' && Object.keys(value).length === 0;
	const text = value.trim().toLowerCase();
	if (text === '' || zeroPattern.test(text) || errorWords.nothing.has(text.replaceAll(' ', '_')))
		return true;
	const words = wordsOf(text);
	return words.length > 0 && words.every((word) => stateWords.success.has(word));
}

/** Whether it is a code of failure in an envelope with words and without data: `1001`, `InvalidParameter`. */
export function isBadCode({ words, value, parent }: Place): boolean {
	if (
		!parent ||
		!errorWords.code.has(words.at(-1) ?? '') ||
		includesAny(words, errorWords.otherCode)
	)
		return false;
	const { verdicts, hasData } = saidIn(parent);
	if (hasData || verdicts.length === 0) return false;
	const code = typeof value === 'string' && /^-?\d{1,9}$/.test(value) ? Number(value) : value;
	if (typeof code === 'number' && verdicts.includes('failed')) return code !== 0 && code !== 200;
	if (verdicts.includes('completed')) return false;
	if (typeof code === 'number') return code < 0 || (code >= 400 && !goodCodes.has(code));
	const isBadName = includesAny(wordsOf(asText(code)), errorWords.badCode);
	return (
		words.at(-1) === 'code' &&
		(tellsFailure(code) || (isBadName && !verdicts.includes('processing')))
	);
}

/** Whether it is such as `failed` that is true, or `success` that is false. */
export const isBadFlag = (place: Place): boolean =>
	flagsToldBy(place).some((flag) => flag === 'failed' || flag === 'no success');

const saidIn = perPlace(({ children }) => ({
	verdicts: children
		.filter(
			({ words, value }) =>
				typeof value === 'string' && includesAny(words.slice(-1), errorWords.message),
		)
		.map(({ value }) => verdictOf(value)),
	hasData: children.some(
		(child) => !isLeaf(child) && !isNothing(child.value) && !isErrorName(child),
	),
}));

/** The places in an error; for a plain value also those beside it. */
export function errorPlaces(place: Place): Place[] {
	const beside = isLeaf(place) ? besides(place) : [];
	return [
		...partsOf(place),
		...beside.filter((other) => other !== place && isLeaf(other)).slice(0, MOST_PARTS),
	];
}
