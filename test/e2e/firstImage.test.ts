import { readFileSync, rmSync } from 'node:fs';
import sharp from 'sharp';
import { ensureBuilt, silentLog } from '../../host';
import { makeFirstImage } from '../../host/first-example';
import { useSandbox } from '../support/sandbox';

const sandbox = useSandbox();

test('before n8n is installed, its engine makes the first example’s image and says where it is', async () => {
	await ensureBuilt(silentLog);
	const told: string[] = [];
	const { file, job } = await makeFirstImage(sandbox.it, (line) => told.push(line));
	try {
		expect(told.join()).toContain(file);
		expect(await sharp(readFileSync(file)).metadata()).toMatchObject({
			format: 'png',
			width: 1024,
			height: 768,
		});
		expect(job).toMatchObject({
			status: 'completed',
			prompt: expect.stringContaining('lighthouse'),
			cost_usd: 0.1,
		});
	} finally {
		rmSync(file);
	}
});
