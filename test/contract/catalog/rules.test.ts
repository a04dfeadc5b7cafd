import { findModel } from '../../../contract/catalog';
import {
	describeRule,
	inWords,
	problemWith,
	rulesOf,
	schemaOf,
	showValue,
} from '../../../contract/catalog/rules';
import type { ParameterRow } from '../../../contract/parameters';

const row = (more: Partial<ParameterRow>): ParameterRow => ({
	label: 'Thing',
	type: 'text',
	...more,
});
const cases: ReadonlyArray<
	readonly [words: string, rule: ParameterRow, taken: unknown[], refused: unknown[]]
> = [
	['text', row({}), ['', 'a'], [1, null]],
	[
		'text of 1 to 3 characters, not counting spaces at its ends',
		row({ minLength: 1, maxLength: 3 }),
		['a', ' abc ', '🦊🦊🦊', 'a🦊🦊'],
		['', '  ', 'abcd', '🦊🦊🦊🦊', 'a🦊🦊🦊', 'ab🦊🦊', 'abcdefg'],
	],
	[
		'text of at least 2 characters, not counting spaces at its ends',
		row({ minLength: 2 }),
		['ab', 'a🦊', '🦊🦊'],
		['a', ' a ', '🦊'],
	],
	[
		'text of 0 to 2 characters, not counting spaces at its ends',
		row({ maxLength: 2 }),
		['', 'ab'],
		['abc'],
	],
	['true or false', row({ type: 'boolean' }), [true, false], ['true', 0]],
	['one of a, b', row({ type: 'choice', values: ['a', 'b'] }), ['a'], ['c', '']],
	['one of 5, 8', row({ type: 'integer', values: [5, 8] }), [5, 8], [6, '5']],
	['a whole number', row({ type: 'integer' }), [-1, 0], [0.5, '1', NaN]],
	['a whole number from 1 to 3', row({ type: 'integer', min: 1, max: 3 }), [1, 3], [0, 4]],
	['a number of at least 1', row({ type: 'number', min: 1 }), [1, 1.5], [0.9, Infinity]],
	['a number of at most 1', row({ type: 'number', max: 1 }), [1, -5], [1.1]],
	[
		'an http(s) URL',
		row({ type: 'url' }),
		['https://example.com/a'],
		['ftp://example.com', 'a', 'ahttp://example.com', 'httpx://example.com'],
	],
	[
		'a list of http(s) URLs',
		row({ type: 'urls' }),
		[[], ['http://example.com']],
		['http://example.com', 7],
	],
	['one of ', row({ type: 'choice' }), [], []],
	[
		'a list of 0 to 1 http(s) URLs',
		row({ type: 'urls', maxItems: 1 }),
		[[], ['http://a.example']],
		[['http://a.example', 'http://b.example']],
	],
	[
		'a list of 1 to 2 http(s) URLs',
		row({ type: 'urls', minItems: 1, maxItems: 2 }),
		[['http://a.example'], ['http://a.example', 'http://b.example']],
		[[]],
	],
];

test.each(cases)('%s', (words, rule, taken, refused) => {
	expect(describeRule(rule)).toBe(words);
	for (const value of taken) expect(schemaOf(rule).safeParse(value).success).toBe(true);
	for (const value of refused)
		expect(problemWith('thing', rule, value, 'for it')).toEqual({
			param: 'thing',
			label: 'Thing',
			rule: words,
			message: `thing must be ${words} for it (given: ${Array.isArray(value) ? `a list of ${value.length}` : showValue(value)})`,
		});
});

const fine = 'https://example.com/a.png';

test.each([
	[
		[fine, 'gs://bucket/b.png'],
		undefined,
		'entry 2, must be an http(s) URL for it (given: gs://bucket/b.png)',
	],
	[[fine, null], undefined, 'entry 2, must be an http(s) URL for it (given: nothing)'],
	[
		['n8n/signed?token=abc', fine],
		['data', 'logo'],
		'entry 1, must be an http(s) URL for it (given: data)',
	],
])('of the list %j the wrong entry is named', (given, typed, said) => {
	expect(
		problemWith('things', row({ type: 'urls', maxItems: 5 }), given, 'for it', typed)?.message,
	).toBe(`things, ${said}`);
});

test.each([
	[
		['https://a.example/1.png', 'x'],
		undefined,
		'things, entry 2, must be an http(s) URL (given: x)',
		'an http(s) URL',
	],
	[['x'], 'data', 'things, entry 1, must be an http(s) URL (given: data)', 'an http(s) URL'],
	[
		'x',
		'data',
		'things must be a list of 0 to 5 http(s) URLs (given: data)',
		'a list of 0 to 5 http(s) URLs',
	],
])('what is wrong with the list %j, of which somebody typed %j', (given, typed, message, rule) => {
	expect(
		problemWith('things', row({ type: 'urls', maxItems: 5 }), given, undefined, typed),
	).toEqual({ param: 'things', label: 'Thing', rule, message });
});

