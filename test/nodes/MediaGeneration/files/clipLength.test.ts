import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ffmpeg } from '../../../../sandbox/media/ffmpeg';
import { runNode } from '../../../support/engine';
import { useSandbox } from '../../../support/sandbox';
import { useServer } from '../../../support/server';

const sandbox = useSandbox();
const host = useServer();
const folder = mkdtempSync(path.join(tmpdir(), 'clips-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Makes a real video. @param args between the sources and the file */
async function made(name: string, args: string, seconds = 3.4, sound = false): Promise<Buffer> {
	const file = path.join(folder, name);
	await ffmpeg([
		...['-f', 'lavfi', '-i', `testsrc=s=64x48:r=10:d=${seconds}`],
		...(sound ? ['-f', 'lavfi', '-i', `sine=d=${seconds + 0.7}`] : []),
		...args.split(' '),
		file,
	]);
	return readFileSync(file);
}

/** How much of a file is there: all, or a part of it from its start. */
const cutAt = (part: number) => (whole: Buffer) => whole.subarray(0, whole.length * part);

interface Clip {
	name: string;
	args: string;
	sound?: boolean;
	seconds?: number;
	/** What is read, as ffprobe reads it; nothing where it cannot be. */
	read?: number;
	part?: (whole: Buffer) => Buffer;
}

const h264 = '-c:v libx264 -pix_fmt yuv420p';
const fragments = '-g 5 -movflags frag_keyframe+empty_moov';
const clips: Record<string, Clip> = {
	'MP4, its index in front': { name: 'a.mp4', args: `${h264} -movflags +faststart`, read: 3.4 },
	'MP4, its index at the end': { name: 'b.mp4', args: h264, read: 3.4 },
	'MP4 with longer sound': { name: 'c.mp4', args: `${h264} -c:a aac`, sound: true, read: 4.1 },
	'MP4 of 41 s': { name: 'd.mp4', args: h264, seconds: 41, read: 41 },
	'MP4, turned by 90°': { name: 'e.mp4', args: `${h264} -metadata:s:v rotate=90`, read: 3.4 },
	'MP4 in fragments': { name: 'i.mp4', args: `${h264} ${fragments}` },
	'MP4 in fragments, the index with the first': {
		name: 'l.mp4',
		args: `${h264} -g 5 -movflags frag_keyframe`,
	},
	'MOV of H.264': { name: 'm.mov', args: h264, read: 3.4 },
	WebM: { name: 'q.webm', args: '-c:v libvpx' },
	AVI: { name: 'u.avi', args: '-c:v mpeg4' },
	'MP4, cut off behind its index': {
		name: 'w.mp4',
		args: `${h264} -movflags +faststart`,
		part: cutAt(0.8),
	},
	'MP4, cut off before its index': { name: 'x.mp4', args: h264, part: cutAt(0.5) },
	'MP4 in fragments, cut off': { name: 'y.mp4', args: `${h264} ${fragments}`, part: cutAt(0.6) },
};

const files = new Map<string, Buffer>();
beforeAll(async () => {
	for (const { name, args, seconds, sound, part = (whole: Buffer) => whole } of Object.values(
		clips,
	))
		files.set(name, part(await made(name, args, seconds, sound)));
}, 120_000);

/** Gives a file as a media host does. @param ranges whether it gives parts, too */
function serve(content: Buffer, ranges = true) {
	host.answer = ({ headers }: IncomingMessage, response: ServerResponse) => {
		const from = ranges ? /^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] : undefined;
		const part = content.subarray(Number(from ?? 0));
		response.writeHead(from === undefined ? 200 : 206, {
			'content-length': part.length,
			...(from !== undefined && {
				'content-range': `bytes ${from}-${content.length - 1}/${content.length}`,
			}),
		});
		response.end(part);
	};
}

const run = async (parameters: object, file?: Buffer) =>
	await runNode({
		parameters: {
			resource: 'video',
			operation: 'upscale',
			options: { dryRun: true },
			...parameters,
		},
		items: [
			{
				json: {},
				...(file && {
					binary: {
						data: { data: file.toString('base64'), mimeType: 'video/mp4', fileName: 'a.mp4' },
					},
				}),
			},
		],
		credentials: sandbox.credentials(),
	});

const bodyOf = ({ items }: Awaited<ReturnType<typeof run>>) => items[0]?.json.body;
const within = (seconds: number) => expect.closeTo(seconds, 1);

test.each(Object.entries(clips))('%s: by link, in ranges', async (_, { name, read }) => {
	serve(files.get(name) ?? Buffer.alloc(0));
	const made = await run({ video_url: `${host.url}/${name}` });
	if (read === undefined) {
		expect(made.error?.message).toBe(
			'Duration (seconds) is required: how long the video is could not be read from it (given: nothing)',
		);
		return;
	}
	if (read > 30) {
		expect(made.error?.message).toMatch(
			/^Duration \(seconds\) must be a number from 1 to 30 for ultimate-video-upscaler \(given: 41\)$/,
		);
		return;
	}
	expect(made.error).toBeUndefined();
	expect(bodyOf(made)).toMatchObject({ seconds: within(read) });
	expect(host.requests.length).toBeLessThanOrEqual(2);
	expect(host.requests.every(({ headers }) => headers['x-api-key'] === undefined)).toBe(true);
});

test.each(Object.entries(clips).filter(([, { read }]) => read !== undefined && read < 30))(
	'%s: from a file of the item',
	async (_, { name, read = 0 }) => {
		const made = await run({}, files.get(name));
		expect(made.error).toBeUndefined();
		expect(bodyOf(made)).toMatchObject({ seconds: within(read) });
		expect(host.requests).toEqual([]);
	},
);

const plain = clips['MP4, its index at the end']?.name ?? '';

test('a host that gives no ranges is read on to where the length stands', async () => {
	serve(files.get(plain) ?? Buffer.alloc(0), false);
	const made = await run({ video_url: `${host.url}/a.mp4` });
	expect(bodyOf(made)).toMatchObject({ seconds: 3.4 });
	expect(host.requests.length).toBeLessThanOrEqual(2);
});

test('the price is that of the length, and so is what is sent', async () => {
	serve(files.get(plain) ?? Buffer.alloc(0));
	const made = await run({
		operation: 'removeWatermark',
		video_url: `${host.url}/a.mp4`,
		options: { download: false, pollInterval: 0.1 },
	});
	expect(made.error).toBeUndefined();
	expect(made.items[0]?.json).toMatchObject({ status: 'completed', estimated_cost_usd: 0.0272 });
	expect(sandbox.requests('POST').map(({ body }) => body)).toEqual([
		expect.objectContaining({ seconds: 3.4, model: 'video-watermark-remover' }),
	]);
});

test('a length that is given is not read', async () => {
	const made = await run({
		video_url: `${host.url}/a.mp4`,
		specifyParameters: 'json',
		parametersJson: { seconds: 7 },
	});
	expect(bodyOf(made)).toMatchObject({ seconds: 7 });
	expect(host.requests).toEqual([]);
});

test('Generate sends no length that cannot be read, as the API requires none', async () => {
	const made = await run({
		operation: 'generate',
		prompt: 'x',
		model: { __rl: true, mode: 'id', value: 'ultimate-video-upscaler' },
		specifyParameters: 'json',
		parametersJson: { video_url: `${host.url}/none.mp4` },
	});
	expect(made.error).toBeUndefined();
	expect(bodyOf(made)).not.toHaveProperty('seconds');
	expect(made.items[0]?.json).toMatchObject({ estimated_cost_usd: 30 * 0.064 });
});

test.each([
	['is not there', (response: ServerResponse) => response.writeHead(404).end()],
	['hangs up', (response: ServerResponse) => response.destroy()],
	['is a page', (response: ServerResponse) => response.end('<html>'.repeat(1000))],
	[
		'says more than it has',
		(response: ServerResponse) =>
			response.writeHead(206, { 'content-range': 'bytes 0-9/99999999999' }).end('0123456789'),
	],
])('the length of a video that %s is asked for', async (_, answer) => {
	host.answer = (__, response) => answer(response);
	const { error } = await run({ video_url: `${host.url}/a.mp4` });
	expect(error?.message).toMatch(/^Duration \(seconds\) is required/);
	expect(sandbox.requests()).toEqual([]);
});
