import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { runNode, type NodeRun } from '../../../support/engine';
import { json } from '../../../support/faults';
import { CHAT, IMAGE, VIDEO, modelId, useSandbox } from '../../../support/sandbox';
import { useServer } from '../../../support/server';

const sandbox = useSandbox();
const server = useServer();
beforeEach(() => jest.spyOn(Math, 'random').mockReturnValue(0));
afterEach(() => {
	jest.restoreAllMocks();
});

const draw = { ...IMAGE, prompt: 'a red fox', options: { download: false } };
const film = { ...VIDEO, prompt: 'waves', waitFor: 'submit' };
const chat = CHAT;
const create = { resource: 'apiKey', operation: 'create', name: 'Nightly', scopes: ['image:*'] };
const run = async (parameters: object, more: Partial<NodeRun> = {}) =>
	await runNode({
		parameters: parameters as INodeParameters,
		credentials: sandbox.credentials(),
		settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
		...more,
	});
const detailsOf = (error: { context?: Record<string, unknown> } | undefined) =>
	error?.context?.details as IDataObject | undefined;
const posts = () => sandbox.requests('POST').length;
/** What every POST is answered, after the service has done what it asks for. */
const answering = (give: () => Response) => {
	sandbox.fault = ({ method }) => (method === 'POST' ? { when: 'after', give: give() } : undefined);
};

const withoutId: ReadonlyArray<readonly [what: string, give: () => Response]> = [
	['{}', () => json(200, '{}')],
	['null', () => json(200, 'null')],
	['[]', () => json(200, '[]')],
	['nothing', () => json(200, '')],
	['no content', () => new Response(null, { status: 204 })],
	['only that it is at work', () => json(202, '{"status":"processing"}')],
];

describe.each([
	['a picture', draw],
	['a video', film],
])('a 2xx answer to %s without an ID', (_, parameters) => {
	test.each(withoutId)('%s: paid for once, and told that it may be', async (_what, give) => {
		answering(give);
		const { error } = await run(parameters);
		expect(posts()).toBe(1);
		expect(error).toMatchObject({ name: expect.stringMatching(/^Node(Api|Operation)Error$/) });
		expect(detailsOf(error)).toMatchObject({ may_be_paid: true });
	});
});

test.each([draw, film, chat])(
	'a refusal under 200 without any ID, to a request for $resource: told in its own words, and as not paid for',
	async (parameters) => {
		answering(() =>
			Response.json({ code: 1102, message: 'Account balance not enough', data: null }),
		);
		const { error } = await run(parameters, { settings: {} });
		expect(error?.message).toMatch(/balance/);
		expect(detailsOf(error)?.may_be_paid).toBeUndefined();
	},
);

describe('a chat that may have been paid for', () => {
	test.each(['null', '{"data":null}'])('answered %s: asked once, and told', async (body) => {
		answering(() => json(200, body));
		const { error } = await run(chat);
		expect(posts()).toBe(1);
		expect(detailsOf(error)).toMatchObject({ may_be_paid: true });
	});

	test('a stream that breaks: asked once, and what came until then is kept', async () => {
		server.answer = (request, response) => {
			response.writeHead(200, { 'content-type': 'text/event-stream' });
			response.write(
				'data: {"choices":[{"delta":{"content":"Once upon"}}]}\n\ndata: {"choices":[{"delta":{"content":" a time"}}]}\n\n',
				() => response.destroy(),
			);
			request.resume();
		};
		const credentials = {
			mediaGenerationApi: { baseUrl: `${server.url}/api`, apiKey: 'some-long-key' },
		};
		const { error } = await run(chat, { credentials, onChunk: () => {} });
		expect(server.requests).toHaveLength(1);
		expect(error).toMatchObject({
			name: expect.stringMatching(/^Node(Api|Operation)Error$/),
			message: expect.not.stringMatching(/^aborted(\. Not sent again)?$/),
		});
		expect(detailsOf(error)).toMatchObject({ may_be_paid: true, partial_text: 'Once upon a time' });
	});
});

describe('a key that may have been made', () => {
	const keys = () =>
		sandbox.it.sandbox.context.keys
			.keysOf(sandbox.it.sandbox.state.accounts.get('demo')!)
			.map(({ id }) => id);
	/** Two answers are lost after the service has done what they were for. */
	const losingTwo = () => {
		let lost = 0;
		sandbox.fault = ({ method }) =>
			method === 'POST' && lost++ < 2
				? { when: 'after', give: json(502, '{"error":{"message":"bad gateway"}}') }
				: undefined;
	};

	test.each([
		['Create', () => create],
		[
			'Rotate',
			() => ({
				resource: 'apiKey',
				operation: 'rotate',
				keyId: modelId(sandbox.it.sandbox.addKey('demo').keyId),
			}),
		],
	])('%s: made once, and told that it may be', async (_, parameters) => {
		const given = parameters();
		const before = keys();
		losingTwo();
		const { error } = await run(given);
		expect(keys().filter((id) => !before.includes(id))).toHaveLength(1);
		expect(posts()).toBe(1);
		expect(detailsOf(error)).toMatchObject({ may_be_made: true });
	});
});

describe('what cannot be read in the answer of a paid job is no reason to lose it', () => {
	const done = {
		job_id: 'job-7',
		status: 'completed',
		url: 'http://127.0.0.1:9/a.png',
		model: 'model-dev',
	};

	test.each([
		['a cost of 1e21', { ...done, cost_usd: 1e21 }, { download: false }],
		['a cost of 1e21 nanos', { ...done, cost_nanos: 1e21 }, { download: false }],
		['a cost as text that is none', { ...done, cost: 'NaN' }, { download: false }],
	])('%s: the item comes out with its job', async (_, body, options) => {
		answering(() => json(200, JSON.stringify(body)));
		const { items, error } = await run({ ...draw, options });
		expect(error).toBeUndefined();
		expect(items).toMatchObject([{ json: { job_id: 'job-7', status: 'completed' } }]);
		expect(posts()).toBe(1);
	});

	test.each(['http://[bad', 'http://'])(
		'a URL that is none (%s), to be downloaded: the item comes out completed, with its job',
		async (url) => {
			answering(() => json(200, JSON.stringify({ ...done, url })));
			const { items, error } = await run({ ...draw, options: {} });
			expect(error).toBeUndefined();
			expect(items).toMatchObject([{ json: { job_id: 'job-7', status: 'completed' } }]);
			expect(posts()).toBe(1);
		},
	);
});

test.each([
	'{"key_id":"k-1","secret_key":"sk-live-0123456789abcdef","sco',
	'{"keyRef":{"x":1},"secret_key":"sk-live-0123456789abcdef"}',
])(
	'a new key in an answer that cannot be understood is in no error, and not kept: %s',
	async (body) => {
		answering(() => json(201, body));
		const { error, run: executed } = await run(create);
		expect(detailsOf(error)).toMatchObject({ may_be_made: true });
		expect(JSON.stringify([error, executed.data])).not.toContain('sk-live');
	},
);
