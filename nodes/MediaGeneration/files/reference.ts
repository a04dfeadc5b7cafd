import type { IBinaryData } from 'n8n-workflow';
import { HEAD_BYTES, signedType } from '../answers/job/media';
import { addressWithin, readAddress } from '../preflight/address';
import { CONVERTED, seenInBytes, type SeenFile } from '../preflight/bytes';
import { showValue } from '../../../contract/catalog/rules';
import type { FileKind } from '../../../contract/parameters';
import { nodeFailure, type NodeFailure } from '../failures/failure';
import { optionLabels } from '../failures/labels';
import { PUBLIC_ADDRESS, reachOf } from '../http/reach';
import { isMissing } from '../n8n/readers';
import { dataOf, isData, messageOf, soleEntry, textOf } from '../support/data';
import { settled } from '../support/settled';
import { hasScheme } from '../support/scheme';
import type { ExecutionClient } from '../http/client';
import { isDataUri, readDataUri } from './dataUri';
import { TELLS_NOTHING } from './fileType';

/** A job may wait in a queue before its inputs are fetched. */
const LINK_LIFETIME = '24h';
/** The field with an item's files in the Binary Mode "Combined". */
const COMBINED = '_files';

/** How a reference input is sent. */
export interface Reference {
	/** The name of the parameter in messages. */
	param: string;
	/** The media that it must be. */
	kind: FileKind;
	/** The largest file that is sent as a data URI, in bytes. */
	inline: number;
}

/**
 * Turns a reference input into the URL that the service fetches. A URL, or an object with one, such as an attachment, stays as
 * it is. The name of a binary field, or a file itself, becomes n8n's signed link, or a data URI if it is small enough.
 * @throws NodeOperationError when there is no such file, it is of another kind, or the service cannot fetch it from this n8n
 */
export async function toUrl(
	client: ExecutionClient,
	given: unknown,
	{ param, kind, inline }: Reference,
): Promise<string> {
	const value = soleEntry(given);
	const address = addressIn(client, value, param);
	if (address !== undefined && hasScheme(address) && !isDataUri(address)) return address;
	const file = fileOf(client, value, address);
	if (!file) throw noFile(client, value, param);
	const named = typeof value === 'string' ? ` in ${showValue(value)}` : '';
	const called = `the file${named}${file.fileName ? ` (${file.fileName})` : ''}`;
	const seen = seenInBytes(await headOf(client, file));
	const other = otherThan(kind, file, seen);
	if (other !== undefined)
		throw fileProblem(
			client,
			`${placeOf(param)}: ${called} is ${other}, not ${nameOfKind[kind]}`,
			CONVERTED[seen?.type ?? ''] ?? `Choose ${nameOfKind[kind]}.`,
		);
	if (isEmpty(file))
		throw fileProblem(
			client,
			`${placeOf(param)}: ${called} is empty`,
			'Check the node that read it.',
		);
	return (await dataUriOf(client, file, inline)) ?? (await linkTo(client, file, called, inline));
}

/** A parameter, or an entry of it, by itself. */
const placeOf = (param: string) => param.replace(/,$/, '');

const fileProblem = (client: ExecutionClient, message: string, advice: string) =>
	nodeFailure(client, message, `Nothing was sent. ${advice}`.trim());

/** The text of a reference, or the address in an object of another node, as a person means it. @throws NodeOperationError for a page that only shows the file */
function addressIn(client: ExecutionClient, value: unknown, param: string): string | undefined {
	const given =
		typeof value === 'string'
			? value.trim()
			: isFile(value)
				? undefined
				: (addressWithin(value) ?? textOf(dataOf(value).url)?.trim());
	const read = given === undefined || isDataUri(given) ? undefined : readAddress(given);
	if (!read) return given;
	if ('refusal' in read)
		throw fileProblem(client, `${param} ${read.refusal} (given: ${showValue(given)})`, '');
	if (read.note) client.tell(`${placeOf(param)} is ${read.note}.`, 'info');
	return read.address;
}

