import { media, type Media } from '../../../../contract/catalog';
import { hasScheme } from '../../support/scheme';
import { perPlace, type Place } from '../core/walk';
import { includesAny } from '../words/words';
import { mediaRows, otherExtensions, signatures } from '../words/media';

/** A value that may be a file. */
export interface FileValue {
	/** Its address; content as a `data:` address. */
	url: string;
	form: 'inline' | 'absolute' | 'relative' | 'bucket';
	/** What it surely is. */
	kind?: Media | 'other';
}

/** The longest address, in characters. */
export const LONGEST_ADDRESS = 16_384;
/** How many bytes of a file tell what it is. */
export const HEAD_BYTES = 64;
const SHORTEST_BASE64 = 32;

/** The text at a place as a file's address or content, by its beginning. */
export const fileAt = perPlace((place): FileValue | undefined =>
	typeof place.value === 'string' ? fileValue(place.value, place) : undefined,
);

function fileValue(given: string, place: Place): FileValue | undefined {
	const head = given.slice(0, 200);
	const data = /^data:([a-z0-9.+-]+\/[a-z0-9.+-]+)?[;,]/i.exec(head);
	if (data)
		return /,\s*$/.test(head)
			? undefined
			: { url: given, form: 'inline', kind: kindOfType(data[1] ?? '') };
	const type = base64Type(given);
	if (type) return { url: `data:${type};base64,${given}`, form: 'inline', kind: kindOfType(type) };
	const url = given.length > LONGEST_ADDRESS ? given : given.trim();
	const form = url.length > LONGEST_ADDRESS || /\s/.test(url) ? undefined : formOf(url);
	return form && { url, form, kind: kindByExtension(url) ?? kindOfType(typeBeside(place) ?? '') };
}

function formOf(text: string): Exclude<FileValue['form'], 'inline'> | undefined {
	if (/^(https?:)?\/\/[^/]/i.test(text)) return 'absolute';
	const isEnding = extensionOf(text) !== undefined;
	if (isEnding && /^(gs|s3):\/\/./i.test(text)) return 'bucket';
	if (hasScheme(text)) return undefined;
	return /^\.{0,2}\/[^/]/.test(text) || (isEnding && text.includes('/') && !text.includes('://'))
		? 'relative'
		: undefined;
}

function signedAs(bytes: string): string | undefined {
	return signatures.find(({ at, bytes: start }) => bytes.startsWith(start, at))?.type;
}

/** Each of a file's first bytes as one character. */
export const headText = (head: Uint8Array) => String.fromCharCode(...head.slice(0, HEAD_BYTES));

/** The type that a file's first bytes surely tell. */
export const signedType = (head: Uint8Array): string | undefined => signedAs(headText(head));

function base64Type(text: string): string | undefined {
	const head = text.slice(0, HEAD_BYTES);
	const isBase64 =
		text.length >= SHORTEST_BASE64 &&
		/^[A-Za-z0-9+/_-]+={0,2}$/.test(head) &&
		!/[^A-Za-z0-9+/=_\s-]/.test(text.slice(-HEAD_BYTES));
	return isBase64 ? signedAs(Buffer.from(head, 'base64').toString('latin1')) : undefined;
}

/** Whether an address ends like an image's or a video's. */
export const endsLikeMedia = (address: string): boolean =>
	/^(image|video)$/.test(kindByExtension(address) ?? '');

/** The kind that the ending of an address tells. */
export function kindByExtension(address: string): FileValue['kind'] {
	const extension = extensionOf(address);
	if (extension === undefined) return undefined;
	return (
		media.find((kind) => mediaRows[kind].extensions.has(extension)) ??
		(otherExtensions.has(extension) ? 'other' : undefined)
	);
}

function kindOfType(type: string): FileValue['kind'] {
	const [kind] = type.toLowerCase().split('/', 1);
	const told = media.find((known) => known === kind);
	if (told) return told;
	return kind === '' || type === 'application/octet-stream' ? undefined : 'other';
}

const typeBeside = ({ parent }: Place) => (parent ? typeIn(parent) : undefined);

const typeIn = perPlace(({ children }) => {
	const types = children.map(({ value, words }) =>
		words.includes('type') || words.includes('mime') ? value : undefined,
	);
	return types.find(
		(value): value is string =>
			typeof value === 'string' && value.length < 100 && /^[a-z]+\/[a-z0-9.+-]{1,60}$/i.test(value),
	);
});

/** The ending of an address, in lower case, without its dot. */
export function extensionOf(address: string): string | undefined {
	const [path = ''] = address.slice(0, LONGEST_ADDRESS).split(/[?#]/, 1);
	const last = path.slice(path.lastIndexOf('/') + 1);
	const dot = last.lastIndexOf('.');
	const host = path.indexOf('//') + 2 > path.lastIndexOf('/');
	return dot < 0 || host || last.length - dot > 6 ? undefined : last.slice(dot + 1).toLowerCase();
}

/** A video's cover is called after both, an image never after videos: so videos come first. */
const mostTelling = media.toReversed();

/** The kind that words tell, the first words counting more. */
export function kindInWords(...lists: Array<readonly string[]>): Media | undefined {
	for (const words of lists) {
		const kind = mostTelling.find((known) => includesAny(words, mediaRows[known].words));
		if (kind) return kind;
	}
	return undefined;
}
