import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import type { BlobStore } from '../blobs';
import { ffmpeg, untrusted } from './ffmpeg';
import type { VideoPlan } from './plan';
import { frameOf, overlayOf } from './stills';

const ENCODING = '-c:v libx264 -preset ultrafast -crf 26 -pix_fmt yuv420p -movflags +faststart';
const SOUND = '-c:a aac -b:a 96k -ac 2 -ar 44100';
const UNIFORM = 'setsar=1,format=yuv420p';

/** Seconds for which a given first frame, and a given last one, are seen bare. */
const BARE = 1;

/** What ffmpeg is given, what it does with that, and how many seconds come of it. */
interface Composition {
	inputs: string[];
	steps: string[];
	seconds: number;
}

/** Makes the video of a job as an MP4 file (H.264, and AAC when it has sound) at this path. */
export async function renderVideo(plan: VideoPlan, blobs: BlobStore, path: string): Promise<void> {
	const part = `${path}.part.mp4`;
	const made = [part];
	const file = (name: string) => {
		made.push(`${path}.${name}.png`);
		return `${path}.${name}.png`;
	};
	try {
		const { inputs, steps, seconds } = await compose(plan, blobs, file);
		const { input, output } = await soundOf(plan, blobs, seconds, inputs);
		await ffmpeg([
			...inputs,
			...input,
			...['-filter_complex', steps.join(';'), '-map', '[out]', ...output],
			...['-r', String(frameRateOf(plan)), '-t', String(seconds), ...ENCODING.split(' '), part],
		]);
		await rename(part, path);
	} finally {
		await Promise.all(made.map((each) => rm(each, { force: true })));
	}
}

async function compose(
	plan: VideoPlan,
	blobs: BlobStore,
	file: (name: string) => string,
): Promise<Composition> {
	const { clip, opening, ending, seconds } = plan;
	const still = async (name: string, picture: Promise<Buffer>) => {
		const path = file(name);
		await writeFile(path, await picture);
		return ['-i', path];
	};
	const frame = async (name: string, given?: Buffer) => await still(name, frameOf(plan, given));
	const source = clip ? [...untrusted, '-i', await blobs.pathOf(clip.blob)] : [];
	if (clip?.use === 'as it is')
		return { inputs: source, steps: [fill(plan, '[0:v]', '[out]')], seconds };
	const overlay = await still('over', overlayOf(plan, blobs));
	if (clip?.use === 'rework')
		return {
			inputs: ['-stream_loop', '-1', ...source, ...overlay],
			steps: [fill(plan, '[0:v]', '[clip]'), cover('[clip]', '[1:v]', '[out]', 0)],
			seconds,
		};
	if (clip) {
		const last = file('last');
		await ffmpeg([...untrusted, '-sseof', '-1', ...source.slice(-2), '-update', '1', last]);
		return {
			inputs: [...source, ...(await frame('frame', await readFile(last))), ...overlay],
			steps: [
				fill(plan, '[0:v]', '[clip]'),
				zoom(plan, '[1:v]', '[moving]'),
				cover('[moving]', '[2:v]', '[added]', BARE),
				'[clip][added]concat=n=2:v=1:a=0[out]',
			],
			seconds: clip.seconds + seconds,
		};
	}
	const first = await frame('frame', opening ? await blobs.get(opening) : undefined);
	const end = ending ? await frame('end', await blobs.get(ending)) : [];
	return {
		inputs: [...first, ...overlay, ...end],
		steps: [
			zoom(plan, '[0:v]', '[moving]'),
			cover('[moving]', '[1:v]', ending ? '[told]' : '[out]', opening ? BARE : 0),
			...(ending ? [cover('[told]', '[2:v]', '[out]', Math.max(0, seconds - BARE))] : []),
		],
		seconds,
	};
}

/** Pictures a second: fewer where each is large. */
const frameRateOf = ({ width, height }: VideoPlan) => (width * height > 2_500_000 ? 8 : 15);

/** A slow move into a still picture, for the length of the plan. */
function zoom(plan: VideoPlan, from: string, to: string): string {
	const rate = frameRateOf(plan);
	const frames = Math.ceil(plan.seconds * rate) + 1;
	const middle = "x='iw/2-iw/zoom/2':y='ih/2-ih/zoom/2'";
	return `${from}zoompan=z='1+0.12*on/${frames}':${middle}:d=${frames}:s=${plan.width}x${plan.height}:fps=${rate},trim=duration=${plan.seconds},${UNIFORM}${to}`;
}

/** A clip cut and scaled to fill the frame. */
function fill(plan: VideoPlan, from: string, to: string): string {
	const { width, height } = plan;
	const scale = `scale=${width}:${height}:force_original_aspect_ratio=increase,crop=${width}:${height}`;
	return `${from}${scale},fps=${frameRateOf(plan)},${UNIFORM}${to}`;
}

/** Lays a picture over a video, from a second on. */
const cover = (video: string, picture: string, to: string, since: number) =>
	`${video}${picture}overlay=format=auto:enable='gte(t,${since})'${to}`;

/** The sound: the given track, else the clip's own, else a soft chord that follows from the seed; silence where it is shorter than the video. */
async function soundOf(
	plan: VideoPlan,
	blobs: BlobStore,
	seconds: number,
	inputs: string[],
): Promise<{ input: string[]; output: string[] }> {
	const { sound, track, clip, seed } = plan;
	if (!sound) return { input: [], output: ['-an'] };
	const output = (index: number) => ['-map', `${index}:a:0`, ...SOUND.split(' '), '-af', 'apad'];
	const next = inputs.filter((each) => each === '-i').length;
	if (track)
		return { input: [...untrusted, '-i', await blobs.pathOf(track)], output: output(next) };
	if (clip?.sound) return { input: [], output: output(0) };
	const base = 110 * 2 ** ((seed % 12) / 12);
	const voices = [1, 1.25, 1.5].map((step) => `0.1*sin(${2 * Math.PI * base * step}*t)`);
	const chord = `aevalsrc=${voices.join('+')}:s=44100:d=${seconds}`;
	return { input: ['-f', 'lavfi', '-i', chord], output: output(next) };
}
