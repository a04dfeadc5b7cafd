import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** A short hash of the given texts, in order. */
export function hashOf(...parts: Array<string | Buffer>): string {
	const hash = createHash('sha256');
	for (const part of parts) hash.update(part).update('\0');
	return hash.digest('hex').slice(0, 32);
}

/** All files below `folder`, sorted; empty when there is no such folder. */
export function filesIn(folder: string): string[] {
	if (!existsSync(folder)) return [];
	return readdirSync(folder, { withFileTypes: true, recursive: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name))
		.sort();
}

/** A hash of the names and contents of the given files and folders; what does not exist counts as empty. */
export function hashOfFiles(base: string, paths: readonly string[]): string {
	const files = paths.flatMap((path) => filesOrSelf(join(base, path)));
	return hashOf(...files.flatMap((file) => [relative(base, file), readFileSync(file)]));
}

/** The text of a stamp file; undefined when it was never written. */
export function readStamp(file: string): string | undefined {
	return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** Writes a stamp file, creating its folder. */
export function writeStamp(file: string, text: string): void {
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(file, text);
}

const filesOrSelf = (path: string) =>
	statSync(path, { throwIfNoEntry: false })?.isFile() ? [path] : filesIn(path);