test('the rules of a model: required ones first, then in the order of the vocabulary, with their places and what the model says of them', () => {
	const model = findModel('video', 'i2v-pro');
	expect(model && rulesOf(model)).toEqual([
		{
			name: 'prompt',
			label: 'Prompt',
			type: 'text',
			minLength: 1,
			required: true,
			placement: 'body',
		},
		{
			name: 'image_url',
			label: 'Image',
			hint: 'field or URL',
			type: 'url',
			file: 'image',
			required: true,
			placement: 'body',
		},
		{
			name: 'seconds',
			label: 'Duration',
			hint: 'seconds',
			type: 'number',
			min: 1,
			required: false,
			placement: 'body',
		},
		{
			name: 'aspect_ratio',
			label: 'Aspect Ratio',
			type: 'choice',
			values: ['16:9', '9:16', '1:1'],
			required: false,
			placement: 'body',
		},
		{
			name: 'resolution',
			label: 'Resolution',
			type: 'choice',
			values: ['480p', '580p', '720p'],
			insteadOf: ['image_width', 'image_height'],
			required: false,
			placement: 'body',
		},
		{
			name: 'end_image_url',
			label: 'Last Frame',
			hint: 'field or URL',
			type: 'url',
			file: 'image',
			required: false,
			placement: 'body',
		},
	]);
});

test('what a model requires comes first, in the order of the vocabulary too', () => {
	const model = {
		id: 'm',
		kind: 'video',
		status: 'Live',
		required: ['video_url', 'image_url'],
		accepts: { seed: {}, seconds: {} },
		etaSeconds: 1,
	} as const;
	expect(rulesOf(model).map(({ name }) => name)).toEqual([
		'prompt',
		'image_url',
		'video_url',
		'seconds',
		'seed',
	]);
});

test('a problem is told under the label, with the name on the wire where they differ', () => {
	const told = (param: string, label?: string) =>
		inWords({ param, label, rule: '', message: `${param} must be text` });
	expect([
		told('seed', 'Seed'),
		told('image_width', 'Width'),
		told('$&', 'Odd'),
		told('seed'),
	]).toEqual([
		'Seed must be text',
		'Width (image_width) must be text',
		'Odd ($&) must be text',
		'seed must be text',
	]);
});

const itself: { self?: unknown } = {};
itself.self = itself;
test.each([
	['a', 'a'],
	[1e21, '1e+21'],
	[NaN, 'NaN'],
	[undefined, 'nothing'],
	[null, 'nothing'],
	['', 'nothing'],
	[() => 1, 'function'],
	[itself, 'a value of type object'],
	['x'.repeat(100), 'x'.repeat(100)],
	['🦊'.repeat(100), '🦊'.repeat(100)],
	['🦊'.repeat(101), `${'🦊'.repeat(60)}… (101 characters)`],
	[`a${'🦊'.repeat(150)}`, `a${'🦊'.repeat(59)}… (151 characters)`],
	['x'.repeat(101), `${'x'.repeat(60)}… (101 characters)`],
	['\u{10000}'.repeat(101), `${'\u{10000}'.repeat(60)}… (101 characters)`],
	['\u{10ffff}'.repeat(101), `${'\u{10ffff}'.repeat(60)}… (101 characters)`],
	['\ud800'.repeat(101), `${'\ud800'.repeat(60)}… (101 characters)`],
	['\udc00\ud7ff'.repeat(60), `${'\udc00\ud7ff'.repeat(30)}… (120 characters)`],
	['\udc00'.repeat(101), `${'\udc00'.repeat(60)}… (101 characters)`],
	['\uffff\udc00'.repeat(60), `${'\uffff\udc00'.repeat(30)}… (120 characters)`],
	['\ud800\ue000'.repeat(60), `${'\ud800\ue000'.repeat(30)}… (120 characters)`],
	[{ a: ['b', 1] }, '{"a":["b",1]}'],
	[false, 'false'],
	[0, '0'],
])('%p is quoted so', (value, shown) => {
	expect(showValue(value)).toBe(shown);
});

test('text as large as a file is refused and quoted without being taken apart', () => {
	const huge = 'x'.repeat(200 * 1024 * 1024);
	const said = `${'x'.repeat(60)}… (${huge.length} characters)`;
	expect(problemWith('thing', row({ minLength: 1, maxLength: 2000 }), huge)?.message).toContain(
		`(given: ${said})`,
	);
	expect(schemaOf(row({ minLength: 1 })).safeParse(huge).success).toBe(true);
	expect(showValue([huge])).toBe(`["${'x'.repeat(58)}… (${huge.length + 4} characters)`);
});
