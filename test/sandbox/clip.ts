import { path as ffmpeg } from '@ffmpeg-installer/ffmpeg';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A small test clip. */
export async function clip({ seconds = 2, size = '160x120', sound = false } = {}): Promise<Buffer> {
	const folder = await mkdtemp(join(tmpdir(), 'clip-'));
	const file = join(folder, 'clip.mp4');
	const audio = sound ? ['-f', 'lavfi', '-i', `sine=duration=${seconds}`] : [];
	await run(ffmpeg, [
		'-f',
		'lavfi',
		'-i',
		`testsrc=size=${size}:rate=10:duration=${seconds}`,
		...audio,
		'-pix_fmt',
		'yuv420p',
		'-shortest',
		file,
	]);
	const content = await readFile(file);
	await rm(folder, { recursive: true });
	return content;
}

/** What ffmpeg tells of a file: size in pixels, length in seconds, codecs. */
export async function probe(content: Buffer): Promise<{
	width: number;
	height: number;
	seconds: number;
	video: string;
	audio: string | undefined;
}> {
	const folder = await mkdtemp(join(tmpdir(), 'probe-'));
	const file = join(folder, 'file.mp4');
	await writeFile(file, content);
	const { stderr } = await run(ffmpeg, ['-hide_banner', '-i', file, '-f', 'null', '-']);
	await rm(folder, { recursive: true });
	const [, hours, minutes, seconds] = /Duration: (\d+):(\d+):([\d.]+)/.exec(stderr) ?? [];
	const [, video, width, height] = /Stream #0.*Video: (\w+).*?, (\d+)x(\d+)/.exec(stderr) ?? [];
	const audio = /Stream #0.*Audio: (\w+)/.exec(stderr)?.[1];
	return {
		width: Number(width),
		height: Number(height),
		// Sound comes in pieces of some milliseconds, which make a file a little longer.
		seconds: Math.round((Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 10) / 10,
		video: video ?? '',
		audio,
	};
}

/** The picture shown at a moment of a video, as PNG. */
export async function frameAt(content: Buffer, seconds: number): Promise<Buffer> {
	const folder = await mkdtemp(join(tmpdir(), 'frame-'));
	const [file, frame] = [join(folder, 'file.mp4'), join(folder, 'frame.png')];
	await writeFile(file, content);
	await run(ffmpeg, ['-ss', String(seconds), '-i', file, '-frames:v', '1', frame]);
	const picture = await readFile(frame);
	await rm(folder, { recursive: true });
	return picture;
}
