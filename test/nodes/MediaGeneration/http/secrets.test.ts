import { inspect } from 'node:util';
import OpenAI from 'openai';
import { MediaGeneration } from '../../../../nodes/MediaGeneration/MediaGeneration.node';
import { serviceFetch } from '../../../../nodes/MediaGeneration/chat/serviceFetch';
import { DataTables } from '../../../support/dataTable';
import { runNode, type NodeRun } from '../../../support/engine';
import { loadList } from '../../../support/lists';
import { IMAGE, modelId } from '../../../support/sandbox';
import { useServer } from '../../../support/server';
import { useTrigger } from '../../../support/trigger';

const KEY = 'sk/ab+cd-1234567890';
const FORMS = [
	KEY,
	JSON.stringify(KEY).slice(1, -1).replaceAll('/', '\\/'),
	encodeURIComponent(KEY),
	Buffer.from(KEY).toString('base64'),
];
const ECHO = `It is ${FORMS.join(' and ')}.`;
const DELTAS = [ECHO.slice(0, 15), ECHO.slice(15)].map((content) => ({
	choices: [{ index: 0, delta: { content } }],
}));

const server = useServer();
const trigger = useTrigger();
beforeEach(() => jest.spyOn(Math, 'random').mockReturnValue(0));
afterEach(() => jest.restoreAllMocks());

const credentials = () => ({ mediaGenerationApi: { baseUrl: `${server.url}/api`, apiKey: KEY } });

/** Has the service answer everything so, with the key in a header, too. */
function answering(status: number, body: object | string): void {
	server.answer = (_, response) =>
		response
			.writeHead(status, {
				'content-type': typeof body === 'string' ? 'text/event-stream' : 'application/json',
				'x-echo': KEY,
			})
			.end(typeof body === 'string' ? body : JSON.stringify(body));
}
const refusing = () => answering(400, { error: { message: ECHO, code: KEY, [KEY]: ECHO } });
const streaming = () =>
	answering(
		200,
		`${DELTAS.map((delta) => `data: ${JSON.stringify(delta)}\n\n`).join('')}data: [DONE]\n\n`,
	);

const balance = { resource: 'billing', operation: 'getBalance' };
const message = [{ role: 'user', content: 'Hello' }];
const chat = {
	resource: 'chat',
	operation: 'complete',
	messages: { message },
	model: modelId('any'),
};
const image = { ...IMAGE, prompt: `a fox ${KEY}`, options: { download: false } };
const run = async (parameters: object, more: Partial<NodeRun> = {}) =>
	await runNode({ parameters: parameters as never, credentials: credentials(), ...more });
const goingOn = { settings: { onError: 'continueRegularOutput' as const } };
const client = () =>
	new OpenAI({
		baseURL: `${server.url}/v1`,
		apiKey: KEY,
		maxRetries: 0,
		fetch: serviceFetch({ apiKey: KEY, secrets: [KEY] }),
	}).chat.completions;
const asked = { model: 'x', messages: [{ role: 'user' as const, content: 'Hello' }] };

