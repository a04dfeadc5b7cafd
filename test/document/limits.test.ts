import axios from 'axios';
import {
	dailySpend,
	dimension,
	isBeyond,
	maxImages,
	monthlySpend,
	promptLength,
	threeImages,
	upTo,
} from './proofs';
import { rows } from './rows';
import {
	completes,
	item,
	items,
	making,
	nobody,
	node,
	nodeBlames,
	prove,
	references,
	requestLines,
	serveAt,
} from './support';

/** Pauses of the node, in milliseconds; while this is set, it pauses by the sandbox's clock. */
let pause: ((ms: number) => Promise<void>) | undefined;

jest.mock('n8n-workflow', () => {
	const actual = jest.requireActual<typeof import('n8n-workflow')>('n8n-workflow');
	return {
		...actual,
		sleep: (ms: number, signal?: AbortSignal) => pause?.(ms) ?? actual.sleep(ms, signal),
	};
});

afterEach(() => {
	pause = undefined;
	jest.restoreAllMocks();
});

prove('Limits', {
	'Prompt length (image generation)': promptLength,
	'image_width, image_height': async (running) => {
		await dimension('image_width')(running);
		await dimension('image_height')(running);
	},
	'Job polling interval advised': async () => {
		const { running, clock } = await serveAt('2025-03-01T10:00:00Z');
		const draws = [0, 0.999999, 0.5];
		let drawn = 0;
		jest.spyOn(Math, 'random').mockImplementation(() => draws[drawn++ % draws.length]!);
		jest.spyOn(Date, 'now').mockImplementation(() => clock.now());
		pause = async (ms) => await clock.advance(ms);
		const slow = {
			resource: 'image',
			operation: 'generate',
			prompt: 'x [slow]',
			model: { __rl: true, mode: 'id', value: 'model-dev' },
		};
		const { error } = await node(running, {
			...slow,
			options: { download: false, extraBody: { callback_url: nobody } },
		});
		expect(error?.message).toBeUndefined();
		const looks = running.sandbox.requests
			.filter(({ method }) => method === 'GET')
			.map(({ at }) => at);
		const intervals = looks.slice(1).map((at, index) => (at - looks[index]!) / 1000);
		expect(intervals.length).toBeGreaterThan(20);
		expect(intervals.filter((seconds) => seconds < 2 || seconds > 5)).toEqual([]);
	},
	'image_urls per studio request': async (running) => {
		const { image } = await references();
		const edit = (count: number) =>
			making('image.edit', 'standard', {}, { image_urls: Array(count).fill(image) });
		for (const count of [1, 5]) await completes(running, edit(count));
		for (const count of [0, 6]) await nodeBlames(running, edit(count), 'image_urls');
		await threeImages(running);
	},
	max_images: maxImages,
	'Reference images for one video edit model': async (running) => {
		const { image, video } = await references();
		const model = 'sandbox-video-edit';
		const edit = (count: number) =>
			making('video.generate', model, { video_url: video, images: Array(count).fill(image) });
		await completes(running, edit(9));
		const additional_settings = { images: Array(10).fill(image) };
		const body = { prompt: 'x', model, video_url: video, additional_settings };
		await isBeyond(running, edit(10), 'images', ['generateVideo', body]);
	},
	'seconds for the upscaler and watermark remover': async (running) => {
		const { video: video_url } = await references();
		for (const model of ['ultimate-video-upscaler', 'video-watermark-remover']) {
			const work = (seconds: number) => making('video.generate', model, { video_url, seconds });
			await completes(running, work(30));
			for (const seconds of [31, 30.5]) {
				const body = { prompt: 'x', model, video_url, seconds };
				await isBeyond(running, work(seconds), 'seconds', ['generateVideo', body]);
			}
		}
	},
	'temperature / top_p': async (running) => {
		await upTo(2, 'temperature')(running);
		await upTo(1, 'top_p')(running);
	},
	'Daily spend': dailySpend,
	'Monthly spend': monthlySpend,
});

prove('Versioning (statements)', {
	'The version is the path prefix /v1 on every endpoint': async (running) => {
		const { baseUrl } = running;
		const lines = [
			...rows['Endpoints: API keys'],
			...rows['Endpoints: Billing'],
			...rows['Endpoints without a table'],
			'POST /v1/images/generations',
			'POST /v1/chat/completions',
		];
		const statusOf = async (method: string, path: string) =>
			(await axios.request({ method, url: baseUrl + path, validateStatus: null })).status;
		for (const line of lines) {
			const [method = '', path = ''] = line.split(' ');
			expect([line, await statusOf(method, path)]).toEqual([line, 401]);
			for (const prefix of ['', '/v2'])
				expect([line, await statusOf(method, path.replace(/^\/v1/, prefix))]).toEqual([line, 404]);
		}
		running.sandbox.clearRequests();
		await item(running, making('video.generate', 't2v-turbo'));
		expect(requestLines(running).every((line) => / \/v1\//.test(line))).toBe(true);
	},
	'Models carry a status': async (running) => {
		const statusesOf = async (status: string) =>
			new Set(
				(await items(running, { resource: 'model', operation: 'getMany', status })).map(
					(model) => model.status,
				),
			);
		expect(await statusesOf('all')).toEqual(new Set(['Live', 'Deprecated']));
		expect(await statusesOf('Live')).toEqual(new Set(['Live']));
		expect(await statusesOf('Deprecated')).toEqual(new Set(['Deprecated']));
		const audio = await axios.post(
			`${running.baseUrl}/v1/audio/speech`,
			{},
			{ headers: { 'x-api-key': running.apiKey }, validateStatus: null },
		);
		expect(audio.data.error.message).toMatch(/coming soon/);
	},
});
