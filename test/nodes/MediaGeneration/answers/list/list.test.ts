import { readPage } from '../../../../../nodes/MediaGeneration/answers/list/page';

const a = { transaction_id: 'a', amount_usd: 1 };
const b = { transaction_id: 'b', amount_usd: 2 };

test.each<[string, unknown]>([
	['wrapped twice', { code: 0, data: { list: [a, b], total: 2 } }],
	['beside another list', { transactions: [a, b], included: [{ x: 1 }, { x: 2 }, { x: 3 }] }],
	[
		'beside a list of links',
		{
			rows: [a, b],
			links: [
				{ rel: 'self', href: '/' },
				{ rel: 'first', href: '/' },
				{ rel: 'last', href: '/' },
			],
		},
	],
	['under a name nobody knows', { movements: [a, b] }],
	['in edges', { edges: [{ node: a }, { node: b }] }],
	[
		'that keep their fields in attributes',
		{
			data: [
				{ id: 'a', attributes: a },
				{ id: 'b', attributes: b },
			],
		},
	],
])('entries %s are found', (_, body) => {
	expect(readPage(body).entries).toMatchObject([a, b]);
});

test('a list of IDs is a list of entries', () => {
	expect(readPage({ keys: ['key_1', '', 7, 'key_2'] })).toEqual({
		entries: [{ id: 'key_1' }, { id: 'key_2' }],
	});
	expect(readPage({ next_ids: ['a', 'b'] })).toEqual({ entries: [{ id: 'a' }, { id: 'b' }] });
});

const c = { transaction_id: 'c' };

test.each<[string, unknown, object[]]>([
	['the longer of two', { some: { movements: [a] }, more: { changes: [b, c] } }, [b, c]],
	['the first of two as long', { some: { movements: [a] }, more: { changes: [b] } }, [a]],
	['the outer of two', { inner: { movements: [a, b] }, movements: [c] }, [c]],
	['the one that is called a list', { movements: [a, b], inner: { items: [c] } }, [c]],
	[
		'the one that is called a list, though there is nothing in it',
		{ data: [], movements: [a, b] },
		[],
	],
	['the one with something in it', { movements: [], inner: { movements: [a, b] } }, [a, b]],
	[
		'the one beside lists of what it includes',
		{ included: [{ items: [c] }, { items: [] }], movements: [a, b] },
		[a, b],
	],
	['the objects of a list of several things', { items: [a, null, 'x', [c], b] }, [a, b]],
	[
		'edges, with what they tell of their nodes',
		{ edges: [{ cursor: 'x', node: a }] },
		[{ cursor: 'x', node: a, ...a }],
	],
	['the one as deep as any', { one: { one: { one: { one: { one: { items: [a] } } } } } }, [a]],
	['no objects by their IDs', { key_1: a, key_2: b }, []],
])('of an answer the entries are %s', (_, body, entries) => {
	expect(readPage(body).entries).toEqual(entries);
});

test.each<[string, unknown]>([
	['a list', { data: [{ id: 'a', total: 9, next_cursor: 'x' }] }],
	['edges', { edges: [{ cursor: 'x', node: { id: 'a', total: 9 } }] }],
])('what the entries of %s tell is nothing of their page', (_, body) => {
	expect(readPage(body)).toEqual({
		entries: expect.arrayContaining([expect.objectContaining({ total: 9 })]),
	});
});

test.each([null, undefined, 'none', 7, {}, { data: [] }, { data: null, total: 0 }])(
	'%j holds no entries',
	(body) => {
		expect(readPage(body)).toEqual({ entries: [] });
	},
);

