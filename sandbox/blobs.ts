import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Files that jobs need later (reference pictures, source clips), each kept once under the hash of its
 * content: in a folder of its own that goes with the sandbox, or in one that is given and stays.
 */
export class BlobStore {
	private folder: string | undefined;
	private scratch: Promise<string> | undefined;
	/** Tells apart the files that are being written at the same time. */
	private parts = 0;
	private closed = false;

	/** @param keptIn the folder that outlives the sandbox, if any */
	constructor(private readonly keptIn?: string) {}

	/** Keeps a file; the answer is its ID. */
	async put(content: Buffer): Promise<string> {
		const id = createHash('sha256').update(content).digest('hex');
		const path = await this.pathOf(id);
		if (!existsSync(path)) {
			const part = `${path}.${this.parts++}.part`;
			await writeFile(part, content);
			await rename(part, path);
		}
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
		await mkdir(this.folder, { recursive: true });
		return this.folder;
	}
}
