import { asText, isData } from '../../support/data';
import { firstOf } from '../../support/bounded';
import { errorPlaces, findErrors, isBadCode, isBadFlag, isNothing, isBareNo } from './errors';
import { findPlace } from '../core/find';
import { isLeaf, isWithin, nameOrListName, textOrNumber, walk, type Place } from '../core/walk';
import { findList } from '../list/list';
import { errorWords, zeroPattern } from '../words/errors';
import { idWords } from '../words/ids';
import { firstRule, includesAny, type NameRule } from '../words/words';

/** The best first, as all names here. */
const messageNames: ReadonlyArray<readonly [NameRule]> = (
	[
		['message|msg|faultstring', 'the document'],
		['error|failure|fail|failed|err description|reason|detail|text', 'OAuth, Runway, Midjourney'],
		['detail|description|explanation', 'RFC 9457, FastAPI'],
		['reason|cause', 'Novita'],
		['title|summary', 'RFC 9457'],
		['error|err|failure|failed|text|info|note|hint', 'plain shapes'],
	] as const
).map((rule) => [rule]);
/** So many of them may be those of a sentence: a title may be that of a picture. */
const SENTENCES = 4;
const codeNames: readonly NameRule[] = [
	['code error|err|failure|fail', 'errorCode, failureCode'],
	['code|errno', 'the document'],
	['name', 'Stability: bad_request'],
];
const typeNames: readonly NameRule[] = [['type|kind|category', 'the document']];
const paramNames: readonly NameRule[] = [
	['param|parameter', 'the document'],
	['field|loc|location|pointer|property|path', 'FastAPI loc, JSON pointers'],
];

/** What the service said of a failure, as the document's error envelope. */
export interface ServiceError {
	message?: string;
	type?: string;
	param?: string;
	code?: string;
}

const LONGEST_MESSAGE = 500;
const MOST_MESSAGES = 5;

/**
 * Reads the error envelope of "Errors" in the API document, and what other services and gateways say: RFC 9457, lists of
 * details, GraphQL, codes with a message, pages, plain text. Each part is that of the error itself, else of the whole answer.
 * Never throws; empty if nothing is told.
 */
export function readServiceError(body: unknown): ServiceError {
	const opened = walk(body);
	if (isLeaf(opened.root)) return { message: plainText(opened.root.value) };
	const [error] = findErrors(opened);
	const own = error ? readError(error.place) : {};
	const isToldWhole = own.message !== undefined && own.code !== undefined;
	const whole: ServiceError = isToldWhole
		? {}
		: readParts(opened.places.filter(({ marks }) => !marks.has('echo')));
	const message =
		[own.message, whole.message].find((text) => text !== undefined && !isCodeLike(text)) ??
		own.message ??
		whole.message;
	// An error may be a code, beside another message.
	const word = textOrNumber(error?.place.value) ?? '';
	const code = error ? (isCodeLike(word) && message !== word ? word : undefined) : whole.code;
	const shortened = (text: string | undefined) => text && firstOf(text, LONGEST_MESSAGE);
	return {
		message,
		type: shortened(own.type ?? (error ? undefined : whole.type)),
		param: shortened(own.param ?? whole.param),
		code: shortened(own.code ?? code),
	};
}

/** Laravel and ASP.NET say of each parameter what is wrong: the first counts. */
function readError(place: Place): ServiceError {
	const parts = errorPlaces(place);
	const read = readParts(parts);
	const wrong = isLeaf(place) ? undefined : parts.find(({ value }) => / \S/.test(asText(value)));
	if (read.message !== undefined || !wrong) return read;
	const param = nameOrListName(wrong);
	return { ...read, param, message: firstOf(`${param}: ${asText(wrong.value)}`, LONGEST_MESSAGE) };
}

/** Whether a text is a word for programs, such as `invalid_request`. */
export const isCodeLike = (text: string) => /^[\w.:-]{1,80}$/.test(text);

