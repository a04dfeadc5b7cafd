import type { Media } from '../../../contract/catalog';
import { beginning, extensionOf, signedType } from '../answers/job/media';
import { mediaRows } from '../answers/words/media';

const otherNames = new Map<string | undefined, string>([
	['jpeg', 'jpg'],
	['mpeg', 'mpg'],
	['tif', 'tiff'],
]);

/** Stores often know no more than that a file is bytes. */
export const TELLS_NOTHING = /^$|octet-stream|binary|download|unknown/i;

/** What is known of a file before it is read. */
export interface FileHints {
	head: Uint8Array;
	/** The Content-Type that came with it. */
	said: string | undefined;
	url: string;
	media: Media;
}

/**
 * The type of a file and the ending of its name: by its first bytes, else by what the server says and the address, as
 * far as that is a known type of the wanted kind. Text in whatever clothes, such as HTML or SVG, is none.
 * @returns what it seems to be instead, where it is no file of the wanted kind
 */
export function fileTypeOf({
	head,
	said = '',
	url,
	media,
}: FileHints): { type: string; ending: string } | { seems: string } {
	const { types, fallbackType } = mediaRows[media];
	const bytes = beginning(head);
	const signed = signedType(head);
	const told = said.replace(/;.*/s, '').trim().toLowerCase();
	if (signed !== undefined)
		return signed.startsWith(`${media}/`)
			? { type: signed, ending: types[signed] ?? 'bin' }
			: { seems: signed };
	if (looksLikeText(bytes))
		return { seems: TELLS_NOTHING.test(told) || told.startsWith(`${media}/`) ? 'text' : told };
	if (!TELLS_NOTHING.test(told) && !told.startsWith(`${media}/`)) return { seems: told };
	const ending = extensionOf(url);
	const byName = Object.entries(types).find(
		([, known]) => known === (otherNames.get(ending) ?? ending),
	)?.[0];
	const type = Object.hasOwn(types, told) ? told : (byName ?? fallbackType);
	return { type, ending: types[type] ?? 'bin' };
}

/** Whether a file begins as HTML, XML, JSON or SVG do, and holds no control characters but blanks. */
const looksLikeText = (bytes: string): boolean =>
	/^(\xef\xbb\xbf)?\s*[<{[]/.test(bytes) && !/[^\s -\xff]/.test(bytes);
