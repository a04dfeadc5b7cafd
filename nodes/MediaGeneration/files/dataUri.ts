import { cut } from '../support/bounded';

/** Whether an address is a file itself (RFC 2397). */
export const isDataUri = (address: string): boolean => /^data:/i.test(address);

/** The content and the type of a data URI; both empty for anything else. */
export function readDataUri(uri: string): { type: string; content: Buffer } {
	const comma = uri.indexOf(',');
	if (comma < 0) return { type: '', content: Buffer.alloc(0) };
	const head = uri.slice('data:'.length, comma);
	const bytes = uri
		.slice(comma + 1)
		.replace(/%([0-9a-f]{2})/gi, (_, byte: string) => String.fromCharCode(parseInt(byte, 16)));
	return {
		type: head.replace(/;.*/s, ''),
		content: Buffer.from(bytes, /;\s*base64\s*$/i.test(head) ? 'base64' : 'latin1'),
	};
}

const LONGEST_SHOWN = 2_000;

/** An address as an item shows it: a long data URI is cut to its type. */
export const shownUrl = (url: string): string => (isDataUri(url) ? cut(url, LONGEST_SHOWN) : url);
