import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import type { BlobStore } from '../blobs';
import { ffmpeg, untrusted } from './ffmpeg';
import { chord, cover, fill, finish, frameRateOf, zoom } from './filters';
import type { ClipPlan, VideoPlan } from './plan';
import { frameOf, overlayOf } from './stills';

const encoding = [
	'-c:v',
	'libx264',
	'-preset',
	'ultrafast',
	'-crf',
	'26',
	'-pix_fmt',
	'yuv420p',
	'-movflags',
	'+faststart',
];
const soundEncoding = ['-c:a', 'aac', '-b:a', '96k', '-ac', '2', '-ar', '44100'];

/** The files on disk that one rendering works with. */
type Paths = Record<'frame' | 'overlay' | 'ending' | 'last' | 'clip' | 'track', string>;

/** Makes the video of a job as an MP4 file (H.264, and AAC when it has sound) at this path. */
export async function renderVideo(plan: VideoPlan, blobs: BlobStore, path: string): Promise<void> {
	const own = {
		frame: `${path}.frame.png`,
		overlay: `${path}.over.png`,
		ending: `${path}.end.png`,
		last: `${path}.last.png`,
	};
	const given = {
		clip: await pathOf(plan.clip?.blob, blobs),
		track: await pathOf(plan.track, blobs),
	};
	const part = `${path}.part.mp4`;
	try {
		await drawStills(plan, blobs, { ...own, ...given });
		await ffmpeg([...inputsAndGraph(plan, { ...own, ...given }), ...encoding, part]);
		await rename(part, path);
	} finally {
		await Promise.all([...Object.values(own), part].map((each) => rm(each, { force: true })));
	}
}

async function pathOf(blob: string | null | undefined, blobs: BlobStore): Promise<string> {
	return blob ? blobs.pathOf(blob) : '';
}

async function drawStills(plan: VideoPlan, blobs: BlobStore, paths: Paths): Promise<void> {
	const { clip, opening, ending } = plan;
	if (clip?.use === 'as it is') return;
	await writeFile(paths.overlay, await overlayOf(plan, blobs));
	if (ending) await writeFile(paths.ending, await frameOf(plan, await blobs.get(ending)));
	if (clip?.use === 'rework') return;
	if (clip)
		await ffmpeg([
			...untrusted,
			'-sseof',
			'-1',
			'-i',
			paths.clip,
			'-update',
			'1',
			'-q:v',
			'1',
			paths.last,
		]);
	const first = clip ? await readFile(paths.last) : opening ? await blobs.get(opening) : undefined;
	await writeFile(paths.frame, await frameOf(plan, first));
}

/** The command line up to the encoding: inputs, what is done with them, and how long the result is. */
function inputsAndGraph(plan: VideoPlan, paths: Paths): string[] {
	const { clip } = plan;
	const { inputs, graph, seconds } = clip ? fromClip(plan, clip, paths) : generated(plan, paths);
	const count = inputs.filter((each) => each === '-i').length;
	const track = plan.sound ? soundOf(plan, paths, seconds, count) : undefined;
	return [
		...inputs,
		...(track?.input ?? []),
		'-filter_complex',
		graph,
		'-map',
		'[out]',
		...(track ? ['-map', track.map, ...soundEncoding, ...(track.filter ?? [])] : ['-an']),
		'-r',
		String(frameRateOf(plan)),
		'-t',
		String(seconds),
	];
}

interface Composition {
	inputs: string[];
	graph: string;
	seconds: number;
}

function generated(plan: VideoPlan, paths: Paths): Composition {
	const inputs = ['-i', paths.frame, '-i', paths.overlay];
	const steps = [
		zoom(plan, '[0:v]', '[moving]'),
		cover('[moving]', '[1:v]', plan.ending ? '[told]' : '[out]', plan.opening !== null),
	];
	if (plan.ending) {
		inputs.push(
			'-loop',
			'1',
			'-framerate',
			String(frameRateOf(plan)),
			'-t',
			String(plan.seconds),
			'-i',
			paths.ending,
		);
		steps.push(finish(plan, '[told]', '[2:v]', '[out]'));
	}
	return { inputs, graph: steps.join(';'), seconds: plan.seconds };
}

function fromClip(plan: VideoPlan, clip: ClipPlan, paths: Paths): Composition {
	const source = [...untrusted, '-i', paths.clip];
	switch (clip.use) {
		case 'as it is':
			return { inputs: source, graph: fill(plan, '[0:v]', '[out]'), seconds: plan.seconds };
		case 'rework':
			return {
				inputs: ['-stream_loop', '-1', ...source, '-i', paths.overlay],
				graph: `${fill(plan, '[0:v]', '[clip]')};${cover('[clip]', '[1:v]', '[out]', false)}`,
				seconds: plan.seconds,
			};
		case 'extend':
			return {
				inputs: [...source, '-i', paths.frame, '-i', paths.overlay],
				graph: [
					fill(plan, '[0:v]', '[clip]'),
					zoom(plan, '[1:v]', '[moving]'),
					cover('[moving]', '[2:v]', '[added]', true),
					'[clip][added]concat=n=2:v=1:a=0[out]',
				].join(';'),
				seconds: clip.seconds + plan.seconds,
			};
	}
}

/** The sound: the given track, else the clip's own, else a chord; silence where it is shorter than the video. */
function soundOf(
	plan: VideoPlan,
	paths: Paths,
	seconds: number,
	index: number,
): { input: string[]; map: string; filter?: string[] } {
	const padded = ['-af', 'apad'];
	if (plan.track)
		return { input: [...untrusted, '-i', paths.track], map: `${index}:a:0`, filter: padded };
	if (plan.clip?.sound) return { input: [], map: '0:a:0', filter: padded };
	return { input: ['-f', 'lavfi', '-i', chord(plan, seconds)], map: `${index}:a:0` };
}
