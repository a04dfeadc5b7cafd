import type { Template } from '../fill';

/** What a list is wrapped in. */
export interface ListShape {
	wraps: Template;
	/** A bare list has no room for anything beside it. */
	bare?: true;
}

/** How lists of this resource stand in an answer. */
export const listShapes = (noun: string): readonly ListShape[] => [
	{ wraps: { data: { $each: '$entry' } } },
	{ wraps: { object: 'list', data: { $each: '$entry' } } },
	{ wraps: { [noun]: { $each: '$entry' } } },
	{ wraps: { items: { $each: '$entry' }, links: { docs: 'https://docs.example.com/lists' } } },
	{ wraps: { results: { $each: '$entry' } } },
	{ wraps: { success: true, data: { [noun]: { $each: '$entry' } } } },
	{ wraps: { code: 0, message: 'ok', data: { items: { $each: '$entry' } } } },
	{ wraps: { _embedded: { [noun]: { $each: '$entry' } } } },
	{ wraps: { edges: { $each: { cursor: '$entryId', node: '$entry' } } } },
	{ wraps: { response: { entries: { $each: '$entry' } }, request_id: '$requestId' } },
	{ wraps: { $each: '$entry' }, bare: true },
];

/** How pages follow each other. */
export interface Paging {
	/** What the query parameter for the page counts: an opaque token, the last entry's ID, pages or entries. */
	counts: 'token' | 'last ID' | 'pages' | 'entries' | 'nothing';
	/** That query parameter. */
	asks: string;
	/** What is told beside the list; `$next` and its like are null on the last page. */
	tells: Template;
	/** A header tells the next address instead. */
	header?: 'Link';
}

const token = (asks: string, tells: Template): Paging => ({ counts: 'token', asks, tells });
const last = (asks: string, tells: Template): Paging => ({ counts: 'last ID', asks, tells });
const pages = (tells: Template, asks = 'page'): Paging => ({ counts: 'pages', asks, tells });
const offset = (tells: Template): Paging => ({ counts: 'entries', asks: 'offset', tells });

/** Everything on one page. */
export const unpaged: Paging = { counts: 'nothing', asks: '', tells: {} };

export const pagings: readonly Paging[] = [
	token('cursor', { next_cursor: '$next' }),
	token('cursor', { nextCursor: '$next', hasMore: '$more' }),
	token('cursor', { pagination: { cursor: '$next', has_more: '$more' } }),
	token('page_token', { next_page_token: '$next' }),
	token('next_token', { next_token: '$next' }),
	token('after', { paging: { next: { after: '$next' } } }),
	token('after', { after: '$next', before: null }),
	token('after', { page_info: { end_cursor: '$next', has_next_page: '$more' } }),
	token('cursor', { next: '$next' }),
	token('cursor', { pagination: { next: '$next', limit: '$limit' } }),
	last('after', { first_id: '$firstId', last_id: '$lastId', has_more: '$more' }),
	last('starting_after', { has_more: '$more' }),
	pages({ page: '$page', total_pages: '$pages', page_size: '$limit' }),
	pages({
		pagination: { current_page: '$page', last_page: '$pages', per_page: '$limit', total: '$total' },
	}),
	pages({ page: '$page', per_page: '$limit', total: '$total' }),
	pages({ page: '$page', next_page: '$nextPage', prev_page: null }),
	pages({ pageNumber: '$page', totalPages: '$pages', totalElements: '$total' }, 'pageNumber'),
	offset({ offset: '$offset', limit: '$limit', total: '$total' }),
	offset({ total_count: '$total' }),
	offset({ next_offset: '$nextOffset' }),
	offset({
		pagination: { offset: '$offset', limit: '$limit', total: '$total', has_more: '$more' },
	}),
	token('cursor', { next: '$nextUrl', previous: null }),
	token('page_token', { links: { self: '$selfUrl', next: '$nextUrl' } }),
	token('after', { _links: { self: { href: '$selfUrl' }, next: { href: '$nextLink' } } }),
	pages({ current_page: '$page', next_page_url: '$nextUrl', prev_page_url: null }),
	{ ...token('cursor', {}), header: 'Link' },
	{ ...pages({}), header: 'Link' },
];

/** How next addresses are written. */
export const nextForms = [
	'absolute',
	'absolute',
	'of the origin',
	'of the base URL',
	'query',
] as const;

/** How many entries a page holds at most, whatever is asked for; small, so that a few entries are many pages. */
export const pageSizes = [2, 3, 4, 5];

export const transactionShapes: readonly Template[] = [
	{
		transaction_id: '$id',
		type: '$type',
		amount_usd: '$usd',
		amount_nanos: '$nanos',
		job_id: '$jobId',
		description: '$text',
		created_at: '$at',
	},
	{
		id: '$id',
		kind: '$type',
		amount: '$usdText',
		currency: 'USD',
		memo: '$text',
		timestamp: '$at',
	},
	{
		uuid: '$id',
		money: { amount: '$usdText', currency: 'usd' },
		category: '$type',
		createdAt: '$at',
		scopes: ['billing:read'],
	},
	{
		txn_id: '$id',
		txn_type: '$type',
		amount_usd: '$usd',
		reference: { job: '$jobId' },
		occurred_at: '$at',
		tags: ['a', 'b', 'c', 'd', 'e', 'f'],
	},
	{
		transactionId: '$id',
		amountNanos: '$nanosText',
		entryType: '$type',
		lines: [{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }, { n: 5 }, { n: 6 }],
		postedAt: '$at',
	},
];

/** `$kind` is what a model makes. */
export const modelShapes: readonly Template[] = [
	{
		id: '$id',
		object: 'model',
		name: '$name',
		type: '$kind',
		status: '$status',
		pricing: '$pricing',
		eta_seconds: '$eta',
	},
	{
		model_id: '$id',
		display_name: '$name',
		modality: '$kind',
		status: '$status',
		prices: '$pricing',
	},
	{
		modelId: '$id',
		label: '$name',
		kind: '$kind',
		capabilities: ['$kind'],
		deprecated: '$isDeprecated',
		price: '$pricing',
	},
	{ name: '$id', displayName: '$name', type: '$kind', lifecycle: '$status', pricing: '$pricing' },
	{ Id: '$id', Name: '$name', Type: '$kind', Status: '$status', Pricing: '$pricing' },
	{
		id: '$id',
		vendor: { id: 'acme', name: 'Acme' },
		product: '$kind',
		status: '$status',
		pricing: '$pricing',
		tags: ['fast', 'new', 'beta'],
	},
];

/** What a chat model costs. `$in` and `$out` are US dollars for so many tokens as `per` says. */
export const priceForms: readonly { per: 1 | 1_000 | 1_000_000; pricing: Template }[] = [
	{ per: 1, pricing: { prompt: '$in', completion: '$out' } },
	{ per: 1, pricing: { input_per_token_usd: '$in', output_per_token_usd: '$out' } },
	{
		per: 1_000_000,
		pricing: {
			input_per_million_usd: '$in',
			output_per_million_usd: '$out',
			cached_input_per_million_usd: '0',
		},
	},
	{ per: 1_000, pricing: { unit: 'per 1k tokens', prompt: '$in', completion: '$out' } },
];

/** Whether a list that may come whole is cut into pages. */
export const cutting = [true, false];
