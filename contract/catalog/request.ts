import { unfenced } from '../unfenced';
import { isParameter, parameters, type ParameterName } from '../parameters';
import { describeRule, problemWith, rulesOf, showValue, type Problem, type Rule } from './rules';
import type { ModelEntry } from './types';

/** Values by parameter name, as a form, a JSON field or a request body gives them. */
export type Values = Record<string, unknown>;

/** What came of looking at a request's values: those to use, and all that is wrong with them. */
export interface Checked {
	values: Values;
	problems: Problem[];
}

/** How to read what was given. */
interface Reading {
	/** What a person gave where values were made of it, for messages to quote. */
	typed?: Values;
	/** What counts as not given; by default as a form has it: null, undefined, empty text and an empty list. */
	isAbsent?: (value: unknown, rule?: Rule) => boolean;
}

/**
 * Checks values against what one model takes. The prompt comes back trimmed.
 * Follows the model's row in the API document, and the body table of its endpoint.
 */
export function checkValues(
	model: ModelEntry,
	given: Values,
	{ typed = given, isAbsent = isLeftEmpty }: Reading = {},
): Checked {
	const rules = rulesOf(model);
	const values: Values = {};
	const problems: Problem[] = [];
	for (const rule of rules) {
		const value = given[rule.name];
		if (isAbsent(value, rule)) {
			if (rule.required) problems.push(missing(rule));
		} else {
			const wrong = problemWith(rule.name, rule, value, `for ${model.id}`, typed[rule.name]);
			if (wrong) problems.push(wrong);
			else
				values[rule.name] =
					rule.name === 'prompt' && typeof value === 'string' ? value.trim() : value;
		}
	}
	const known = new Set<string>(rules.map((rule) => rule.name));
	for (const [name, value] of Object.entries(given)) {
		if (!known.has(name) && !isAbsent(value)) problems.push(notTaken(name, value, model, known));
	}
	return { values, problems };
}

/**
 * Reads numbers, booleans and lists out of text where the model's rules ask for them, as forms and
 * expressions often give text. What cannot be read stays as it is, for the check to name.
 */
export function coerceValues(model: ModelEntry, given: Values): Values {
	const rules = new Map<string, Rule>(rulesOf(model).map((rule) => [rule.name, rule]));
	return Object.fromEntries(
		Object.entries(given).map(([name, value]) => {
			const rule = rules.get(name);
			return [name, rule ? coerce(rule, value) : value];
		}),
	);
}

/**
 * Parameters of which one says what the others do, where both are set. A value that equals what the service does anyway is
 * not sent, and so is none.
 */
export function saidTwice(model: ModelEntry, values: Values): Problem[] {
	const rules = rulesOf(model);
	const isSet = ({ name, default: usual }: Rule) =>
		!isNothing(values[name]) && values[name] !== usual;
	return rules.flatMap((rule) => {
		const others = rules.filter((other) => rule.insteadOf?.includes(other.name) && isSet(other));
		if (!isSet(rule) || others.length === 0) return [];
		const named = others
			.map(({ label, name }) => `${label} (${showValue(values[name])})`)
			.join(' and ');
		const message = `${rule.name} sets the same as ${named}: leave one of them empty (given: ${showValue(values[rule.name])})`;
		return [{ param: rule.name, label: rule.label, rule: 'given once', message }];
	});
}

/**
 * The wire body for checked values: top-level fields and `additional_settings` as the document places
 * them. Values that equal what the service does anyway are left out.
 */
export function buildBody(model: ModelEntry, values: Values): Values {
	const body: Values = { model: model.id };
	const settings: Values = {};
	for (const rule of rulesOf(model)) {
		const value = values[rule.name];
		if (isNothing(value) || isEmptyList(value) || value === rule.default) continue;
		(rule.placement === 'body' ? body : settings)[rule.name] = value;
	}
	if (Object.keys(settings).length > 0) body.additional_settings = settings;
	return body;
}

/**
 * The counterpart of {@link buildBody}: the values in a wire body, wherever they stand, and the
 * parameters of the model that stand in the wrong place, or in both with two values. What the model does not take is for
 * {@link checkValues} to name. Fields outside the vocabulary are left out.
 */
export function readRequestBody(model: ModelEntry, body: Values): Checked {
	const { additional_settings: given } = body;
	const settings: Values = typeof given === 'object' ? { ...given } : {};
	const values: Values = {};
	const problems: Problem[] = [];
	const inSettings = new Set<string>(
		rulesOf(model)
			.filter(({ placement }) => placement === 'additional_settings')
			.map(({ name }) => name),
	);
	for (const [name, value] of Object.entries(body)) {
		if (!isParameter(name) || value === null) continue;
		values[name] = value;
		if (inSettings.has(name)) problems.push(misplaced(name));
	}
	for (const [name, value] of Object.entries(settings)) {
		if (!isParameter(name) || value === null) continue;
		if (values[name] !== undefined && JSON.stringify(values[name]) !== JSON.stringify(value))
			problems.push(givenTwice(name, values[name], value));
		values[name] ??= value;
	}
	return { values, problems };
}

