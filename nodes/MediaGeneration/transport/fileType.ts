import { extensionOf } from '../wire/media';
import { signatures, type Media } from '../wire/words/values';

/** The types that a file is given as, with the ending of its name. No other goes through as a server tells it. */
const endings: Record<string, string> = {
	'image/png': 'png',
	'image/jpeg': 'jpg',
	'image/webp': 'webp',
	'image/gif': 'gif',
	'image/avif': 'avif',
	'image/heic': 'heic',
	'image/bmp': 'bmp',
	'image/tiff': 'tiff',
	'video/mp4': 'mp4',
	'video/webm': 'webm',
	'video/quicktime': 'mov',
	'video/x-matroska': 'mkv',
	'video/x-msvideo': 'avi',
	'video/mpeg': 'mpg',
};

const otherNames: Record<string, string> = { jpeg: 'jpg', m4v: 'mp4', mpeg: 'mpg', tif: 'tiff' };

/** Stores often know no more than that a file is bytes. */
const TELLS_NOTHING = /^$|octet-stream$|^application\/(binary|x-binary|download|force-download|unknown)$/;

/** How many bytes of a file tell what it is. */
export const HEAD_BYTES = 64;

/** What is known of a file before it is read. */
export interface FileHints {
	head: Uint8Array;
	/** The Content-Type that came with it. */
	said: string | undefined;
	url: string;
	/** Where nothing tells: `image/png`, `video/mp4`. */
	fallbackType: string;
}

/**
 * The type of a file and the ending of its name: by its first bytes, else by what the server says and the address, as
 * far as that is a known type of the wanted kind. Text in whatever clothes, such as HTML or SVG, is none.
 * @returns what it seems to be instead, where it is no file of the wanted kind
 */
export function fileTypeOf({ head, said = '', url, fallbackType }: FileHints): { type: string; ending: string } | { seems: string } {
	const [wanted] = fallbackType.split('/');
	const bytes = String.fromCharCode(...head.slice(0, HEAD_BYTES));
	const signed = signatures.find(({ at, bytes: start }) => bytes.startsWith(start, at))?.type;
	const told = said.split(';')[0]?.trim().toLowerCase() ?? '';
	if (signed !== undefined && signed !== 'image/bmp') return signed.startsWith(`${wanted}/`) ? { type: signed, ending: endings[signed] ?? 'bin' } : { seems: signed };
	if (looksLikeText(bytes)) return { seems: TELLS_NOTHING.test(told) || told.startsWith(`${wanted}/`) ? 'text' : told };
	if (!TELLS_NOTHING.test(told) && !told.startsWith(`${wanted}/`)) return { seems: told };
	const ending = extensionOf(url) ?? '';
	const byName = Object.entries(endings).find(([type, known]) => known === (otherNames[ending] ?? ending) && type.startsWith(`${wanted}/`))?.[0];
	const type = Object.hasOwn(endings, told) ? told : (byName ?? fallbackType);
	return { type, ending: endings[type] ?? 'bin' };
}

/** Whether a file begins as HTML, XML, JSON or SVG do. */
function looksLikeText(bytes: string): boolean {
	return /^(\xef\xbb\xbf)?\s*[<{[]/.test(bytes) && !/[\x00-\x08\x0e-\x1f]/.test(bytes);
}

/** What a kind of media is called in a sentence. */
export function calledKind(fallbackType: string): string {
	const kind: Media = fallbackType.startsWith('video/') ? 'video' : 'image';
	return kind === 'video' ? 'a video' : 'an image';
}
