import { path as ffmpegPath } from '@ffmpeg-installer/ffmpeg';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/*
 * A build of 2018, as no newer package carries a plain ffmpeg: others fetch theirs from elsewhere, are bindings of 175 MB or
 * have a licence of their own. Its age matters for input that others chose alone, which `untrusted` narrows.
 */

const run = promisify(execFile);
const LONGEST_RUN = 300_000;

/**
 * Options before an input that others chose: nothing but plain media files on disk is opened, so that a
 * playlist cannot make the program read anything else.
 */
export const untrusted = [
	'-protocol_whitelist',
	'file',
	'-format_whitelist',
	'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,mpegts,flv,mp3,wav,ogg,flac,aac',
] as const;

/** What is in a media file. Length in seconds, size in pixels as it is shown. */
export interface MediaFacts {
	seconds: number;
	picture: { width: number; height: number } | undefined;
	sound: boolean;
}

/**
 * Runs ffmpeg, overwriting its output.
 * @throws Error with what it complained of
 */
export async function ffmpeg(args: readonly string[]): Promise<void> {
	await run(ffmpegPath, ['-hide_banner', '-v', 'error', '-nostdin', '-y', ...args], {
		timeout: LONGEST_RUN,
	});
}

/** What a file holds that others chose; undefined when it is no media file with a known length. */
export async function probe(path: string): Promise<MediaFacts | undefined> {
	const report = await describe(path);
	const [, hours, minutes, seconds] = /Duration: (\d+):(\d+):([\d.]+)/.exec(report) ?? [];
	if (!seconds) return undefined;
	const [, width, height] = /Stream #0.*Video: .*?[ ,](\d{2,5})x(\d{2,5})/.exec(report) ?? [];
	const turned = /rotat\w*\s*(?::|of)\s*-?(90|270)\b/.test(report);
	const size = { width: Number(turned ? height : width), height: Number(turned ? width : height) };
	return {
		seconds: Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds),
		picture: width ? size : undefined,
		sound: /Stream #0.*Audio: /.test(report),
	};
}

/** Without an output to make, ffmpeg describes its input on stderr and exits with an error. */
async function describe(path: string): Promise<string> {
	try {
		return (
			await run(ffmpegPath, ['-hide_banner', '-nostdin', ...untrusted, '-i', path], {
				timeout: 30_000,
			})
		).stderr;
	} catch (error) {
		return (error as { stderr?: string }).stderr ?? '';
	}
}
