import * as z from 'zod/v4';
import { parameters, type ParameterName, type ParameterRow } from '../parameters';
import { kinds } from './kinds';
import type { ModelEntry } from './types';

/** One parameter as one model takes it: the vocabulary's row, narrowed by the product area and the model. */
export interface Rule extends ParameterRow {
	name: ParameterName;
	required: boolean;
	placement: 'body' | 'additional_settings';
}

const order = Object.keys(parameters);

/**
 * The parameters that a model takes, required ones first, then in the order of the vocabulary, each with what holds for
 * this model.
 */
export function rulesOf(model: ModelEntry): readonly Rule[] {
	const rules = rulesByModel.get(model) ?? workOutRules(model);
	rulesByModel.set(model, rules);
	return rules;
}

const rulesByModel = new WeakMap<ModelEntry, readonly Rule[]>();

function workOutRules(model: ModelEntry): Rule[] {
	const kind = kinds[model.kind];
	const required = [...kind.required, ...(model.required ?? [])];
	const names = new Set([
		...required,
		...Object.keys(model.accepts),
		...Object.keys(kind.common),
	] as ParameterName[]);
	const ordered = [...names].sort(
		(a, b) =>
			Number(required.includes(b)) - Number(required.includes(a)) ||
			order.indexOf(a) - order.indexOf(b),
	);
	return ordered.map((name) => ({
		...parameters[name],
		...kind.common[name],
		...model.accepts[name],
		name,
		required: required.includes(name),
		placement:
			kind.topLevel === 'all' || kind.topLevel.includes(name) ? 'body' : 'additional_settings',
	}));
}

/** One thing that is wrong with a request: the parameter, its rule and the given value. */
export interface Problem {
	param: string;
	/** What a form calls the parameter. */
	label?: string;
	rule: string;
	/** All of it in a sentence, under the parameter's name on the wire. */
	message: string;
}

/** A problem in a sentence for someone who sees the form: "Width (image_width) must be ...". */
export function inWords({ param, label, message }: Problem): string {
	return label === undefined || label.toLowerCase() === param
		? message.replace(param, () => label ?? param)
		: message.replace(param, () => `${label} (${param})`);
}

/**
 * What is wrong with a given value by its rule, if anything; of a list, its count or its first wrong entry.
 * @param where completes the sentence: "for model-dev"
 * @param typed what a person gave where the value was made of it, such as the name of a file for its address
 */
export function problemWith(
	param: string,
	row: ParameterRow,
	given: unknown,
	where = '',
	typed = given,
): Problem | undefined {
	if (schemaOf(row).safeParse(given).success) return undefined;
	const problem = (named: string, rule: string, shown: string): Problem => {
		return {
			param,
			label: row.label,
			rule,
			message: `${named} must be ${rule}${where && ` ${where}`} (given: ${shown})`,
		};
	};
	const fields =
		row.type === 'text' && typeof typed === 'object' && typed !== null && !Array.isArray(typed)
			? Object.keys(typed).slice(0, MOST_FIELDS)
			: [];
	if (fields.length > 0)
		return problem(
			param,
			describeRule(row),
			`an object; pick one of its fields: ${fields.join(', ')}`,
		);
	if (row.type !== 'urls' || !Array.isArray(given)) {
		const why = row.type === 'integer' || row.type === 'number' ? withoutComma(typed) : undefined;
		return problem(param, describeRule(row), [showValue(typed), why].filter(Boolean).join('; '));
	}
	if (!hasRightCount(row, given))
		return problem(param, describeRule(row), `a list of ${given.length}`);
	const at = given.findIndex((entry) => !isAddress(entry));
	return problem(
		`${param}, entry ${at + 1},`,
		describeRule({ ...row, type: 'url' }),
		showValue(Array.isArray(typed) ? typed[at] : typed),
	);
}

/** A value as a message quotes it: as it is, or its beginning when it is long. */
export function showValue(value: unknown): string {
	if (value === undefined || value === null || value === '') return 'nothing';
	const text = typeof value === 'string' ? value : written(value);
	const count = countCharacters(text);
	// A character takes two units at most, so the rest need not be taken apart.
	return count > LONGEST_QUOTE
		? `${[...text.slice(0, 2 * QUOTED)].slice(0, QUOTED).join('')}… (${count} characters)`
		: text;
}

