import { dataOf, isData, textOf } from '../support/data';
import { sharePage } from './sharePages';

/** What a person's reference to a file is understood as. */
export type Understood =
	/** An address; and what is to be said, where it is another than was given. */
	| { address: string; note?: string }
	/** It can be seen that the service cannot fetch it. */
	| { refusal: string };

/** The fields in which other nodes hand over the address of a file, the likeliest first; a path leads into objects. */
const ADDRESS_FIELDS: readonly string[] = [
	'url',
	'file.url',
	'external.url',
	'image.url',
	'video.url',
	'image_url.url',
	'image_url',
	'video_url',
	'webContentLink',
	'url_private_download',
	'url_private',
	'downloadUrl',
	'@microsoft.graph.downloadUrl',
	'download_url',
	'publicUrl',
	'public_url',
	'signedUrl',
	'secure_url',
	'src',
	'href',
	'link',
];

/** The address that an object of another node holds, as those of Notion, Airtable, Baserow, Slack, Drive or a job of this node. */
export function addressWithin(value: unknown): string | undefined {
	if (!isData(value)) return undefined;
	for (const path of ADDRESS_FIELDS) {
		const held = textOf(value[path] ?? atPath(value, path));
		if (held !== undefined && isAddress(held)) return held.trim();
	}
	return undefined;
}

const atPath = (value: unknown, path: string): unknown =>
	path.split('.').reduce((at: unknown, name) => dataOf(at)[name], value);

const isAddress = (text: string) => /^\s*(https?:|data:)/i.test(text);

/** How people write an address: each takes off what stands around it. */
const WRITTEN: readonly RegExp[] = [
	// A picture in Markdown.
	/^!?\[[^\]]*\]\(\s*<?([^\s)>]+)>?(?:\s+"[^"]*")?\s*\)$/,
	// A tag in HTML.
	/^<(?:img|a|video|source)\b[^>]*?\b(?:src|href)\s*=\s*["']([^"']+)["'][^>]*>(?:.*<\/a>)?$/is,
	// A formula of a sheet.
	/^=\s*(?:IMAGE|HYPERLINK)\s*\(\s*"([^"]+)"[\s\S]*\)$/i,
	// An address in quotes or brackets.
	/^[<("'`“„«‘[]+\s*(https?:\/\/[^\s>)"'`”“»’\]]+)\s*[>)"'`”“»’\]]+$/i,
	// An address with a label.
	/^[\p{L}\p{N} _-]{1,40}:\s+<?(https?:\/\/[^\s>]+)>?$/u,
	// An address in a list.
	/^[-*•]\s+(https?:\/\/\S+)$/,
];

/** A host and a path that ends like a file, without a protocol. */
const WITHOUT_PROTOCOL =
	/^(?:www\.)?(?:[a-z0-9-]+\.)+[a-z]{2,}(?::\d+)?\/\S*\.(?:png|jpe?g|webp|gif|avif|mp4|mov|webm)(?:[?#]\S*)?$/i;

/**
 * Understands an address as people have it: pasted from Markdown, a sheet or a chat, without its protocol, or the address of a
 * page that shows the file. Nothing for a text that is none, such as the name of a binary field.
 */
export function readAddress(given: string): Understood | undefined {
	const text = given.trim();
	const bare = WRITTEN.reduce(
		(found: string | undefined, form) => found ?? form.exec(text)?.[1],
		undefined,
	);
	const address = bare ?? (WITHOUT_PROTOCOL.test(text) ? `https://${text}` : text);
	if (!/^https?:\/\//i.test(address) || /\s/.test(address)) return undefined;
	const page = sharePage(address);
	if (page === undefined) return { address };
	if ('page' in page)
		return { refusal: `is ${page.page}, and not the file itself: ${page.instead}` };
	return { address: page.file, note: `${page.what}: the file itself is fetched from ${page.file}` };
}
