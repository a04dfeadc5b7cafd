import type { Row } from '../draw';
import type { Template } from '../fill';

/** What a list is wrapped in: `$each` or `$byId`. */
export interface ListShape extends Row {
	wraps: Template;
	/** A bare list has no room for anything beside it. */
	bare?: true;
	/** Its entries have no order to go by. */
	unordered?: true;
}

/** How lists of this resource stand in an answer. */
export const listShapes = (noun: string): readonly ListShape[] => [
	{ name: 'data', wraps: { data: { $each: '$entry' } } },
	{ name: 'object list, data', wraps: { object: 'list', data: { $each: '$entry' } } },
	{ name: noun, wraps: { [noun]: { $each: '$entry' } } },
	{ name: `${noun} and count`, wraps: { count: '$count', [noun]: { $each: '$entry' } } },
	{
		name: 'items',
		wraps: { items: { $each: '$entry' }, links: { docs: 'https://docs.example.com/lists' } },
	},
	{ name: 'results', wraps: { results: { $each: '$entry' } } },
	{ name: `data.${noun}`, wraps: { success: true, data: { [noun]: { $each: '$entry' } } } },
	{ name: 'data.items', wraps: { code: 0, message: 'ok', data: { items: { $each: '$entry' } } } },
	{ name: 'records', wraps: { records: { $each: '$entry' }, errors: [] } },
	{ name: `_embedded.${noun}`, wraps: { _embedded: { [noun]: { $each: '$entry' } } } },
	{ name: 'edges[].node', wraps: { edges: { $each: { cursor: '$entryId', node: '$entry' } } } },
	{
		name: 'response.entries',
		wraps: { response: { entries: { $each: '$entry' } }, request_id: '$requestId' },
	},
	{ name: 'a bare list', wraps: { $each: '$entry' }, bare: true },
	{ name: `${noun} by ID`, wraps: { [noun]: '$byId' }, unordered: true },
];

/** How pages follow each other. */
export interface Paging extends Row {
	/** What the query parameter for the page counts: an opaque token, the last entry's ID, pages or entries. */
	counts: 'token' | 'last ID' | 'pages' | 'pages from 0' | 'entries' | 'nothing';
	/** That query parameter. */
	asks: string;
	/** What is told beside the list; `$next` and its like are null on the last page. */
	tells: Template;
	/** A header tells it instead: `Link` the next address, `Content-Range` which entries these are. */
	header?: 'Link' | 'Content-Range';
}

const token = (name: string, asks: string, tells: Template): Paging => ({
	name,
	counts: 'token',
	asks,
	tells,
});
const last = (name: string, asks: string, tells: Template): Paging => ({
	name,
	counts: 'last ID',
	asks,
	tells,
});
const pages = (name: string, tells: Template, asks = 'page'): Paging => ({
	name,
	counts: 'pages',
	asks,
	tells,
});
const offset = (name: string, tells: Template, asks = 'offset'): Paging => ({
	name,
	counts: 'entries',
	asks,
	tells,
});

/** Everything on one page. */
export const unpaged: Paging = { name: 'one page', counts: 'nothing', asks: '', tells: {} };

