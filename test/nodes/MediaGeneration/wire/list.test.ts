import { readPage } from '../../../../nodes/MediaGeneration/wire/page';

const a = { transaction_id: 'a', amount_usd: 1 };
const b = { transaction_id: 'b', amount_usd: 2 };

test.each<[string, unknown]>([
	['bare', [a, b]],
	['wrapped', { data: [a, b] }],
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
])('entries %s are found', (_, body) => {
	expect(readPage(body).entries).toMatchObject([a, b]);
});

test('entries keyed by their ID are told it', () => {
	const body = { keys: { key_1: { name: 'one', status: 'active' }, key_2: { name: 'two', status: 'revoked' } } };
	expect(readPage(body).entries).toEqual([
		{ id: 'key_1', name: 'one', status: 'active' },
		{ id: 'key_2', name: 'two', status: 'revoked' },
	]);
});

test('one entry keyed by its ID is one too', () => {
	expect(readPage({ api_keys: { abc: { name: 'one', scopes: ['x'] } } }).entries).toEqual([{ id: 'abc', name: 'one', scopes: ['x'] }]);
	expect(readPage({ api_keys: { abc: { key_id: 'abc' }, def: { key_id: 'def' } } }).entries).toHaveLength(2);
});

test('entries in groups are told theirs', () => {
	expect(readPage({ data: { charges: [a], deposits: [b] } }).entries).toEqual([
		{ group: 'charges', ...a },
		{ group: 'deposits', ...b },
	]);
});

test('a list of IDs is a list of entries', () => {
	expect(readPage({ keys: ['key_1', 'key_2'] }).entries).toEqual([{ id: 'key_1' }, { id: 'key_2' }]);
});

test.each([null, undefined, 'none', 7, {}, { data: [] }, { data: null, total: 0 }])('%j holds no entries', (body) => {
	const { entries, next } = readPage(body);
	expect([entries, next]).toEqual([[], undefined]);
});

test.each<[string, object, object | undefined]>([
	['next_cursor', { next_cursor: 'c' }, { query: { cursor: 'c' } }],
	['a cursor of a page’s info', { page_info: { has_next_page: true, end_cursor: 'c' } }, { query: { after: 'c', cursor: 'c' } }],
	['the end of a page’s info', { pageInfo: { hasNextPage: false, endCursor: 'c' } }, undefined],
	['a page and how many there are, called pages', { meta: { page: 1, pages: 17 } }, { query: { page: 2 } }],
	['nextPageToken', { nextPageToken: 't' }, { query: { pageToken: 't' } }],
	['next_page_token', { meta: { next_page_token: 't' } }, { query: { page_token: 't' } }],
	['NextToken', { NextToken: 't' }, { query: { NextToken: 't' } }],
	['a continuation token', { continuationToken: 't' }, { query: { continuationToken: 't' } }],
	['a marker', { NextMarker: 'm', IsTruncated: true }, { query: { marker: 'm' } }],
	['after', { paging: { cursors: { before: 'x', after: 'y' } } }, { query: { after: 'y' } }],
	['the last ID', { object: 'list', has_more: true, first_id: 'a', last_id: 'b' }, { query: { after: 'b' } }],
	['has_more alone', { has_more: true }, { query: { starting_after: 'b', after: 'b' } }],
	['has_more that is false', { has_more: false, next_cursor: 'c' }, undefined],
	['the number of the next page', { next_page: 2 }, { query: { page: 2 } }],
	['a page of several', { page: 1, total_pages: 3 }, { query: { page: 2 } }],
	['the last page', { pagination: { current_page: 3, last_page: 3 } }, undefined],
	['pages that begin with none', { page: 0, total_pages: 1 }, undefined],
	['a page and a total', { page: 1, per_page: 2, total: 5 }, { query: { page: 2 } }],
	['an offset and a total', { offset: 0, limit: 2, total_count: 5 }, { query: { offset: 2 } }],
	['a page under its own name', { pageNumber: 1, total: 5 }, { query: { page: 2, pageNumber: 2 } }],
	['what is skipped', { skip: 0, total: 5 }, { query: { offset: 2, skip: 2 } }],
	['the next offset', { next_offset: 2 }, { query: { offset: 2 } }],
	['an address', { next: 'https://api.example.net/v1/billing/transactions?page=2' }, { url: 'https://api.example.net/v1/billing/transactions?page=2' }],
	['an address within an object', { _links: { self: { href: '/v1/a' }, next: { href: '/v1/a?page=2&limit=5' } } }, { query: { page: '2', limit: '5' } }],
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
	['a path of its own', { next_url: '/v1/billing/transactions/page/2' }, { url: '/v1/billing/transactions/page/2' }],
	['the page before', { prev_cursor: 'p', previous: '/v1/a?page=0' }, undefined],
	['nothing', {}, undefined],
	['null', { next_cursor: null, next: '', next_page: 0 }, undefined],
])('the next page is told by %s', (_, paging, next) => {
	expect(readPage({ data: [a, b], ...paging }).next).toEqual(next);
});

test.each<[string, object, object | undefined]>([
	[
		'Link',
		{ Link: '<https://api.example.net/a?page=1>; rel="prev", <https://api.example.net/a?page=3>; rel="next"' },
		{ url: 'https://api.example.net/a?page=3' },
	],
	['a relative Link', { link: '</v1/a?cursor=c>; rel=next' }, { query: { cursor: 'c' } }],
	['X-Next-Page', { 'x-next-page': '2' }, { query: { page: 2 } }],
	['a total', { 'x-total-count': '5' }, { query: { offset: 2 } }],
])('the header %s tells it too', (_, headers, next) => {
	expect(readPage([a, b], 0, headers as Record<string, unknown>).next).toEqual(next);
});

test.each<[object, number | undefined]>([
	[{ total: 9 }, 9],
	[{ meta: { total_count: '9' } }, 9],
	[{ pagination: { totalItems: 9, total_pages: 5 } }, 9],
	[{ count: 2 }, 2],
	[{ total_cost_usd: 9 }, undefined],
	[{}, undefined],
])('%j tells how many there are: %s', (more, total) => {
	expect(readPage({ data: [a, b], ...more }).total).toBe(total);
});
