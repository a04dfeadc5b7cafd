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

/**
 * The parameters that a model takes, required ones first, each with what holds for this model.
 */
export function rulesOf(model: ModelEntry): Rule[] {
	const kind = kinds[model.kind];
	const required = [...kind.required, ...(model.required ?? [])];
	const names = new Set([...required, ...Object.keys(model.accepts), ...Object.keys(kind.common)] as ParameterName[]);
	return [...names].map((name) => ({
		...parameters[name],
		...kind.common[name],
		...model.accepts[name],
		name,
		required: required.includes(name),
		placement: kind.topLevel === 'all' || kind.topLevel.includes(name) ? 'body' : 'additional_settings',
	}));
}

/** The rule in words that complete "... must be". */
export function describeRule(rule: Rule): string {
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
			return `text${rule.minLength || rule.maxLength ? ` of${lengthRange(rule)} characters after trimming` : ''}`;
		case 'url':
			return 'an http(s) URL';
		case 'urls':
			return `a list of${itemRange(rule)} http(s) URLs`;
	}
}

/** The check of one value, with the bounds of the rule. Numbers and booleans are not read out of text here. */
export function schemaOf(rule: Rule): z.ZodType {
	if (rule.values) {
		const { values } = rule;
		return z.custom((value) => values.some((allowed) => allowed === value));
	}
	switch (rule.type) {
		case 'boolean':
			return z.boolean();
		case 'integer':
			return z.int().gte(rule.min ?? -Infinity).lte(rule.max ?? Infinity);
		case 'number':
			return z.number().gte(rule.min ?? -Infinity).lte(rule.max ?? Infinity);
		case 'url':
			return httpUrl;
		case 'urls':
			return z.array(httpUrl).min(rule.minItems ?? 0).max(rule.maxItems ?? Infinity);
		default:
			return z
				.string()
				.refine((text) => [...text.trim()].length >= (rule.minLength ?? 0))
				.refine((text) => [...text.trim()].length <= (rule.maxLength ?? Infinity));
	}
}

const httpUrl = z.url({ protocol: /^https?$/ });

function inRange(min?: number, max?: number): string {
	if (min !== undefined && max !== undefined) return ` from ${min} to ${max}`;
	if (min !== undefined) return ` of at least ${min}`;
	return max === undefined ? '' : ` of at most ${max}`;
}

function lengthRange({ minLength, maxLength }: Rule): string {
	return maxLength === undefined ? ` at least ${minLength ?? 0}` : ` ${minLength ?? 0} to ${maxLength}`;
}

function itemRange({ minItems, maxItems }: Rule): string {
	return maxItems === undefined ? '' : ` ${minItems ?? 0} to ${maxItems}`;
}
