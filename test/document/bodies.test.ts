import { names } from '../support/values';
import sharp from 'sharp';
import {
	answers,
	blames,
	completes,
	download,
	failure,
	item,
	lastBody,
	making,
	nobody,
	node,
	ok,
	prove,
	send,
	serve,
} from './support';

/** The size of the picture that a body asks for. */
async function sizeOf(body: object): Promise<string> {
	const { url } = await ok(await serve(), 'generateImage', {
		body: { prompt: 'x', model: 'model-dev', ...body },
	});
	const { width, height } = await sharp((await download(url)).content).metadata();
	return `${width}x${height}`;
}

/** That a value is refused over HTTP, and by the node before anything is sent. */
async function isRefused(name: string, ...values: unknown[]): Promise<void> {
	const running = await serve();
	for (const value of values) {
		await blames(
			running,
			'generateImage',
			{
				body: { prompt: 'x', model: 'model-dev', [name]: value },
			},
			name,
		);
		running.sandbox.clearRequests();
		const prompt = `={{ ${JSON.stringify(value)} }}`;
		const parameters =
			name === 'prompt'
				? making('image.generate', 'model-dev', {}, { prompt })
				: making('image.generate', 'model-dev', { [name]: value });
		expect(names((await failure(running, parameters)).message, name)).toBe(true);
		expect(running.sandbox.requests).toEqual([]);
	}
}

/** A dimension: whole pixels from 256 to 2,048, and 1,024 when it is left out. */
async function dimension(name: 'image_width' | 'image_height'): Promise<void> {
	const as = (pixels: number, other: number) =>
		name === 'image_width' ? `${pixels}x${other}` : `${other}x${pixels}`;
	const other = name === 'image_width' ? 'image_height' : 'image_width';
	for (const pixels of [256, 2048])
		expect(await sizeOf({ [name]: pixels, [other]: 300 })).toBe(as(pixels, 300));
	expect(await sizeOf({ [other]: 300 })).toBe(as(1024, 300));
	await isRefused(name, 255, 2049, 512.5);
}

/** A convenience parameter: text at the top level, and among the provider settings too. */
async function convenience(name: 'resolution' | 'quality', value: string): Promise<void> {
	const running = await serve();
	await item(running, making('image.generate', 'model-dev', { [name]: value }));
	expect(lastBody(running)).toEqual({ prompt: 'A red fox', model: 'model-dev', [name]: value });
	await ok(running, 'generateImage', {
		body: { prompt: 'x', additional_settings: { [name]: value } },
	});
	await isRefused(name, 5);
}

prove('Generate image: JSON body', {
	prompt: async () => {
		const running = await serve();
		await item(running, making('image.generate', 'model-dev', {}, { prompt: '  fox\n' }));
		expect(lastBody(running)).toMatchObject({ prompt: 'fox' });
		for (const prompt of ['x', ` ${'x'.repeat(2000)} `])
			await ok(running, 'generateImage', { body: { prompt } });
		await isRefused('prompt', '', ' \n', 'x'.repeat(2001));
		await blames(running, 'generateImage', { body: {} }, 'prompt');
	},
	model: async () => {
		const running = await serve();
		expect(await ok(running, 'generateImage', { body: { prompt: 'x' } })).toMatchObject({
			model: 'model-dev',
		});
		await item(running, making('image.generate', 'model-dev'));
		expect(lastBody(running)).toMatchObject({ model: 'model-dev' });
		for (const model of ['no-such-model', 'MODEL-DEV', 'standard', 't2v-turbo']) {
			await blames(running, 'generateImage', { body: { prompt: 'x', model } }, 'model');
		}
	},
	image_width: () => dimension('image_width'),
	image_height: () => dimension('image_height'),
	callback_url: async () => {
		const running = await serve();
		await answers(running, 'generateImage', { body: { prompt: 'x' } }, 200);
		await answers(running, 'generateImage', { body: { prompt: 'x', callback_url: nobody } }, 202);
		const options = { extraBody: { callback_url: nobody } };
		await completes(running, making('image.generate', 'model-dev', {}, { options }));
		expect(lastBody(running)).toMatchObject({ callback_url: nobody });
		await blames(
			running,
			'generateImage',
			{ body: { prompt: 'x', callback_url: 'nowhere' } },
			'callback_url',
		);
	},
	resolution: () => convenience('resolution', '2k'),
	quality: () => convenience('quality', 'high'),
	additional_settings: async () => {
		const all = {
			'model-dev': { seed: 7, num_inference_steps: 20, guidance_scale: 3.5, output_format: 'jpeg' },
			realism: { negative_prompt: 'rain' },
			'sandbox-image-search': {
				aspect_ratio: '16:9',
				enable_web_search: true,
				enable_image_search: true,
			},
		};
		const running = await serve();
		for (const [model, additional_settings] of Object.entries(all)) {
			await completes(running, making('image.generate', model, additional_settings));
			expect(lastBody(running)).toEqual({ prompt: 'A red fox', model, additional_settings });
		}
		await blames(
			running,
			'generateImage',
			{
				body: { prompt: 'x', additional_settings: 'seed=7' },
			},
			'additional_settings',
		);
	},
	enable_fallback: async () => {
		const running = await serve();
		await item(running, making('image.generate', 'model-dev'));
		expect([undefined, true]).toContain(
			(lastBody(running) as { enable_fallback?: boolean }).enable_fallback,
		);
		await item(
			running,
			making('image.generate', 'model-dev', {}, { options: { enable_fallback: false } }),
		);
		expect(lastBody(running)).toMatchObject({ enable_fallback: false });
		await ok(running, 'generateImage', { body: { prompt: 'x', enable_fallback: true } });
		await blames(
			running,
			'generateImage',
			{ body: { prompt: 'x', enable_fallback: 'no' } },
			'enable_fallback',
		);
	},
});

