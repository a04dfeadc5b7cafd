import { rulesOf } from '../../contract/catalog/rules';
import type { BlobStore } from '../blobs';
import { effectiveValues } from '../pricing';
import type { MediaRequest } from '../requests';
import { probe, type MediaFacts } from './ffmpeg';
import { fetchReference, invalidReference, takePicture, type PictureInput } from './inputs';
import { proportionOf, videoSize, type Size, type ClipPlan, type VideoPlan } from './plan';
import { seedOf } from './planPicture';

const FRAME_SIDE = 1920;
const REFERENCE_SIDE = 480;
/** Seconds that are made of a longer video, which costs what was asked for all the same: making one takes about as long as watching it. */
const LONGEST_MADE = 60;

type Clip = { blob: string; facts: MediaFacts & { picture: Size } };

/**
 * Decides everything about the video of a job, and fetches its reference inputs.
 * @throws ApiError 400 that names a reference that cannot be used
 */
export async function planVideo(request: MediaRequest, blobs: BlobStore): Promise<VideoPlan> {
	const { model, values } = request;
	const frame = (name: string) =>
		optional(values[name], (url) => takePicture(url, name, FRAME_SIDE, blobs));
	const images = (values.images ?? []) as string[];
	const [opening, ending, clip, track, ...references] = await Promise.all([
		frame('image_url'),
		frame('end_image_url'),
		optional(values.video_url, (url) => takeClip(url, blobs)),
		optional(values.audio_url, (url) => takeTrack(url, blobs)),
		...images.map((url, index) => takePicture(url, `images[${index}]`, REFERENCE_SIDE, blobs)),
	]);
	return {
		type: 'video',
		count: 1,
		...sizeOf(request, opening ?? clip?.facts.picture, clip?.facts.picture),
		format: 'mp4',
		seconds: secondsOf(request, clip),
		prompt: String(values.prompt),
		model: model.id,
		seed: seedOf(request),
		sound: hasSound(request, clip) || track !== null,
		track,
		opening: opening?.blob ?? null,
		ending: ending?.blob ?? null,
		references: references.map(({ blob }) => blob),
		clip: clip && {
			blob: clip.blob,
			seconds: clip.facts.seconds,
			sound: clip.facts.sound,
			use: useOf(request),
		},
	};
}

function optional<Taken>(
	url: unknown,
	take: (url: string) => Promise<Taken>,
): Promise<Taken | null> {
	return url === undefined ? Promise.resolve(null) : take(String(url));
}

/** @assumed a clip's own size where the model has no `resolution`; 720p without a clip */
function sizeOf(
	{ model, values }: MediaRequest,
	source: PictureInput | Size | undefined,
	clip: Size | undefined,
): Size {
	const { resolution } = effectiveValues(model, values);
	const proportion =
		proportionOf(values.aspect_ratio) ?? (source ? source.width / source.height : 16 / 9);
	if (clip && resolution === undefined)
		return videoSize(`${Math.min(clip.width, clip.height)}`, proportion);
	return videoSize(String(resolution ?? '720p'), Math.min(4, Math.max(1 / 4, proportion)));
}

/** @assumed the length of the clip where the model has no `seconds` */
function secondsOf({ model, values }: MediaRequest, clip: Clip | null): number {
	const { seconds } = effectiveValues(model, values);
	const follows = model.follows !== undefined || seconds === undefined;
	const { max = LONGEST_MADE } = rulesOf(model).find(({ name }) => name === 'seconds') ?? {};
	return Math.min(
		LONGEST_MADE,
		clip && follows ? Math.min(max, clip.facts.seconds) : Number(seconds ?? 5),
	);
}

function hasSound({ model, values }: MediaRequest, clip: Clip | null): boolean {
	if (values.audio === false) return false;
	return (
		values.generate_audio === true || model.includesAudio === true || clip?.facts.sound === true
	);
}

function useOf({ model }: MediaRequest): ClipPlan['use'] {
	if (model.follows !== undefined) return 'as it is';
	return model.continues === undefined ? 'rework' : 'extend';
}

async function takeClip(url: string, blobs: BlobStore): Promise<Clip> {
	const { blob, facts } = await takeMedia(url, 'video_url', blobs);
	if (!facts?.picture)
		throw invalidReference('video_url', url, 'it is not a video in a known format');
	return { blob, facts: { ...facts, picture: facts.picture } };
}

async function takeTrack(url: string, blobs: BlobStore): Promise<string> {
	const { blob, facts } = await takeMedia(url, 'audio_url', blobs);
	if (!facts?.sound) throw invalidReference('audio_url', url, 'it has no sound in a known format');
	return blob;
}

async function takeMedia(url: string, param: string, blobs: BlobStore) {
	const blob = await blobs.put(await fetchReference(url, param, 'clip'));
	return { blob, facts: await probe(await blobs.pathOf(blob)) };
}
