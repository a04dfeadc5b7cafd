import { useServer } from '../support/server';
import { chatModels } from '../../sandbox';
import { closeAll, colouredPng, ok, refused, serve } from './support';

afterEach(closeAll);
const files = useServer();
const model = chatModels[0]!.id;

const png = async (width: number, height: number) => await colouredPng(width, height, 'red');
const asking = (...urls: unknown[]) => ({
	model,
	messages: [
		{
			role: 'user',
			content: [
				{ type: 'text', text: 'Is it good?' },
				...urls.map((url) => ({ type: 'image_url', image_url: { url } })),
			],
		},
	],
});
const dataUrl = (content: Buffer) => `data:image/png;base64,${content.toString('base64')}`;
const SEEN = `${model} heard: Is it good? It saw a PNG image of 600 × 400 pixels.`;

it('a chat model sees the format and the size of an image, at an address or in the message', async () => {
	const content = await png(600, 400);
	files.answer = (_, response) => response.end(content);
	const running = await serve();
	for (const url of [files.url, dataUrl(content)])
		expect(
			(await ok(running, 'completeChat', { body: asking(url) })).choices[0].message.content,
		).toBe(SEEN);
});

it('what an agent says and the image that it attaches, in a message of its own, are one turn', async () => {
	const running = await serve();
	const image = { type: 'image_url', image_url: { url: dataUrl(await png(600, 400)) } };
	const messages = [
		{ role: 'system', content: 'You help.' },
		{ role: 'user', content: 'Is it good?' },
		{ role: 'user', content: [image] },
	];
	const { choices } = await ok(running, 'completeChat', { body: { model, messages } });
	expect(choices[0].message.content).toBe(SEEN);
});

it('it finds an image good from 1,024 pixels a side, where it is to answer with JSON', async () => {
	const running = await serve();
	const verdict = async (...images: Buffer[]) => {
		const body = { ...asking(...images.map(dataUrl)), response_format: { type: 'json_object' } };
		return JSON.parse(
			(await ok(running, 'completeChat', { body })).choices[0].message.content,
		) as object;
	};
	expect(await verdict(await png(600, 400))).toEqual({
		answer: SEEN,
		good: false,
		why: '600 × 400 pixels are too few: less than 1024 a side',
	});
	expect(await verdict(await png(1024, 1024))).toMatchObject({ good: true });
	expect(await verdict(await png(1024, 1024), await png(64, 64))).toMatchObject({ good: false });
});

it('an image costs tokens, and an estimate knows of them', async () => {
	const running = await serve();
	const { usage } = await ok(running, 'completeChat', {
		body: asking(dataUrl(await png(600, 400))),
	});
	const { usage: plain } = await ok(running, 'completeChat', { body: asking() });
	expect(usage.prompt_tokens - plain.prompt_tokens).toBe(85 + 2 * 170);
	const { data } = await ok(running, 'getTransactions');
	const { estimated_cost_nanos: nanos } = await ok(running, 'estimateCost', {
		body: asking(dataUrl(await png(600, 400))),
	});
	expect(data.map(({ amount_nanos }: { amount_nanos: number }) => amount_nanos)).toContain(-nanos);
});

it.each<[string, unknown, RegExp]>([
	['no address', undefined, /^messages\[0\]\.content\[1\] must be like/],
	['a path', '/image.png', /must be like .* with an http\(s\) or data URL/],
	[
		'a text',
		dataUrl(Buffer.from('Hello')),
		/^messages\[0\]\.content\[1\] cannot be used: it is not a picture/,
	],
	['an address without an image', 'http://127.0.0.1:9/', /cannot be used: it could not be fetched/],
])('%s is refused', async (_, url, message) => {
	const error = await refused(await serve(), 'completeChat', { body: asking(url) });
	expect(error).toMatchObject({
		status: 400,
		param: 'messages',
		code: 'invalid_reference',
		message: expect.stringMatching(message),
	});
});
