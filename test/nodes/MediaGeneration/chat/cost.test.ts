import { runNode } from '../../../support/engine';
import { modelId } from '../../../support/sandbox';
import { useServer } from '../../../support/server';

const server = useServer();
let now = 0;
beforeEach(() => {
	now = Date.now();
	jest.spyOn(Date, 'now').mockImplementation(() => now);
});
afterEach(() => jest.restoreAllMocks());

const USAGE = { prompt_tokens: 1_000, completion_tokens: 10 };
/** A service whose list has these prices, and whose answers say this beside their text. */
function serving(models: object | undefined, told: object = { usage: USAGE }) {
	server.answer = ({ url }, response) => {
		const body =
			url === '/api/v1/models' ? models : { choices: [{ message: { content: 'Hi' } }], ...told };
		response
			.writeHead(body ? 200 : 503, { 'content-type': 'application/json' })
			.end(JSON.stringify(body ?? {}));
	};
}
const list = (usdPerMillion: number) => ({
	data: [
		{
			id: 'm',
			type: 'chat',
			pricing: { input_usd_per_million: usdPerMillion, output_usd_per_million: 3 },
		},
	],
});

/** What chats cost, one for each item of a run, and how often the list was asked for. */
async function costs({ apiKey = 'a-key-of-some-length', model = 'm', items = 1 } = {}) {
	server.requests = [];
	const run = await runNode({
		parameters: {
			resource: 'chat',
			operation: 'complete',
			model: modelId(model),
			messages: { message: [{ role: 'user', content: 'Hello' }] },
		} as never,
		items: Array.from({ length: items }, () => ({ json: {} })),
		credentials: { mediaGenerationApi: { baseUrl: `${server.url}/api`, apiKey } },
	});
	expect(run.error).toBeUndefined();
	const nanos = run.items.map(({ json: { estimated_cost_nanos, estimated_cost_usd } }) => [
		estimated_cost_nanos,
		estimated_cost_usd,
	]);
	return { nanos, lists: server.requests.filter(({ url }) => url === '/api/v1/models').length };
}

test('prices are believed for ten minutes, for each key on its own', async () => {
	serving(list(1));
	expect(await costs({ items: 2 })).toEqual({
		nanos: Array.from({ length: 2 }, () => ['1030000', 0.00103]),
		lists: 1,
	});
	serving(list(2));
	now += 599_999;
	expect(await costs()).toEqual({ nanos: [['1030000', 0.00103]], lists: 0 });
	expect(await costs({ apiKey: 'another-key-of-some-length' })).toEqual({
		nanos: [['2030000', 0.00203]],
		lists: 1,
	});
	now += 1;
	expect(await costs()).toEqual({ nanos: [['2030000', 0.00203]], lists: 1 });
	expect(await costs({ apiKey: 'another-key-of-some-length' })).toEqual({
		nanos: [['2030000', 0.00203]],
		lists: 0,
	});
});

test('a list that cannot be had is asked for once in a run, and again in the next', async () => {
	const apiKey = 'a-third-key-of-some-length';
	serving(undefined);
	expect(await costs({ apiKey, items: 2 })).toEqual({
		nanos: Array.from({ length: 2 }, () => [undefined, undefined]),
		lists: 1,
	});
	serving(list(1));
	expect(await costs({ apiKey })).toEqual({ nanos: [['1030000', 0.00103]], lists: 1 });
});

test('a list without an end keeps a chat that is paid for from nothing: five pages of it are read', async () => {
	let pages = 0;
	server.answer = ({ url = '' }, response) => {
		const isList = url.startsWith('/api/v1/models');
		if (isList) pages++;
		const data = list(1).data.map((model) => (pages === 1 ? model : { ...model, id: `m${pages}` }));
		const body = isList
			? { data, next_cursor: `c${pages}` }
			: { choices: [{ message: { content: 'Hi' } }], usage: USAGE };
		response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
	};
	expect((await costs({ apiKey: 'a-fourth-key-of-some-length' })).nanos).toEqual([
		['1030000', 0.00103],
	]);
	expect(pages).toBe(5);
});

test.each<[string, string, object, string | undefined, number]>([
	['a model that is not on it', 'other', { usage: USAGE }, undefined, 1],
	['an answer that does not tell its tokens', 'm', {}, undefined, 0],
	[
		'an answer that tells what it cost, too',
		'm',
		{ usage: { ...USAGE, cost_usd: 0.25 } },
		'1030000',
		1,
	],
])('a list is asked for where it can tell: %s', async (_, model, told, nanos, lists) => {
	serving(list(1), told);
	const { nanos: found, lists: asked } = await costs({
		apiKey: `a-key-for-${model}-${nanos}-${lists}`,
		model,
	});
	expect([found[0]?.[0], asked]).toEqual([nanos, lists]);
});
