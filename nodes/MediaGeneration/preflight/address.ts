import type { IDataObject } from 'n8n-workflow';
import { endsLikeMedia, signedType } from '../answers/job/media';
import { dataOf, isData, textOf } from '../support/data';
import { BASE64_FILE_START } from './bytes';
import { sharePage } from './sharePages';

/** What a person's reference to a file is understood as. */
export type UnderstoodReference =
	/** An address; and what is to be said, where it is another than was given. */
	| { address: string; note?: string }
	/** It can be seen that the service cannot fetch it. */
	| { refusal: string };

/** The fields in which other nodes hand over the address of a file, the likeliest first; a path leads into objects. */
const ADDRESS_FIELDS =
	'url file.url external.url image_url video_url webContentLink downloadUrl @microsoft.graph.downloadUrl signedUrl'.split(
		' ',
	);

/** The address that an object of another node holds, as those of Notion, Airtable, Drive or a job of this node: under a usual name, or its only one, or only one of a file. */
export function addressInObject(value: unknown): string | undefined {
	if (!isData(value)) return undefined;
	for (const path of ADDRESS_FIELDS) {
		const held = textOf(value[path] ?? atPath(value, path));
		if (held !== undefined && isAddress(held) && !('instead' in (sharePage(held.trim()) ?? {})))
			return held.trim();
	}
	const held = [...new Set(addressesIn(value, DEEPEST))];
	const files = held.filter(endsLikeMedia);
	const [only, other] = files.length > 0 ? files : held;
	return other === undefined ? only : undefined;
}

/** How deep in an object an address is looked for that is its only one. */
const DEEPEST = 6;

function addressesIn(value: unknown, depth: number): string[] {
	if (typeof value === 'string')
		return /^\s*https?:\/\/\S+\s*$/i.test(value) || BASE64.test(value) ? [value.trim()] : [];
	if (typeof value !== 'object' || value === null || depth === 0) return [];
	return Object.values(value).flatMap((held: unknown) => addressesIn(held, depth - 1));
}

const atPath = (value: unknown, path: string): unknown =>
	path.split('.').reduce((at: unknown, name) => dataOf(at)[name], value);

const isAddress = (text: string) => /^\s*(https?:|data:)/i.test(text) || BASE64.test(text);

/** The content of a file alone. */
const BASE64 = new RegExp(`^\\s*${BASE64_FILE_START}[A-Za-z0-9+/\\s]{40,}={0,2}\\s*$`);
const dataUriOf = (base64: string) =>
	`data:${signedType(Buffer.from(base64.slice(0, 100), 'base64')) ?? ''};base64,${base64}`;
