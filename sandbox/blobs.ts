import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, open, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Read and write for the owner, nothing for anybody else: of a file, and of a folder. */
const OWNER_ONLY = 0o600;
const OWNERS_FOLDER = 0o700;

/**
 * Files that jobs need later (reference pictures, source clips), each kept once under the hash of its
 * content: in a folder of its own that goes with the sandbox, or in one that is given and stays.
 */
export class BlobStore {
	private folder: string | undefined;
	private scratch: Promise<string> | undefined;
	/** One writing after the other, as several may be of one file. */
	private writing: Promise<unknown> = Promise.resolve();
	private closed = false;

	/** @param keptIn the folder that outlives the sandbox, if any */
	constructor(private readonly keptIn?: string) {}

	/** Keeps a file; the answer is its ID. */
	async put(content: Buffer): Promise<string> {
		const id = createHash('sha256').update(content).digest('hex');
		const path = await this.pathOf(id);
		const written = this.writing.then(async () => {
			if (!existsSync(path)) await writeWhole(path, content);
		});
		this.writing = written.catch(() => {});
		await written;
		return id;
	}

	/**
	 * What was kept under an ID.
	 * @throws Error when there is nothing
	 */
	async get(id: string): Promise<Buffer> {
		return readFile(await this.pathOf(id));
	}

	/** Where the file of an ID lies, for a program that reads it by path. */
	async pathOf(id: string): Promise<string> {
		return join(await this.directory(), id);
	}

	/** A path for a file that may be lost when the sandbox ends. */
	async scratchPath(name: string): Promise<string> {
		this.scratch ??= mkdtemp(join(tmpdir(), 'media-sandbox-'));
		return join(await this.scratch, name);
	}

	/** Removes what need not outlive the sandbox. */
	async close(): Promise<void> {
		this.closed = true;
		if (this.scratch) await rm(await this.scratch, { recursive: true, force: true });
	}

	private async directory(): Promise<string> {
		if (this.closed) throw new Error('The sandbox is closed');
		this.folder ??= this.keptIn ?? (await this.scratchPath('blobs'));
		await mkdir(this.folder, { recursive: true, mode: OWNERS_FOLDER });
		await chmod(this.folder, OWNERS_FOLDER);
		return this.folder;
	}
}

/**
 * Writes a file that only its owner can read, whole or not at all: what was there before stays until the new
 * content is on the disk. What an interrupted writing left behind is thrown away. One at a time for each path.
 * @throws Error with the system's code when it cannot be written
 */
export async function writeWhole(path: string, content: string | Buffer): Promise<void> {
	const part = `${path}.part`;
	await rm(part, { force: true });
	// Never a file that is there already: it might be open to others, or lead elsewhere.
	const file = await open(part, 'wx', OWNER_ONLY);
	try {
		await file.writeFile(content);
		await file.sync();
	} finally {
		await file.close();
	}
	await rename(part, path);
}
