import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { INode, INodeExecutionData } from 'n8n-workflow';
import { lastItems, nodeItems, nodeRun, provision, type Execution } from '../../host';
import { ManualClock } from '../support/manualClock';
import { exampleNamed } from '../support/examples';
import { form, modelId } from '../support/sandbox';
import { useRealN8n } from '../support/realN8n';
import { post } from '../support/triggerInN8n';
import { until } from '../support/until';
import { inARow, node, NODE_TYPE, start } from '../support/workflowFiles';

/** The sandbox's time stands still unless a test lets it pass: so jobs still run when the workflow pauses, however long that takes. */
const clock = new ManualClock();
const real = useRealN8n({ own: true, sandbox: { clock, speed: 1 } });
const JOB_MS = 15_000;
const prompts = Array.from({ length: 20 }, (_, index) => ({
	prompt: `picture ${index}`,
	seed: index + 1,
}));
const items = (execution: Execution) => nodeItems(execution, 'Media Generation');
const prompt = '={{ $json.prompt }}';
/** Where the jobs of this test call back, in the order in which they were submitted. */
const callbackUrls = () =>
	real.sent().map(({ body }) => (body as { callback_url?: string }).callback_url ?? '');

/** What does not depend on which job it was and when. */
async function essence({ json, binary, pairedItem }: INodeExecutionData) {
	const { status, model, cost_nanos } = json;
	const file = binary?.data && (await real.client.downloadBinary(binary.data));
	return {
		status,
		model,
		cost_nanos,
		pairedItem,
		mimeType: binary?.data?.mimeType,
		file: file?.toString('base64'),
	};
}

const kinds = [
	[
		'images',
		20,
		{
			resource: 'image',
			operation: 'generate',
			prompt,
			model: modelId('model-dev'),
			parameters: form({ seed: '={{ $json.seed }}', image_width: 256, image_height: 256 }),
		},
	],
	[
		'videos',
		5,
		{
			resource: 'video',
			operation: 'generate',
			prompt,
			model: modelId('t2v-turbo'),
			parameters: form({ seed: '={{ $json.seed }}', seconds: 5, resolution: '480p' }),
		},
	],
] as const;

/** Lets the sandbox's time pass, faster than here, until something has come about. */
async function inTime<Result>(awaited: Promise<Result>): Promise<Result> {
	let over = false;
	const passing = (async () => {
		for (; !over; await delay(25)) await clock.advance(1000);
	})();
	try {
		return await awaited;
	} finally {
		over = true;
		await passing;
	}
}

/** Runs the node until the workflow sleeps, and lets time pass only then. */
async function runAsleep(
	parameters: object,
	input: object[],
	settings?: Partial<INode>,
): Promise<Execution> {
	const { id } = await real.start({ ...parameters, waitFor: 'callback' }, input, settings);
	expect((await real.client.waitForExecution(id, { untilWaiting: true })).status).toBe('waiting');
	return await inTime(real.client.waitForExecution(id));
}

test.each(kinds)(
	'%s, %d of them: one pause, one resume, the same output in the same order as waiting here',
	async (_, count, parameters) => {
		const input = prompts.slice(0, count);
		const paused = await runAsleep(parameters, input);
		expect(paused.data.resultData.error).toBeUndefined();
		const requests = real.sandbox.sandbox.requests.filter(({ path }) => path.startsWith('/v1'));
		expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(count);
		expect(requests.length - count).toBeLessThanOrEqual(2 * count);
		expect(paused.data.resultData.runData['Media Generation']).toHaveLength(1);
		expect(nodeItems(paused, 'Items').map(({ json }) => json)).toEqual(input);

		const waited = await inTime(real.run({ ...parameters, options: { pollInterval: 1 } }, input));
		expect(items(paused)).toHaveLength(count);
		expect(await Promise.all(items(paused).map(essence))).toEqual(
			await Promise.all(items(waited).map(essence)),
		);
	},
);

