import { leftOver, unwrap } from '../../../../../nodes/MediaGeneration/answers/core/leftovers';
import { placeAt, walk } from '../../../../../nodes/MediaGeneration/answers/core/walk';

test.each<[string, object, object]>([
	['nothing that wraps', { id: 1, more: { a: 1 } }, { id: 1, more: { a: 1 } }],
	['an object', { ok: true, data: { a: 1 } }, { ok: true, a: 1 }],
	['a list of one', { data: [{ a: 1 }] }, { a: 1 }],
	[
		'a list of two, which wraps nothing',
		{ data: [{ a: 1 }, { a: 2 }] },
		{ data: [{ a: 1 }, { a: 2 }] },
	],
	['an adjective with its noun', { new_item: { a: 1 } }, { a: 1 }],
	['an adjective alone, which wraps nothing', { new: { a: 1 } }, { new: { a: 1 } }],
	['a field of the same name', { id: 1, data: { id: 2 } }, { id: 2, other_fields: { id: 1 } }],
	['a field of the same name and value', { id: 1, data: { id: 1 } }, { id: 1 }],
	[
		'fields of the same name that are empty',
		{ a: '', b: null, c: {}, d: [], data: { a: 1, b: 1, c: 1, d: 1 } },
		{ a: 1, b: 1, c: 1, d: 1 },
	],
	[
		'fields of the same name that are false or none',
		{ a: false, b: 0, data: { a: 1, b: 1 } },
		{ a: 1, b: 1, other_fields: { a: false, b: 0 } },
	],
	[
		'fields of the same name at several heights',
		{ id: 1, data: { id: 2, result: { id: 3 } } },
		{ id: 3, other_fields: { id: 1, id_2: 2 } },
	],
])('%s is brought together with what stands beside', (_, body, fields) => {
	expect(unwrap(body as Record<string, unknown>)).toEqual(fields);
});

test('no more than eight objects that wrap one another are opened', () => {
	const wrapped = (levels: number): Record<string, unknown> =>
		levels === 0 ? { a: 1 } : { data: wrapped(levels - 1) };
	expect(unwrap(wrapped(8))).toEqual({ a: 1 });
	expect(unwrap(wrapped(9))).toEqual({ data: { a: 1 } });
});

test.each<[string, object, object]>([
	['alone', { ok: true, key: { name: 'n' } }, { ok: true, name: 'n' }],
	[
		'beside another, with an ID',
		{ key: { uuid: 'k', name: 'n' }, owner: { name: 'o' } },
		{ uuid: 'k', name: 'n', owner: { name: 'o' } },
	],
	[
		'beside another, without',
		{ key: { name: 'n' }, owner: { name: 'o' } },
		{ key: { name: 'n' }, owner: { name: 'o' } },
	],
	['with a word that wraps', { created_key_item: { id: 'k' } }, { id: 'k' }],
	['after one that wraps anything', { key: { id: 'k' }, data: { a: 1 } }, { id: 'k', a: 1 }],
])('what wraps the record by its name %s', (_, body, fields) => {
	expect(unwrap(body as Record<string, unknown>, new Set(['key']))).toEqual(fields);
});

const left = (body: unknown, paths: string[], taken: string[] = []) => {
	const used = paths.flatMap((path) => placeAt(body, path) ?? []);
	return leftOver(walk(body), new Set(used), new Set(taken));
};

test.each<[string, unknown, string[], string[], object]>([
	['all of it', { a: 1, b: { c: 2 } }, [], [], { a: 1, b: { c: 2 } }],
	['the others', { a: 1, b: { c: 2, d: 3 } }, ['a', 'b.c'], [], { b: { d: 3 } }],
	[
		'nothing of an object of which all is used',
		{ a: 1, b: { c: 2, d: { e: 3 } } },
		['b.c', 'b.d.e'],
		[],
		{ a: 1 },
	],
	['nothing of what is used as a whole', { a: 1 }, [''], [], {}],
	['the others of a list', { a: [1, 2, 3] }, ['a.1'], [], { a: [1, 3] }],
	['a list, as the answer', [1, 2, 3], ['1'], [], { answer: [1, 3] }],
	['what says nothing', { a: null, b: undefined, c: 1, d: '' }, ['c'], [], { a: null, d: '' }],
	['what JSON within text holds', { a: 1, b: '{"c":2}' }, ['a'], [], { b: { c: 2 } }],
	[
		'names that are taken, among the others',
		{ id: 1, a: 2 },
		[],
		['id'],
		{ a: 2, other_fields: { id: 1 } },
	],
	[
		'no empty ones among them',
		{ id: '', a: 2, b: [], c: null, d: {} },
		[],
		['id', 'b', 'c', 'd'],
		{ a: 2 },
	],
])('of an answer is left %s', (_, body, paths, taken, fields) => {
	expect(left(body, paths, taken)).toEqual(fields);
});
