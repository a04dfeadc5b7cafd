/** Bytes of a file from an offset on, some of them or all that are left. */
export interface FilePiece {
	bytes: Buffer;
	/** Of the whole file, in bytes, if that is known. */
	size?: number;
}

/** Enough for what is read of a box, and so often is a file asked for another piece. */
const HEAD = 48;
const MOST_PIECES = 12;

/** What such files begin with. */
const FIRST = /^(ftyp|styp|moov|mdat|free|skip|wide|pnot)$/;

/**
 * How long an MP4 or MOV file (ISO 14496-12) plays, in seconds, rotated or not, with its index in front or at its end; nothing
 * where it does not tell, as in fragments, or where a part of the file is missing.
 */
export async function mp4Seconds(
	pieceAt: (offset: number) => Promise<FilePiece>,
): Promise<number | undefined> {
	let { bytes, size } = await pieceAt(0);
	let begin = 0;
	let pieces = 1;
	let seconds: number | undefined;
	let indexEnd = Infinity;
	// Without a size it cannot be told whether what follows the index is there.
	for (let at = 0; at < (size ?? indexEnd);) {
		if (at + HEAD > begin + bytes.length && begin + bytes.length < (size ?? Infinity)) {
			if (++pieces > MOST_PIECES) return undefined;
			begin = at;
			({ bytes, size = size } = await pieceAt(at));
		}
		const head = bytes.subarray(at - begin, at - begin + HEAD);
		const box = boxIn(head);
		if (!box || (at === 0 && !FIRST.test(box.type))) break;
		const { type, from } = box;
		const end = box.size === 0 ? (size ?? Infinity) : at + box.size;
		if (end > (size ?? end) || type === 'mvex') return undefined;
		if (type === 'moov') indexEnd = end;
		if (type === 'mvhd') seconds = secondsIn(head.subarray(from));
		at = type === 'moov' ? at + from : end;
	}
	return seconds;
}

/** The box that bytes begin with, and where its content begins; one of size 0 ends with the file. */
function boxIn(bytes: Buffer): { type: string; from: number; size: number } | undefined {
	if (bytes.length < 8) return undefined;
	const type = bytes.toString('latin1', 4, 8);
	const size = bytes.readUInt32BE(0);
	if (size !== 1) return size > 0 && size < 8 ? undefined : { type, from: 8, size };
	const long = bytes.length < 16 ? 0 : Number(bytes.readBigUInt64BE(8));
	return long < 16 ? undefined : { type, from: 16, size: long };
}

/** The length in a movie header, whose numbers are larger in version 1; one that is not known is 0, or all ones. */
function secondsIn(header: Buffer): number | undefined {
	const isLong = header[0] === 1;
	if (header.length < (isLong ? 32 : 20)) return undefined;
	const scale = header.readUInt32BE(isLong ? 20 : 12);
	const length = isLong ? header.readBigUInt64BE(24) : BigInt(header.readUInt32BE(16));
	const isKnown = scale > 0 && length !== (isLong ? 2n ** 64n - 1n : 2n ** 32n - 1n);
	return (isKnown && Number(length) / scale) || undefined;
}
