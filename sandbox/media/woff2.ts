import { decompress } from 'wawoff2';

let last: Promise<unknown> = Promise.resolve();

/** Makes a TrueType file of a WOFF2 file. One at a time: what the decoder gives lies in memory that it uses again. */
export function unpacked(woff2: Uint8Array): Promise<Uint8Array> {
	const font = last.then(() => decompress(woff2)).then((result) => Uint8Array.from(result));
	last = font.catch(() => {});
	return font;
}
