import { open, rename, rm } from 'node:fs/promises';

/** Read and write for the owner, nothing for anybody else. */
const OWNER_ONLY = 0o600;

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
