import type { IBinaryData } from 'n8n-workflow';
import type { ExecutionClient } from '../http/client';
import { dataOf, isData, textOf } from '../support/data';

/** The field with an item's files in the Binary Mode "Combined". */
const COMBINED = '_files';

export interface ItemFile {
	field: string;
	file: IBinaryData;
}

/** The binary fields of an item, by name. */
export function filesOf(client: ExecutionClient): ReadonlyMap<string, IBinaryData> {
	const { binary = {}, json } = client.context.getInputData()[client.itemIndex] ?? {};
	const fields = Object.entries({ ...dataOf(dataOf(json)[COMBINED]), ...binary });
	return new Map(
		fields.flatMap(([name, value]) => {
			// Files of a Code node may have no type.
			const file = { ...dataOf(value), mimeType: dataOf(value).mimeType ?? '' };
			return isFile(file) ? [[name, file] as const] : [];
		}),
	);
}

export function isFile(value: unknown): value is IBinaryData {
	// A file of Google Drive has an ID too.
	return isData(value) && [value.mimeType, value.data].every((part) => typeof part === 'string');
}

/** In bytes. */
const CHUNK = 256 * 1024;

/** The content of a file, as it comes from n8n's store or as it is in the item. */
export async function* contentOf(
	{ context: { helpers } }: ExecutionClient,
	{ id, data }: IBinaryData,
): AsyncGenerator<Uint8Array> {
	if (id) yield* await helpers.getBinaryStream(id, CHUNK);
	else yield await Promise.resolve(Buffer.from(data, 'base64'));
}

/** The size of a file, in bytes. */
export async function sizeOf(
	{ context: { helpers } }: ExecutionClient,
	{ id, data }: IBinaryData,
): Promise<number> {
	const stored = id && (await helpers.getBinaryMetadata(id));
	return stored ? stored.fileSize : Buffer.byteLength(data, 'base64');
}

/** What people write around a field's name, which may say that it is one of the item's binary fields. */
const AROUND_NAME = new RegExp(
	`^[\\s="'\`[{(]*((${COMBINED}|\\$?binary)\\.)?|[\\s"'\`\\]})]+$`,
	'g',
);

/** A file by the name of its field, or the only one with this name or file name in other letters. */
export function fileNamed(client: ExecutionClient, name: string): ItemFile | undefined {
	const files = filesOf(client);
	const field = files.has(name) ? name : name.replace(AROUND_NAME, '');
	const exact = files.get(field);
	if (exact) return { field, file: exact };
	const wanted = field.toLowerCase();
	return sole(files, ([other, { fileName = '' }]) =>
		[other, fileName].some((known) => known.toLowerCase() === wanted),
	);
}

/** The only file of an item of a kind such as `image`, or the only one. */
export const soleFileOfKind = (client: ExecutionClient, kind: string): ItemFile | undefined =>
	sole(filesOf(client), ([, { mimeType }]) => mimeType.startsWith(`${kind}/`)) ??
	sole(filesOf(client), () => true);

/** Fields in which forms, chats and mails tell which of an item's files they mean: its binary field, or its file name. */
const TOLD_AS = ['binaryKey', 'binaryPropertyName', 'fileName', 'filename', 'file_name', 'name'];
/** Of these a file has at least one beside its name. */
const OF_FILES = ['mimetype', 'mimeType', 'mime_type', 'size', 'fileSize', 'file_size', 'fileType'];

/** How the first object that tells of a file without holding it names it: `{filename, mimetype, size}`. */
export function namesOfFile(objects: readonly unknown[]): string[] {
	const named = objects
		.filter(isData)
		.filter((object) => OF_FILES.some((name) => object[name] !== undefined))
		.map((object) => TOLD_AS.flatMap((name) => textOf(object[name]) ?? []));
	return named.find(({ length }) => length > 0) ?? [];
}

function sole(
	files: ReadonlyMap<string, IBinaryData>,
	fits: (entry: [string, IBinaryData]) => boolean,
): ItemFile | undefined {
	const [found, other] = [...files].filter(fits);
	return found && !other ? { field: found[0], file: found[1] } : undefined;
}
