import { isHtml } from '../failures/intermediary';
import { headText, signedType } from '../answers/job/media';

/** What a file is seen to be: its content type, and how people call it. */
export interface SniffedFile {
	type: string;
	called?: string;
}

/** What the content of a file of a usual kind begins with in base64. */
export const BASE64_FILE_START = '(?:iVBORw0KGgo|/9j/|R0lGOD|UklGR|AAAA.{4}Z0eXA|JVBERi0)';

/** What other files begin with, each byte as one character; those that are called something are refused. */
const OTHERS: ReadonlyArray<[start: RegExp, type: string, called?: string]> = [
	[/^\s*(<\?xml[^>]*>\s*)?(<!--.*?-->\s*)?<svg/is, 'image/svg+xml', 'an SVG drawing'],
	[/^\s*<\?xml/i, 'application/xml', 'XML'],
	[/^\s*[{[]\s*["{[\]}\d]/, 'application/json', 'JSON'],
	[/^\s*%PDF/, 'application/pdf', 'a PDF'],
	[/^8BPS/, 'image/vnd.adobe.photoshop', 'a Photoshop file'],
	[/^\xef\xbf\xbd/, 'text/plain', 'a file that was read as text, which breaks it'],
	[new RegExp(`^(${BASE64_FILE_START}|data:)`), 'text/base64', 'a text with the file in base64'],
	[/^[^\0-\x08\x0e-\x1f\x7f]{12,}$/, 'text/plain', 'a text'],
	[
		/^(PK\x03\x04|\x1f\x8b|7z\xbc|Rar!|\xd0\xcf\x11\xe0)/,
		'application/zip',
		'an archive or an Office document',
	],
	[/^\0{32}/, 'application/octet-stream', 'empty but for zeros'],
	[/^(MZ|\x7fELF|\xca\xfe\xba\xbe|\0asm|#!)/, 'application/x-executable', 'a program'],
	[/^SQLite format 3/, 'application/vnd.sqlite3', 'a database'],
	[/^\0\0[\x01\x02]\0.\0/s, 'image/x-icon', 'an icon (ICO)'],
	[/^BM.{4}\0{4}/s, 'image/bmp'],
	[/^(ID3|\xff[\xf1-\xfb])/, 'audio/mpeg', 'an audio file'],
	[/^RIFF....WAVE/s, 'audio/wav', 'an audio file'],
	[/^OggS/, 'audio/ogg', 'an audio file'],
	[/^fLaC/, 'audio/flac', 'an audio file'],
];

/** What the first bytes of a file say that it is; nothing where they do not tell. */
export function sniffFile(head: Uint8Array): SniffedFile | undefined {
	const signed = signedType(head);
	if (signed !== undefined)
		return signed === 'image/heic'
			? { type: signed, called: "an iPhone's HEIC" }
			: { type: signed };
	const bytes = headText(head).replace(/^\xef\xbb\xbf/, '');
	if (isHtml(bytes)) return PAGE;
	const found = OTHERS.find(([start]) => start.test(bytes));
	return found && { type: found[1], called: found[2] };
}

const PAGE = { type: 'text/html', called: 'a web page (HTML), perhaps one to sign in at' };

/** Kinds of images that services seldom take, and how to make them ones that they do. */
export const CONVERTED: Readonly<Record<string, string>> = {
	'image/heic':
		'Convert it to JPEG before: set the phone’s camera to Most Compatible, or add a node that converts it.',
	'image/svg+xml': 'Convert it to PNG before.',
	'image/x-icon': 'Convert it to PNG before.',
	'image/vnd.adobe.photoshop': 'Save it as PNG or JPEG before.',
	'text/base64':
		'Turn it into a file before, with n8n’s Convert to File node (Move Base64 String to File).',
};
