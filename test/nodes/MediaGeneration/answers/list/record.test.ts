import {
	keyChoice,
	readKeyWithSecret,
	recordIn,
} from '../../../../../nodes/MediaGeneration/answers/list/record';

test.each([
	['a record', { a: 1 }, { a: 1 }],
	['one that is wrapped', { balance: { a: 1 } }, { a: 1 }],
	['the only one of a list', [{ a: 1 }], { a: 1 }],
	[
		'one of two in a list beside others: nothing is taken out of it',
		{ id: 'a', data: { x: 1 }, result: [{ y: 1 }, { y: 2 }] },
		{ id: 'a', x: 1, result: [{ y: 1 }, { y: 2 }] },
	],
	['a word', 'OK', {}],
	['a number', 12.5, { balance: 12.5 }],
	['nothing', null, {}],
	[
		'one within others: the innermost counts, and what it hides is kept',
		{
			note: 'outer',
			same: 1,
			gone: null,
			data: { note: 'middle', same: 1, gone: 5, data: { note: 'inner', same: 1, gone: 5 } },
		},
		{ note: 'inner', same: 1, gone: 5, other_fields: { note: 'outer', note_2: 'middle' } },
	],
])('%s', (_, body, record) => {
	expect(recordIn(body, 'balance')).toEqual(record);
});

const SECRET = 'sk-0123456789';
test.each([
	['the document’s names', { key_id: 'k', secret_key: SECRET }],
	['other names', { id: 'k', secret: SECRET }],
	['a wrapping', { data: { api_key: { id: 'k', secret: SECRET } } }],
	['a secret of its own', { id: 'k', credentials: { client_secret: SECRET } }],
])('a key and its secret under %s', (_, body) => {
	expect(readKeyWithSecret(body)).toMatchObject({ key_id: 'k', secret_key: SECRET });
});

test.each(['sk-0123…', 'sk-****6789', 'short', 'two words of it'])(
	'%s is no whole secret',
	(secret) => {
		expect(readKeyWithSecret({ id: 'k', secret })).not.toHaveProperty('secret_key');
	},
);

test.each([
	[
		{ key_id: 'k', label: 'Nightly', state: 'active' },
		{ id: 'k', name: 'Nightly', status: 'active' },
	],
	[
		{ key_id: 'k', name: 'projects/p/keys/k', displayName: 'Nightly' },
		{ id: 'k', name: 'Nightly' },
	],
	[{ id: 7 }, { id: '7' }],
	[{ name: 'without an ID' }, undefined],
])('of %j a list shows %j', (entry, shown) => {
	expect(keyChoice(entry)).toEqual(shown);
});

test.each<[string, unknown, object]>([
	[
		'under the document’s own names, the record stays as it is',
		{ key_id: 'k', id: 'x', secret_key: SECRET, secret: 'y' },
		{ key_id: 'k', id: 'x', secret_key: SECRET, secret: 'y' },
	],
	['with a number for its ID', { id: 7 }, { key_id: '7', id: 7 }],
	[
		'with a secret of eight characters',
		{ id: 'k', secret: '12345678' },
		{ key_id: 'k', secret_key: '12345678', id: 'k', secret: '12345678' },
	],
	[
		'with secrets of several others',
		{ id: 'k', hooks: [{ secret: SECRET }, {}] },
		{ key_id: 'k', id: 'k', hooks: [{ secret: SECRET }, {}] },
	],
	[
		'with two secrets elsewhere, the outer one',
		{ id: 'k', one: { deep: { secret: 'sk-deep-secret' } }, other: { secret: SECRET } },
		{
			key_id: 'k',
			secret_key: SECRET,
			id: 'k',
			one: { deep: { secret: 'sk-deep-secret' } },
			other: { secret: SECRET },
		},
	],
	...['replacement', 'new', 'replacementKey'].map((name): [string, unknown, object] => [
		`with the one it replaced around it, in ${name}`,
		{ data: { key_id: 'k1', [name]: { key_id: 'k2', secret_key: SECRET } } },
		{
			key_id: 'k2',
			secret_key: SECRET,
			[name]: { key_id: 'k2', secret_key: SECRET },
			other_fields: { key_id: 'k1' },
		},
	]),
	[
		'with the one it replaced beside it',
		{ old: { key_id: 'k1' }, new: { key_id: 'k2', secret_key: SECRET } },
		{
			old: { key_id: 'k1' },
			new: { key_id: 'k2', secret_key: SECRET },
			key_id: 'k2',
			secret_key: SECRET,
		},
	],
	[
		'with a new secret',
		{ key_id: 'k2', new_secret_key: SECRET },
		{ key_id: 'k2', secret_key: SECRET, new_secret_key: SECRET },
	],
	[
		'with a new ID',
		{ original_key_id: 'k1', new_key_id: 'k2', secret_key: SECRET },
		{ key_id: 'k2', secret_key: SECRET, original_key_id: 'k1', new_key_id: 'k2' },
	],
	[
		'with a new ID and that of the one it replaced under the usual name',
		{ key_id: 'k1', replacement_key_id: 'k2', secret_key: SECRET },
		{ key_id: 'k2', secret_key: SECRET, replacement_key_id: 'k2', other_fields: { key_id: 'k1' } },
	],
	[
		'of AWS',
		{ AccessKey: { AccessKeyId: 'AK', SecretAccessKey: SECRET } },
		{
			key_id: 'AK',
			secret_key: SECRET,
			AccessKey: { AccessKeyId: 'AK', SecretAccessKey: SECRET },
		},
	],
	['without anything', {}, {}],
])('a key %s', (_, body, key) => {
	expect(readKeyWithSecret(body)).toEqual(key);
});

test.each<[Record<string, unknown>, object]>([
	[
		{ id: 'k', name: '', title: 7, status: null, key_status: 'off' },
		{ id: 'k', name: '7', status: 'off' },
	],
	[{ key_id: 7, id: 'k' }, { id: '7' }],
	...['label', 'title', 'display_name', 'keyName', 'description'].map(
		(name): [Record<string, unknown>, object] => [
			{ id: 'k', [name]: 'n' },
			{ id: 'k', name: 'n' },
		],
	),
])('of %j a list shows %j too', (entry, shown) => {
	expect(keyChoice(entry)).toEqual(shown);
});
