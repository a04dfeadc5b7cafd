import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DEMO_OWNER, N8nClient, silentLog, startN8n, type RunningN8n } from '../../host';
import makeTemplate, { copyTemplate } from './n8nTemplate';

/** What test files, each in a worker, are told of the n8n that all use. */
const SHARED = 'MEDIA_GENERATION_SHARED_N8N';

/** An n8n that some other process started, and ends. */
export type SharedN8n = Pick<RunningN8n, 'baseUrl' | 'pid' | 'userFolder' | 'logs'> & {
	/** Of its owner, for all files: n8n refuses more than five logins a minute. */
	session: N8nClient['http']['session'];
};

let running: RunningN8n | undefined;

/** Starts one n8n for all test files that need none of their own. */
export default async function startShared(): Promise<void> {
	await makeTemplate();
	const userFolder = mkdtempSync(path.join(tmpdir(), 'media-generation-shared-'));
	copyTemplate(userFolder);
	const log = path.join(userFolder, 'n8n.log');
	appendFileSync(log, '');
	running = await startN8n({
		userFolder,
		log: silentLog,
		onLine: (line) => appendFileSync(log, `${line}\n`),
	});
	const { baseUrl, pid } = running;
	const client = new N8nClient(baseUrl);
	await client.setupOwner(DEMO_OWNER);
	const { session } = client.http;
	process.env[SHARED] = JSON.stringify({ baseUrl, pid, userFolder, log, session });
}

/** Ends it. */
export async function stopShared(): Promise<void> {
	await running?.stop();
	if (running) rmSync(running.userFolder, { recursive: true, force: true });
}

/** The n8n that all test files of a run use; undefined where each has its own. */
export function sharedN8n(): SharedN8n | undefined {
	const told = process.env[SHARED];
	if (told === undefined) return undefined;
	const { log, ...n8n } = JSON.parse(told) as Omit<SharedN8n, 'logs'> & { log: string };
	return { ...n8n, logs: () => readFileSync(log, 'utf8') };
}
