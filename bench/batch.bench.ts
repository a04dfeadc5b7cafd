import type { INodeParameters } from 'n8n-workflow';
import { startSandbox } from '../sandbox';
import { runNode } from '../test/support/engine';

/** Seconds that the model takes in the sandbox's time; with `speed` 30 each job lasts half a second. */
const SPEED = 30;
const JOB_SECONDS = 15 / SPEED;

interface Measured {
	name: string;
	seconds: number;
	ideal: number;
	/** Of the ideal; 1 is perfect. */
	efficiency: number;
	completed: number;
}

async function measure(name: string, count: number, concurrency: number, rateLimit?: number): Promise<Measured> {
	const sandbox = await startSandbox({ speed: SPEED, rateLimit, balanceUsd: '1000' });
	const startedAt = performance.now();
	const { items } = await runNode({
		parameters: {
			resource: 'image',
			operation: 'generate',
			prompt: '={{ $json.prompt }}',
			model: { __rl: true, mode: 'id', value: 'model-dev' },
			options: { download: false, concurrency },
		} as INodeParameters,
		items: Array.from({ length: count }, (_, index) => ({ json: { prompt: `picture ${index}` } })),
		credentials: { mediaGenerationApi: { baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKey } },
	});
	const seconds = (performance.now() - startedAt) / 1000;
	await sandbox.close();
	const unlimited = (count / concurrency) * JOB_SECONDS;
	const ideal = rateLimit ? Math.max(unlimited, (count - rateLimit) / rateLimit) : unlimited;
	const inOrder = items.every(({ pairedItem }, item) => JSON.stringify(pairedItem) === JSON.stringify({ item }));
	if (!inOrder) throw new Error(`${name}: the order is not kept`);
	return { name, seconds, ideal, efficiency: ideal / seconds, completed: items.filter(({ json }) => json.status === 'completed').length };
}

afterAll(() => process.stdout.write(`${JSON.stringify(results, null, '\t')}\n`));
const results: Measured[] = [];

test('side by side: within a tenth of the ideal', async () => {
	const measured = await measure('200 items of 0.5 s, 10 at once', 200, 10);
	results.push(measured);
	expect(measured.completed).toBe(200);
	expect(measured.seconds).toBeLessThanOrEqual(1.1 * measured.ideal);
});

test('under a rate limit: nine tenths of what is allowed, and no failure', async () => {
	const measured = await measure('200 items, 10 at once, 5 requests a second allowed', 200, 10, 5);
	results.push(measured);
	expect(measured.completed).toBe(200);
	expect(measured.efficiency).toBeGreaterThanOrEqual(0.9);
});
