import type { IBinaryData } from 'n8n-workflow';
import type { FileKind } from '../../../contract/parameters';
import { showValue } from '../../../contract/catalog/rules';
import type { NodeFailure } from '../failures/failure';
import type { ExecutionClient } from '../http/client';
import { callbackReach } from '../http/reach';
import { isMissing } from '../n8n/readers';
import { addressInObject, howToGetFile, parsePastedAddress } from '../preflight/address';
import { firstOf } from '../support/bounded';
import { dataOf, isData, soleEntry, textOf } from '../support/data';
import { extensionOf, kindByExtension } from '../answers/job/media';
import { hasScheme } from '../support/scheme';
import { isDataUri, readDataUri } from './dataUri';
import {
	fileNamed,
	filesOf,
	isFile,
	namesOfFile,
	soleFileOfKind,
	type ItemFile,
} from './itemFiles';
import { fileProblem, nameOfKind, placeOf, addressForFile, type Reference } from './sendFile';

/** What a reference input is sent as. */
export interface ResolvedReference {
	/** The URL that the service fetches; a value that is no reference, as it was given. */
	url: unknown;
	/** What was understood, for people: an address, or a file and its binary field. */
	understood?: string;
	/** The file that it is, if it is none that only the service can read. */
	file?: IBinaryData;
}

/**
 * A URL, or an object with one, stays as it is. The name of a binary field, or a file itself, becomes n8n's signed link, or a
 * data URI if it is small enough. Where nothing was chosen, the item's only file is meant.
 */
async function toUrl(
	client: ExecutionClient,
	given: unknown,
	reference: Reference,
): Promise<ResolvedReference> {
	const value = soleEntry(given);
	const address = await addressIn(client, value, reference);
	if (address !== undefined && hasScheme(address) && !isDataUri(address))
		return { url: address, understood: address };
	const meant = fileMeant(client, value, address, reference.kind);
	if (!meant) throw noFile(client, value, reference.param);
	const { field, file } = meant;
	const named = typeof value === 'string' && value !== '' ? ` in ${showValue(value)}` : '';
	const called = `the file${named}${file.fileName ? ` (${file.fileName})` : ''}`;
	const url = await addressForFile(client, file, called, reference);
	const understood = [file.fileName, field && `binary field ${field}`].filter(Boolean).join(', ');
	return { url, understood: understood || 'a file', file };
}

