import type { IBinaryData } from 'n8n-workflow';
import type { FileKind } from '../../../contract/parameters';
import { nodeFailure, type NodeFailure } from '../failures/failure';
import { optionLabels } from '../failures/labels';
import type { ExecutionClient } from '../http/client';
import { PUBLIC_ADDRESS, callbackReach } from '../http/reach';
import { CONVERTED, sniffFile, type SniffedFile } from '../preflight/bytes';
import { messageOf } from '../support/data';
import { settled } from '../support/settled';
import { bareType, TELLS_NOTHING } from './fileType';
import { contentOf, sizeOf } from './itemFiles';

/** As a job may wait before its inputs are fetched. */
const LINK_LIFETIME = '24h';

export interface Reference {
	/** The name of the parameter in messages; that of an entry ends with a comma. */
	param: string;
	/** The media that it must be. */
	kind: FileKind;
	/** The largest file that is sent as a data URI, in bytes. */
	inline: number;
}

/**
 * What a file is sent as: n8n's signed link to it, or a data URI if it is small enough.
 * @param called what the file is, in messages
 * @throws NodeOperationError when it is empty or of another kind by its first bytes, or the service cannot fetch it from this n8n
 */
export async function addressForFile(
	client: ExecutionClient,
	file: IBinaryData,
	called: string,
	{ param, kind, inline }: Reference,
): Promise<string> {
	const head = await headOf(client, file);
	const seen = sniffFile(head);
	const other = otherThan(kind, file, seen);
	const wrong = (what: string, advice: string) =>
		fileProblem(client, `${placeOf(param)}: ${called} is ${what}`, advice);
	if (other !== undefined)
		throw wrong(
			`${other}, not ${nameOfKind[kind]}`,
			CONVERTED[seen?.type ?? ''] ?? `Choose ${nameOfKind[kind]}.`,
		);
	if (file.id ? file.bytes === 0 : file.data === '')
		throw wrong('empty', 'Check the node that read it.');
	if (!seen && head.length > 0)
		client.tell(
			`${placeOf(param)}: ${called} does not begin like ${nameOfKind[kind]}: the service may not take it.`,
			'warning',
		);
	return (
		(await dataUriOf(client, file, inline, seen?.type)) ??
		(await linkTo(client, file, called, inline))
	);
}

/** A parameter, or an entry of it, without the comma. */
export const placeOf = (param: string): string => param.replace(/,$/, '');

export const fileProblem = (
	client: ExecutionClient,
	message: string,
	advice: string,
): NodeFailure => nodeFailure(client, message, `Nothing was sent. ${advice}`.trim());

/** The first bytes of a file; none of one that n8n cannot read, of which its type tells. */
async function headOf(client: ExecutionClient, file: IBinaryData): Promise<Uint8Array> {
	const content = contentOf(client, file);
	const head = await settled(content.next());
	await settled(content.return(undefined));
	if (head.status === 'fulfilled' && !head.value.done) return head.value.value;
	if (head.status === 'rejected')
		client.context.logger.debug(
			`The first bytes of a file could not be read: ${messageOf(head.reason)}`,
		);
	return new Uint8Array();
}

async function linkTo(
	client: ExecutionClient,
	file: IBinaryData,
	called: string,
	inline: number,
): Promise<string> {
	const wayOut = `${inline > 0 ? 'raise' : 'add'} Options > ${optionLabels.inlineFiles}`;
	const { helpers } = client.context;
	const { id, data, fileName, mimeType } = file;
	const stored = id
		? file
		: await helpers.prepareBinaryData(Buffer.from(data, 'base64'), fileName, mimeType);
	if (!stored.id)
		throw fileProblem(
			client,
			`n8n cannot give the service a link to ${called}`,
			`This n8n keeps files in memory. Set N8N_DEFAULT_BINARY_DATA_MODE to filesystem, s3, azure or database, give a URL, or ${wayOut}.`,
		);
	const link = helpers.createBinarySignedUrl(stored, LINK_LIFETIME);
	const baseUrl = await client.baseUrl('generateImage');
	const [service, own] = [new URL(baseUrl).host, new URL(link).host];
	const reach = callbackReach(baseUrl, link);
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

async function dataUriOf(
	client: ExecutionClient,
	file: IBinaryData,
	largest: number,
	seenType: string | undefined,
): Promise<string | undefined> {
	if (largest === 0 || (await sizeOf(client, file)) > largest) return undefined;
	const chunks: Uint8Array[] = [];
	for await (const chunk of contentOf(client, file)) chunks.push(chunk);
	const told = bareType(file.mimeType);
	const type = seenType ?? (TELLS_NOTHING.test(told) ? 'application/octet-stream' : told);
	return `data:${type};base64,${Buffer.concat(chunks).toString('base64')}`;
}

/** What a file of a kind is called in a sentence. */
export const nameOfKind: Record<FileKind, string> = {
	image: 'an image',
	video: 'a video',
	audio: 'an audio file',
};
const otherNames = new Map(Object.entries({ ...nameOfKind, text: 'a text' }));

/** What a file is, if its first bytes, or else its type, say that it is not of this kind. */
function otherThan(
	kind: FileKind,
	{ mimeType }: IBinaryData,
	seen: SniffedFile | undefined,
): string | undefined {
	if (seen?.called !== undefined && !(kind === 'audio' && seen.type.startsWith('audio/')))
		return seen.called;
	if (seen)
		return seen.type.startsWith(`${kind}/`)
			? undefined
			: otherNames.get(seen.type.split('/')[0] ?? '');
	const told = bareType(mimeType);
	const [type = '', name] = told.split('/');
	if (type === kind || TELLS_NOTHING.test(told)) return undefined;
	return otherNames.get(type) ?? (name === 'pdf' ? 'a PDF' : `of the type ${mimeType}`);
}
