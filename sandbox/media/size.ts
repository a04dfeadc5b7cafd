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
