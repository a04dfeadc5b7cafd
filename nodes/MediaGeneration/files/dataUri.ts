import { cut } from '../support/bounded';
/** Whether an address is a file itself (RFC 2397). */
export const isDataUri = (address: string): boolean => /^data:/i.test(address);

/**
 * The content and the type of a data URI (RFC 2397); both empty for anything else.
 */
export function readDataUri(uri: string): { type: string; content: Buffer } {
	if (!uri.includes(',')) return { type: '', content: Buffer.alloc(0) };
	const comma = uri.indexOf(',');
	const head = uri.slice('data:'.length, comma);
	return {
		type: head.replace(/;.*/s, ''),
		content: Buffer.from(
			percentDecoded(uri.slice(comma + 1)),
			/;\s*base64\s*$/i.test(head) ? 'base64' : 'latin1',
		),
	};
}

/** Decodes percent-encoded bytes. */
function percentDecoded(text: string): string {
	return text.replace(/%([0-9a-f]{2})/gi, (_, byte: string) =>
		String.fromCharCode(parseInt(byte, 16)),
	);
}

/** How much of a data URI may be shown, in characters. */
const LONGEST_SHOWN = 2_000;

/** An address as an item shows it: a long data URI is cut to its type. */
export const shownUrl = (url: string): string => (isDataUri(url) ? cut(url, LONGEST_SHOWN) : url);
