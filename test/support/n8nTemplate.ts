import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import {
	builtPackage,
	cacheDir,
	DEMO_OWNER,
	ensureBuilt,
	ensureN8n,
	hashOf,
	installBuilt,
	N8nClient,
	readStamp,
	silentLog,
	startN8n,
	stderrLog,
	withLock,
	writeStamp,
} from '../../host';

const template = () => path.join(cacheDir(), 'test-template');

/**
 * Makes what each n8n of the tests starts from, once for all test files: a data folder with today's packed package, a
 * migrated database and its owner.
 */
export default async function makeTemplate(): Promise<void> {
	const log = stderrLog();
	const { version } = await ensureN8n(log);
	await withLock(`${template()}.lock`, log, async () => {
		await ensureBuilt(log);
		const stamp = `${template()}.stamp`;
		const wanted = hashOf(version, builtPackage());
		if (readStamp(stamp) === wanted) return;
		rmSync(template(), { recursive: true, force: true });
		await installBuilt(template(), log);
		const n8n = await startN8n({ userFolder: template(), log: silentLog });
		await new N8nClient(n8n.baseUrl).setupOwner(DEMO_OWNER);
		await n8n.stop();
		writeStamp(stamp, wanted);
	});
}

/** A new data folder for one n8n, with what all have. */
export function copyTemplate(userFolder: string): void {
	cpSync(template(), userFolder, { recursive: true, verbatimSymlinks: true });
}
