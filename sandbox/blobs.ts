import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeWhole } from './files';

/** Everything for the owner, nothing for anybody else. */
const OWNER_ONLY = 0o700;

/**
 * Files that jobs need later (reference pictures, source clips), each kept once under the hash of its
 * content: in a folder of its own that goes with the sandbox, or in one that is given and stays.
 */
export class BlobStore {
	private folder: string | undefined;
	private scratch: Promise<string> | undefined;
	/** The files that are being written, by ID. */
	private readonly writing = new Map<string, Promise<void>>();
	private closed = false;

	/** @param keptIn the folder that outlives the sandbox, if any */
	constructor(private readonly keptIn?: string) {}

	/** Keeps a file; the answer is its ID. */
	async put(content: Buffer): Promise<string> {
		const id = createHash('sha256').update(content).digest('hex');
		const path = await this.pathOf(id);
		const written =
			this.writing.get(id) ?? (existsSync(path) ? undefined : this.write(id, path, content));
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

	private write(id: string, path: string, content: Buffer): Promise<void> {
		const written = writeWhole(path, content).finally(() => this.writing.delete(id));
		this.writing.set(id, written);
		return written;
	}

	private async directory(): Promise<string> {
		if (this.closed) throw new Error('The sandbox is closed');
		this.folder ??= await this.madePrivate(this.keptIn ?? (await this.scratchPath('blobs')));
		return this.folder;
	}

	private async madePrivate(folder: string): Promise<string> {
		await mkdir(folder, { recursive: true, mode: OWNER_ONLY });
		await chmod(folder, OWNER_ONLY);
		return folder;
	}
}
