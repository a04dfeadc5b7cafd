import axios from 'axios';
import sharp from 'sharp';
import type { BlobStore } from '../blobs';
import { invalid, type ApiError } from '../errors';

/** How references are fetched, by what they are: how many bytes, and in how many milliseconds. */
const LIMITS = {
	picture: { maxContentLength: 25 * 1024 * 1024, timeout: 15_000 },
	clip: { maxContentLength: 200 * 1024 * 1024, timeout: 60_000 },
};

/**
 * Fetches what a reference parameter points to.
 * @param param the parameter to blame, with its position when it is a list: `image_urls[1]`
 * @throws ApiError 400 that names the parameter and the reason
 */
export async function fetchReference(
	url: string,
	param: string,
	what: keyof typeof LIMITS,
): Promise<Buffer> {
	try {
		const { data } = await axios.get<ArrayBuffer>(url, {
			responseType: 'arraybuffer',
			maxRedirects: 3,
			proxy: proxyFor(url),
			...LIMITS[what],
		});
		return Buffer.from(data);
	} catch (error) {
		throw invalidReference(param, url, reasonOf(error));
	}
}

/** The 400 for a reference that cannot be used. */
export function invalidReference(param: string, url: string, reason: string): ApiError {
	return invalid(
		param.replace(/\[.*$/, ''),
		`${param} cannot be used: ${reason} (${shorten(url)})`,
		'invalid_reference',
	);
}

function reasonOf(error: unknown): string {
	if (axios.isAxiosError(error)) {
		if (error.response) return `the server answered ${error.response.status}`;
		return error.code === 'ECONNABORTED'
			? 'the server did not answer in time'
			: `it could not be fetched (${error.code ?? error.message})`;
	}
	return 'it could not be fetched';
}

function shorten(url: string): string {
	return url.length > 120 ? `${url.slice(0, 120)}…` : url;
}

/** Addresses on this machine are reached directly, whatever proxy the environment names. */
export function proxyFor(url: string): false | undefined {
	const { hostname } = new URL(url);
	return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname) ? false : undefined;
}

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
	const content = await fetchReference(url, param, 'picture');
	const [{ width, height }, small] = await read(content, url, param, async (picture) =>
		Promise.all([lookIn(picture), shrink(picture, side)]),
	);
	return { blob: await blobs.put(small), width, height };
}

/**
 * Fetches a picture and looks at it.
 * @throws ApiError 400 that names the parameter
 */
export async function lookAt(url: string, param: string): Promise<Look> {
	return await read(await fetchReference(url, param, 'picture'), url, param, lookIn);
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