/** How to write a number that was written with a comma: `0,5`, `1.024,5`, `1,024`; nothing for what is none. */
export function withoutComma(given: unknown): string | undefined {
	const text = typeof given === 'string' ? given.trim() : '';
	if (!/^[+-]?\d[\d.,'\s]*,\d+$/.test(text)) return undefined;
	const whole = text.replace(/[.,'\s]/g, '');
	const [before = '', after = ''] = text.split(/,(?=\d+$)/);
	const pointed = `${before.replace(/[.,'\s]/g, '')}.${after}`;
	return /^[+-]?\d{1,3}(,\d{3})+$/.test(text)
		? `write ${whole} or ${pointed}, without a comma`
		: `write ${pointed}, with a point and no comma`;
}

/** So many fields of an object are named. */
const MOST_FIELDS = 8;
const LONGEST_QUOTE = 100;
const QUOTED = 60;

/** The characters of a text, an emoji counting as one, without taking it apart: it can be as large as a file. */
function countCharacters(text: string): number {
	let count = text.length;
	for (let at = 1; at < text.length; at++)
		if (isSecondHalf(text.charCodeAt(at)) && isFirstHalf(text.charCodeAt(at - 1))) count--;
	return count;
}

const isFirstHalf = (unit: number) => unit >= 0xd800 && unit < 0xdc00;
const isSecondHalf = (unit: number) => unit >= 0xdc00 && unit < 0xe000;

/** A value as JSON; what JSON has no word for, such as a value that holds itself, by its kind. */
function written(value: unknown): string {
	try {
		return typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? typeof value);
	} catch {
		return `a value of type ${typeof value}`;
	}
}

/** The rule in words that complete "... must be". */
export function describeRule(rule: ParameterRow): string {
	switch (rule.type) {
		case 'choice':
			return `one of ${(rule.values ?? []).join(', ')}`;
		case 'boolean':
			return 'true or false';
		case 'integer':
		case 'number':
			return rule.values
				? `one of ${rule.values.join(', ')}`
				: `${rule.type === 'integer' ? 'a whole number' : 'a number'}${inRange(rule.min, rule.max)}`;
		case 'text':
			return `text${rule.minLength || rule.maxLength ? ` of${lengthRange(rule)} characters, not counting spaces at its ends` : ''}`;
		case 'url':
			return 'an http(s) URL';
		case 'urls':
			return `a list of${itemRange(rule)} http(s) URLs`;
	}
}

/** The check of one value, with the bounds of the rule. Numbers and booleans are not read out of text here. */
export function schemaOf(rule: ParameterRow): z.ZodType {
	const schema = schemas.get(rule) ?? buildSchema(rule);
	schemas.set(rule, schema);
	return schema;
}

const schemas = new WeakMap<ParameterRow, z.ZodType>();

function buildSchema(rule: ParameterRow): z.ZodType {
	if (rule.values) {
		const { values } = rule;
		return z.custom((value) => values.some((allowed) => allowed === value));
	}
	switch (rule.type) {
		case 'boolean':
			return z.boolean();
		case 'integer':
			return z
				.int()
				.gte(rule.min ?? -Infinity)
				.lte(rule.max ?? Infinity);
		case 'number':
			return z
				.number()
				.gte(rule.min ?? -Infinity)
				.lte(rule.max ?? Infinity);
		case 'url':
			return address;
		case 'urls':
			// The count first: a list can be as long as a file.
			return z.custom(
				(value) => Array.isArray(value) && hasRightCount(rule, value) && value.every(isAddress),
			);
		default:
			return z.string().refine((text) => hasRightLength(rule, text.trim()));
	}
}

/** Counts only where that decides: a character takes one or two units. */
function hasRightLength(
	{ minLength = 0, maxLength = Infinity }: ParameterRow,
	text: string,
): boolean {
	if (text.length < minLength || text.length > 2 * maxLength) return false;
	if (text.length >= 2 * minLength && text.length <= maxLength) return true;
	const count = countCharacters(text);
	return count >= minLength && count <= maxLength;
}

/** A blank ends an address, and so does what stands before the next. */
const SEVERAL = /\s|[,;|]https?:\/\//i;
const anyUrl = z.url({ protocol: /^https?$/ });
/** @assumed that a file itself may stand where its address does (RFC 2397): not shown, and tried with no service */
const FILE_ITSELF = /^data:[a-z]+\/[\w.+-]+;base64,[a-z\d+/]+=*$/i;
const isAddress = (value: unknown) =>
	typeof value === 'string' &&
	(FILE_ITSELF.test(value) || (!SEVERAL.test(value.trim()) && anyUrl.safeParse(value).success));
const address = z.custom<string>(isAddress);

function hasRightCount(
	{ minItems = 0, maxItems = Infinity }: ParameterRow,
	{ length }: unknown[],
): boolean {
	return length >= minItems && length <= maxItems;
}

function inRange(min?: number, max?: number): string {
	if (min !== undefined && max !== undefined) return ` from ${min} to ${max}`;
	if (min !== undefined) return ` of at least ${min}`;
	return max === undefined ? '' : ` of at most ${max}`;
}

function lengthRange({ minLength, maxLength }: ParameterRow): string {
	return maxLength === undefined
		? ` at least ${minLength ?? 0}`
		: ` ${minLength ?? 0} to ${maxLength}`;
}

function itemRange({ minItems, maxItems }: ParameterRow): string {
	return maxItems === undefined ? '' : ` ${minItems ?? 0} to ${maxItems}`;
}
