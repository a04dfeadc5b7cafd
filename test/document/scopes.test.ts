import { SESSION_HEADER, type RunningSandbox } from '../../sandbox';
import axios from 'axios';
import { rows } from './rows';
import {
	failure,
	item,
	items,
	making,
	node,
	ok,
	type Proof,
	prove,
	references,
	refuses,
} from './support';

const chat = (model = 'sandbox-chat-small') => ({
	resource: 'chat',
	operation: 'complete',
	model: { __rl: true, mode: 'id', value: model },
	messages: { message: [{ role: 'user', content: 'Hello' }] },
});

/** What a key may be used for, by the scope that the document names for it. */
const uses = {
	'chat:*': async () => chat(),
	'image:gen:*': async () => making('image.generate', 'model-dev'),
	'image:studio:*': async () =>
		making('image.edit', 'standard', {}, { image_urls: [(await references()).image] }),
	'video:gen:*': async () => making('video.generate', 't2v-turbo'),
	'billing:read': async () => ({ resource: 'billing', operation: 'getBalance' }),
};

/** That a key with this one scope can be made, and that through the nodes it opens these uses and no other. */
function opens(scope: string, ...opened: Array<keyof typeof uses>): Proof {
	return async (running) => {
		const { secret_key } = await ok(running, 'createKey', {
			body: { name: 'For tests', scopes: [scope] },
		});
		for (const [name, parameters] of Object.entries(uses)) {
			const run = [running, await parameters(), { key: secret_key }] as const;
			if (opened.some((each) => each === name)) expect((await node(...run)).error).toBeUndefined();
			else
				expect(await failure(...run)).toMatchObject({
					http_code: 403,
					message: expect.stringContaining(name),
				});
		}
	};
}

/** That the scopes endpoint lists a scope with what it gives access to. */
async function listed(running: RunningSandbox, scope: string, access: string): Promise<void> {
	expect(await items(running, { resource: 'apiKey', operation: 'getScopes' })).toContainEqual({
		scope,
		access,
	});
}

/** Both of the above. */
function scope(name: string, access: string, ...opened: Array<keyof typeof uses>): Proof {
	return async (running) => {
		await listed(running, name, access);
		await opens(name, ...opened)(running);
	};
}

prove('Scopes', {
	'chat:*': async (running) => {
		await scope('chat:*', 'All chat models', 'chat:*')(running);
		const { apiKey: key } = running.sandbox.addAccount({ scopes: ['chat:*'] });
		const models = await items(running, { resource: 'model', operation: 'getMany', kind: 'chat' });
		for (const { id } of models)
			expect(await item(running, chat(String(id)), { key })).toMatchObject({ model: id });
	},
	'image:*': scope('image:*', 'All image features', 'image:gen:*', 'image:studio:*'),
	'image:gen:*': scope('image:gen:*', 'Image generation only', 'image:gen:*'),
	'image:studio:*': scope('image:studio:*', 'Image studio only', 'image:studio:*'),
	'video:*': scope('video:*', 'All video features', 'video:gen:*'),
	'video:gen:*': scope('video:gen:*', 'Video generation only', 'video:gen:*'),
	'video:studio:*': scope('video:studio:*', 'Video studio only'),
	'video:interpretation:*': scope('video:interpretation:*', 'Video interpretation only'),
	'billing:read': async (running) => {
		await scope('billing:read', 'View balance and transactions', 'billing:read')(running);
		const transactions = { resource: 'billing', operation: 'getTransactions' };
		const reader = running.sandbox.addAccount({ scopes: ['billing:read'] });
		expect(await items(running, transactions, { key: reader.apiKey })).toHaveLength(1);
		const other = running.sandbox.addAccount({
			scopes: ['image:*', 'video:*', 'chat:*', 'keys:*'],
		});
		expect(await failure(running, transactions, { key: other.apiKey })).toMatchObject({
			http_code: 403,
		});
	},
	'keys:*': async (running) => {
		await scope('keys:*', 'Manage own API keys')(running);
		const list = { resource: 'apiKey', operation: 'getMany' };
		const manager = running.sandbox.addAccount({ sessionScopes: ['keys:*'] });
		expect(await items(running, list, { session: manager.session })).toMatchObject([
			{ key_id: manager.keyId },
		]);
		const other = running.sandbox.addAccount({ sessionScopes: ['image:*', 'billing:read'] });
		expect(await failure(running, list, { session: other.session })).toMatchObject({
			http_code: 403,
		});
		await refuses(
			running,
			'deleteKey',
			{
				session: manager.session,
				params: { key_id: other.keyId },
			},
			{ status: 404 },
		);
	},
});

