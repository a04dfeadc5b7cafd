/**
 * The content of a `data:` address, and the type that it names (RFC 2397). What is no such address is empty.
 */
export function readDataUri(uri: string): { type: string; content: Buffer } {
	const comma = uri.indexOf(',');
	const head = comma < 0 ? '' : uri.slice('data:'.length, comma);
	const [type = ''] = head.split(';', 1);
	const data = comma < 0 ? '' : unescaped(uri.slice(comma + 1));
	return { type, content: Buffer.from(data, /;\s*base64\s*$/i.test(head) ? 'base64' : 'latin1') };
}

/** Bytes written as `%89`; any other character is itself. */
function unescaped(text: string): string {
	return text.replace(/%([0-9a-f]{2})/gi, (_, byte: string) => String.fromCharCode(parseInt(byte, 16)));
}
