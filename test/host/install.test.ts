import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cacheDir, ensureN8n, silentLog } from '../../host';
import { scratchFolder } from '../support/folder';

const work = scratchFolder();
const before = { ...process.env };
afterAll(() => void (process.env = before));

/** A folder in which there seems to be an n8n of that version. */
function folderWith(version: string): string {
	const folder = path.join(work, version);
	mkdirSync(path.join(folder, 'node_modules/n8n'), { recursive: true });
	writeFileSync(path.join(folder, 'node_modules/n8n/package.json'), JSON.stringify({ version }));
	return folder;
}

test('an n8n that is given is taken as it is, and packages find its modules', async () => {
	process.env['MEDIA_GENERATION_HOST_CACHE'] = path.join(work, 'cache');
	for (const version of ['3.0.0', '3.1.0']) {
		const folder = folderWith(version);
		process.env['MEDIA_GENERATION_N8N'] = folder;
		const script = path.join(folder, 'node_modules/n8n/bin/n8n');
		expect(await ensureN8n(silentLog)).toEqual({ node: process.execPath, script, version, folder });
		expect(realpathSync(path.join(cacheDir(), 'node_modules'))).toBe(
			realpathSync(path.join(folder, 'node_modules')),
		);
	}
});

test('a folder without an n8n is refused', async () => {
	process.env['MEDIA_GENERATION_N8N'] = work;
	await expect(ensureN8n(silentLog)).rejects.toThrow(
		'MEDIA_GENERATION_N8N must name a folder whose node_modules holds n8n',
	);
});
