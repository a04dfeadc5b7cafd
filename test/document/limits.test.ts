import { names } from '../support/values';
import axios from 'axios';
import { rows } from './rows';
import {
	blames,
	completes,
	failure,
	item,
	items,
	making,
	type MakingOperation,
	nobody,
	node,
	ok,
	prove,
	references,
	requestLines,
	serve,
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

const endpoints = {
	'image.generate': 'generateImage',
	'image.edit': 'editImage',
	'video.generate': 'generateVideo',
} as const;

/** That the node refuses values before it sends anything, and that the API refuses them too. */
async function beyond(
	operation: MakingOperation,
	model: string,
	name: string,
	needed: { image_urls?: string[]; video_url?: string },
	values: unknown[],
): Promise<void> {
	const running = await serve();
	const { image_urls, ...others } = needed;
	for (const value of values) {
		const parameters = making(operation, model, { ...others, [name]: value }, { image_urls });
		expect(names((await failure(running, parameters)).message, name)).toBe(true);
		expect(running.sandbox.requests).toEqual([]);
		const own = name === 'images' ? { additional_settings: { [name]: value } } : { [name]: value };
		await blames(
			running,
			endpoints[operation],
			{
				body: { prompt: 'x', model, ...needed, ...own },
			},
			name,
		);
		running.sandbox.clearRequests();
	}
}

/** Spends ten cents a second before a moment and again at it; gives what was spent, as the node tells it. */
async function spentAround(moment: string): Promise<Array<{ daily: unknown; monthly: unknown }>> {
	const { running, clock } = await serveAt(moment);
	const balance = async () => {
		const { daily_spend_usd: daily, monthly_spend_usd: monthly } = await item(running, {
			resource: 'billing',
			operation: 'getBalance',
		});
		return { daily, monthly };
	};
	const looks = [];
	for (let jobs = 0; jobs < 2; jobs += 1) {
		await ok(running, 'generateImage', { body: { prompt: 'x', callback_url: nobody } });
		await clock.advance(15_000);
		looks.push(await balance());
	}
	return looks;
}

prove('Limits', {
	'Prompt length (image generation)': async () => {
		const running = await serve();
		const generate = (prompt: string) => making('image.generate', 'model-dev', {}, { prompt });
		for (const prompt of ['x', `  ${'x'.repeat(2000)}\n`]) {
			await completes(running, generate(prompt));
			await ok(running, 'generateImage', { body: { prompt } });
		}
		for (const prompt of [' \t\n', 'x'.repeat(2001)]) {
			expect(
				names(
					(await failure(running, generate(`={{ ${JSON.stringify(prompt)} }}`))).message,
					'prompt',
				),
			).toBe(true);
			await blames(running, 'generateImage', { body: { prompt } }, 'prompt');
		}
	},
	'image_width, image_height': async () => {
		const running = await serve();
		const sizes = async (values: object) => {
			const { job_id } = await item(running, making('image.generate', 'model-dev', values));
			const { width, height } = running.sandbox.state.jobs.get(String(job_id))!.plan;
			return [width, height];
		};
		expect(await sizes({})).toEqual([1024, 1024]);
		expect(await sizes({ image_width: 256, image_height: 2048 })).toEqual([256, 2048]);
		expect(await sizes({ image_width: 2048, image_height: 256 })).toEqual([2048, 256]);
		await beyond('image.generate', 'model-dev', 'image_width', {}, [255, 2049]);
		await beyond('image.generate', 'model-dev', 'image_height', {}, [255, 2049]);
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
	'image_urls per studio request': async () => {
		const running = await serve();
		const { image } = await references();
		const edit = (model: string, count: number) =>
			making('image.edit', model, {}, { image_urls: Array(count).fill(image) });
		for (const count of [1, 5]) await completes(running, edit('standard', count));
		for (const count of [0, 6])
			expect((await failure(running, edit('standard', count))).message).toMatch(
				/^([\w ]+ \()?image_urls\)? /i,
			);
		for (const count of [1, 3])
			expect(await item(running, edit('sandbox-edit-three', count))).toMatchObject({
				status: 'completed',
			});
		expect(await failure(running, edit('sandbox-edit-three', 4))).toMatchObject({
			http_code: 400,
			param: 'image_urls',
		});
	},
	max_images: async () => {
		const running = await serve();
		const { image } = await references();
		for (const max_images of [1, 15]) {
			const edit = making(
				'image.edit',
				'sandbox-edit-sequential',
				{ max_images },
				{ image_urls: [image] },
			);
			expect(await items(running, edit)).toHaveLength(max_images);
		}
		await beyond(
			'image.edit',
			'sandbox-edit-sequential',
			'max_images',
			{ image_urls: [image] },
			[0, 16],
		);
	},
	'Reference images for one video edit model': async () => {
		const running = await serve();
		const { image, video } = await references();
		const edit = { video_url: video, images: Array(9).fill(image) };
		await completes(running, making('video.generate', 'sandbox-video-edit', edit));
		await beyond('video.generate', 'sandbox-video-edit', 'images', { video_url: video }, [
			Array(10).fill(image),
		]);
	},
	'seconds for the upscaler and watermark remover': async () => {
		const running = await serve();
		const { video } = await references();
		for (const model of ['ultimate-video-upscaler', 'video-watermark-remover']) {
			await completes(running, making('video.generate', model, { video_url: video, seconds: 30 }));
			await beyond('video.generate', model, 'seconds', { video_url: video }, [31, 30.5]);
		}
	},
	'temperature / top_p': async () => {
		const running = await serve();
		const body = { model: 'sandbox-chat-small', messages: [{ role: 'user', content: 'x' }] };
		for (const [name, most] of [
			['temperature', 2],
			['top_p', 1],
		] as const) {
			for (const value of [0, most])
				await ok(running, 'completeChat', { body: { ...body, [name]: value } });
			for (const value of [-0.001, most + 0.001]) {
				await blames(running, 'completeChat', { body: { ...body, [name]: value } }, name);
			}
		}
	},
	'Daily spend': async () => {
		expect(await spentAround('2025-03-30T23:59:30Z')).toMatchObject([
			{ daily: 0.1 },
			{ daily: 0.1 },
		]);
		expect(await spentAround('2025-03-30T23:59:29.999Z')).toMatchObject([
			{ daily: 0.1 },
			{ daily: 0.2 },
		]);
	},
	'Monthly spend': async () => {
		expect(await spentAround('2025-03-31T23:59:30Z')).toMatchObject([
			{ monthly: 0.1 },
			{ monthly: 0.1 },
		]);
		expect(await spentAround('2025-03-30T23:59:30Z')).toMatchObject([
			{ monthly: 0.1 },
			{ monthly: 0.2 },
		]);
	},
});

prove('Versioning (statements)', {
	'The version is the path prefix /v1 on every endpoint': async () => {
		const running = await serve();
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
	'Models carry a status': async () => {
		const running = await serve();
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
