import { path as ffmpeg } from '@ffmpeg-installer/ffmpeg';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Does something in a folder that is gone afterwards; `file` is the path of a clip in it. */
async function inFolder<T>(work: (file: string, folder: string) => Promise<T>): Promise<T> {
	const folder = await mkdtemp(join(tmpdir(), 'clip-'));
	return await work(join(folder, 'clip.mp4'), folder).finally(() =>
		rm(folder, { recursive: true }),
	);
}

/** A small test clip. */
export async function clip({ seconds = 2, size = '160x120', sound = false } = {}): Promise<Buffer> {
	const video = ['-f', 'lavfi', '-i', `testsrc=size=${size}:rate=10:duration=${seconds}`];
	const audio = sound ? ['-f', 'lavfi', '-i', `sine=duration=${seconds}`] : [];
	return await inFolder(async (file) => {
		await run(ffmpeg, [...video, ...audio, '-pix_fmt', 'yuv420p', '-shortest', file]);
		return await readFile(file);
	});
}

/** What ffmpeg tells of a file: size in pixels, length in seconds, codecs. */
export async function probe(content: Buffer) {
	const { stderr } = await inFolder(async (file) => {
		await writeFile(file, content);
		return await run(ffmpeg, ['-hide_banner', '-i', file, '-f', 'null', '-']);
	});
	const [, hours, minutes, seconds] = /Duration: (\d+):(\d+):([\d.]+)/.exec(stderr) ?? [];
	const [, video, width, height] = /Stream #0.*Video: (\w+).*?, (\d+)x(\d+)/.exec(stderr) ?? [];
	return {
		width: Number(width),
		height: Number(height),
		// Sound comes in pieces of some milliseconds, which make a file a little longer.
		seconds: Math.round((Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 10) / 10,
		video: video ?? '',
		audio: /Stream #0.*Audio: (\w+)/.exec(stderr)?.[1],
	};
}

/** The picture shown at a moment of a video, as PNG. */
export async function frameAt(content: Buffer, seconds: number): Promise<Buffer> {
	return await inFolder(async (file, folder) => {
		const frame = join(folder, 'frame.png');
		await writeFile(file, content);
		await run(ffmpeg, ['-ss', String(seconds), '-i', file, '-frames:v', '1', frame]);
		return await readFile(frame);
	});
}
