import { asText } from '../../support/data';
import { firstOf } from '../../support/wholeText';
import { around, findErrors, isNothing, isRefusal } from './errors';
import { isLeaf, nameOf, textOrNumber, walk, type Place } from '../core/walk';
import {
	codeNames,
	errorWords,
	messageNames,
	otherParts,
	paramNames,
	typeNames,
	zero,
} from '../words/errors';
import { firstRule, hasAny, type Rule } from '../words/rows';

/** What the service said of a failure: the members of its error envelope, where it sent one. */
export interface ServiceError {
	message?: string;
	type?: string;
	param?: string;
	code?: string;
}

const LONGEST_MESSAGE = 500;
/** A message with the name of what it is about. */
const LONGEST_PART = 2 * LONGEST_MESSAGE;
/** So many of several messages are told. */
const MOST_MESSAGES = 5;

/**
 * Reads the error envelope of "Errors" in the API document, wrapped or not, and what other services and the
 * gateways before them say: RFC 9457, lists of details, GraphQL errors, codes with a message, pages, plain text.
 * An envelope's "success" is no message. Never throws: an answer that tells nothing gives an empty object.
 */
export function readServiceError(body: unknown): ServiceError {
	const said = readWhole(body);
	return {
		message: shortened(said.message),
		type: shortened(said.type),
		param: shortened(said.param),
		code: shortened(said.code),
	};
}

const shortened = (text: string | undefined) => text && firstOf(text, LONGEST_PART);

/** Each part from the error itself, then from the whole answer; a sentence before a word for programs. */
function readWhole(body: unknown): ServiceError {
	const opened = walk(body);
	if (isLeaf(opened.root)) return plainText(opened.root.value);
	const [error] = findErrors(opened);
	const own = error ? readParts(around(error.place)) : {};
	const said = error && own.message === undefined ? { ...own, ...ofParameter(error.place) } : own;
	const isToldWhole = said.message !== undefined && said.code !== undefined;
	const whole: ServiceError = isToldWhole
		? {}
		: readParts(opened.places.filter(({ marks }) => !marks.has('echo')));
	const parameter = error || !isByParameter(opened.root) ? {} : ofParameter(opened.root);
	const messages = [said.message, whole.message, parameter.message];
	const message = messages.find(isSentence) ?? messages.find((text) => text !== undefined);
	return {
		message,
		type: said.type ?? (error ? undefined : whole.type),
		param: said.param ?? whole.param ?? parameter.param,
		code: said.code ?? (error ? codeOf(error.place, message) : whole.code),
	};
}

/** The code that an error is, beside another message. */
function codeOf(place: Place, message: string | undefined): string | undefined {
	const text = textOrNumber(place.value) ?? '';
	return isCodeLike(text) && message !== text ? text : undefined;
}

/** An error that names parameters and says of each what is wrong: the first of them. */
function ofParameter(place: Place): ServiceError {
	if (isLeaf(place)) return {};
	const text = around(place).find(
		({ value }) => typeof value === 'string' && /\S \S/.test(value.slice(0, LONGEST_MESSAGE)),
	);
	const param = text && nameOf(text);
	return text
		? { message: `${param}: ${firstOf(asText(text.value), LONGEST_MESSAGE)}`, param }
		: {};
}

/** Django REST: nothing but the names of parameters, and under each a list of what is wrong with it. */
const isByParameter = ({ children }: Place) =>
	children.length > 0 && children.every(({ value }) => Array.isArray(value));

/** A single word such as `invalid_request` is for programs. */
export const isCodeLike = (text: string) => /^[\w.:-]{1,80}$/.test(text);

const isSentence = (text: string | undefined) => text !== undefined && !isCodeLike(text);