/** The text of a reference, or the address in an object of another node, as a person means it. */
async function addressIn(
	client: ExecutionClient,
	value: unknown,
	{ param, kind }: Reference,
): Promise<string | undefined> {
	const text = typeof value === 'string' ? value.trim() : undefined;
	const held = isFile(value) ? undefined : (addressInObject(value) ?? textOf(dataOf(value).url));
	const given = text ?? held?.trim();
	const isFileName = text !== undefined && filesOf(client).has(text);
	// The beginning of a data URI tells whether there is a file in it.
	const read =
		given === undefined || isFileName
			? undefined
			: parsePastedAddress(isDataUri(given) ? firstOf(given, LONGEST_HEAD) : given);
	if (!read) return given;
	const refuse = (why: string) =>
		fileProblem(client, `${param} ${why} (given: ${showValue(given)})`, '');
	if ('refusal' in read) throw refuse(read.refusal);
	if (isDataUri(read.address) || !URL.canParse(read.address)) return read.address;
	const other = otherThan(kind, read.address);
	if (other !== undefined) throw refuse(`ends with .${other}, so it is not ${nameOfKind[kind]}`);
	if (read.note) client.tell(`${placeOf(param)} is ${read.note}.`, 'info');
	if (/[/.](undefined|null|NaN)(?=$|[/.?#]\w*$)/.test(read.address))
		client.tell(`${placeOf(param)} may lack a part: ${read.address}`, 'warning');
	const reach = callbackReach(await client.baseUrl('generateImage'), read.address);
	if (reach === 'never')
		throw refuse(`is an address of this computer alone, which the service cannot reach`);
	if (reach === 'perhaps')
		client.tell(
			`${placeOf(param)} is in a private network (${new URL(read.address).host}): the service can fetch it only from there.`,
			'warning',
		);
	return read.address;
}

/** In characters. */
const LONGEST_HEAD = 200;

/** The ending of an address of another kind, or of HEIC, which services do not take; a query may convert it on its way. */
function otherThan(kind: FileKind, address: string): string | undefined {
	const ended = kindByExtension(address);
	const ending = extensionOf(address);
	if (ended === undefined || kind === 'audio' || address.includes('?')) return undefined;
	return ended !== kind || /^hei[cf]$/.test(ending ?? '') ? ending : undefined;
}

/** The file that a reference is, names or tells of; for one that was left as it was, the only one. */
function fileMeant(
	client: ExecutionClient,
	value: unknown,
	address: string | undefined,
	kind: FileKind,
): (Partial<ItemFile> & Pick<ItemFile, 'file'>) | undefined {
	if (isFile(value)) return { file: value };
	if (address !== undefined && isDataUri(address)) {
		const { type, content } = readDataUri(address);
		return { file: { mimeType: type, data: content.toString('base64') } };
	}
	const name = typeof value === 'string' ? value.trim() : undefined;
	const names =
		name === undefined ? namesOfFile([value, ...Object.values(dataOf(value)).flat()]) : [name];
	const named = names.map((one) => fileNamed(client, one)).find((found) => found !== undefined);
	const isUnclear = name === undefined ? isData(value) : UNCHOSEN.test(name);
	return named ?? (isUnclear ? soleFileOfKind(client, kind) : undefined);
}

/** A field as it is at first, or with an object that was dragged into it. */
const UNCHOSEN = /^(data)?\s*(\[object \w+\])?$/;

/**
 * As {@link toUrlIfGiven} for a list; a text may name several binary fields, and with an empty one nothing was chosen.
 * @throws NodeOperationError as it does, naming the entry
 */
export async function toUrls(
	client: ExecutionClient,
	given: unknown[],
	{ param, ...how }: Reference,
): Promise<ResolvedReference[]> {
	const entries = given.flatMap((entry) => namesIn(client, entry));
	return await Promise.all(
		entries.map(async (entry, index) =>
			entry === ''
				? await toUrl(client, entry, { param, ...how })
				: await toUrlIfGiven(client, entry, { param: `${param}, entry ${index + 1},`, ...how }),
		),
	);
}

/**
 * What a reference is sent as; any value but a text or an object is left as it is.
 * @throws NodeOperationError when there is no such file, it is of another kind, or the service cannot fetch it
 */
export async function toUrlIfGiven(
	client: ExecutionClient,
	entry: unknown,
	reference: Reference,
): Promise<ResolvedReference> {
	return isMissing(entry) || (typeof entry !== 'string' && typeof entry !== 'object')
		? { url: entry }
		: await toUrl(client, entry, reference);
}

/** The names in a text that lists several binary fields; else the entry itself. */
function namesIn(client: ExecutionClient, entry: unknown): unknown[] {
	if (typeof entry !== 'string' || !/[,;|]/.test(entry)) return [entry];
	const files = filesOf(client);
	const names = entry.split(/[,;|]/).map((name) => name.trim());
	return !files.has(entry) && names.every((name) => fileNamed(client, name)) ? names : [entry];
}

function noFile(client: ExecutionClient, value: unknown, param: string): NodeFailure {
	const names = [...filesOf(client).keys()];
	const advice =
		names.length > 0
			? `The binary fields of this item: ${names.join(', ')}. For several, drag the field that lists them, such as files, into an empty field.`
			: 'This item has no file: attach one where the workflow begins, or let an earlier node read it.';
	const what = Array.isArray(value) ? `a list of ${value.length}` : showValue(value);
	const message = `${param} must be an http(s) URL or the name of a binary field of the item (given: ${what})`;
	return fileProblem(client, message, (isData(value) && howToGetFile(value)) || advice);
}
