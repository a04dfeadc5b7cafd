/** Files that the plan needs are named by their IDs in the blob store. */
type BlobId = string;

/** All it takes to make the pictures of a job, at any later time. Sizes in pixels. */
export interface PicturePlan {
	type: 'picture';
	count: number;
	width: number;
	height: number;
	format: 'png' | 'jpeg' | 'webp';
	prompt: string;
	model: string;
	seed: number;
	/** Pictures that an edit was given, in order. */
	references: BlobId[];
}

/** A source clip and what happens to it. Length in seconds. */
export interface ClipPlan {
	blob: BlobId;
	seconds: number;
	sound: boolean;
	use: 'rework' | 'extend' | 'as it is';
}

/** All it takes to make the video of a job, at any later time. Sizes in pixels. */
export interface VideoPlan {
	type: 'video';
	count: 1;
	width: number;
	height: number;
	format: 'mp4';
	/** Length in seconds; of an extension, what is added to the clip. */
	seconds: number;
	prompt: string;
	model: string;
	seed: number;
	sound: boolean;
	/** The given sound track, if any. */
	track: BlobId | null;
	/** The given first and last frame, if any. */
	opening: BlobId | null;
	ending: BlobId | null;
	references: BlobId[];
	clip: ClipPlan | null;
}

/** What a job makes. */
export type Plan = PicturePlan | VideoPlan;

/** The content type of what a plan makes. */
export function contentTypeOf({ format }: Plan): string {
	return format === 'mp4' ? 'video/mp4' : `image/${format}`;
}

/** The file names under which the results of a job are served. */
export function fileNamesOf(jobId: string, { count, format }: Plan): [string, ...string[]] {
	return [
		`${jobId}.${format}`,
		...Array.from({ length: count - 1 }, (_, index) => `${jobId}-${index + 2}.${format}`),
	];
}

/** Pixels. */
export interface Size {
	width: number;
	height: number;
}

/**
 * The side of a square picture at each `resolution`; other shapes have about as many pixels.
 * @assumed
 */
const squareSides: Record<string, number> = {
	'0.5k': 512,
	'1k': 1024,
	'2k': 2048,
	'4k': 4096,
	'8k': 8192,
};

/** The short side of a 16:9 video at each `resolution` that is not named after it. @assumed */
const videoHeights: Record<string, number> = { '2k': 1440, '4k': 2160 };

/** A size with about the pixels of a square at this `resolution`, in these proportions, in whole eights. */
export function pictureSize(resolution: string, proportion: number): Size {
	const side = squareSides[resolution] ?? 1024;
	return {
		width: toMultiple(side * Math.sqrt(proportion), 8),
		height: toMultiple(side / Math.sqrt(proportion), 8),
	};
}

/** A size whose short side is what this `resolution` names, in these proportions, in even numbers. */
export function videoSize(resolution: string, proportion: number): Size {
	const short = videoHeights[resolution] ?? Number.parseInt(resolution, 10);
	return proportion >= 1
		? { width: toMultiple(short * proportion, 2), height: toMultiple(short, 2) }
		: { width: toMultiple(short, 2), height: toMultiple(short / proportion, 2) };
}

/** Width over height, of an `aspect_ratio` such as `16:9`; undefined for anything else, such as `auto`. */
export function proportionOf(aspectRatio: unknown): number | undefined {
	const match = /^(\d+):(\d+)$/.exec(String(aspectRatio));
	return match ? Number(match[1]) / Number(match[2]) : undefined;
}

function toMultiple(pixels: number, of: number): number {
	return Math.max(of, Math.round(pixels / of) * of);
}
