import { endpoints, type EndpointName, type EndpointRow } from '../../contract/endpoints';
import type { RunningSandbox } from '../../sandbox';
import { closeAll, ok, send, serve, type Sent } from './support';

afterEach(closeAll);

const prompt = 'A lighthouse at dawn';
const picture = { prompt, image_width: 256, image_height: 256 };
const CALLBACK = 'http://127.0.0.1:9/nobody';

/** Requests for each endpoint of the contract that together give every answer it documents. */
const requests: { readonly [name in EndpointName]: (running: RunningSandbox) => Promise<Sent[]> } =
	{
		generateImage: async () => [
			{ body: picture },
			{ body: { ...picture, callback_url: CALLBACK } },
		],
		getImageJob: async (running) => [
			{ params: { job_id: (await ok(running, 'generateImage', { body: picture })).job_id } },
		],
		editImage: async (running) => {
			const { url } = await ok(running, 'generateImage', { body: picture });
			const edit = { prompt, model: 'standard', image_urls: [url] };
			return [{ body: edit }, { body: { ...edit, callback_url: CALLBACK } }];
		},
		generateVideo: async () => [{ body: { prompt, model: 't2v-turbo', seconds: 5 } }],
		getVideoJob: async (running) => [
			{ params: { job_id: (await ok(running, 'generateVideo', { body: { prompt } })).job_id } },
		],
		completeChat: async () => [
			{ body: { model: 'sandbox-chat-small', messages: [{ role: 'user', content: 'Hello' }] } },
		],
		listModels: async () => [{}],
		getBalance: async () => [{}],
		getTransactions: async (running) => {
			await ok(running, 'generateImage', { body: picture });
			return [{}];
		},
		estimateCost: async () => [
			{ body: { ...picture, endpoint: endpoints.generateImage.path, model: 'model-dev' } },
		],
		setLimits: async () => [{ body: { daily_limit_usd: 5 } }],
		getScopes: async () => [{}],
		listKeys: async () => [{}],
		createKey: async () => [{ body: { name: 'Test', scopes: ['image:*'] } }],
		deleteKey: async (running) => [{ params: await ownKey(running) }],
		revokeKey: async (running) => [{ params: await ownKey(running) }],
		reactivateKey: async (running) => [{ params: await ownKey(running) }],
		rotateKey: async (running) => [{ params: await ownKey(running) }],
	};

async function ownKey(running: RunningSandbox) {
	const { key_id } = await ok(running, 'createKey', {
		body: { name: 'Test', scopes: ['image:*'] },
	});
	return { key_id };
}

test.each(Object.keys(endpoints) as EndpointName[])(
	'%s answers as its row of the contract says, and with nothing beside it',
	async (name) => {
		const running = await serve();
		const row: EndpointRow = endpoints[name];
		const seen = new Set<string>();
		for (const sent of await requests[name](running)) {
			const { status, data } = await send(running, name, sent);
			seen.add(String(status));
			expect(row.responses[status]?.parse(data)).toEqual(data);
		}
		expect([...seen]).toEqual(Object.keys(row.responses));
	},
);