export const pagings: readonly Paging[] = [
	token('next_cursor', 'cursor', { next_cursor: '$next' }),
	token('nextCursor and hasMore', 'cursor', { nextCursor: '$next', hasMore: '$more' }),
	token('meta.next_cursor', 'cursor', { meta: { next_cursor: '$next', total: '$total' } }),
	token('pagination.cursor', 'cursor', { pagination: { cursor: '$next', has_more: '$more' } }),
	token('next_page_token', 'page_token', { next_page_token: '$next' }),
	token('nextPageToken', 'pageToken', { nextPageToken: '$next' }),
	token('next_token', 'next_token', { next_token: '$next' }),
	token('NextToken', 'NextToken', { NextToken: '$next' }),
	token('continuation_token', 'continuation_token', { continuation_token: '$next' }),
	token('paging.next.after', 'after', { paging: { next: { after: '$next' } } }),
	token('paging.cursors.after', 'after', { paging: { cursors: { after: '$next' } } }),
	token('after', 'after', { after: '$next', before: null }),
	token('page_info.end_cursor', 'after', {
		page_info: { end_cursor: '$next', has_next_page: '$more' },
	}),
	token('next as a token', 'cursor', { next: '$next' }),
	token('pagination.next', 'cursor', { pagination: { next: '$next', limit: '$limit' } }),
	last('has_more and last_id', 'after', {
		first_id: '$firstId',
		last_id: '$lastId',
		has_more: '$more',
	}),
	last('has_more, starting_after', 'starting_after', { has_more: '$more' }),
	last('has_more and url, starting_after', 'starting_after', {
		object: 'list',
		url: '/v1/list',
		has_more: '$more',
	}),
	pages('page and total_pages', { page: '$page', total_pages: '$pages', page_size: '$limit' }),
	pages('pagination.current_page and last_page', {
		pagination: { current_page: '$page', last_page: '$pages', per_page: '$limit', total: '$total' },
	}),
	pages('meta.page and pages', { meta: { page: '$page', pages: '$pages' } }),
	pages('page, per_page, total', { page: '$page', per_page: '$limit', total: '$total' }),
	pages('next_page', { page: '$page', next_page: '$nextPage', prev_page: null }),
	pages('page and has_more', { page: '$page', has_more: '$more' }),
	pages(
		'pageNumber',
		{ pageNumber: '$page', totalPages: '$pages', totalElements: '$total' },
		'pageNumber',
	),
	{
		name: 'pages from 0',
		counts: 'pages from 0',
		asks: 'page',
		tells: { page: '$page0', total_pages: '$pages', last: '$isLast' },
	},
	offset('offset, limit, total', { offset: '$offset', limit: '$limit', total: '$total' }),
	offset('total_count', { total_count: '$total' }),
	offset('next_offset', { next_offset: '$nextOffset' }),
	offset('pagination.offset', {
		pagination: { offset: '$offset', limit: '$limit', total: '$total', has_more: '$more' },
	}),
	offset('skip and total', { skip: '$offset', limit: '$limit', total: '$total' }, 'skip'),
	token('next address', 'cursor', { next: '$nextUrl', previous: null }),
	token('next_url', 'cursor', { next_url: '$nextUrl' }),
	token('links.next', 'page_token', { links: { self: '$selfUrl', next: '$nextUrl' } }),
	token('_links.next.href', 'after', {
		_links: { self: { href: '$selfUrl' }, next: { href: '$nextLink' } },
	}),
	token('paging.next', 'after', { paging: { next: '$nextUrl' } }),
	pages('next_page_url', { current_page: '$page', next_page_url: '$nextUrl', prev_page_url: null }),
	{ ...token('Link header', 'cursor', {}), header: 'Link' },
	{ ...pages('Link header with pages', {}), header: 'Link' },
	{ ...offset('Content-Range header', {}), header: 'Content-Range' },
	pages('pageIndex', { pageIndex: '$page', pageSize: '$limit', totalCount: '$total' }, 'pageIndex'),
];

/** How next addresses are written. */
export const nextForms: readonly (Row & {
	form: 'absolute' | 'of the origin' | 'of the base URL' | 'query';
})[] = [
	{ name: 'absolute', form: 'absolute' },
	{ name: 'absolute', form: 'absolute' },
	{ name: 'relative to the origin', form: 'of the origin' },
	{ name: 'relative to the base URL', form: 'of the base URL' },
	{ name: 'a query alone', form: 'query' },
];

/** How many entries a page holds at most, whatever is asked for; small, so that a few entries are many pages. */
export const pageSizes: readonly (Row & { size: number })[] = [2, 3, 4, 5].map((size) => ({
	name: String(size),
	size,
}));

/** A transaction, or a model. */
export interface EntryShape extends Row {
	entry: Template;
}

