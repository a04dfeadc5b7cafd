import { ODD_JSON } from '../support/odd';
import type { Chance } from './random';

const parse = (json: string): unknown => JSON.parse(json);

/** Numbers, nothing, yes and no. */
const plain: readonly unknown[] = [
	...[7, 0, -0, -1, -1e9, 0.5, 1e21, 2 ** 53, Number.MAX_VALUE, 5e-324, NaN, Infinity, -Infinity],
	...[null, undefined, true, false],
];

/** Lists and objects, each made anew. */
const holders: ReadonlyArray<() => unknown> = [
	() => [],
	() => [[]],
	() => [1, 2],
	() => ['a', null],
	() => [{}],
	() => ({}),
	() => ({ a: { b: { c: [] } } }),
	() => ({ value: 5 }),
	() => ({ length: 1, 0: 'a' }),
	() => new Date(0),
	() => new Date(NaN),
	() => ({ toString: 1 }),
	() => ({ toString: null, valueOf: null }),
	() => ({ toJSON: 'x' }),
	() => ({ then: 1 }),
	() => [{ toString: 1 }],
	() => ({ trim: 1 }),
	() => parse(ODD_JSON),
	() => [parse(ODD_JSON)],
	() => parse('{"__proto__": {"polluted": true}}'),
	() => parse('{"constructor": {"prototype": {"polluted": true}}}'),
	() => parse('{"__proto__": null}'),
	() => Object.create(null),
	() => ({ message: 'x', name: 'TypeError', stack: 'y' }),
	() => deep(200),
	() => Array.from({ length: 5_000 }, (_, index) => index),
];

/** Text where something else goes, and names that every object has; none holds a blank. */
const words =
	'abc 12abc 1e400 0x10 -1 0 5 NaN Infinity null undefined true false no ٣ 1,5 1_000 constructor __proto__ toString hasOwnProperty prototype valueOf'.split(
		' ',
	);

/** Encodings. */
const encodings = [
	...['', '   ', '\t\n', ' 5 ', '\u00a0\u200b', '\ud800', 'a\udc00b', '\0', 'a\0b'],
	...['a\r\nX-Injected: yes', '\u202egnirts', 'שלום עולם', '👩‍👩‍👧‍👦🏳️‍🌈', '\ufeffbom'],
	...['e\u0301'.repeat(50), 'x'.repeat(100_000), '💣'.repeat(2_001)],
];

/** JSON, expressions, paths, addresses. */
const codes = [
	...[
		'{"seed": 7}',
		'{"seed": 7',
		'[]',
		'[{"a": 1}]',
		'"text"',
		'{"__proto__": {"polluted": true}}',
	],
	...['{{ $json.x }}', '${7*7}', '..', '.', '../../billing/balance', 'a/b', 'a?b#c', '%2e%2e', '%'],
	...['\\..\\..', '/etc/passwd', 'http://[bad', 'javascript:alert(1)', 'file:///etc/passwd'],
	...['data:text/plain,x', '//127.0.0.1:9/x', 'http://127.0.0.1:9/x', 'ftp://127.0.0.1:9/x'],
	...['http://user:pass@127.0.0.1:9/', 'http:', 'blob:x', 'http://127.0.0.1:99999/'],
];

/**
 * Values of every wrong type, size and encoding, as literals and expressions hand them over. Addresses lead to a loopback
 * port that nothing listens on, so that no value sends anything out of the machine.
 */
const table: ReadonlyArray<() => unknown> = [
	...[...plain, ...words, ...encodings, ...codes].map((value) => () => value),
	...holders,
];

/** Any of the hostile values. */
export function hostileValue(chance: Chance): unknown {
	// What expressions give most often when they go wrong.
	if (chance.happens(0.05)) return chance.pick([undefined, null, '']);
	const value = chance.pick(table)();
	if (!chance.happens(0.1)) return value;
	return chance.pick([
		(inner: unknown): unknown => [inner],
		(inner: unknown): unknown => ({ value: inner }),
		(inner: unknown): unknown => ({ [chance.pick(names)]: inner }),
	])(value);
}

/** Names that every object has, or that mean something to somebody. */
export const names = [
	...['__proto__', 'constructor', 'toString', 'valueOf', 'then', 'length', 'toJSON', 'prototype'],
	...['hasOwnProperty', '', ' ', '\0', 'model', 'prompt', 'a.b', '0', '$json', 'endpoint'],
	...['callback_url', 'additional_settings'],
];

/** Nested so deep. */
function deep(depth: number): unknown {
	let value: unknown = 'bottom';
	for (let level = 0; level < depth; level++) value = level % 2 === 0 ? { a: value } : [value];
	return value;
}

/** Whether a value is an object of any sort; a Date is none, as n8n's own fields take one for text. */
export function isObject(value: unknown): value is object {
	return typeof value === 'object' && value !== null && !(value instanceof Date);
}