/** Every endpoint that takes the API key, as the document writes it. */
const product = [
	'POST /v1/images/generations',
	'GET /v1/images/generation/jobs/00000000-0000-4000-8000-000000000000',
	'POST /v1/images/studio/edit',
	'POST /v1/chat/completions',
	'GET /v1/models',
	'POST /v1/videos/generations',
	...rows['Endpoints: Billing'],
];
/** Every endpoint that takes a developer session. */
const management = rows['Endpoints: API keys'].map((line) => line.replace('{key_id}', 'none'));

async function statusOf(
	baseUrl: string,
	line: string,
	headers: Record<string, string>,
): Promise<number> {
	const [method, path] = line.split(' ');
	const data = method === 'GET' || method === 'DELETE' ? undefined : {};
	return (
		await axios.request({ method, url: `${baseUrl}${path}`, headers, data, validateStatus: null })
	).status;
}

prove('Authentication (points)', {
	1: async (running) => {
		const { baseUrl, apiKey, session } = running;
		for (const line of product) {
			expect([line, await statusOf(baseUrl, line, {})]).toEqual([line, 401]);
			expect([line, await statusOf(baseUrl, line, { Authorization: `Bearer ${apiKey}` })]).toEqual([
				line,
				401,
			]);
			expect([line, await statusOf(baseUrl, line, { [SESSION_HEADER]: session.value })]).toEqual([
				line,
				401,
			]);
			expect([401, 403, 405]).not.toContain(await statusOf(baseUrl, line, { 'x-api-key': apiKey }));
		}
		running.sandbox.clearRequests();
		for (const parameters of Object.values(uses)) await item(running, await parameters());
		expect(running.sandbox.requests.length).toBeGreaterThanOrEqual(5);
		expect(running.sandbox.requests.every(({ headers }) => headers['x-api-key'] === apiKey)).toBe(
			true,
		);
	},
	2: async (running) => {
		const { baseUrl, apiKey, session } = running;
		for (const line of management) {
			expect([line, await statusOf(baseUrl, line, { 'x-api-key': apiKey })]).toEqual([line, 401]);
			expect([401, 403, 405]).not.toContain(
				await statusOf(baseUrl, line, { [session.header]: session.value }),
			);
		}
		running.sandbox.clearRequests();
		await node(running, { resource: 'apiKey', operation: 'getMany' });
		expect(running.sandbox.requests[0]?.headers).toMatchObject({ [session.header]: session.value });
		expect(running.sandbox.requests[0]?.headers['x-api-key']).toBeUndefined();
	},
	3: async (running) => {
		const { apiKey: key } = running.sandbox.addAccount({ scopes: ['image:studio:*'] });
		expect(await failure(running, making('image.generate', 'model-dev'), { key })).toMatchObject({
			http_code: 403,
		});
		expect(await failure(running, making('video.generate', 't2v-turbo'), { key })).toMatchObject({
			http_code: 403,
		});
		await refuses(
			running,
			'completeChat',
			{
				key,
				body: { model: 'sandbox-chat-small', messages: [{ role: 'user', content: 'x' }] },
			},
			{ status: 403 },
		);
	},
	4: async (running) => {
		const { apiKey: key, session } = running.sandbox.addAccount({
			scopes: ['image:*', 'keys:*'],
			sessionScopes: ['billing:read'],
		});
		for (const name of ['getBalance', 'getTransactions'] as const) {
			await refuses(
				running,
				name,
				{ key },
				{ status: 403, message: expect.stringContaining('billing:read') },
			);
		}
		for (const line of management)
			expect([line, await statusOf(running.baseUrl, line, { [SESSION_HEADER]: session })]).toEqual([
				line,
				403,
			]);
	},
});
