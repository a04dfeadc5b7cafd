import type { GenericValue, IDataObject } from 'n8n-workflow';
import { showValue } from '../../../contract/catalog/rules';
import { cut } from './bounded';

/** Whether a value is an object, but no list, null or date. */
export function isData(value: unknown): value is IDataObject {
	return (
		typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
	);
}

export function dataOf(value: unknown): IDataObject {
	return isData(value) ? value : {};
}

/** The entry of a list of one; any other value as it is. */
export const soleEntry = (value: unknown): unknown =>
	Array.isArray(value) && value.length === 1 ? value[0] : value;

/** Fields without those that are undefined. */
export const defined = <V>(fields: Readonly<Record<string, V>>): Record<string, V> =>
	Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** A plain value or a date as text; empty for any other object, whose `toString` may be no function. */
export function asText(value: unknown): string {
	if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString();
	return isPlain(value) ? String(value) : '';
}

const isPlain = (
	value: unknown,
): value is string | number | bigint | boolean | symbol | undefined =>
	typeof value !== 'object' && typeof value !== 'function';

export function messageOf(error: unknown): string {
	const said: unknown = error instanceof Error ? error.message : error;
	return typeof said === 'object' ? showValue(said) : asText(said);
}

/** A value as an item can hold it; nothing for a function or a symbol. */
export function valueOf(value: unknown): GenericValue {
	const isPlain =
		typeof value === 'string' ||
		typeof value === 'number' ||
		typeof value === 'boolean' ||
		typeof value === 'object';
	return isPlain ? value : undefined;
}

/** A text that is not empty; nothing for anything else. */
export function textOf(value: unknown): string | undefined {
	return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A text that any database takes: without NUL and lone surrogates. */
export function databaseText(text: string): string {
	return text.replace(/[\0\p{Cs}]/gu, '\ufffd');
}

const LONGEST_PREVIEW = 4_000;

/** An answer for the details of an error; a long one is cut to a text. */
export function preview(answer: unknown): unknown {
	const written = typeof answer === 'string' ? answer : (JSON.stringify(answer) ?? '');
	return written.length > LONGEST_PREVIEW ? cut(written, LONGEST_PREVIEW) : answer;
}