function readParts(places: readonly Place[]): ServiceError {
	const [type] = bestOf(places, typeNames);
	const message = messageIn(places);
	const codes = bestOf(places, codeNames).filter(
		(code) => isCodeLike(code) && !zero.test(code) && !/^2\d\d$/.test(code),
	);
	// FastAPI tells a path, whose last part is the parameter.
	const param = bestOf(places, paramNames).at(-1)?.split('/').at(-1);
	return {
		message,
		type: type && /^(about:blank|string|object)$/.test(type) ? undefined : type,
		param,
		code: codes.find((code) => code !== message),
	};
}

/** A message that says no more than a status does. */
const GENERIC =
	/^(bad request|(request )?validation (error|failed)|invalid (request|input|parameters?)|unprocessable( entity| content)?|(an )?(internal )?(server )?error( occurred)?|something went wrong|request failed|failed|forbidden|unauthorized|not found|conflict)\.?$/i;

/** The sentence under the best name of one; where there is none, what the best name of a message tells. */
function messageIn(places: readonly Place[]): string | undefined {
	const said = places.filter(
		({ words, value }) => !hasAny(words, otherParts) && typeof value !== 'number',
	);
	const all =
		sentenceNames
			.map((rules) => bestOf(said, rules))
			.find(([first]) => isSentence(first) && !GENERIC.test(first ?? '')) ??
		bestOf(said, messageNames);
	return all.length > 0
		? firstOf([...new Set(all)].slice(0, MOST_MESSAGES).join('; '), LONGEST_MESSAGE)
		: undefined;
}

/** Where a sentence is looked for: a title may be that of a picture. */
const sentenceNames = messageNames.slice(0, 4).map((rule) => [rule]);

/** The texts under the best name that is there, the outermost of them. */
function bestOf(places: readonly Place[], rules: readonly Rule[]): string[] {
	let best = { rule: Infinity, depth: 0, texts: [] as string[] };
	for (const place of places) {
		const rule = firstRule(rules, place.words) ?? Infinity;
		if (rule === Infinity || rule > best.rule) continue;
		const text = textAt(place)?.trim();
		if (text === undefined || (rules === codeNames && isOfHttp(place))) continue;
		if (rule < best.rule) best = { rule, depth: place.depth, texts: [text] };
		else if (place.depth === best.depth) best.texts.push(text);
	}
	return best.texts;
}

/** The text or the number at a place, if it says something. */
function textAt(place: Place): string | undefined {
	const text = isLeaf(place) ? textOrNumber(place.value) : undefined;
	return text !== undefined && isNothing(place.value) && !isRefusal(text) && !isErrorsOwn(place)
		? undefined
		: text;
}

/** A number in an error's own object: Graph's code 100, Cloudflare's 10000, which elsewhere are codes of success. */
const isErrorsOwn = ({ value, parent }: Place) =>
	typeof value === 'number' && parent !== undefined && hasAny(parent.words, errorWords);

/** A status of HTTP told again is no code of the service. */
const isOfHttp = ({ words, value }: Place) =>
	words.includes('http') || (words.includes('status') && /^[1-5]\d\d$/.test(asText(value)));

/** What a page, XML or a plain text says: its title, its message, or its beginning. */
function plainText(value: unknown): ServiceError {
	if (typeof value !== 'string') return {};
	const text = value.trim();
	if (!text.startsWith('<'))
		return isNothing(text) ? {} : { message: firstOf(text, LONGEST_MESSAGE) };
	const page = text.slice(0, 20_000);
	const title = between(page, 'title') ?? between(page, 'h1') ?? between(page, 'message');
	return title ? { message: title } : {};
}

function between(page: string, tag: string): string | undefined {
	// Only letters that stay one letter each: `İ` would become two.
	const lower = page.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
	const tagAt = lower.indexOf(`<${tag}`);
	const start = lower.indexOf('>', tagAt);
	const end = lower.indexOf(`</${tag}`, start);
	if (Math.min(tagAt, start, end) < 0) return undefined;
	const title = page
		.slice(start + 1, end)
		.split(/\s+/)
		.join(' ')
		.trim();
	return title.slice(0, LONGEST_MESSAGE) || undefined;
}