test.each<[string, object, object | undefined]>([
	['next_cursor', { next_cursor: 'c' }, { query: { cursor: 'c' } }],
	[
		'a cursor of a page’s info',
		{ page_info: { has_next_page: true, end_cursor: 'c' } },
		{ query: { after: 'c', cursor: 'c' } },
	],
	['nextPageToken', { nextPageToken: 't' }, { query: { pageToken: 't' } }],
	['next_page_token', { meta: { next_page_token: 't' } }, { query: { page_token: 't' } }],
	['a continuation token', { continuationToken: 't' }, { query: { continuationToken: 't' } }],
	['after', { paging: { cursors: { before: 'x', after: 'y' } } }, { query: { after: 'y' } }],
	['has_more alone', { has_more: true }, { query: { starting_after: 'b', after: 'b' } }],
	['has_more that is false', { has_more: false, next_cursor: 'c' }, undefined],
	['the number of the next page', { next_page: 2 }, { query: { page: 2 } }],
	['a page of several', { page: 1, total_pages: 3 }, { query: { page: 2 } }],
	['the last page', { pagination: { current_page: 3, last_page: 3 } }, undefined],
	['a page and a total', { page: 1, per_page: 2, total: 5 }, { query: { page: 2 } }],
	['an offset and a total', { offset: 0, limit: 2, total_count: 5 }, { query: { offset: 2 } }],
	['a page under its own name', { pageNumber: 1, total: 5 }, { query: { page: 2, pageNumber: 2 } }],
	['the next offset', { next_offset: 2 }, { query: { offset: 2 } }],
	[
		'an address',
		{ next: 'https://api.example.net/v1/billing/transactions?page=2' },
		{ url: 'https://api.example.net/v1/billing/transactions?page=2' },
	],
	[
		'an address within an object',
		{ _links: { self: { href: '/v1/a' }, next: { href: '/v1/a?page=2&limit=5' } } },
		{ query: { page: '2', limit: '5' } },
	],
	[
		'an address with its rel',
		{
			links: [
				{ rel: 'prev', href: '/v1/a?page=0' },
				{ rel: 'next', href: '?page=2' },
			],
		},
		{ query: { page: '2' } },
	],
	[
		'a path of its own',
		{ next_url: '/v1/billing/transactions/page/2' },
		{ url: '/v1/billing/transactions/page/2' },
	],
	['the page before', { prev_cursor: 'p', previous: '/v1/a?page=0' }, undefined],
	[
		'words with an address in them',
		{ next: 'see https://api.example.net' },
		{ query: { cursor: 'see https://api.example.net' } },
	],
	['a cursor', { cursor: 'c' }, { query: { cursor: 'c' } }],
	['a page and that there are more', { page: 1, has_more: true }, { query: { page: 2 } }],
	['an offset and that there are more', { offset: 0, has_more: true }, { query: { offset: 2 } }],
	['a page alone', { page: 1 }, undefined],
	['a page that is the last by the total', { page: 1, total: 2 }, undefined],
	['that all went well', { success: true, has_next: true, offset: 0 }, { query: { offset: 2 } }],
	[
		'a current number of something',
		{ current: 1, current_balance: 3, has_more: true },
		{ query: { starting_after: 'b', after: 'b' } },
	],
	['a total of money', { total: 153.75, currency: 'USD' }, undefined],
	['nothing', {}, undefined],
	['null', { next_cursor: null, next: '', next_page: 0 }, undefined],
	[
		'null as text',
		{ next_cursor: 'null', cursor: 'None', next_token: '-1', next_page: '0' },
		undefined,
	],
	['less than none', { next_offset: -1 }, undefined],
	['a text too long for a cursor', { next_cursor: 'c'.repeat(8_192) }, undefined],
])('the next page is told by %s', (_, paging, next) => {
	expect(readPage({ data: [a, b], ...paging })).toMatchObject({ entries: [a, b] });
	expect(readPage({ data: [a, b], ...paging }).next).toEqual(next);
});

test.each(['pages', 'num_pages', 'total_pages', 'lastPage'])('%s is how many there are', (name) => {
	expect(readPage({ data: [a, b], [name]: 2, page: 1 }).next).toEqual({ query: { page: 2 } });
	expect(readPage({ data: [a, b], [name]: 2, page: 2 }).next).toBeUndefined();
});

test('what stands after the last page is none', () => {
	expect(readPage({ data: [], next_cursor: 'c', has_more: true }, 4)).toEqual({ entries: [] });
	expect(readPage({ data: [a, b], total: 4 }, 2)).toEqual({ entries: [a, b], total: 4 });
	expect(readPage({ data: [a, b], total: 5 }, 2)).toEqual({
		entries: [a, b],
		total: 5,
		next: { query: { offset: 4 } },
	});
});

test.each<[object, string | number | undefined]>([
	[{ name: 'n', id: 7, key_id: 'k' }, 'k'],
	[{ name: 'n', id: 7 }, 7],
	[{ id_type: 't', id: null, key_id: 'k' }, 'k'],
	[{ name: 'n', id: { value: 'x' } }, undefined],
	[{ name: 'n' }, undefined],
])('what comes after %j is asked for by %s', (last, id) => {
	expect(readPage({ data: [a, last], has_more: true }).next).toEqual(
		id === undefined ? undefined : { query: { starting_after: id, after: id } },
	);
});

test.each<[string, object, object | undefined]>([
	[
		'Link',
		{
			Link: '<https://api.example.net/a?page=1>; rel="prev", <https://api.example.net/a?page=3>; rel="next"',
		},
		{ url: 'https://api.example.net/a?page=3' },
	],
	['a relative Link', { link: '</v1/a?cursor=c>; rel=next' }, { query: { cursor: 'c' } }],
	['Link without a blank', { link: '</v1/a?cursor=c>;REL="NEXT"' }, { query: { cursor: 'c' } }],
	[
		'Link more than once',
		{ link: ['</v1/a?cursor=b>; rel="prev"', '</v1/a?cursor=c>; rel="next"'] },
		{ query: { cursor: 'c' } },
	],
	['Link without an address', { link: '<>; rel="next"' }, undefined],
	[
		'Link longer than any',
		{ link: `<${'/'.repeat(8_000)}>; rel="prev", </v1/a?cursor=c>; rel="next"` },
		undefined,
	],
])('the header %s tells it too', (_, headers, next) => {
	expect(readPage([a, b], 0, headers as Record<string, unknown>).next).toEqual(next);
});

test.each<[object, number | undefined]>([
	[{ total: 9 }, 9],
	[{ meta: { total_count: '9' } }, 9],
	[{ pagination: { totalItems: 9, total_pages: 5 } }, 9],
	[{ total: '9999999999999' }, undefined],
	[{ total: 153.75 }, undefined],
	[{ total: '9 or so' }, undefined],
	[{ total_cost_usd: 9 }, undefined],
	[{}, undefined],
])('%j tells how many there are: %s', (more, total) => {
	expect(readPage({ data: [a, b], ...more }).total).toBe(total);
});
