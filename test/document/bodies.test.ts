import { chat, dimension, messages, promptLength, upTo } from './proofs';
import {
	answers,
	blames,
	completes,
	item,
	lastBody,
	making,
	nobody,
	node,
	nodeBlames,
	ok,
	prove,
	send,
	serve,
} from './support';

/** A convenience parameter: text at the top level, and among the provider settings too. */
async function convenience(name: 'resolution' | 'quality', value: string): Promise<void> {
	const running = await serve();
	await item(running, making('image.generate', 'model-dev', { [name]: value }));
	expect(lastBody(running)).toEqual({ prompt: 'A red fox', model: 'model-dev', [name]: value });
	await ok(running, 'generateImage', {
		body: { prompt: 'x', additional_settings: { [name]: value } },
	});
	await nodeBlames(running, making('image.generate', 'model-dev', { [name]: 5 }), name);
	await blames(running, 'generateImage', { body: { prompt: 'x', [name]: 5 } }, name);
}

prove('Generate image: JSON body', {
	prompt: async (running) => {
		await promptLength(running);
		await blames(running, 'generateImage', { body: {} }, 'prompt');
	},
	model: async (running) => {
		expect(await ok(running, 'generateImage', { body: { prompt: 'x' } })).toMatchObject({
			model: 'model-dev',
		});
		await item(running, making('image.generate', 'model-dev'));
		expect(lastBody(running)).toMatchObject({ model: 'model-dev' });
		for (const model of ['no-such-model', 'MODEL-DEV', 'standard', 't2v-turbo']) {
			await blames(running, 'generateImage', { body: { prompt: 'x', model } }, 'model');
		}
	},
	image_width: dimension('image_width'),
	image_height: dimension('image_height'),
	callback_url: async (running) => {
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
	enable_fallback: async (running) => {
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

prove('Chat completions: parameters', {
	model: async (running) => {
		expect(await item(running, chat())).toMatchObject({ model });
		await blames(running, 'completeChat', { body: { messages } }, 'model');
		await blames(running, 'completeChat', { body: { messages, model: 'no-such-model' } }, 'model');
	},
	messages: async (running) => {
		expect(await item(running, chat())).toMatchObject({ text: expect.stringContaining('the sea') });
		expect(lastBody(running)).toEqual({ model, messages });
		await nodeBlames(running, { ...chat(), messages: {} }, 'messages');
		for (const wrong of [undefined, [], 'Hello']) {
			await blames(running, 'completeChat', { body: { model, messages: wrong } }, 'messages');
		}
	},
	temperature: upTo(2, 'temperature'),
	top_p: upTo(1, 'top_p'),
	max_tokens: async (running) => {
		const { usage, finish_reason } = await item(running, chat({ max_tokens: 5 }));
		expect(usage).toMatchObject({ completion_tokens: 5 });
		expect(finish_reason).toBe('length');
		await blames(
			running,
			'completeChat',
			{ body: { model, messages, max_tokens: 1.5 } },
			'max_tokens',
		);
		await nodeBlames(running, chat({ max_tokens: 1.5 }), 'max_tokens');
	},
	stream: async (running) => {
		const streamed = await send(running, 'completeChat', {
			body: { model, messages, stream: true },
		});
		expect(streamed.headers['content-type']).toMatch(/^text\/event-stream/);
		expect(streamed.data).toMatch(/^(data: \{.*\}\n\n)+data: \[DONE\]\n\n$/);
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
