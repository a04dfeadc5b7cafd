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
