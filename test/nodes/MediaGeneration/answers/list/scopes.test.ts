import {
	documentedScopes,
	readScopes,
} from '../../../../../nodes/MediaGeneration/answers/list/scopes';
import { scopes } from '../../../../../contract/scopes';

const [[known = '', words = ''] = []] = Object.entries(scopes);
const asked = { scope: 'a:b', access: 'All of it' };

test.each<[string, unknown, object[]]>([
	[
		'texts',
		['a:b', 'c:d:*'],
		[
			{ scope: 'a:b', access: '' },
			{ scope: 'c:d:*', access: '' },
		],
	],
	['texts that are wrapped', { data: { scopes: ['a:b'] } }, [{ scope: 'a:b', access: '' }]],
	['one that the document knows', [known], [{ scope: known, access: words }]],
	[
		'one that the document knows, with other words',
		[{ scope: known, access: 'Mine' }],
		[{ scope: known, access: 'Mine' }],
	],
	['keys with words', { 'a:b': 'All of it' }, [asked]],
	['keys with objects', { 'a:b': { description: 'All of it' } }, [asked]],
	[
		'the first words of two',
		[
			{ scope: 'a:b', access: 'All of it' },
			{ scope: 'a:b', access: 'Some' },
		],
		[asked],
	],
	[
		'words that are empty before others',
		[{ scope: 'a:b', access: '', label: 5, title: ['x'], text: 'All of it' }],
		[asked],
	],
	[
		'a text elsewhere',
		[{ scope: 'a:b', access: 'All of it', example: 'x:y', time: '10:30' }],
		[asked],
	],
	['nothing', [], []],
	['no scopes', ['a', 'a:', ':b', 'a b:c', 'a:b c', '1:2', 'https://a.example.net', null, 5], []],
	['one as long as any', [`a:${'b'.repeat(98)}`], [{ scope: `a:${'b'.repeat(98)}`, access: '' }]],
])('a list of scopes holds %s', (_, body, entries) => {
	expect(readScopes(body)).toEqual(entries);
});

test.each(['scope', 'name', 'id', 'value', 'key', 'permission'])(
	'a scope is told as %s',
	(name) => {
		expect(readScopes([{ [name]: 'a:b', access: 'All of it' }])).toEqual([asked]);
	},
);

test.each(['access', 'description', 'label', 'title', 'text'])(
	'what it opens is told as %s',
	(name) => {
		expect(readScopes([{ scope: 'a:b', [name]: 'All of it' }])).toEqual([asked]);
	},
);

test('the document’s own scopes are told with their words', () => {
	expect(documentedScopes).toHaveLength(Object.keys(scopes).length);
	expect(documentedScopes[0]).toEqual({ scope: known, access: words });
});