/** A file in Markdown, HTML or quotes. */
const DATA_URI = /^(?!data:)[^]{0,500}?[<("'`“„=\s](data:[\w.+/-]+;base64,[\w+/=%]+)/i;

/** What addresses of pictures and videos end with. */
const ENDING = String.raw`\.(?:png|jpe?g|webp|gif|avif|mp4|mov|webm)`;

/** How people write an address: each takes off what stands around it. */
const WRITTEN: readonly RegExp[] = [
	// A link of Slack.
	/^<(https?:\/\/[^\s|>]+)\|[^>]*>$/i,
	// An address in quotes or brackets, as in Markdown, HTML, JSON and formulas of sheets.
	/^(?!data:|\[\s*["'][^\]]*,)(?:(?!https?:)[^]){0,500}?[<("'`“„«‘[（「*_]\s*(https?:\/\/[^\s<>"'`”“»’\]」）]+?)(?:\s|[>)"'`”“»’\]」）*_](?![\w./&=%?-]))(?:\]\(\S*\)|(?:(?!https?:)[^]){0,500})$/i,
	// An address with a label, or in a list.
	/^(?:[\p{L}\p{N} _-]{1,40}[:：=]|[-*•>]|\d+\.)\s*<?(https?:\/\/[^\s>]+)>?$/u,
	// An address at the end of a sentence, or before its size.
	new RegExp(
		String.raw`^(https?:\/\/\S+?${ENDING})(?:[)\]}>.,;:!'"”。\\]+|\s+\([^()]*\)|\|[\dx]+)$`,
		'i',
	),
];

/** Addresses that only the program that made them can open, and what to do instead. */
const NOT_FETCHED: ReadonlyArray<[form: RegExp, refusal: string]> = [
	[
		/^data:[^,]*;base64,(?:(?:undefined|null|NaN)\s*$|[\w+/=%\s-]{0,30}[^\w+/=%\s-])/i,
		'is a data URI without a file in it: correct the expression',
	],
	[
		/^blob:/i,
		'is an address inside of a browser, which nobody else can open: give the file itself',
	],
	[
		/^(file:|[a-z]:[\\/]|\\\\|~\/|\/(home|users|tmp|files|var|mnt|data)\/)/i,
		'is a file on a disk, which the service cannot open: read it first with n8n’s Read/Write Files from Disk node, and give the name of its binary field',
	],
	[
		/^(s3|gs|az|abfss?):\/\//i,
		'is an address in a store, which the service cannot open: read the file first with n8n’s node of that store, or give an http(s) link to it',
	],
	[
		/^(sandbox|attachment|cid|mid):/i,
		'is the name of an attachment, which only its own chat or mail can open: give the file itself',
	],
	[
		/^https?:(?:.*(?:(?:\{|%7B){2}|\$\{|<\w+>|(?:\[|%5B)object(?: |%20)[A-Z])|\/\/(?:undefined|null|NaN)(?:[/:.?#]|$))/i,
		'contains an expression that was not worked out, an object, or nothing in place of its host: correct the expression',
	],
];

/** Objects that only name a file which their service keeps, and how n8n gets it. */
const NOT_DOWNLOADED: ReadonlyArray<[field: string, advice: string]> = [
	[
		'file_id',
		'Telegram tells only where the file is: in the Telegram Trigger, turn on Download Images/Files, or get the file with the Telegram node, and give its binary field.',
	],
	[
		'url_private',
		'Slack gives its files only to those who have signed in: get the file with the Slack node, and give its binary field.',
	],
	[
		'mime_type',
		'WhatsApp tells only the ID of the file: get its URL with the WhatsApp node, download it with an HTTP Request node, and give its binary field.',
	],
	[
		'attachmentId',
		'Gmail tells only the ID of the attachment: turn on Options > Download Attachments in the Gmail node, and give its binary field.',
	],
];

/** How to get the file that an object of another node only names; nothing where it is none of those known. */
export const howToGetFile = (value: IDataObject): string | undefined => {
	const objects = [value, ...Object.values(value).flat()].filter(isData);
	return NOT_DOWNLOADED.find(([field]) => objects.some((held) => Object.hasOwn(held, field)))?.[1];
};

/** With a space in the name of its file. */
const WITH_SPACES = new RegExp(
	String.raw`^https?:\/\/(?:(?!${ENDING} )[^\s,;|]| (?!https?:))+${ENDING}(?:\?\S*)?$`,
	'i',
);

/** A host and a path that ends like a file, without a protocol. */
const WITHOUT_PROTOCOL = new RegExp(
	String.raw`^(?:www\.\S+\.\S+\/\S+|(?:[a-z0-9-]+\.)+[a-z]{2,}(?::\d+)?\/\S*${ENDING}(?:[?#]\S*)?)$`,
	'i',
);
const lacksProtocol = (text: string) =>
	!/^https?:/i.test(text) &&
	(WITHOUT_PROTOCOL.test(text) || sharePage(`https://${text}`) !== undefined);

/**
 * Understands an address as people have it: pasted from Markdown, a sheet or a chat, without its protocol, or the address of a
 * page that shows the file. Nothing for a text that is none, such as the name of a binary field.
 */
export function parsePastedAddress(given: string): UnderstoodReference | undefined {
	// As JSON and HTML write it, and without what cannot be seen.
	const text = given.replace(/^[\s\p{Cf}]+|[\s\p{Cf}]+$|\\(?=\/)/gu, '').replaceAll('&amp;', '&');
	const inline = BASE64.test(text) ? dataUriOf(text) : DATA_URI.exec(text)?.[1];
	if (inline !== undefined) return { address: inline };
	const bare = WRITTEN.reduce(
		(found: string | undefined, form) => found ?? form.exec(text)?.[1],
		undefined,
	);
	const [, refusal] = NOT_FETCHED.find(([form]) => form.test(text)) ?? [];
	if (refusal !== undefined) return { refusal };
	const written = bare ?? (lacksProtocol(text) ? `https://${text}` : text);
	const whole = WITH_SPACES.test(written) ? written.replaceAll(' ', '%20') : written;
	const address = whole
		.replace(/^\/\//, 'https://')
		.replace(/^(?:https?:\/\/)*(https?):\/*(?=[\w[])/i, '$1://');
	if (!/^https?:\/\//i.test(address) || /\s/.test(address)) return undefined;
	const page = sharePage(address);
	if (page === undefined) return { address };
	if ('instead' in page)
		return { refusal: `is a page of ${page.host}, and not the file itself: ${page.instead}` };
	const { file, host } = page;
	return { address: file, note: `a page of ${host}: the file itself is fetched from ${file}` };
}
