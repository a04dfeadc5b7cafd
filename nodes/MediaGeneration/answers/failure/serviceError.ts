import { asText } from '../../support/data';
import { firstOf } from '../../support/wholeText';
import { around, findErrors, isNothing, isRefusal } from './errors';
import { besides, isLeaf, nameOf, textOrNumber, walk, type Place } from '../core/walk';
import {
	codeNames,
	detailNames,
	errorWords,
	messageNames,
	paramNames,
	typeNames,
	zero,
} from '../words/errors';
import { hasAny, weigh, type WordRow } from '../words/rows';

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
/** No request has more parameters that something may be wrong with. */
const MOST_FIELDS = 100;

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

function readWhole(body: unknown): ServiceError {
	const opened = walk(body);
	if (isLeaf(opened.root)) return plainText(opened.root.value);
	const [error] = findErrors(opened);
	const fields = error ? {} : ofFields(opened.root);
	if (fields.message !== undefined) return fields;
	const own = error ? ofError(error.place) : {};
	const whole =
		own.message === undefined || own.code === undefined
			? readParts(opened.places.filter(({ marks }) => !marks.has('echo')))
			: {};
	const message =
		own.message === undefined || isCodeLike(own.message)
			? (whole.message ?? own.message)
			: own.message;
	const code = own.code ?? (error ? codeOf(error.place, message) : whole.code);
	return {
		message,
		type: own.type ?? (error ? undefined : whole.type),
		param: own.param ?? whole.param,
		code,
	};
}

/** What an error says itself; without a message, the first text in it. */
function ofError(place: Place): ServiceError {
	const parts = readParts(around(place));
	return parts.message === undefined ? { ...parts, ...firstText(place) } : parts;
}

/** The code that an error is, beside another message, or that has its name. */
function codeOf(place: Place, message: string | undefined): string | undefined {
	const text = textOrNumber(place.value) ?? '';
	return isCodeLike(text) && message !== text ? text : nameBeside(place);
}

/** An error that names parameters and says of each what is wrong. */
function firstText(place: Place): ServiceError {
	if (isLeaf(place)) return {};
	const text = around(place).find(
		(part) => typeof part.value === 'string' && part.value.includes(' '),
	);
	const param = text && nameOf(text);
	return text
		? { message: `${param}: ${firstOf(asText(text.value), LONGEST_MESSAGE)}`, param }
		: {};
}

/** Django REST: nothing but the names of parameters, and under each in a list what is wrong with it. */
function ofFields({ children }: Place): ServiceError {
	const isOfField = ({ value, children: texts }: Place) =>
		Array.isArray(value) && texts.length > 0 && texts.every(isSentence);
	if (children.length === 0 || children.length > MOST_FIELDS || !children.every(isOfField))
		return {};
	const told = children.map(
		({ key, children: texts }) => `${key}: ${texts.map(({ value }) => asText(value)).join(' ')}`,
	);
	return {
		message: firstOf(told.slice(0, MOST_MESSAGES).join('; '), LONGEST_MESSAGE),
		param: children[0]?.key,
	};
}

const isSentence = ({ value }: Place) =>
	typeof value === 'string' && /\w \w/.test(value.slice(0, LONGEST_MESSAGE));

/** Stability names an error beside the list of what it says. */
function nameBeside(place: Place): string | undefined {
	if (!Array.isArray(place.value) || !place.children.every(isLeaf)) return undefined;
	const name = besides(place).find(({ words }) => words.join(' ') === 'name');
	return name && typeof name.value === 'string' && isCodeLike(name.value) ? name.value : undefined;
}

/** A single word such as `invalid_request` is for programs. */
export const isCodeLike = (text: string) => /^[\w.:-]{1,80}$/.test(text);

function readParts(places: readonly Place[]): ServiceError {
	const type = heaviest(places, typeNames)[0];
	return {
		message: messageIn(places),
		type: type && /^(about:blank|string|object)$/.test(type) ? undefined : type,
		param: paramIn(places),
		code: heaviest(places, codeNames).find((code) => !zero.test(code) && !/^2\d\d$/.test(code)),
	};
}

/** A message that says no more than a status does. */
const GENERIC =
	/^(bad request|(request )?validation (error|failed)|invalid (request|input|parameters?)|unprocessable( entity| content)?|(an )?(internal )?(server )?error( occurred)?|something went wrong|request failed|failed|forbidden|unauthorized|not found|conflict)\.?$/i;

function messageIn(places: readonly Place[]): string | undefined {
	const [first, ...others] = heaviest(places, messageNames);
	if (first === undefined) return undefined;
	const [detail] = GENERIC.test(first) ? heaviest(places, detailNames) : [];
	if (detail !== undefined && detail !== first) return firstOf(detail, LONGEST_MESSAGE);
	return firstOf(
		[...new Set([first, ...others])].slice(0, MOST_MESSAGES).join('; '),
		LONGEST_MESSAGE,
	);
}

/** The texts under the heaviest name that is there, the outermost of them. */
function heaviest(places: readonly Place[], rows: readonly WordRow[]): string[] {
	let best = { weight: 0, depth: 0, texts: [] as string[] };
	for (const place of places) {
		const weight = weigh(rows, place.words) ?? 0;
		if (weight === 0 || weight < best.weight) continue;
		const text = textAt(place)?.trim();
		if (
			text === undefined ||
			(rows === codeNames && isOfHttp(place)) ||
			(rows === messageNames && typeof place.value === 'number')
		)
			continue;
		if (weight > best.weight) best = { weight, depth: place.depth, texts: [text] };
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
	words.includes('status') && /^[1-5]\d\d$/.test(asText(value));

/** FastAPI tells a path, whose last part is the parameter. */
function paramIn(places: readonly Place[]): string | undefined {
	const told = heaviest(places, paramNames);
	return told.at(-1)?.split('/').at(-1);
}

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
	return (
		page
			.slice(start + 1, end)
			.split(/\s+/)
			.join(' ')
			.trim()
			.slice(0, LONGEST_MESSAGE) || undefined
	);
}
