import type { ServerResponse } from 'node:http';
import { published } from '../../../support/deliveries';
import { useServer } from '../../../support/server';
import { useMovedTime } from '../../../support/time';
import { useTrigger } from '../../../support/trigger';

jest.mock('n8n-workflow', () =>
	jest
		.requireActual<typeof import('../../../support/time')>('../../../support/time')
		.withMovedSleep(),
);

useMovedTime();
const { mend, answering, about, makeImage } = useTrigger();
const media = useServer();
const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

test.each([
	[
		'has expired',
		(response: ServerResponse) => response.writeHead(410).end(),
		{},
		'HTTP status 410',
	],
	['is gone', (response: ServerResponse) => response.writeHead(404).end(), {}, 'HTTP status 404'],
	[
		'is no image',
		(response: ServerResponse) =>
			response.setHeader('content-type', 'text/html').end('<!doctype html><p>x</p>'),
		{},
		'not an image',
	],
	[
		'is too large',
		(response: ServerResponse) =>
			response.setHeader('content-type', 'image/png').end(Buffer.alloc(5_000, 1)),
		{ maxFileSize: 0.001 },
		'File: Maximum Size',
	],
])(
	'a file that %s: the workflow starts without it, once, and is told why',
	async (_, answer, options, why) => {
		media.answer = (_request, response) => answer(response);
		const stored = published({ options });
		const job_id = await makeImage();
		answering(job_id, () =>
			Response.json({ job_id, status: 'completed', image_url: `${media.url}/x.png` }),
		);
		const { items } = await about(stored, job_id);
		expect(items).toMatchObject([
			{
				json: {
					job_id,
					status: 'completed',
					url: `${media.url}/x.png`,
					note: expect.stringContaining(why),
				},
			},
		]);
		expect(items?.[0]?.binary).toBeUndefined();
		expect(await about(stored, job_id)).toMatchObject({ body: { duplicate: true } });
	},
);

test.each([429, 503])(
	'a file whose host answers %d may be there in a while: 503, and the next delivery starts the workflow with it',
	async (code) => {
		media.answer = (_request, response) => response.writeHead(code).end();
		const stored = published();
		const job_id = await makeImage();
		answering(job_id, () =>
			Response.json({ job_id, status: 'completed', image_url: `${media.url}/x.png` }),
		);
		expect(await about(stored, job_id)).toMatchObject({ status: 503, items: undefined });
		mend();
		expect((await about(stored, job_id)).items?.[0]?.binary).toBeDefined();
	},
);

test('a file that comes a byte at a time: after five minutes the workflow starts without it, and is told why', async () => {
	const alarms: AbortController[] = [];
	jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
		const alarm = new AbortController();
		if (ms === 300_000) alarms.push(alarm);
		return alarm.signal;
	});
	media.answer = (_request, response) => {
		response.writeHead(200, { 'content-type': 'image/png' }).write(PNG);
		for (const alarm of alarms) alarm.abort();
	};
	const job_id = await makeImage();
	answering(job_id, () =>
		Response.json({ job_id, status: 'completed', image_url: `${media.url}/x.png` }),
	);
	const { items } = await about(published(), job_id);
	expect(items).toMatchObject([
		{
			json: {
				job_id,
				url: `${media.url}/x.png`,
				note: expect.stringContaining('took longer than five minutes'),
			},
		},
	]);
	expect(alarms.length).toBeGreaterThan(0);
});

test('a completed job without a file: the workflow starts, and is told how to come by it', async () => {
	const job_id = await makeImage();
	answering(job_id, () => Response.json({ job_id, status: 'completed', blob: 'x' }));
	const { items } = await about(published(), job_id);
	expect(items).toMatchObject([
		{
			json: {
				job_id,
				note: expect.stringContaining(
					'Fetch it with Get Job, and there set Options > Answer: Paths > File',
				),
			},
		},
	]);
});

const MP4 = Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom'.padEnd(2_000, '\0'), 'latin1');
/** A completed job whose file lies at these paths of the media host. */
const withFiles = async (...paths: string[]) => {
	const job_id = await makeImage();
	answering(job_id, () =>
		Response.json({
			job_id,
			status: 'completed',
			urls: paths.map((path) => `${media.url}${path}`),
		}),
	);
	return job_id;
};

test('a file that turns out to be a video: the job is one of videos', async () => {
	media.answer = (_request, response) => response.setHeader('content-type', 'video/mp4').end(MP4);
	const job_id = await withFiles('/1');
	expect(await about(published({ kinds: ['image', 'studio'] }), job_id)).toMatchObject({
		status: 200,
		body: { ignored: true },
		items: undefined,
	});
	const { items } = await about(published(), job_id);
	expect(items).toMatchObject([
		{
			json: { job_id, url: `${media.url}/1` },
			binary: { data: { mimeType: 'video/mp4', fileExtension: 'mp4' } },
		},
	]);
	expect(items?.[0]?.json).not.toHaveProperty('note');
	const { items: without } = await about(published({ options: { maxFileSize: 0.001 } }), job_id);
	expect(without).toEqual([
		{
			json: expect.objectContaining({
				job_id,
				note: `The file was not downloaded: The file is larger than 0.001 MiB, the limit in Options > File: Maximum Size (MiB). It was made, and is paid for. Raise the limit, and fetch it with Get Job (job ${job_id}).`,
			}),
			pairedItem: { item: 0 },
		},
	]);
});

test('of several files one is gone: the workflow starts without any, and each item says why', async () => {
	media.answer = ({ url }, response) =>
		url === '/1.png'
			? response.setHeader('content-type', 'image/png').end('\x89PNG')
			: response.writeHead(410).end();
	const job_id = await withFiles('/1.png', '/2.png');
	const { items } = await about(published(), job_id);
	const note = `The files were not downloaded: The file at ${new URL(media.url).host} could not be downloaded: HTTP status 410. The file was made and paid for; only its download failed. Do not make it again: fetch it with Get Job (job ${job_id}).`;
	expect(items).toEqual(
		[0, 1].map((index) => ({
			json: expect.objectContaining({
				job_id,
				url: `${media.url}/${index + 1}.png`,
				index,
				of: 2,
				note,
			}),
			pairedItem: { item: 0 },
		})),
	);
});

test('a media host that is out of reach may be there in a while', async () => {
	const job_id = await makeImage();
	answering(job_id, () =>
		Response.json({ job_id, status: 'completed', image_url: 'http://127.0.0.1:9/1.png' }),
	);
	expect(await about(published(), job_id)).toEqual({
		status: 503,
		headers: { 'retry-after': '10' },
		body: { error: { message: 'The file of the job could not be downloaded; try again' } },
		items: undefined,
	});
});
