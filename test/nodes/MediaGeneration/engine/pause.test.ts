import { runNode } from '../../../support/engine';
import type { FaultHook } from '../../../../sandbox';
import { modelId, useSandbox } from '../../../support/sandbox';

let fault: FaultHook = () => undefined;
const sandbox = useSandbox({ speed: 1, faults: (request) => fault(request) });
const submissions = () => sandbox.requests('POST').length;
const prompts = (count: number) => Array.from({ length: count }, (_, index) => ({ json: { prompt: `picture ${index}` } }));
const pausing = { resource: 'image', operation: 'generate', prompt: '={{ $json.prompt }}', model: modelId('model-dev'), waitFor: 'callback' };

beforeEach(() => jest.spyOn(Math, 'random').mockReturnValue(0));
afterEach(() => {
	jest.restoreAllMocks();
	fault = () => undefined;
});

test('a service that cannot call this n8n back: the node waits here, and says why', async () => {
	const { run } = await runNode({
		parameters: { resource: 'image', operation: 'generate', prompt: 'x', model: modelId('model-dev'), waitFor: 'callback' },
		credentials: { mediaGenerationApi: { baseUrl: 'https://media.invalid/api', apiKey: 'some-key' } },
		settings: { onError: 'continueRegularOutput' },
	});
	const [task] = run.data.resultData.runData['Media Generation'] ?? [];
	expect(task?.hints?.[0]?.message).toMatch(/^The service at media\.invalid cannot call this n8n back at 127\.0\.0\.1:5678.* The node waited here instead/);
	expect(run.waitTill).toBeUndefined();
});

test('a callback to somewhere else is refused, as the workflow would never wake', async () => {
	const { error } = await runNode({
		parameters: { ...pausing, options: { extraBody: '{"callback_url":"https://example.com/done"}' } },
		items: prompts(1),
		credentials: sandbox.credentials(),
	});
	expect(error?.message).toBe('callback_url in Extra Body Fields would keep the workflow asleep (given: https://example.com/done)');
	expect(submissions()).toBe(0);
});

test('Stop while the items are submitted: nothing more is, and there is no pause', async () => {
	let cancel = () => {};
	fault = ({ method }) => {
		if (method === 'POST' && submissions() === 5) cancel();
		return undefined;
	};
	const { run } = await runNode({
		parameters: { ...pausing, options: { concurrency: 3 } },
		items: prompts(20),
		credentials: sandbox.credentials(),
		settings: { onError: 'continueRegularOutput' },
		onStart: (execution) => {
			cancel = () => execution.cancel();
		},
	});
	expect(submissions()).toBeLessThanOrEqual(7);
	expect(run.waitTill).toBeUndefined();
});

test('a submission that fails ends the node, and its error names the jobs that go on', async () => {
	fault = ({ body }) => (body.includes('picture 3') ? { when: 'before', give: Response.json({ error: { message: 'no' } }, { status: 403 }) } : undefined);
	const { error } = await runNode({ parameters: { ...pausing, options: { concurrency: 1 } }, items: prompts(5), credentials: sandbox.credentials() });
	const jobs = [...sandbox.it.sandbox.state.jobs.keys()].slice(-3);
	expect((error?.context?.details as { running_jobs: string[] }).running_jobs).toEqual(jobs);
	for (const id of jobs) expect(error?.description).toContain(id);
});