function readParts(places: readonly Place[]): ServiceError {
	const [type = ''] = textsUnder(places, typeNames);
	const message = messageIn(places);
	const codes = textsUnder(
		places.filter((place) => !isOfHttp(place)),
		codeNames,
	).filter((code) => isCodeLike(code) && !zeroPattern.test(code) && !/^2\d\d$/.test(code));
	return {
		message,
		type: /^(about:blank|string|object|)$/.test(type) ? undefined : type,
		// FastAPI tells a path.
		param: textsUnder(places, paramNames).at(-1)?.split('/').at(-1),
		code: codes.find((code) => code !== message),
	};
}

const GENERIC =
	/^(bad request|validation (error|failed)|invalid (request|input|parameters?)|unprocessable( entity)?|(an )?(internal )?(server )?error( occurred)?|request failed|forbidden|unauthorized|not found|conflict)\.?$/i;

function messageIn(places: readonly Place[]): string | undefined {
	const said = places.filter(
		({ words, value }) => !includesAny(words, errorWords.otherPart) && typeof value !== 'number',
	);
	const told = messageNames.map((rules) => textsUnder(said, rules));
	const all =
		told
			.slice(0, SENTENCES)
			.find(([first = '']) => !isCodeLike(first) && first !== '' && !GENERIC.test(first)) ??
		told.find(({ length }) => length > 0) ??
		[];
	return all.length > 0
		? firstOf([...new Set(all)].slice(0, MOST_MESSAGES).join('; '), LONGEST_MESSAGE)
		: undefined;
}

/** The texts under the best name that is there, the outermost of them. */
function textsUnder(places: readonly Place[], rules: readonly NameRule[]): string[] {
	const best = findPlace(places, rules, {
		counts: (place) => textAt(place) !== undefined,
		nearness: ({ depth }) => [-depth],
	});
	const same = places.filter(
		({ depth, words }) => depth === best?.place.depth && firstRule(rules, words) === best.rule,
	);
	return same.flatMap((place) => textAt(place)?.trim() ?? []);
}

/** In an error's own object a number that elsewhere means success is a code: Cloudflare's 10000. */
function textAt(place: Place): string | undefined {
	const { value, parent } = place;
	const isCode = typeof value === 'number' && includesAny(parent?.words ?? [], errorWords.error);
	const isTold = isLeaf(place) && (isCode || !isNothing(value) || isBareNo(value));
	return isTold ? textOrNumber(value) : undefined;
}

const isOfHttp = ({ words, value }: Place) =>
	words.includes('http') || (words.includes('status') && /^[1-5]\d\d$/.test(asText(value)));

function plainText(value: unknown): string | undefined {
	if (typeof value !== 'string' || isNothing(value)) return undefined;
	const text = value.trim();
	if (!text.startsWith('<')) return firstOf(text, LONGEST_MESSAGE);
	const [, title = ''] =
		/<(?:title|h1)(?:\s[^<>]{0,200})?>\s*([^<\s][^<]{0,2000})</i.exec(text.slice(0, 20_000)) ?? [];
	return title.trim().replaceAll(/\s+/g, ' ').slice(0, LONGEST_MESSAGE) || undefined;
}

/** What an answer says if it is an error and nothing else, whatever its status. */
export function errorIfNothingElse(body: unknown): ServiceError | undefined {
	const opened = walk(body);
	const { root, places } = opened;
	if (!isData(root.value)) return undefined;
	const errors = new Set(findErrors(opened).flatMap(({ place, sure }) => (sure ? [place] : [])));
	if (errors.size === 0 && !places.some((place) => isBadCode(place) || isDenial(place)))
		return undefined;
	if (findList(body).entries.length > 0) return undefined;
	const told = places.filter(
		(place) => isLeaf(place) && !isNothing(place.value) && !isWithin(place, errors),
	);
	return told.every(isBeside) ? readServiceError(body) : undefined;
}

const isDenial = (place: Place) => place.value === false && place.depth === 1 && isBadFlag(place);

const isBeside = (place: Place) =>
	isDenial(place) ||
	[errorWords.code, errorWords.message, errorWords.beside, idWords].some((words) =>
		includesAny(place.words.slice(-1), words),
	) ||
	includesAny(place.words, errorWords.request);
