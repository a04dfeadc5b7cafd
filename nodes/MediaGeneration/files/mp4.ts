import type { ForwardFile } from './forwardFile';

/** A box of an MP4 or MOV file (ISO 14496-12): its type, and where its content is. */
interface Box {
	type: string;
	from: number;
	to: number;
}

/** What such files begin with. */
const FIRST = /^(ftyp|styp|moov|mdat|free|skip|wide|pnot)$/;
/** The largest box that is read whole, in bytes; that of a film of hours is smaller. */
const LARGEST = 16 * 1024 * 1024;

/**
 * How long an MP4 or MOV file plays, in seconds, rotated or not, with its index in front, at its end or in fragments; nothing
 * where it does not tell, or where a part of the file is missing.
 */
export async function mp4Seconds(file: ForwardFile): Promise<number | undefined> {
	let movie: Movie | undefined;
	let inFragments = 0;
	for (let at = 0; at < (file.size ?? Infinity);) {
		const head = await file.read(at, 16);
		const box = boxAt(head, 0, (file.size ?? Infinity) - at);
		if (!box) break;
		if (at === 0 && !FIRST.test(box.type)) return undefined;
		const [from, to] = [at + box.from, at + box.to];
		if (to > (file.size ?? to)) return undefined;
		if (box.type === 'moov' || box.type === 'moof') {
			if (to - from > LARGEST) return undefined;
			const content = await file.read(from, to - from);
			if (content.length < to - from) return undefined;
			if (box.type === 'moov') movie = movieIn(content);
			else if (movie?.fragments)
				inFragments = Math.max(inFragments, lengthAfter(content, movie.fragments));
		}
		// Without a size it cannot be told whether the rest is there.
		if (movie && movie.fragments === undefined && file.size === undefined) break;
		at = to;
	}
	return movie && (Math.max(movie.seconds, inFragments) || undefined);
}

/** The box at an offset. @param left up to the end of what it is in */
function boxAt(bytes: Buffer, at: number, left: number): Box | undefined {
	if (bytes.length < at + 8) return undefined;
	const type = bytes.toString('latin1', at + 4, at + 8);
	const short = bytes.readUInt32BE(at);
	const isLong = short === 1;
	if (isLong && bytes.length < at + 16) return undefined;
	const size = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : short === 0 ? left : short;
	const header = isLong ? 16 : 8;
	return size < header ? undefined : { type, from: at + header, to: at + size };
}

/** The contents of the boxes on a path, of all that are there. */
function contentsOf(bytes: Buffer, ...[type, ...inner]: string[]): Buffer[] {
	const found: Buffer[] = [];
	for (let at = 0; at < bytes.length;) {
		const box = boxAt(bytes, at, bytes.length - at);
		if (!box) break;
		if (box.type === type) found.push(bytes.subarray(box.from, box.to));
		at = box.to;
	}
	return inner.length === 0 ? found : found.flatMap((content) => contentsOf(content, ...inner));
}

interface Track {
	/** Units in a second. */
	scale: number;
	/** The length of a sample that does not tell its own, in units. */
	usual: number;
	/** When it begins, in units, as far as that is known. */
	start?: number;
}

interface Movie {
	/** What the index tells: all of it, or what comes before the fragments. */
	seconds: number;
	/** The tracks, by their IDs, where the rest is in fragments. */
	fragments?: Map<number, Track>;
}

function movieIn(moov: Buffer): Movie {
	const [header] = contentsOf(moov, 'mvhd');
	const { scale, length } = header ? timesIn(header) : { scale: 0, length: 0 };
	const seconds = scale > 0 ? length / scale : 0;
	if (contentsOf(moov, 'mvex').length === 0) return { seconds };
	const usual = new Map(
		contentsOf(moov, 'mvex', 'trex').map((box) => [wordAt(box, 4), wordAt(box, 12)]),
	);
	const tracks = contentsOf(moov, 'trak').map((track): [number, Track] => {
		const [named] = contentsOf(track, 'tkhd');
		const [timed] = contentsOf(track, 'mdia', 'mdhd');
		const id = named ? wordAt(named, named[0] === 1 ? 20 : 12) : 0;
		const start = seconds > 0 ? 0 : undefined;
		return [id, { scale: timed ? timesIn(timed).scale : 0, usual: usual.get(id) ?? 0, start }];
	});
	return { seconds, fragments: new Map(tracks) };
}

/** What `mvhd` and `mdhd` begin with; a length that is not known is 0. */
function timesIn(box: Buffer): { scale: number; length: number } {
	const at = box[0] === 1 ? 20 : 12;
	return { scale: wordAt(box, at), length: timeAt(box, at + 4) };
}

/** How long it plays up to the end of a fragment, in seconds: the longest of its tracks. */
function lengthAfter(moof: Buffer, tracks: Map<number, Track>): number {
	const ends = contentsOf(moof, 'traf').map((part) => {
		const [header] = contentsOf(part, 'tfhd');
		const [timed] = contentsOf(part, 'tfdt');
		const track = header && tracks.get(wordAt(header, 4));
		if (!track || !timed || track.scale === 0) return 0;
		const time = timeAt(timed, 4);
		track.start ??= time;
		const flags = wordAt(header, 0);
		const at = 8 + (flags & 1 ? 8 : 0) + (flags & 2 ? 4 : 0);
		const usual = flags & 8 ? wordAt(header, at) : track.usual;
		const lengths = contentsOf(part, 'trun').map((run) => lengthOf(run, usual));
		return lengths.reduce((sum, length) => sum + length, time - track.start) / track.scale;
	});
	return Math.max(0, ...ends);
}

/** The length of a run of samples, in units. */
function lengthOf(run: Buffer, usual: number): number {
	const flags = wordAt(run, 0);
	const count = wordAt(run, 4);
	if (!(flags & 0x100)) return count * usual;
	const step = 4 * [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag).length;
	const first = 8 + (flags & 1 ? 4 : 0) + (flags & 4 ? 4 : 0);
	let sum = 0;
	for (let at = first; at + step <= Math.min(run.length, first + step * count); at += step)
		sum += wordAt(run, at);
	return sum;
}

const wordAt = (box: Buffer, at: number) => (box.length < at + 4 ? 0 : box.readUInt32BE(at));

/** A time, which is larger in version 1 of a box; one that is not known is 0. */
function timeAt(box: Buffer, at: number): number {
	if (box[0] !== 1) return wordAt(box, at) === 0xffffffff ? 0 : wordAt(box, at);
	const time = box.length < at + 8 ? 0n : box.readBigUInt64BE(at);
	return time === 0xffff_ffff_ffff_ffffn ? 0 : Number(time);
}