/** The first bytes of a file; none of one that n8n cannot read, of which its type tells. */
async function headOf(
	{ context: { helpers, logger } }: ExecutionClient,
	{ id, data }: IBinaryData,
): Promise<Uint8Array> {
	if (!id) return Buffer.from(data.slice(0, 2 * HEAD_BYTES), 'base64');
	const read = async () => {
		const stream = await helpers.getBinaryStream(id, HEAD_BYTES);
		const [head]: unknown[] = await stream.take(1).toArray();
		return head instanceof Uint8Array ? head : new Uint8Array();
	};
	const head = await settled(read());
	if (head.status === 'fulfilled') return head.value;
	logger.debug(`The first bytes of a file could not be read: ${messageOf(head.reason)}`);
	return new Uint8Array();
}

/** The file that a reference is, or names, if it is no address. */
export function fileGiven(client: ExecutionClient, given: unknown): IBinaryData | undefined {
	const value = soleEntry(given);
	return fileOf(client, value, textOf(value)?.trim());
}

/** The file that a reference is, or names. */
function fileOf(
	client: ExecutionClient,
	value: unknown,
	address: string | undefined,
): IBinaryData | undefined {
	if (isFile(value)) return value;
	if (address !== undefined && isDataUri(address)) return fileWithin(address);
	return typeof value === 'string' ? fileNamed(client, value.trim()) : undefined;
}

/** n8n's signed link to a file. @param called what the file is, in messages */
async function linkTo(
	client: ExecutionClient,
	file: IBinaryData,
	called: string,
	inline: number,
): Promise<string> {
	const wayOut = `${inline > 0 ? 'raise' : 'add'} Options > ${optionLabels.inlineFiles}`;
	const stored = await ensureStored(client, file);
	if (!stored)
		throw fileProblem(
			client,
			`n8n cannot give the service a link to ${called}`,
			`This n8n keeps files in memory. Set N8N_DEFAULT_BINARY_DATA_MODE to filesystem, s3, azure or database, give a URL, or ${wayOut}.`,
		);
	const link = client.context.helpers.createBinarySignedUrl(stored, LINK_LIFETIME);
	const baseUrl = await client.baseUrl('generateImage');
	const [service, own] = [new URL(baseUrl).host, new URL(link).host];
	const reach = reachOf(baseUrl, link);
	if (reach === 'never')
		throw fileProblem(
			client,
			`The service at ${service} cannot fetch files from this n8n at ${own}`,
			`Set ${PUBLIC_ADDRESS}, give a URL that the service can reach, or, for a small file, ${wayOut}.`,
		);
	if (reach === 'perhaps')
		client.tell(
			`The service can fetch files from this n8n at ${own} only if it is in the same network.`,
			'info',
		);
	return link;
}

/**
 * The same for a list; a text may name several binary fields. Other values are left as they are.
 * @throws NodeOperationError as {@link toUrl}, naming the entry
 */
export async function toUrls(
	client: ExecutionClient,
	given: unknown[],
	{ param, ...how }: Reference,
): Promise<unknown[]> {
	const entries = given.flatMap((entry) => namesIn(client, entry));
	return await Promise.all(
		entries.map(
			async (entry, index) =>
				await toUrlIfGiven(client, entry, { param: `${param}, entry ${index + 1},`, ...how }),
		),
	);
}

/** {@link toUrl} for a text or an object; any other value is left as it is. @throws NodeOperationError as {@link toUrl} */
export async function toUrlIfGiven(
	client: ExecutionClient,
	entry: unknown,
	reference: Reference,
): Promise<unknown> {
	return isMissing(entry) || (typeof entry !== 'string' && typeof entry !== 'object')
		? entry
		: await toUrl(client, entry, reference);
}

/** The names in a text that lists several binary fields; else the entry itself. */
function namesIn(client: ExecutionClient, entry: unknown): unknown[] {
	if (typeof entry !== 'string' || !/[,;|]/.test(entry)) return [entry];
	const files = filesOf(client);
	const names = entry.split(/[,;|]/).map((name) => name.trim());
	return !files.has(entry) && names.every((name) => files.has(name)) ? names : [entry];
}