/** Whatever can leave, each with a service that echoes the key. */
const exits: Array<[string, () => Promise<unknown>]> = [
	[
		'an item',
		async () => {
			answering(200, { balance_usd: 1, note: ECHO, [KEY]: { deep: [ECHO] } });
			return (await run(balance)).items;
		},
	],
	[
		'an error',
		async () => {
			refusing();
			const { error } = await run(balance);
			return [error?.message, error?.description, error?.context];
		},
	],
	[
		'a failed item, which quotes its prompt',
		async () => {
			refusing();
			return (await run(image, goingOn)).items;
		},
	],
	[
		'a hint about failed items, and the rest of a run’s data',
		async () => {
			refusing();
			const { run: data } = await run(image, { items: [{ json: {} }, { json: {} }], ...goingOn });
			return data.data.resultData.runData;
		},
	],
	[
		'n8n’s log',
		async () => {
			refusing();
			const logged: unknown[] = [];
			const session = { baseUrl: `${server.url}/api`, mechanism: 'bearer', sessionToken: KEY };
			const { loadOptions } = new MediaGeneration().methods;
			const where = { resource: 'apiKey', operation: 'create' };
			await loadList(where, { mediaGenerationSessionApi: session }, async (context) => {
				jest.spyOn(context.logger, 'warn').mockImplementation((message) => logged.push(message));
				return await loadOptions.getScopes.call(context);
			});
			return logged;
		},
	],
	[
		'a row of the ledger',
		async () => {
			answering(200, { job_id: 'j', status: 'failed', error: { message: ECHO, code: KEY } });
			const tables = new DataTables();
			const options = { download: false, ledger: 'jobs', ledgerPrompts: true };
			await run({ ...image, prompt: 'a fox', options }, { additional: tables.additional });
			return tables.rowsOf('jobs');
		},
	],
	[
		'what the ledger, an item and a file’s name tell of a prompt',
		async () => {
			answering(200, { job_id: 'j', status: 'completed', url: `${server.url}/${KEY}.png` });
			const tables = new DataTables();
			const options = { download: false, ledger: 'jobs', ledgerPrompts: true };
			const { items, run: data } = await run(
				{ ...image, prompt: `a fox ${ECHO}`, options },
				{ additional: tables.additional },
			);
			return [items, data.data.executionData?.contextData, tables.rowsOf('jobs')];
		},
	],
	[
		'an error that quotes a wrong value',
		async () => {
			const { error } = await run({ ...image, prompt: `${KEY} ${'x'.repeat(3_000)}` });
			return [
				error?.message,
				error?.description,
				(error as Error | undefined)?.stack,
				error?.context,
			];
		},
	],
	[
		'the request that a dry run shows',
		async () => (await run({ ...image, options: { dryRun: true } })).items,
	],
	[
		'a result that is downloaded from an address with the key',
		async () => {
			answering(200, { job_id: 'j', status: 'completed', url: `${server.url}/1.png?key=${KEY}` });
			const { items, error } = await run({ ...image, options: {} }, goingOn);
			return [items, error];
		},
	],
	[
		'a file whose host says that it is the key',
		async () => {
			server.answer = ({ url, headers }, response) => {
				if (!url?.startsWith('/api/')) response.writeHead(200, { 'content-type': `x/${KEY}` });
				else if (headers['x-api-key'] === undefined) response.writeHead(401);
				else if (url.includes('file'))
					response.writeHead(302, { location: `/elsewhere?key=${KEY}` });
				response.end(
					url?.includes('generations')
						? JSON.stringify({ job_id: 'j', status: 'completed', url: `${server.url}/api/file` })
						: '\u0001',
				);
			};
			const { items, error } = await run({ ...image, prompt: `a ${KEY}`, options: {} }, goingOn);
			return [items, error];
		},
	],
	[
		'what a chat streams',
		async () => {
			streaming();
			const chunks: Array<{ content?: string }> = [];
			const { items } = await run(chat, { onChunk: (chunk) => void chunks.push(chunk) });
			return [items, chunks, chunks.map(({ content }) => content).join('')];
		},
	],
	[
		'the chat model’s answer',
		async () => {
			answering(200, { choices: [{ message: { role: 'assistant', content: ECHO } }] });
			return await client().create(asked);
		},
	],
	[
		'what the chat model streams',
		async () => {
			streaming();
			const texts: string[] = [];
			for await (const { choices } of await client().create({ ...asked, stream: true }))
				texts.push(choices[0]?.delta.content ?? '');
			return [texts, texts.join('')];
		},
	],
	[
		'the chat model’s error',
		async () => {
			refusing();
			return await client()
				.create(asked)
				.catch((error: unknown) => error);
		},
	],
	[
		'items of a delivery that is taken at its word',
		async () => {
			const { sandbox, send, believing, withSecret } = trigger;
			const own = withSecret().mediaGenerationApi;
			const answered = await send(
				believing(),
				{
					body: {
						job_id: 'j',
						status: 'completed',
						url: 'https://h.example.com/1.png',
						note: ECHO,
					},
					headers: { 'x-callback-secret': own.sharedSecret },
				},
				{ mediaGenerationApi: { ...own, baseUrl: `${sandbox.it.baseUrl}`, apiKey: KEY } },
			);
			return answered.items;
		},
	],
];

test.each(exits)('the key leaves in no form through %s', async (_, leave) => {
	const left = inspect(await leave(), { depth: Infinity, showHidden: true, maxStringLength: null });
	expect(left).toContain('[hidden]');
	for (const form of FORMS) expect(left).not.toContain(form);
});
