import sharp from 'sharp';
import type { BlobStore } from '../blobs';
import { backdrop, drawFrom } from './backdrop';
import { caption, smallPrint } from './caption';
import type { VideoPlan } from './plan';
import { placeReferences } from './references';

/** A picture that fills the frame of a video: the given one, or an abstract background. PNG. */
export async function frameOf(plan: VideoPlan, given: Buffer | undefined): Promise<Buffer> {
	const { width, height } = plan;
	if (given)
		return sharp(given)
			.resize(width, height, { fit: 'cover' })
			.removeAlpha()
			.png({ compressionLevel: 1 })
			.toBuffer();
	const art = backdrop(width, height, drawFrom(plan.prompt, plan.model, plan.seed));
	return svgToPng(width, height, art);
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
	return sharp(Buffer.from(svg(width, height, panel.svg)))
		.composite([...layers, ...panel.text])
		.png({ compressionLevel: 1 })
		.toBuffer();
}

function svgToPng(width: number, height: number, content: string): Promise<Buffer> {
	return sharp(Buffer.from(svg(width, height, content)))
		.removeAlpha()
		.png({ compressionLevel: 1 })
		.toBuffer();
}

function svg(width: number, height: number, content: string): string {
	return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`;
}