test('variants: one pause for all, woken when the last has called back, each with its own output', async () => {
	const variants = { ...kinds[0][2], parameters: {}, options: { download: false, variants: 3 } };
	const paused = await runAsleep(variants, prompts.slice(0, 2));
	expect(paused.data.resultData.error).toBeUndefined();
	expect(paused.data.resultData.runData['Media Generation']).toHaveLength(1);
	expect(
		items(paused).map(({ json }) => [json.prompt, json.status, json.variant, json.of]),
	).toEqual(
		[0, 1].flatMap((item) =>
			[1, 2, 3].map((variant) => [`picture ${item}`, 'completed', variant, 3]),
		),
	);
	expect(new Set(items(paused).map(({ json }) => json.job_id)).size).toBe(6);
});

describe('many videos, of which few call back', () => {
	const parameters = { ...kinds[1][2], options: { download: false, concurrency: 20 } };
	const input = Array.from({ length: 100 }, (_, index) => ({
		prompt: `video ${index}`,
		seed: index + 1,
	}));
	const calling = () => callbackUrls().filter(Boolean);
	const asItShould = (execution: Execution) => {
		expect(execution.data.resultData.error).toBeUndefined();
		expect(items(execution).map(({ json, pairedItem }) => [json.status, pairedItem])).toEqual(
			input.map((_, item) => ['completed', { item }]),
		);
		expect(execution.data.resultData.runData['Media Generation']).toHaveLength(1);
		expect(calling()).toHaveLength(20);
	};

	test('one pause, one resume, and no more than two looks for each', async () => {
		asItShould(await runAsleep(parameters, input));
		const looks = real.sandbox.sandbox.requests.filter(({ path }) => path.includes('/jobs/'));
		expect(looks.length).toBeLessThanOrEqual(2 * input.length);
	});

	test('n8n killed while the workflow sleeps, and started again before they end: it wakes by those that call back', async () => {
		const { id } = await real.start({ ...parameters, waitFor: 'callback' }, input);
		await real.client.waitForExecution(id, { untilWaiting: true });
		await real.restart();
		asItShould(await inTime(real.client.waitForExecution(id)));
	});
});

test('a false callback changes nothing', async () => {
	const { id } = await real.start({ ...kinds[0][2], prompt: 'x', waitFor: 'callback' }, [
		{ seed: 1 },
	]);
	const waiting = await real.client.waitForExecution(id, { untilWaiting: true });
	expect(waiting.status).toBe('waiting');
	const [url = ''] = callbackUrls();
	const said = '{"status":"completed"}';
	expect((await post(url, said)).status).toBe(503);
	const forged = url.replace(/signature=[^&]+/, 'signature=forged');
	expect((await post(forged, said)).status).toBe(401);
	expect((await real.client.getExecution(id)).status).toBe('waiting');
	const ended = await inTime(real.client.waitForExecution(id));
	expect(items(ended)).toMatchObject([{ json: { status: 'completed' } }]);
});

test('without the last callback: the items come out as timed out, with their jobs, and Get Job picks them up', async () => {
	const execution = await real.run(
		{ ...kinds[0][2], prompt, waitFor: 'callback', options: { timeout: 3 } },
		[
			{ prompt: 'fine', seed: 1 },
			{ prompt: '[stuck]', seed: 2 },
		],
	);
	expect(execution.status).toBe('success');
	expect(items(execution).map(({ json }) => json)).toEqual([
		expect.objectContaining({ job_id: expect.any(String), timed_out: true, status: 'processing' }),
		expect.objectContaining({ job_id: expect.any(String), timed_out: true, status: 'processing' }),
	]);
	const job = await inTime(
		real.run({
			resource: 'image',
			operation: 'getJob',
			jobId: items(execution)[0]?.json.job_id,
			options: { wait: true, pollInterval: 0.5 },
		}),
	);
	expect(items(job)).toMatchObject([
		{ json: { status: 'completed' }, binary: { data: { mimeType: 'image/png' } } },
	]);
});

