import { runNode } from '../../../support/engine';
import { useServer } from '../../../support/server';

const server = useServer();

/** What a list of transactions gives whose pages are answered so, by their addresses; and what was asked for. */
async function listed(
	pages: Record<string, object | undefined>,
	parameters: object = { returnAll: true },
) {
	server.answer = ({ url = '' }, response) =>
		response
			.writeHead(url in pages ? 200 : 404, { 'content-type': 'application/json' })
			.end(JSON.stringify(pages[url] ?? {}));
	const { items, error, run } = await runNode({
		parameters: { resource: 'billing', operation: 'getTransactions', ...parameters } as never,
		credentials: {
			mediaGenerationApi: { baseUrl: `${server.url}/api`, apiKey: 'a-key-of-some-length' },
		},
	});
	const hints = run.data.resultData.runData['Media Generation']?.[0]?.hints;
	return {
		ids: items.map(({ json }) => json.id),
		error: error?.message,
		hints,
		asked: server.requests.map(({ url }) => url),
	};
}

const LIST = '/api/v1/billing/transactions';
const page = (...ids: string[]) => ids.map((id) => ({ id, type: 'charge', amount_usd: 1 }));
const hint = (message: string) => [{ message, type: 'warning', location: 'outputPane' }];

test('a list is read page after page, each asked for as the one before says', async () => {
	const pages = {
		[`${LIST}?limit=100`]: { data: page('1', '2'), next_cursor: 'c2' },
		[`${LIST}?limit=100&cursor=c2`]: { data: page('3'), next_cursor: 'c3' },
		[`${LIST}?limit=100&cursor=c3`]: { data: page('4'), next_cursor: null },
	};
	expect(await listed(pages)).toEqual({
		ids: ['1', '2', '3', '4'],
		error: undefined,
		hints: [],
		asked: Object.keys(pages),
	});
});

test('no more than the limit is asked for, and no more is given', async () => {
	const pages = {
		[`${LIST}?limit=3`]: { data: page('1', '2'), total: 9, next_cursor: 'c2' },
		[`${LIST}?limit=3&cursor=c2`]: { data: page('3', '4'), total: 9, next_cursor: 'c3' },
	};
	expect(await listed(pages, { returnAll: false, limit: 3 })).toEqual({
		ids: ['1', '2', '3'],
		error: undefined,
		hints: [],
		asked: Object.keys(pages),
	});
});

test('what is asked for beside is asked for on each page, be it another length', async () => {
	const pages = {
		[`${LIST}?limit=2&type=charge`]: { data: page('1', '2'), next_cursor: 'c2' },
		[`${LIST}?limit=2&type=charge&cursor=c2`]: { data: page('3') },
	};
	const options = { extraQuery: '{"limit":2,"type":"charge"}' };
	expect(await listed(pages, { returnAll: true, options })).toMatchObject({
		ids: ['1', '2', '3'],
		asked: Object.keys(pages),
	});
});

test('a next page that is told by its address is asked for there, on the base URL’s origin only', async () => {
	const pages = {
		[`${LIST}?limit=100`]: { data: page('1'), next: `https://other.example.com${LIST}/page/2?a=b` },
		[`${LIST}/page/2?a=b`]: { data: page('2'), next: '/v1/billing/transactions/page/3' },
		[`${LIST}/page/3`]: { data: page('3') },
	};
	expect(await listed(pages)).toMatchObject({ ids: ['1', '2', '3'], asked: Object.keys(pages) });
});

test('a list that goes round in a circle ends, and says that there is more', async () => {
	const pages = {
		[`${LIST}?limit=100`]: { data: page('1', '2'), next_cursor: 'c2' },
		[`${LIST}?limit=100&cursor=c2`]: { data: page('1', '2'), next_cursor: 'c2' },
	};
	expect(await listed(pages)).toEqual({
		ids: ['1', '2'],
		error: undefined,
		hints: hint(
			'The service says that there are more than the 2 that it returned from /v1/billing/transactions.',
		),
		asked: Object.keys(pages),
	});
});

test('a list of which there is always more ends after a thousand pages, and says so', async () => {
	let pages = 0;
	server.answer = (_, response) =>
		response
			.writeHead(200, { 'content-type': 'application/json' })
			.end(JSON.stringify({ data: page(String(++pages)), next_cursor: `c${pages}` }));
	const { items, hints } = await runNode({
		parameters: { resource: 'billing', operation: 'getTransactions', returnAll: true } as never,
		credentials: { mediaGenerationApi: { baseUrl: server.url, apiKey: 'a-key-of-some-length' } },
	});
	expect(items).toHaveLength(1_000);
	expect(hints[0]).toContain('more than the 1000');
});

test.each([
	['all of it', { returnAll: true }, 100, 3],
	['more than was given', { returnAll: false, limit: 4 }, 4, 2],
	['no more than was given', { returnAll: false, limit: 2 }, 2, undefined],
])(
	'a list that ends before its total says how much is missing, where it was asked for: %s',
	async (_, parameters, limit, missing) => {
		const { ids, hints } = await listed(
			{ [`${LIST}?limit=${limit}`]: { data: page('1', '2'), total: 5, has_more: false } },
			parameters,
		);
		expect(ids).toEqual(['1', '2']);
		expect(hints).toEqual(
			missing
				? hint(
						`The service says that there are ${missing} more than the 2 that it returned from /v1/billing/transactions.`,
					)
				: [],
		);
	},
);

test('a total that is told once counts', async () => {
	const pages = {
		[`${LIST}?limit=100`]: { data: page('1', '2'), total: 4, next_cursor: 'c2' },
		[`${LIST}?limit=100&cursor=c2`]: { data: page('3') },
	};
	expect(await listed(pages)).toMatchObject({
		ids: ['1', '2', '3'],
		hints: hint(
			'The service says that there are 1 more than the 3 that it returned from /v1/billing/transactions.',
		),
	});
});
