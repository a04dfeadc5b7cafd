import type { Media } from '../../../contract/catalog';
import { headText, extensionOf, signedType } from '../answers/job/media';
import { mediaRows } from '../answers/words/media';

const otherNames = new Map<string | undefined, string>([
	['jpeg', 'jpg'],
	['mpeg', 'mpg'],
	['tif', 'tiff'],
]);

/** Types that say nothing of a file. */
export const TELLS_NOTHING = /^$|octet-stream|binary|download|unknown/i;

export const bareType = (type: string): string => type.replace(/;.*/s, '').trim().toLowerCase();

interface FileHints {
	head: Uint8Array;
	/** The Content-Type that came with it. */
	said: string | undefined;
	url: string;
	media: Media;
}

/**
 * The type of a file and the ending of its name: by its first bytes, else by the Content-Type and the address, if they tell a
 * known type of the wanted media. Text, such as HTML or SVG, is none.
 * @returns what it seems to be, if it is not the wanted media
 */
export function fileTypeOf({
	head,
	said = '',
	url,
	media,
}: FileHints): { type: string; ending: string } | { seems: string } {
	const { types, fallbackType } = mediaRows[media];
	const bytes = headText(head);
	const signed = signedType(head);
	const told = bareType(said);
	if (signed !== undefined)
		return signed.startsWith(`${media}/`)
			? { type: signed, ending: types[signed] ?? 'bin' }
			: { seems: signed };
	const isOther = !TELLS_NOTHING.test(told) && !told.startsWith(`${media}/`);
	if (isOther || looksLikeText(bytes)) return { seems: isOther ? told : 'text' };
	const ending = extensionOf(url);
	const byName = Object.entries(types).find(
		([, known]) => known === (otherNames.get(ending) ?? ending),
	)?.[0];
	const type = Object.hasOwn(types, told) ? told : (byName ?? fallbackType);
	return { type, ending: types[type] ?? 'bin' };
}

/** Whether a file begins like HTML, XML or JSON, without control characters. */
const looksLikeText = (bytes: string): boolean =>
	/^(\xef\xbb\xbf)?\s*[<{[]/.test(bytes) && !/[^\s -\xff]/.test(bytes);
