import {
	answers,
	completes,
	failure,
	item,
	making,
	nobody,
	ok,
	type Proof,
	prove,
	refuses,
	send,
	serve,
	serveAt,
} from './support';

const picture = { prompt: 'x', model: 'model-dev' };
const generate = making('image.generate', 'model-dev');

prove('Errors: status codes', {
	200: async (running) => {
		await answers(running, 'generateImage', { body: picture }, 200);
		await completes(running, generate);
	},
	202: async (running) => {
		await answers(running, 'generateImage', { body: { ...picture, callback_url: nobody } }, 202);
		const options = { extraBody: { callback_url: nobody } };
		expect(
			await item(running, making('image.generate', 'model-dev', {}, { options })),
		).toMatchObject({ status: 'completed', status_url: expect.stringMatching(/^http/) });
	},
	400: async (running) => {
		for (const wrong of [
			{ image_width: 5 },
			{ quality: 'best' },
			{ model: 'no-such-model' },
			{ additional_settings: { seed: 'x' } },
		]) {
			await refuses(running, 'generateImage', { body: { ...picture, ...wrong } }, { status: 400 });
		}
		expect(await failure(running, making('image.generate', 'no-such-model'))).toMatchObject({
			http_code: 400,
			param: 'model',
			remedy: expect.stringMatching(/model/),
		});
	},
	402: async () => {
		const running = await serve({ balanceUsd: '0.09' });
		await refuses(
			running,
			'generateImage',
			{ body: picture },
			{ status: 402, message: expect.stringMatching(/insufficient funds/i) },
		);
		expect(await failure(running, generate)).toMatchObject({
			http_code: 402,
			remedy: expect.stringMatching(/add funds/),
		});
	},
	403: async (running) => {
		const { apiKey: key } = running.sandbox.addAccount({ scopes: ['chat:*'] });
		await refuses(
			running,
			'generateImage',
			{ body: { ...picture, prompt: '[moderated]' } },
			{ status: 403 },
		);
		await refuses(running, 'generateImage', { body: picture, key }, { status: 403 });
		const moderated = await failure(
			running,
			making('image.generate', 'model-dev', {}, { prompt: '[moderated]' }),
		);
		expect(moderated).toMatchObject({
			http_code: 403,
			remedy: expect.stringMatching(/change the prompt/),
		});
		expect(await failure(running, generate, { key })).toMatchObject({
			http_code: 403,
			remedy: expect.stringMatching(/scope/),
		});
	},
	429: async () => {
		const { running, clock } = await serveAt('2025-03-01T10:00:00Z', { rateLimit: 1 });
		const body = { ...picture, callback_url: nobody };
		await answers(running, 'generateImage', { body }, 202);
		await refuses(running, 'generateImage', { body }, { status: 429 });
		await clock.advance(1000);
		await answers(running, 'generateImage', { body }, 202);
	},
	500: async (running) => {
		await refuses(
			running,
			'generateImage',
			{ body: { ...picture, prompt: '[fail]' } },
			{ status: 500 },
		);
		const failed = await failure(
			running,
			making('image.generate', 'model-dev', {}, { prompt: '[fail]' }),
		);
		expect(failed).toMatchObject({ http_code: 500, remedy: expect.stringMatching(/Transactions/) });
		expect(await ok(running, 'getBalance')).toMatchObject({ balance_usd: 100, held_usd: 0 });
	},
});

/** What the error of a request for a model that does not exist holds, on the wire and as the node tells it. */
const member =
	(name: 'message' | 'type' | 'param' | 'code', expected: unknown): Proof =>
	async (running) => {
		const body = { ...picture, model: 'no-such-model' };
		const { error } = (await send(running, 'generateImage', { body })).data;
		expect(error[name]).toEqual(expected);
		const told = await failure(running, making('image.generate', 'no-such-model'));
		expect(told[name]).toBe(error[name]);
	};

prove('Errors: envelope (members)', {
	message: member('message', expect.stringContaining('no-such-model')),
	type: member('type', 'invalid_request_error'),
	param: member('param', 'model'),
	code: member('code', 'model_not_found'),
});