/** The binary fields of an item, by name. */
function filesOf(client: ExecutionClient): ReadonlyMap<string, IBinaryData> {
	const { binary = {}, json } = client.context.getInputData()[client.itemIndex] ?? {};
	const combined = dataOf(dataOf(json)[COMBINED]);
	const fields: Array<[string, unknown]> = [...Object.entries(combined), ...Object.entries(binary)];
	// Files of a Code node may have no type.
	const typed = fields.map(([name, value]): [string, unknown] => [
		name,
		isData(value) ? { ...value, mimeType: value.mimeType ?? '' } : value,
	]);
	return new Map(typed.filter((entry): entry is [string, IBinaryData] => isFile(entry[1])));
}

function isFile(value: unknown): value is IBinaryData {
	return (
		isData(value) &&
		typeof value.mimeType === 'string' &&
		(typeof value.id === 'string' || typeof value.data === 'string')
	);
}

/** A file by the name of its field, or the only one with this name or file name in other letters. */
function fileNamed(client: ExecutionClient, name: string): IBinaryData | undefined {
	const files = filesOf(client);
	const field = name.startsWith(`${COMBINED}.`) ? name.slice(COMBINED.length + 1) : name;
	const wanted = field.toLowerCase();
	const alike = [...files].filter(([other, { fileName = '' }]) =>
		[other, fileName].some((known) => known.toLowerCase() === wanted),
	);
	return files.get(field) ?? (alike.length === 1 ? alike[0]?.[1] : undefined);
}

function noFile(client: ExecutionClient, value: unknown, param: string): NodeFailure {
	const names = [...filesOf(client).keys()];
	const advice =
		names.length > 0
			? `The binary fields of this item: ${names.join(', ')}.`
			: 'This item has no binary fields: an earlier node must read the file.';
	const what = Array.isArray(value) ? `a list of ${value.length}` : showValue(value);
	const message = `${param} must be an http(s) URL or the name of a binary field of the item (given: ${what})`;
	return nodeFailure(client, message, `Nothing was sent. ${advice}`);
}

/** The file in n8n's store, if n8n has one. */
async function ensureStored(
	client: ExecutionClient,
	file: IBinaryData,
): Promise<IBinaryData | undefined> {
	if (file.id) return file;
	const stored = await client.context.helpers.prepareBinaryData(
		Buffer.from(file.data, 'base64'),
		file.fileName,
		file.mimeType,
	);
	return stored.id ? stored : undefined;
}

const fileWithin = (uri: string): IBinaryData => {
	const { type, content } = readDataUri(uri);
	return { mimeType: type, data: content.toString('base64') };
};

/** A file as a data URI, unless it is too large. */
async function dataUriOf(
	{ context: { helpers } }: ExecutionClient,
	{ id, data, mimeType }: IBinaryData,
	largest: number,
): Promise<string | undefined> {
	if (largest === 0) return undefined;
	const size = id
		? (await helpers.getBinaryMetadata(id)).fileSize
		: Buffer.byteLength(data, 'base64');
	if (size > largest) return undefined;
	const content = id
		? await helpers.binaryToBuffer(await helpers.getBinaryStream(id))
		: Buffer.from(data, 'base64');
	const type = TELLS_NOTHING.test(mimeType)
		? (signedType(content) ?? 'application/octet-stream')
		: mimeType.replace(/;.*/s, '').trim();
	return `data:${type};base64,${content.toString('base64')}`;
}

const isEmpty = ({ id, data, bytes }: IBinaryData) => (id ? bytes === 0 : data === '');

const nameOfKind: Record<FileKind, string> = {
	image: 'an image',
	video: 'a video',
	audio: 'an audio file',
};
const otherNames = new Map(Object.entries({ ...nameOfKind, text: 'a text' }));

/** What a file is, if its first bytes, or else its type, say that it is not of this kind. */
function otherThan(
	kind: FileKind,
	{ mimeType }: IBinaryData,
	seen: SeenFile | undefined,
): string | undefined {
	if (seen?.called !== undefined && !(kind === 'audio' && seen.type.startsWith('audio/')))
		return seen.called;
	if (seen)
		return seen.type.startsWith(`${kind}/`)
			? undefined
			: otherNames.get(seen.type.split('/')[0] ?? '');
	const [type = '', name = ''] = mimeType.toLowerCase().replace(/;.*/s, '').trim().split('/');
	if (type === kind || TELLS_NOTHING.test(mimeType)) return undefined;
	return otherNames.get(type) ?? (name === 'pdf' ? 'a PDF' : `of the type ${mimeType}`);
}
