import sharp from 'sharp';
import type { RunningSandbox } from '../../sandbox';
import {
	blames,
	completes,
	download,
	failure,
	item,
	items,
	lastBody,
	making,
	nobody,
	nodeBlames,
	ok,
	type Proof,
	references,
	serveAt,
} from './support';

/** What the document says in two tables, each proof once. */

/** A prompt has 1 to 2,000 characters; the blanks around it are taken off. */
export const promptLength: Proof = async (running) => {
	const generate = (prompt: unknown) =>
		making('image.generate', 'model-dev', {}, { prompt: `={{ ${JSON.stringify(prompt)} }}` });
	await item(running, generate('  fox\n'));
	expect(lastBody(running)).toMatchObject({ prompt: 'fox' });
	for (const prompt of ['x', ` ${'x'.repeat(2000)} `]) {
		await completes(running, generate(prompt));
		await ok(running, 'generateImage', { body: { prompt } });
	}
	for (const prompt of ['', ' \t\n', 'x'.repeat(2001)]) {
		await nodeBlames(running, generate(prompt), 'prompt');
		await blames(running, 'generateImage', { body: { prompt } }, 'prompt');
	}
};

/** A dimension: whole pixels from 256 to 2,048, and 1,024 when it is left out. */
export function dimension(name: 'image_width' | 'image_height'): Proof {
	const [own, other] =
		name === 'image_width' ? (['width', 'height'] as const) : (['height', 'width'] as const);
	return async (running) => {
		const sizeOf = async (pixels?: number) => {
			const values = { [name]: pixels, [`image_${other}`]: 300 };
			const { url } = await item(running, making('image.generate', 'model-dev', values));
			return await sharp((await download(String(url))).content).metadata();
		};
		for (const pixels of [256, 2048])
			expect(await sizeOf(pixels)).toMatchObject({ [own]: pixels, [other]: 300 });
		expect(await sizeOf()).toMatchObject({ [own]: 1024, [other]: 300 });
		for (const pixels of [255, 2049, 512.5])
			await isBeyond(running, making('image.generate', 'model-dev', { [name]: pixels }), name, [
				'generateImage',
				{ prompt: 'x', [name]: pixels },
			]);
	};
}

/** That the node refuses a value before it sends anything, and that the API refuses it too. */
export async function isBeyond(
	running: RunningSandbox,
	parameters: object,
	name: string,
	[endpoint, body]: ['generateImage' | 'editImage' | 'generateVideo' | 'completeChat', object],
): Promise<void> {
	await nodeBlames(running, parameters, name);
	await blames(running, endpoint, { body }, name);
}

const model = 'sandbox-chat-small';
export const messages = [{ role: 'user', content: 'Tell me of the sea, at some length' }];

/** Chat > Message a Model with these options. */
export const chat = (options: object = {}) => ({
	resource: 'chat',
	operation: 'complete',
	model: { __rl: true, mode: 'id', value: model },
	messages: { message: messages },
	options,
});

/** A number of a chat between 0 and this: both ends are sent and taken, what lies outside is refused on both sides. */
export function upTo(most: number, name: 'temperature' | 'top_p'): Proof {
	return async (running) => {
		for (const value of [0, most / 2 + 0.01, most]) {
			await item(running, chat({ [name]: value }));
			expect(lastBody(running)).toMatchObject({ [name]: value });
		}
		for (const value of [-0.001, most + 0.001]) {
			const body = { model, messages, [name]: value };
			await isBeyond(running, chat({ [name]: value }), name, ['completeChat', body]);
		}
	};
}

/** One edit makes 1 to 15 images with the model that takes `max_images`. */
export const maxImages: Proof = async (running) => {
	const { image } = await references();
	const sequential = 'sandbox-edit-sequential';
	const edit = (max_images: number) =>
		making('image.edit', sequential, { max_images }, { image_urls: [image] });
	for (const count of [1, 15])
		expect(new Set((await items(running, edit(count))).map(({ url }) => url)).size).toBe(count);
	for (const max_images of [0, 16]) {
		const body = { prompt: 'x', model: sequential, image_urls: [image], max_images };
		await isBeyond(running, edit(max_images), 'max_images', ['editImage', body]);
	}
};

/** One studio model takes up to three images. */
export const threeImages: Proof = async (running) => {
	const { image } = await references();
	const edit = (count: number) =>
		making('image.edit', 'sandbox-edit-three', {}, { image_urls: Array(count).fill(image) });
	for (const count of [1, 3]) await completes(running, edit(count));
	expect(await failure(running, edit(4))).toMatchObject({ http_code: 400, param: 'image_urls' });
};

/** An account of $100 with one job of $0.10 done and one under way, which ends in fifteen seconds. */
export async function halfway(time = '2025-03-30T12:00:00Z') {
	const picture = { body: { prompt: 'x', callback_url: nobody } };
	const { running, clock } = await serveAt(time);
	await ok(running, 'generateImage', picture);
	await clock.advance(15_000);
	await ok(running, 'generateImage', picture);
	const balance = () => item(running, { resource: 'billing', operation: 'getBalance' });
	return { running, clock, balance };
}

/** The spend of a day grows as jobs end, and starts anew at UTC midnight. */
export const dailySpend: Proof = async () => {
	const { clock, balance } = await halfway('2025-03-30T23:58:00Z');
	expect(await balance()).toMatchObject({ daily_spend_usd: 0.1 });
	await clock.advance(104_999);
	expect(await balance()).toMatchObject({ daily_spend_usd: 0.2 });
	await clock.advance(1);
	expect(await balance()).toMatchObject({ daily_spend_usd: 0, monthly_spend_usd: 0.2 });
};

/** That of a month starts anew with the UTC month. */
export const monthlySpend: Proof = async () => {
	const { clock, balance } = await halfway('2025-03-31T23:58:00Z');
	expect(await balance()).toMatchObject({ monthly_spend_usd: 0.1 });
	await clock.advance(104_999);
	expect(await balance()).toMatchObject({ monthly_spend_usd: 0.2 });
	await clock.advance(1);
	expect(await balance()).toMatchObject({ monthly_spend_usd: 0 });
};
