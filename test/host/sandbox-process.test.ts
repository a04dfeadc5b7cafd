import { existsSync } from 'node:fs';
import path from 'node:path';
import { startSandboxProcess } from '../../host';
import { scratchFolder } from '../support/folder';

const folder = scratchFolder();

test('a sandbox that keeps its state starts where nothing was kept before, as after a clone', async () => {
	const data = path.join(folder, 'not there yet', 'sandbox.json');
	const sandbox = await startSandboxProcess({ data });
	const answer = await fetch(`${sandbox.baseUrl}/v1/billing/balance`, {
		headers: { 'x-api-key': sandbox.apiKey },
	});
	await sandbox.stop();
	expect(answer.status).toBe(200);
	expect(existsSync(data)).toBe(true);
});
