import sharp, { type OverlayOptions } from 'sharp';
import type { BlobStore } from '../blobs';
import { backdrop, drawFrom } from './backdrop';
import { caption, smallPrint } from './caption';
import type { VideoPlan } from './plan';

/** A picture that fills the frame of a video: the given one, or an abstract background. PNG. */
export async function frameOf(plan: VideoPlan, given: Buffer | undefined): Promise<Buffer> {
	const { width, height } = plan;
	const art = () => backdrop(width, height, drawFrom(plan.prompt, plan.model, plan.seed));
	return sharp(given ?? svg(width, height, art()))
		.resize(width, height, { fit: 'cover' })
		.removeAlpha()
		.png({ compressionLevel: 1 })
		.toBuffer();
}

/** What lies over a video: the prompt, small print and reference pictures, on nothing. PNG. */
export async function overlayOf(plan: VideoPlan, blobs: BlobStore): Promise<Buffer> {
	const { width, height, model, seed, seconds, prompt, references, opening, ending, clip } = plan;
	const panel = await caption(
		prompt,
		smallPrint(model, `seed ${seed}`, `${width} × ${height}`, `${seconds} s`),
		width,
		height,
		0.3,
		references.length === 0 && [opening, ending, clip].some((given) => given !== null),
	);
	const pictures = await Promise.all(references.map((id) => blobs.get(id)));
	const layers = await placeReferences(pictures, width, Math.floor((height - panel.height) / 2));
	return sharp(svg(width, height, panel.svg))
		.composite([...layers, ...panel.text])
		.png({ compressionLevel: 1 })
		.toBuffer();
}

/** Elements of SVG as a whole picture. */
export const svg = (width: number, height: number, content: string) =>
	Buffer.from(
		`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`,
	);

/** Lays reference pictures out in a grid, each whole and framed in white, on an area of width x height pixels. */
export async function placeReferences(
	pictures: Buffer[],
	width: number,
	height: number,
): Promise<OverlayOptions[]> {
	if (pictures.length === 0) return [];
	const columns = bestColumns(pictures.length, width, height);
	const rows = Math.ceil(pictures.length / columns);
	const cell = { width: Math.floor(width / columns), height: Math.floor(height / rows) };
	const gap = Math.max(1, Math.round(Math.min(cell.width, cell.height) * 0.05));
	return Promise.all(
		pictures.map(async (picture, index) => {
			const { data, info } = await framed(
				picture,
				cell.width - 2 * gap,
				cell.height - 2 * gap,
				Math.ceil(gap / 4),
			);
			return {
				input: data,
				left: (index % columns) * cell.width + Math.floor((cell.width - info.width) / 2),
				top:
					Math.floor(index / columns) * cell.height + Math.floor((cell.height - info.height) / 2),
			};
		}),
	);
}

function framed(picture: Buffer, width: number, height: number, border: number) {
	return sharp(picture)
		.resize(Math.max(1, width - 2 * border), Math.max(1, height - 2 * border), { fit: 'inside' })
		.flatten({ background: '#ffffff' })
		.extend({ top: border, bottom: border, left: border, right: border, background: '#ffffff' })
		.png({ compressionLevel: 1 })
		.toBuffer({ resolveWithObject: true });
}

/** The number of columns at which square cells would be largest. */
function bestColumns(count: number, width: number, height: number): number {
	const sideAt = (columns: number) =>
		Math.min(width / columns, height / Math.ceil(count / columns));
	const candidates = Array.from({ length: count }, (_, index) => index + 1);
	return candidates.reduce((best, columns) => (sideAt(columns) > sideAt(best) ? columns : best));
}
