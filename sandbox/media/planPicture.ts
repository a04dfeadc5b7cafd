import { randomInt } from 'node:crypto';
import type { Values } from '../../contract/catalog/request';
import type { BlobStore } from '../blobs';
import { effectiveValues } from '../pricing';
import type { MediaRequest } from '../requests';
import { pictureSize, proportionOf, type Size, type PicturePlan } from './plan';
import { takePicture, type PictureInput } from './inputs';

/** Pixels a side at which references of edits are kept. */
const REFERENCE_SIDE = 640;

/**
 * Decides everything about the pictures of a job, and fetches the references of an edit.
 * @throws ApiError 400 that names a reference that cannot be used
 */
export async function planPicture(request: MediaRequest, blobs: BlobStore): Promise<PicturePlan> {
	const { model, values } = request;
	const given = (values.image_urls ?? []) as string[];
	const urls = model.usesFirst === 'image_urls' ? given.slice(0, 1) : given;
	const pictures = await Promise.all(
		urls.map((url, index) => takePicture(url, `image_urls[${index}]`, REFERENCE_SIDE, blobs)),
	);
	return {
		type: 'picture',
		count: Number(values.max_images ?? 1),
		...sizeOf(request, pictures[0]),
		format: (values.output_format ?? 'png') as PicturePlan['format'],
		prompt: String(values.prompt),
		model: model.id,
		seed: seedOf(request),
		references: pictures.map(({ blob }) => blob),
	};
}

/** The seed that is given, else any. */
export const seedOf = ({ values }: MediaRequest): number =>
	Number(values.seed ?? randomInt(2 ** 31));

/**
 * @assumed a given width or height counts before `aspect_ratio` and `resolution`; an edit keeps the shape of
 * its first reference unless `aspect_ratio` is given
 */
function sizeOf({ model, values }: MediaRequest, first: PictureInput | undefined): Size {
	const filled: Values = effectiveValues(model, values);
	const ignored = model.ignores ?? [];
	const given = (name: 'image_width' | 'image_height') =>
		values[name] !== undefined && !ignored.includes(name);
	const shaped = values.aspect_ratio !== undefined || values.resolution !== undefined;
	const sized = filled.image_width !== undefined && !ignored.includes('image_width');
	if (given('image_width') || given('image_height') || (sized && !shaped)) {
		return { width: Number(filled.image_width), height: Number(filled.image_height) };
	}
	const proportion =
		proportionOf(values.aspect_ratio) ?? (first ? clamp(first.width / first.height) : 1);
	return pictureSize(String(filled.resolution ?? '1k'), proportion);
}

/** No picture is more than eight times as long as wide, as no documented `aspect_ratio` is. */
function clamp(proportion: number): number {
	return Math.min(8, Math.max(1 / 8, proportion));
}