export const transactionShapes: readonly EntryShape[] = [
	{
		name: 'transaction_id, amount_nanos',
		entry: {
			transaction_id: '$id',
			type: '$type',
			amount_usd: '$usd',
			amount_nanos: '$nanos',
			job_id: '$jobId',
			description: '$text',
			created_at: '$at',
		},
	},
	{
		name: 'id, amount',
		entry: {
			id: '$id',
			kind: '$type',
			amount: '$usdText',
			currency: 'USD',
			memo: '$text',
			timestamp: '$at',
		},
	},
	{
		name: 'id, delta in nanos',
		entry: {
			id: '$id',
			object: 'balance_transaction',
			delta_nanos: '$nanos',
			reason: '$text',
			created: '$unix',
		},
	},
	{
		name: 'uuid, money',
		entry: {
			uuid: '$id',
			money: { amount: '$usdText', currency: 'usd' },
			category: '$type',
			createdAt: '$at',
			scopes: ['billing:read'],
		},
	},
	{
		name: 'txn_id',
		entry: {
			txn_id: '$id',
			txn_type: '$type',
			amount_usd: '$usd',
			reference: { job: '$jobId' },
			occurred_at: '$at',
			tags: ['a', 'b', 'c', 'd', 'e', 'f'],
		},
	},
	{
		name: 'transactionId',
		entry: {
			transactionId: '$id',
			amountNanos: '$nanosText',
			entryType: '$type',
			lines: [{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }, { n: 5 }, { n: 6 }],
			postedAt: '$at',
		},
	},
];

/** `$kind` is what a model makes. */
export const modelShapes: readonly EntryShape[] = [
	{
		name: 'id, pricing',
		entry: {
			id: '$id',
			object: 'model',
			name: '$name',
			type: '$kind',
			status: '$status',
			pricing: '$pricing',
			eta_seconds: '$eta',
		},
	},
	{
		name: 'id, owned_by, category',
		entry: {
			id: '$id',
			object: 'model',
			created: 1_700_000_000,
			owned_by: 'media',
			category: '$kind',
			pricing: '$pricing',
			state: '$status',
		},
	},
	{
		name: 'model_id, display_name',
		entry: {
			model_id: '$id',
			display_name: '$name',
			modality: '$kind',
			status: '$status',
			prices: '$pricing',
		},
	},
	{
		name: 'modelId, capabilities',
		entry: {
			modelId: '$id',
			label: '$name',
			kind: '$kind',
			capabilities: ['$kind'],
			deprecated: '$isDeprecated',
			price: '$pricing',
		},
	},
	{
		name: 'slug',
		entry: { slug: '$id', title: '$name', task: '$kind', status: '$status', cost: '$pricing' },
	},
	{
		name: 'name as the ID',
		entry: {
			name: '$id',
			displayName: '$name',
			type: '$kind',
			lifecycle: '$status',
			pricing: '$pricing',
		},
	},
	{
		name: 'Id, Name, Type',
		entry: { Id: '$id', Name: '$name', Type: '$kind', Status: '$status', Pricing: '$pricing' },
	},
	{
		name: 'id beside a vendor',
		entry: {
			id: '$id',
			vendor: { id: 'acme', name: 'Acme' },
			product: '$kind',
			status: '$status',
			pricing: '$pricing',
			tags: ['fast', 'new', 'beta'],
		},
	},
];

/** What a chat model costs. `$in` and `$out` are US dollars for so many tokens as `per` says. */
export const priceForms: readonly (Row & { per: 1 | 1_000 | 1_000_000; pricing: Template })[] = [
	{ name: 'prompt, completion', per: 1, pricing: { prompt: '$in', completion: '$out' } },
	{ name: 'input, output', per: 1, pricing: { input: '$in', output: '$out' } },
	{
		name: 'per token',
		per: 1,
		pricing: { input_per_token_usd: '$in', output_per_token_usd: '$out' },
	},
	{
		name: 'per million',
		per: 1_000_000,
		pricing: {
			input_per_million_usd: '$in',
			output_per_million_usd: '$out',
			cached_input_per_million_usd: '0',
		},
	},
	{
		name: 'per thousand',
		per: 1_000,
		pricing: { unit: 'per 1k tokens', prompt: '$in', completion: '$out' },
	},
];

/** Models may stand in a list for each kind instead: `$lists` by kind, or `$each` of `$kind` and `$models`. */
export const modelGroups: readonly (Row & { wraps?: Template })[] = [
	{ name: 'no' },
	{ name: 'no' },
	{ name: 'no' },
	{ name: 'no' },
	{ name: 'a list for each kind', wraps: { request_id: '$requestId', models: '$lists' } },
	{
		name: 'a list in each entry',
		wraps: { data: { $each: { type: '$kind', models: '$models' } } },
	},
];

/** Whether a list that may come whole is cut into pages. */
export const cutting: readonly (Row & { paged: boolean })[] = [
	{ name: 'yes', paged: true },
	{ name: 'no', paged: false },
];