test('with an error branch, the failed items of a node that sleeps take it, and only they', async () => {
	const parameters = {
		...kinds[0][2],
		model: modelId('={{ $json.model }}'),
		waitFor: 'callback',
		options: { download: false },
	};
	const input = ['model-dev', 'sandbox-deprecated', 'model-dev'].map((model, seed) => ({
		model,
		seed,
		prompt: seed === 2 ? '[fail]' : 'fine',
	}));
	const { id } = await real.start(parameters, input, { onError: 'continueErrorOutput' });
	await real.client.waitForExecution(id, { untilWaiting: true });
	const ended = await inTime(real.client.waitForExecution(id));
	const [made, failed] = nodeRun(ended, 'Media Generation')?.data?.main ?? [];
	expect(made).toMatchObject([{ json: { status: 'completed' }, pairedItem: { item: 0 } }]);
	expect(failed).toMatchObject([
		{ json: { error: 'Model deprecated' }, pairedItem: { item: 1 } },
		{
			json: {
				error: expect.stringMatching(/^Job .* failed/),
				details: { job_id: expect.any(String) },
			},
			pairedItem: { item: 2 },
		},
	]);
});

test('n8n killed while the workflow sleeps, and started again: it still wakes', async () => {
	const { id } = await real.start(
		{ ...kinds[0][2], prompt: '={{ $json.prompt }}', waitFor: 'callback' },
		[
			{ prompt: 'fine', seed: 1 },
			{ prompt: '[slow] later', seed: 2 },
		],
	);
	await real.client.waitForExecution(id, { untilWaiting: true });
	await clock.advance(JOB_MS);
	await real.sandbox.sandbox.settled();
	await real.restart();
	const ended = await inTime(real.client.waitForExecution(id));
	expect(items(ended)).toMatchObject([
		{ json: { status: 'completed' }, binary: { data: { mimeType: 'image/png' } } },
		{ json: { status: 'completed' }, binary: { data: { mimeType: 'image/png' } } },
	]);
});

test('a late callback, or a nudge, leaves alone a Wait node that the workflow has come to meanwhile', async () => {
	const paused = { ...kinds[0][2], prompt: 'x', parameters: form({}), waitFor: 'callback' };
	const approval = { resume: 'webhook', httpMethod: 'POST', options: {} };
	const { id: workflowId } = await real.client.importWorkflow(
		inARow(
			start(),
			real.ours('Media Generation', NODE_TYPE, paused),
			node('Approval', 'n8n-nodes-base.wait', approval, {
				typeVersion: 1.1,
				webhookId: randomUUID(),
			}),
		),
	);
	const id = await real.client.startWorkflow(workflowId);
	await real.client.waitForExecution(id, { untilWaiting: true });
	const [callbackUrl = ''] = callbackUrls();
	const isAtApproval = async () => {
		const { status, data } = await real.client.getExecution(id);
		return status === 'waiting' && data.resultData.lastNodeExecuted === 'Approval';
	};
	await inTime(until('the Wait node', isAtApproval));
	for (const late of [callbackUrl, `${callbackUrl}&nudge=1`])
		expect((await post(late, '{}')).status).toBe(404);
	expect(await isAtApproval()).toBe(true);
	const approve = new URL(callbackUrl);
	approve.pathname = approve.pathname.replace(/\/media-jobs$/, '');
	expect((await post(approve.href, '{}')).status).toBe(200);
	expect((await real.client.waitForExecution(id)).status).toBe('success');
});

test('the example "When the wait was too short" picks the job up when n8n has given up, and pays once', async () => {
	const name = 'When the wait was too short';
	const { baseUrl, apiKey, session } = real.sandbox;
	await provision(real.client, { baseUrl, apiKey, session }, name);
	const { id: workflowId } = await exampleNamed(real, name);
	const id = await real.client.startWorkflow(workflowId);
	await real.client.waitForExecution(id, { untilWaiting: true });
	await until(
		'n8n to give up',
		async () => (await real.client.getExecution(id)).status === 'running',
		{ every: 250 },
	);
	const execution = await inTime(real.client.waitForExecution(id));
	expect(execution.data.resultData.error).toBeUndefined();
	expect(nodeRun(execution, 'Wait for it after all')).toBeDefined();
	expect(lastItems(execution)).toMatchObject([
		{
			json: { status: 'completed', model: 't2v-standard' },
			binary: { data: { mimeType: 'video/mp4' } },
		},
	]);
	expect(real.sent()).toHaveLength(1);
});
