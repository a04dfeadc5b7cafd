import 'reflect-metadata';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

// n8n's engine reads these when it is loaded, which is once for all test files of a worker: this file is to be imported before it.
const worker: { engineHome?: string } & NodeJS.Process = process;
worker.engineHome ??= newHome();
process.env.N8N_USER_FOLDER = worker.engineHome;
process.env.N8N_ENCRYPTION_KEY = 'test-encryption-key';
process.env.N8N_LOG_LEVEL = 'silent';

function newHome(): string {
	const home = mkdtempSync(path.join(tmpdir(), 'media-generation-engine-'));
	process.on('exit', () => rmSync(home, { recursive: true, force: true }));
	return home;
}
