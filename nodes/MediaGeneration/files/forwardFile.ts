/** A file from the offset on at which it was opened, or from its start where its source cannot begin in the middle. */
export interface OpenedFile {
	chunks: AsyncIterable<Uint8Array>;
	from: number;
	/** Of the whole file, in bytes, if that is known. */
	size?: number;
}

/** A gap that is read over, in bytes, as asking anew takes longer. */
const SHORT_GAP = 256 * 1024;
/** So much is read of a file at most, in bytes, and so often is it opened. */
const MOST_BYTES = 128 * 1024 * 1024;
const MOST_OPENED = 12;

/** A file of which parts are read, each further on than the one before. */
export class ForwardFile {
	/** In bytes, if it is known; known at the first read. */
	size?: number;

	private chunks?: AsyncIterator<Uint8Array>;
	private held = Buffer.alloc(0);
	/** Where what is held begins. */
	private at = 0;
	private bytes = 0;
	private opened = 0;

	constructor(private readonly open: (from: number) => Promise<OpenedFile>) {}

	/** The bytes from an offset on; fewer where the file ends. @throws RangeError when too much would have to be read */
	async read(offset: number, length: number): Promise<Buffer> {
		if (!this.chunks || offset > this.at + this.held.length + SHORT_GAP) await this.openAt(offset);
		for (;;) {
			const gone = Math.min(Math.max(offset - this.at, 0), this.held.length);
			this.held = this.held.subarray(gone);
			this.at += gone;
			if (this.at === offset && this.held.length >= length) break;
			const next = await this.chunks?.next();
			if (!next || next.done) break;
			this.bytes += next.value.length;
			if (this.bytes > MOST_BYTES) throw new RangeError('The file has its length too far inside');
			this.held = Buffer.concat([this.held, next.value]);
		}
		return this.held.subarray(0, length);
	}

	/** Closes what it was read from. */
	async close(): Promise<void> {
		await this.chunks?.return?.();
	}

	private async openAt(offset: number): Promise<void> {
		if (this.opened++ === MOST_OPENED)
			throw new RangeError('The file has its length in many places');
		const { chunks, from, size } = await this.open(offset);
		// One that begins at its start again was open already, and is read on.
		if (this.chunks && from !== offset) return;
		this.chunks = chunks[Symbol.asyncIterator]();
		this.held = Buffer.alloc(0);
		this.at = from;
		this.size ??= size;
	}
}
