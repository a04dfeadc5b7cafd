import type { GenericValue, IDataObject } from 'n8n-workflow';
import { showValue } from '../../../contract/catalog/rules';
import { cut } from './bounded';

/** Whether a value is an object with named fields: no list, no null, no date. */
export function isData(value: unknown): value is IDataObject {
	return (
		typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
	);
}

/** A value as fields; none where it is something else. */
export function dataOf(value: unknown): IDataObject {
	return isData(value) ? value : {};
}

/** The fields that are something. */
export const defined = <V>(fields: Readonly<Record<string, V>>): Record<string, V> =>
	Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/**
 * A plain value as text, and a date; nothing of any other object or list. What comes from elsewhere may hold a `toString`
 * that is no function, and JavaScript throws where it makes text of that.
 */
export function asText(value: unknown): string {
	if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString();
	return isPlain(value) ? String(value) : '';
}

function isPlain(value: unknown): value is string | number | bigint | boolean | symbol | undefined {
	return typeof value !== 'object' && typeof value !== 'function';
}

/** What was thrown, as a sentence; anything can be. */
export function messageOf(error: unknown): string {
	const said: unknown = error instanceof Error ? error.message : error;
	return typeof said === 'object' ? showValue(said) : asText(said);
}

/** A value as n8n's items hold it; a function or a symbol is none. */
export function valueOf(value: unknown): GenericValue {
	const isPlain =
		typeof value === 'string' ||
		typeof value === 'number' ||
		typeof value === 'boolean' ||
		typeof value === 'object';
	return isPlain ? value : undefined;
}

/** Text that says something; nothing for anything else. */
export function textOf(value: unknown): string | undefined {
	return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Text as any database takes it: PostgreSQL refuses a NUL, and half a character is none in UTF-8. */
export function storable(text: string): string {
	return text.replace(/[\0\p{Cs}]/gu, '\ufffd');
}

const LONGEST_PREVIEW = 4_000;

/** An answer as an error carries it: whole when it is short, else the beginning of its text. */
export function preview(answer: unknown): unknown {
	const written = typeof answer === 'string' ? answer : (JSON.stringify(answer) ?? '');
	return written.length > LONGEST_PREVIEW ? cut(written, LONGEST_PREVIEW) : answer;
}
