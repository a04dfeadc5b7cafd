import { asText } from '../../support/data';
import { firstOf } from '../../support/wholeText';
import { around, findErrors, isNothing, isRefusal } from './errors';
import { find } from '../core/find';
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
	const { message, type, param, code } = readWhole(body);
	const shortened = (text: string | undefined) => text && firstOf(text, LONGEST_PART);
	return {
		message: shortened(message),
		type: shortened(type),
		param: shortened(param),
		code: shortened(code),
	};
}

/** Each part from the error itself, then from the whole answer; a sentence before a word for programs. */
function readWhole(body: unknown): ServiceError {
	const opened = walk(body);
	if (isLeaf(opened.root)) return { message: plainText(opened.root.value) };
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
	const word = error && (textOrNumber(error.place.value) ?? '');
	return {
		message,
		type: said.type ?? (error ? undefined : whole.type),
		param: said.param ?? whole.param ?? parameter.param,
		// An error may be a code, beside another message.
		code:
			said.code ??
			(word === undefined ? whole.code : isCodeLike(word) && message !== word ? word : undefined),
	};
}

/** An error that names parameters and says of each what is wrong: the first of them. */
function ofParameter(place: Place): ServiceError {
	const text = isLeaf(place)
		? undefined
		: around(place).find(
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
	const [type = ''] = textsUnder(places, typeNames);
	const message = messageIn(places);
	const codes = textsUnder(
		places.filter((place) => !isOfHttp(place)),
		codeNames,
	).filter((code) => isCodeLike(code) && !zero.test(code) && !/^2\d\d$/.test(code));
	return {
		message,
		type: /^(about:blank|string|object|)$/.test(type) ? undefined : type,
		// FastAPI tells a path, whose last part is the parameter.
		param: textsUnder(places, paramNames).at(-1)?.split('/').at(-1),
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
			.map((rules) => textsUnder(said, rules))
			.find(([first]) => isSentence(first) && !GENERIC.test(first ?? '')) ??
		textsUnder(said, messageNames);
	return all.length > 0
		? firstOf([...new Set(all)].slice(0, MOST_MESSAGES).join('; '), LONGEST_MESSAGE)
		: undefined;
}

/** Where a sentence is looked for: a title may be that of a picture. */
const sentenceNames = messageNames.slice(0, 4).map((rule) => [rule]);

/** The texts under the best name that is there, the outermost of them. */
function textsUnder(places: readonly Place[], rules: readonly Rule[]): string[] {
	const best = find(places, rules, {
		counts: (place) => textAt(place) !== undefined,
		nearness: ({ depth }) => [-depth],
	});
	const same = places.filter(
		({ depth, words }) => depth === best?.place.depth && firstRule(rules, words) === best.rule,
	);
	return same.flatMap((place) => textAt(place)?.trim() ?? []);
}

/** The text or the number at a place, if it says something. In an error's own object that is a number too which elsewhere means success: Graph's code 100. */
function textAt(place: Place): string | undefined {
	const { value, parent } = place;
	const text = isLeaf(place) ? textOrNumber(value) : undefined;
	if (text === undefined || !isNothing(value) || isRefusal(text)) return text;
	const isOwn = typeof value === 'number' && hasAny(parent?.words ?? [], errorWords);
	return isOwn ? text : undefined;
}

/** A status of HTTP told again is no code of the service. */
const isOfHttp = ({ words, value }: Place) =>
	words.includes('http') || (words.includes('status') && /^[1-5]\d\d$/.test(asText(value)));

/** What a page, XML or a plain text says: its title, its message, or its beginning. */
function plainText(value: unknown): string | undefined {
	if (typeof value !== 'string' || isNothing(value)) return undefined;
	const text = value.trim();
	if (!text.startsWith('<')) return firstOf(text, LONGEST_MESSAGE);
	const page = text.slice(0, 20_000);
	return between(page, 'title') ?? between(page, 'h1') ?? between(page, 'message');
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
