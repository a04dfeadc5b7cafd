import sharp from 'sharp';
import type { BlobStore } from '../blobs';
import { backdrop, drawFrom } from './backdrop';
import type { PicturePlan } from './plan';
import { caption, smallPrint } from './caption';
import { placeReferences, svg } from './stills';

/** Above this many pixels a side, a picture is drawn smaller and enlarged. */
const LARGEST_DRAWN = 2048;

/**
 * Makes one picture of a job: the prompt on an abstract background, and every reference picture. The same
 * plan always gives the same bytes.
 */
export async function renderPicture(
	plan: PicturePlan,
	index: number,
	blobs: BlobStore,
): Promise<Buffer> {
	const scale = Math.min(1, LARGEST_DRAWN / Math.max(plan.width, plan.height));
	const width = Math.max(1, Math.round(plan.width * scale));
	const height = Math.max(1, Math.round(plan.height * scale));
	const draw = drawFrom(plan.prompt, plan.model, plan.seed, index);
	const place = plan.count > 1 ? [`${index + 1} of ${plan.count}`] : [];
	const below = smallPrint(
		plan.model,
		`seed ${plan.seed}`,
		`${plan.width} × ${plan.height}`,
		...place,
	);
	const panel = await caption(
		plan.prompt,
		below,
		width,
		height,
		plan.references.length > 0 ? 0.3 : 0.6,
	);
	const drawn = svg(width, height, backdrop(width, height, draw) + panel.svg);
	const pictures = await Promise.all(plan.references.map((id) => blobs.get(id)));
	const layers = await placeReferences(pictures, width, height - panel.height);
	let image = sharp(drawn).composite([...layers, ...panel.text]);
	if (scale < 1) {
		const { data, info } = await image.removeAlpha().raw().toBuffer({ resolveWithObject: true });
		image = sharp(data, { raw: info }).resize(plan.width, plan.height, { fit: 'fill' });
	}
	return encode(image.removeAlpha(), plan.format);
}

function encode(image: sharp.Sharp, format: PicturePlan['format']): Promise<Buffer> {
	switch (format) {
		case 'png':
			return image.png({ compressionLevel: 4 }).toBuffer();
		case 'jpeg':
			return image.jpeg({ quality: 88 }).toBuffer();
		case 'webp':
			return image.webp({ quality: 88, effort: 2 }).toBuffer();
	}
}
