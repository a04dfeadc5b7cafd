import type { ForwardFile } from './forwardFile';

/** The IDs of the elements that tell the length (RFC 9559). */
const SEGMENT = 0x18538067;
const INFO = 0x1549a966;
const CLUSTER = 0x1f43b675;
const SCALE = 0x2ad7b1;
const DURATION = 0x4489;

/** The largest Info that is read, in bytes. */
const LARGEST = 64 * 1024;
const NANOS = 1e9;

/** What WebM and Matroska files begin with. */
export const isWebm = (head: Buffer): boolean =>
	head.length > 4 && head.readUInt32BE(0) === 0x1a45dfa3;

/**
 * How long a WebM or Matroska file plays, in seconds; nothing where it does not tell, as one that was recorded live, or where a
 * part of the file is missing.
 */
export async function webmSeconds(file: ForwardFile): Promise<number | undefined> {
	for (let at = 0; ;) {
		const element = elementAt(await file.read(at, 12), 0);
		if (!element || element.id === CLUSTER) return undefined;
		const { id, from, size } = element;
		const end = at + from + size;
		if (id === SEGMENT) {
			if (end > (file.size ?? end) && size !== Infinity) return undefined;
			at += from;
		} else if (id === INFO)
			return size > LARGEST ? undefined : secondsIn(await file.read(at + from, size));
		else at = end;
	}
}

function secondsIn(info: Buffer): number | undefined {
	let scale = 1_000_000;
	let duration = 0;
	for (let at = 0; at < info.length;) {
		const element = elementAt(info, at);
		if (!element) break;
		const content = info.subarray(element.from, element.from + element.size);
		if (element.id === SCALE && content.length > 0 && content.length <= 6)
			scale = content.readUIntBE(0, content.length);
		if (element.id === DURATION && content.length === 4) duration = content.readFloatBE(0);
		if (element.id === DURATION && content.length === 8) duration = content.readDoubleBE(0);
		at = element.from + element.size;
	}
	const seconds = (duration * scale) / NANOS;
	return seconds > 0 ? seconds : undefined;
}

/** The element at an offset: its ID, and where its content is; of a size that is not known, without an end. */
function elementAt(
	bytes: Buffer,
	at: number,
): { id: number; from: number; size: number } | undefined {
	const idLength = lengthAt(bytes, at);
	const sizeLength = lengthAt(bytes, at + idLength);
	const from = at + idLength + sizeLength;
	if (idLength > 4 || sizeLength > 8 || bytes.length < from) return undefined;
	const id = bytes.readUIntBE(at, idLength);
	let size = (bytes[at + idLength] ?? 0) & (0xff >> sizeLength);
	let isOpen = size === 0xff >> sizeLength;
	for (const byte of bytes.subarray(at + idLength + 1, from)) {
		size = size * 256 + byte;
		isOpen &&= byte === 0xff;
	}
	return { id, from, size: isOpen ? Infinity : size };
}

/** How many bytes a number of variable length takes, by its first. */
const lengthAt = (bytes: Buffer, at: number) => Math.clz32(bytes[at] ?? 0) - 23;