function isNothing(value: unknown): boolean {
	return (
		value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
	);
}

const isLeftEmpty = (value: unknown, rule?: Rule) =>
	isNothing(value) || (isEmptyList(value) && (rule === undefined || rule.type === 'urls'));

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;

function coerce(rule: Rule, value: unknown): unknown {
	if (rule.type === 'urls' && typeof value === 'string')
		return listIn(value, splitAddresses) ?? value;
	if (typeof value === 'number' && /choice|boolean/.test(rule.type))
		return coerce(rule, `${value}`);
	if (typeof value !== 'string') return value;
	const text = value.trim();
	if (rule.type === 'integer' || rule.type === 'number') {
		const number = text.replace(UNITS.get(rule.hint ?? '') ?? /$^/, '');
		return number !== '' && Number.isFinite(Number(number)) ? Number(number) : value;
	}
	if (rule.type === 'boolean') return BOOLEANS.get(text.toLowerCase()) ?? value;
	if (rule.type === 'choice') return allowedAs(text, rule) ?? text;
	return rule.type === 'url' ? text : value;
}

/** Units that people write behind a number, by the hint of its parameter. */
const UNITS = new Map([
	['seconds', /\s*s(ec(ond)?s?)?\.?$/i],
	['pixels', /\s*p(x|ixels?)$/i],
]);

/** What sheets and forms write for true and false. */
const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
	...['true', 'yes', 'on', '1'].map((word) => [word, true] as const),
	...['false', 'no', 'off', '0'].map((word) => [word, false] as const),
]);

/** The one allowed value that a text means, in whatever letters and however people write it: 1080, 16x9, jpg. */
function allowedAs(text: string, { values = [] }: Rule): string | number | undefined {
	if (values.includes(text)) return text;
	const found = values.filter((value) => plainly(String(value)) === plainly(text));
	return found.length === 1 ? found[0] : undefined;
}

const plainly = (text: string) =>
	text
		.toLowerCase()
		.replace(/\s|^\.|^image\/|(?<=^\d+)p$/g, '')
		.replace(/(?<=^\d+)[x×/∶](?=\d+$)/, ':')
		.replace(/^jpg$/, 'jpeg');

/** More than any list of addresses has; what is larger is a file, by mistake. */
const LONGEST_LIST = 1_000_000;

/**
 * The list that text holds, as JSON where it is some, else as `split` takes it apart; nothing where the text
 * is too long for a list.
 */
export function listIn(text: string, split: (text: string) => string[]): unknown[] | undefined {
	if (text.length > LONGEST_LIST) return undefined;
	return jsonList(text) ?? split(text);
}

function jsonList(text: string): unknown[] | undefined {
	try {
		const value: unknown = JSON.parse(unfenced(text));
		return Array.isArray(value) ? value : undefined;
	} catch {
		return undefined;
	}
}

/** Addresses stand apart by white space, or by a comma, a semicolon or a bar before the next; one within an address stays. */
function splitAddresses(text: string): string[] {
	return text
		.split(/\s/)
		.flatMap((part) => part.split(/[,;|](?=https?:)/))
		.map((part) => withoutCommas(part))
		.filter((part) => part !== '');
}

function withoutCommas(text: string): string {
	let [start, end] = [0, text.length];
	while (text[start] === ',') start++;
	while (text[end - 1] === ',') end--;
	return text.slice(start, end);
}

function missing(rule: Rule): Problem {
	const words = describeRule(rule);
	return {
		param: rule.name,
		label: rule.label,
		rule: 'required',
		message: `${rule.name} is required: ${words} (given: nothing)`,
	};
}

function notTaken(
	param: string,
	given: unknown,
	model: ModelEntry,
	known: ReadonlySet<string>,
): Problem {
	const rule = `left out: ${model.id} takes ${[...known].join(', ')}`;
	const label = isParameter(param) ? parameters[param].label : undefined;
	return {
		param,
		label,
		rule,
		message: `${param} is not a parameter of ${model.id}, which takes ${[...known].join(', ')} (given: ${showValue(given)})`,
	};
}

function givenTwice(param: ParameterName, given: unknown, other: unknown): Problem {
	const words = `given once (given: ${showValue(given)}, and in additional_settings ${showValue(other)})`;
	return { param, rule: 'given once', message: `${param} must be ${words}` };
}

function misplaced(param: ParameterName): Problem {
	return {
		param,
		rule: 'in additional_settings',
		message: `${param} belongs in additional_settings`,
	};
}
