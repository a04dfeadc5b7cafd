import sharp from 'sharp';
import type { BlobStore } from '../blobs';
import { fetchReference, invalidReference } from '../jobs/fetchReference';

/** A reference picture that was fetched and kept. Size in pixels, as it is shown. */
export interface PictureInput {
	blob: string;
	width: number;
	height: number;
}

const RULES = { largest: 25 * 1024 * 1024, timeout: 15_000 };

/**
 * Fetches a reference picture, checks that it is one, and keeps it at no more than `side` pixels a side.
 * @throws ApiError 400 that names the parameter
 */
export async function takePicture(url: string, param: string, side: number, blobs: BlobStore): Promise<PictureInput> {
	const content = await fetchReference(url, param, RULES);
	const {
		small,
		width,
		height,
		orientation = 1,
	} = await decode(content, side).catch((error: Error) => {
		throw invalidReference(param, url, `it is not a picture in a known format: ${error.message}`);
	});
	const blob = await blobs.put(small);
	return orientation >= 5 ? { blob, width: height, height: width } : { blob, width, height };
}

async function decode(content: Buffer, side: number) {
	const { width, height, orientation } = await sharp(content).metadata();
	const small = await sharp(content).rotate().resize(side, side, { fit: 'inside', withoutEnlargement: true }).webp({ quality: 85, effort: 2 }).toBuffer();
	return { small, width, height, orientation };
}
