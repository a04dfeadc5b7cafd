import type { IHttpRequestOptions, IWebhookFunctions } from 'n8n-workflow';
import { contextWithCachedCredential } from '../../../../nodes/MediaGeneration/http/credentialCache';
import { useServer } from '../../../support/server';

const server = useServer();
let now = 0;
beforeEach(() => {
	now = 1_800_000_000_000;
	jest.spyOn(Date, 'now').mockImplementation(() => now);
});
afterEach(() => jest.restoreAllMocks());

let calls = 0;
/** Calls of a webhook, each of which n8n gives a context of its own; the credential holds how often it was read. */
function webhook({
	workflow = `workflow ${++calls}`,
	node = 'node',
	execution,
}: { workflow?: string; node?: string; execution?: string } = {}) {
	let reads = 0;
	const call = () =>
		({
			getWorkflow: () => ({ id: workflow }),
			getNode: () => ({ id: node }),
			getExecutionId: () => execution,
			getCredentials: async (name: string) =>
				await Promise.resolve({ apiKey: ` key ${++reads} of ${name}\n` }),
			helpers: {
				httpRequest: async ({ url, headers }: IHttpRequestOptions) =>
					await (await fetch(url, { headers: headers as Record<string, string> })).text(),
			},
		}) as unknown as IWebhookFunctions;
	return { call, workflow, reads: () => reads };
}

const keyIn = async (context: IWebhookFunctions) =>
	(await contextWithCachedCredential(context).getCredentials('mediaGenerationApi')).apiKey;

test('a credential is read once for a call, and for those that come right after it', async () => {
	const { call, reads } = webhook();
	const context = contextWithCachedCredential(call());
	const [first, second] = await Promise.all([
		context.getCredentials('mediaGenerationApi'),
		context.getCredentials('mediaGenerationApi'),
	]);
	expect(first).toEqual({ apiKey: ' key 1 of mediaGenerationApi\n' });
	expect(second).toBe(first);
	now += 999;
	await keyIn(call());
	expect(reads()).toBe(1);
	now += 1;
	await keyIn(call());
	expect(reads()).toBe(2);
	await context.getCredentials('mediaGenerationApi');
	expect(reads()).toBe(2);
});

test('each workflow, node and execution reads a credential of its own', async () => {
	const first = webhook({ execution: '1' });
	const { workflow } = first;
	const others = [
		webhook({ workflow, execution: '2' }),
		webhook({ workflow }),
		webhook({ workflow, node: 'other', execution: '1' }),
		webhook({ execution: '1' }),
	];
	for (const each of [first, ...others, first, ...others]) await keyIn(each.call());
	expect([first, ...others].map(({ reads }) => reads())).toEqual([1, 1, 1, 1, 1]);
});

test('no more than a thousand are kept, the oldest is forgotten first', async () => {
	const all = Array.from({ length: 1_001 }, () => webhook());
	for (const { call } of all) await keyIn(call());
	await keyIn(all[1]!.call());
	expect(all[1]!.reads()).toBe(1);
	await keyIn(all[0]!.call());
	expect(all[0]!.reads()).toBe(2);
});

test('a request is sent with the key that was read, and its own headers', async () => {
	server.answer = ({ headers }, response) =>
		response.end(`${String(headers['x-api-key'])}, ${String(headers['x-other'])}`);
	const { call, reads } = webhook();
	const { helpers } = contextWithCachedCredential(call());
	const send = async () =>
		await helpers.httpRequestWithAuthentication.call({} as never, 'mediaGenerationApi', {
			url: server.url,
			headers: { 'x-other': 'yes' },
		});
	expect([await send(), await send()]).toEqual([
		'key 1 of mediaGenerationApi, yes',
		'key 1 of mediaGenerationApi, yes',
	]);
	expect(reads()).toBe(1);
});
