import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new folder, which goes after the tests of the file or the group that asks for it. */
export function scratchFolder(): string {
	const folder = mkdtempSync(join(tmpdir(), 'media-generation-test-'));
	afterAll(() => rmSync(folder, { recursive: true, force: true }));
	return folder;
}
