import { keyChoice, readKey, recordIn } from '../../../../nodes/MediaGeneration/wire/record';

test.each([
	['a record', { a: 1 }, { a: 1 }],
	['one that is wrapped', { balance: { a: 1 } }, { a: 1 }],
	['the only one of a list', [{ a: 1 }], { a: 1 }],
	['a list of several', [{ a: 1 }, { a: 2 }], { data: [{ a: 1 }, { a: 2 }] }],
	['a word', 'OK', {}],
	['nothing', null, {}],
	[
		'one within others: the innermost counts, and what it hides is kept',
		{ note: 'outer', same: 1, gone: null, data: { note: 'middle', same: 1, gone: 5, data: { note: 'inner', same: 1, gone: 5 } } },
		{ note: 'inner', same: 1, gone: 5, other_fields: { note: 'outer', note_2: 'middle' } },
	],
])('%s', (_, body, record) => {
	expect(recordIn(body, 'balance')).toEqual(record);
});

const SECRET = 'sk-0123456789';
test.each([
	['the document’s names', { key_id: 'k', secret_key: SECRET }],
	['other names', { id: 'k', apiKey: SECRET }],
	['a wrapping', { data: { api_key: { id: 'k', secret: SECRET } } }],
	['a secret of its own', { id: 'k', credentials: { client_secret: SECRET } }],
])('a key and its secret under %s', (_, body) => {
	expect(readKey(body)).toMatchObject({ key_id: 'k', secret_key: SECRET });
});

test.each(['sk-0123…', 'sk-****6789', 'short', 'two words of it'])('%s is no whole secret', (secret) => {
	expect(readKey({ id: 'k', secret })).not.toHaveProperty('secret_key');
});

test.each([
	[
		{ key_id: 'k', label: 'Nightly', state: 'active' },
		{ id: 'k', name: 'Nightly', status: 'active' },
	],
	[{ id: 7 }, { id: '7' }],
	[{ name: 'without an ID' }, undefined],
])('of %j a list shows %j', (entry, shown) => {
	expect(keyChoice(entry)).toEqual(shown);
});