const model = 'sandbox-chat-small';
const messages = [{ role: 'user', content: 'Tell me of the sea, at some length' }];
const chat = (options: object = {}) => ({
	resource: 'chat',
	operation: 'complete',
	model: { __rl: true, mode: 'id', value: model },
	messages: { message: messages },
	options,
});

/** A number between bounds: both ends are sent and taken, what lies outside is refused on both sides. */
async function bounded(name: 'temperature' | 'top_p', least: number, most: number): Promise<void> {
	const running = await serve();
	for (const value of [least, (least + most) / 2 + 0.01, most]) {
		await item(running, chat({ [name]: value }));
		expect(lastBody(running)).toMatchObject({ [name]: value });
	}
	for (const value of [least - 0.01, most + 0.01]) {
		expect(names((await failure(running, chat({ [name]: value }))).message, name)).toBe(true);
		await blames(running, 'completeChat', { body: { model, messages, [name]: value } }, name);
	}
}

prove('Chat completions: parameters', {
	model: async () => {
		const running = await serve();
		expect(await item(running, chat())).toMatchObject({ model });
		await blames(running, 'completeChat', { body: { messages } }, 'model');
		await blames(running, 'completeChat', { body: { messages, model: 'no-such-model' } }, 'model');
	},
	messages: async () => {
		const running = await serve();
		expect(await item(running, chat())).toMatchObject({ text: expect.stringContaining('the sea') });
		expect(lastBody(running)).toEqual({ model, messages });
		expect((await failure(running, { ...chat(), messages: {} })).message).toMatch(
			/^([\w ]+ \()?messages\)? /i,
		);
		for (const wrong of [undefined, [], 'Hello']) {
			await blames(running, 'completeChat', { body: { model, messages: wrong } }, 'messages');
		}
	},
	temperature: () => bounded('temperature', 0, 2),
	top_p: () => bounded('top_p', 0, 1),
	max_tokens: async () => {
		const running = await serve();
		const { usage, finish_reason } = await item(running, chat({ max_tokens: 5 }));
		expect(usage).toMatchObject({ completion_tokens: 5 });
		expect(finish_reason).toBe('length');
		await blames(
			running,
			'completeChat',
			{ body: { model, messages, max_tokens: 1.5 } },
			'max_tokens',
		);
		expect((await failure(running, chat({ max_tokens: 1.5 }))).message).toMatch(
			/^([\w ]+ \()?max_tokens\)? /i,
		);
	},
	stream: async () => {
		const running = await serve();
		const streamed = await send(running, 'completeChat', {
			body: { model, messages, stream: true },
		});
		expect(streamed.headers['content-type']).toMatch(/^text\/event-stream/);
		expect(
			String(streamed.data)
				.split('\n\n')
				.filter(Boolean)
				.every((event) => event.startsWith('data: ')),
		).toBe(true);
		const whole = await send(running, 'completeChat', { body: { model, messages, stream: false } });
		expect(whole.headers['content-type']).toMatch(/^application\/json/);
		const chunks: string[] = [];
		const {
			items: [answer],
		} = await node(running, chat(), {}, { onChunk: ({ content = '' }) => chunks.push(content) });
		expect(lastBody(running)).toMatchObject({ stream: true });
		expect(chunks.filter(Boolean).length).toBeGreaterThan(1);
		expect(chunks.join('')).toContain(whole.data.choices[0].message.content);
		expect(answer?.json.text).toBe(whole.data.choices[0].message.content);
	},
});
