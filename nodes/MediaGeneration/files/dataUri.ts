import { cut } from '../support/bounded';
/** Whether an address is a file itself (RFC 2397). */
export const isDataUri = (address: string): boolean => /^data:/i.test(address);

/**
 * The content of a `data:` address, and the type that it names (RFC 2397). What is no such address is empty.
 */
export function readDataUri(uri: string): { type: string; content: Buffer } {
	if (!uri.includes(',')) return { type: '', content: Buffer.alloc(0) };
	const comma = uri.indexOf(',');
	const head = uri.slice('data:'.length, comma);
	return {
		type: head.replace(/;.*/s, ''),
		content: Buffer.from(
			unescaped(uri.slice(comma + 1)),
			/;\s*base64\s*$/i.test(head) ? 'base64' : 'latin1',
		),
	};
}

/** Bytes written as `%89`; any other character is itself. */
function unescaped(text: string): string {
	return text.replace(/%([0-9a-f]{2})/gi, (_, byte: string) =>
		String.fromCharCode(parseInt(byte, 16)),
	);
}

/** As much of a file's content is shown as an address. */
const LONGEST_SHOWN = 2_000;

/** An address as the item shows it: of a file that is its own address no more than its type, as the file itself is in the item. */
export const shownUrl = (url: string): string => (isDataUri(url) ? cut(url, LONGEST_SHOWN) : url);
