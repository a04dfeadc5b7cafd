import { runNode } from '../../../../support/engine';
import { useServer } from '../../../../support/server';

const server = useServer();
const all = Array.from({ length: 7 }, (_, index) => ({ transaction_id: `t-${index}` }));
const PER_PAGE = 3;

async function getAll(
	respond: (query: URLSearchParams, path: string) => unknown,
	parameters: object = { returnAll: true },
) {
	server.answer = (request, response) => {
		const url = new URL(request.url ?? '', server.url);
		response
			.setHeader('content-type', 'application/json')
			.end(JSON.stringify(respond(url.searchParams, url.pathname)));
	};
	const { items, error } = await runNode({
		parameters: { resource: 'billing', operation: 'getTransactions', ...parameters } as never,
		credentials: { mediaGenerationApi: { baseUrl: `${server.url}/api`, apiKey: 'some-key' } },
	});
	expect(error).toBeUndefined();
	return items.map(({ json }) => json.transaction_id);
}

const slice = (start: number) => all.slice(start, start + PER_PAGE);
const ids = all.map(({ transaction_id }) => transaction_id);

test.each<[string, (query: URLSearchParams, path: string) => unknown]>([
	[
		'a wrapped cursor',
		(query) => {
			const start = Number(query.get('cursor') ?? 0);
			return {
				result: { transactions: slice(start) },
				meta: { nextCursor: start + PER_PAGE < 7 ? String(start + PER_PAGE) : '' },
			};
		},
	],
	[
		'a page token',
		(query) => {
			const start = Number(query.get('pageToken') ?? 0);
			return {
				items: slice(start),
				...(start + PER_PAGE < 7 && { nextPageToken: String(start + PER_PAGE) }),
			};
		},
	],
	[
		'page numbers with their count',
		(query) => {
			const page = Number(query.get('page') ?? 1);
			return { transactions: slice((page - 1) * PER_PAGE), pagination: { page, total_pages: 3 } };
		},
	],
	['an offset', (query) => ({ transactions: slice(Number(query.get('offset') ?? 0)), total: 7 })],
	[
		'an address',
		(query) => {
			const start = Number(query.get('from') ?? 0);
			return {
				data: slice(start),
				links: {
					next:
						start + PER_PAGE < 7 ? `/api/v1/billing/transactions?from=${start + PER_PAGE}` : null,
				},
			};
		},
	],
	['one bare list', () => all],
])('all entries come, paged by %s', async (_, respond) => {
	expect(await getAll(respond)).toEqual(ids);
});

test('a page that repeats ends it', async () => {
	expect(await getAll(() => ({ data: slice(0), next_cursor: 'again' }))).toEqual(
		ids.slice(0, PER_PAGE),
	);
	expect(server.requests).toHaveLength(2);
});

test('an address on another host is not followed', async () => {
	expect(await getAll(() => ({ data: slice(0), next: 'http://127.0.0.1:9/steal' }))).toEqual(
		ids.slice(0, PER_PAGE),
	);
});

test('a limit asks for no more pages than it needs', async () => {
	const respond = (query: URLSearchParams) => {
		const start = Number(query.get('cursor') ?? 0);
		return { data: slice(start), next_cursor: String(start + PER_PAGE) };
	};
	expect(await getAll(respond, { returnAll: false, limit: 4 })).toEqual(ids.slice(0, 4));
	expect(server.requests).toHaveLength(2);
});

test('extra query parameters go along', async () => {
	await getAll(() => [], { options: { extraQuery: '{"type":"charge"}' } });
	expect(server.requests[0]?.url).toContain('type=charge');
});
