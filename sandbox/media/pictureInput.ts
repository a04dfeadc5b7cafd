import sharp from 'sharp';
import type { BlobStore } from '../blobs';
import { fetchReference, invalidReference } from '../jobs/fetchReference';

/** A reference picture that was fetched and kept. Size in pixels, as it is shown. */
export interface PictureInput {
	blob: string;
	width: number;
	height: number;
}

/** What one sees of a picture at a glance. Size in pixels, as it is shown. */
export interface Look {
	/** Such as `png`. */
	format: string;
	width: number;
	height: number;
}

const RULES = { largest: 25 * 1024 * 1024, timeout: 15_000 };

/**
 * Fetches a reference picture, checks that it is one, and keeps it at no more than `side` pixels a side.
 * @throws ApiError 400 that names the parameter
 */
export async function takePicture(
	url: string,
	param: string,
	side: number,
	blobs: BlobStore,
): Promise<PictureInput> {
	const content = await fetchReference(url, param, RULES);
	const { width, height } = await read(content, url, param, lookIn);
	const small = await read(content, url, param, async (picture) => await shrink(picture, side));
	return { blob: await blobs.put(small), width, height };
}

/**
 * Fetches a picture and looks at it.
 * @throws ApiError 400 that names the parameter
 */
export async function lookAt(url: string, param: string): Promise<Look> {
	return await read(await fetchReference(url, param, RULES), url, param, lookIn);
}

async function read<T>(
	content: Buffer,
	url: string,
	param: string,
	how: (content: Buffer) => Promise<T>,
): Promise<T> {
	return await how(content).catch((error: Error) => {
		throw invalidReference(param, url, `it is not a picture in a known format: ${error.message}`);
	});
}

async function lookIn(content: Buffer): Promise<Look> {
	const { format, width, height, orientation = 1 } = await sharp(content).metadata();
	return orientation >= 5 ? { format, width: height, height: width } : { format, width, height };
}

async function shrink(content: Buffer, side: number): Promise<Buffer> {
	return await sharp(content)
		.rotate()
		.resize(side, side, { fit: 'inside', withoutEnlargement: true })
		.webp({ quality: 85, effort: 2 })
		.toBuffer();
}
