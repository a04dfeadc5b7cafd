import type { ForwardFile } from './forwardFile';

/** The IDs of the elements that tell the length, or hold one that does (RFC 9559). */
const SEGMENT = 0x18538067;
const INFO = 0x1549a966;
const CLUSTER = 0x1f43b675;
const SCALE = 0x2ad7b1;
const DURATION = 0x4489;

const NANOS = 1e9;

/** What WebM and Matroska files begin with. */
export const startsAsWebm = (head: Buffer): boolean =>
	head.length > 4 && head.readUInt32BE(0) === 0x1a45dfa3;

/**
 * How long a WebM or Matroska file plays, in seconds; nothing where it does not tell, as one that was recorded live, or where a
 * part of the file is missing.
 */
export async function webmSeconds(file: ForwardFile): Promise<number | undefined> {
	let scale = 1_000_000;
	let duration = 0;
	for (let at = 0; at < Infinity;) {
		const head = await file.read(at, 24);
		const element = elementIn(head);
		if (!element || element.id === CLUSTER) break;
		const { id, from, size } = element;
		const end = at + from + size;
		const content = head.subarray(from, from + size);
		if (id === SEGMENT && size !== Infinity && end > (file.size ?? end)) return undefined;
		if (id === SCALE && content.length > 0 && content.length <= 6)
			scale = content.readUIntBE(0, content.length);
		if (id === DURATION && content.length === 4) duration = content.readFloatBE(0);
		if (id === DURATION && content.length === 8) duration = content.readDoubleBE(0);
		at = id === SEGMENT || id === INFO ? at + from : end;
	}
	const seconds = (duration * scale) / NANOS;
	return seconds > 0 ? seconds : undefined;
}

/** The element that bytes begin with: its ID, and where its content is; of a size that is not known, without an end. */
function elementIn(bytes: Buffer): { id: number; from: number; size: number } | undefined {
	const idLength = numberLength(bytes[0]);
	const sizeLength = numberLength(bytes[idLength]);
	const from = idLength + sizeLength;
	if (idLength > 4 || sizeLength > 8 || bytes.length < from) return undefined;
	const id = bytes.readUIntBE(0, idLength);
	let size = (bytes[idLength] ?? 0) & (0xff >> sizeLength);
	let isOpen = size === 0xff >> sizeLength;
	for (const byte of bytes.subarray(idLength + 1, from)) {
		size = size * 256 + byte;
		isOpen &&= byte === 0xff;
	}
	return { id, from, size: isOpen ? Infinity : size };
}

/** How many bytes a number of variable length takes, by its first. */
const numberLength = (first = 0) => Math.clz32(first) - 23;
