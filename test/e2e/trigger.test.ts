import { randomUUID } from 'node:crypto';
import { nodeItems, type Execution } from '../../host';
import { runSideBySide } from '../../nodes/MediaGeneration/support/pool';
import { statusesOf, untilEnded } from '../support/executions';
import { modelId, submitElsewhere } from '../support/sandbox';
import { useRealN8n } from '../support/realN8n';
import { isLong } from '../support/size';
import { until } from '../support/until';
import { BALANCE_TYPE, inARow, node, NODE_TYPE, TRIGGER_TYPE } from '../support/workflowFiles';

const real = useRealN8n();

/** A published workflow of the trigger alone. */
async function published(parameters: object = {}) {
	const webhookId = randomUUID();
	const trigger = node('On delivery', TRIGGER_TYPE, parameters, { typeVersion: 2, webhookId, credentials: real.credentials });
	const { id } = await real.client.importWorkflow(inARow(trigger));
	await real.client.activateWorkflow(id);
	const url = `${real.n8n.baseUrl}/webhook/${webhookId}/finished-job`;
	await until('the webhook', async () => (await post(url, '{}')).status !== 404);
	return { id, url };
}

const post = async (url: string, body: string, type = 'application/json') => await fetch(url, { method: 'POST', headers: { 'content-type': type }, body });
const deliver = async (url: string, job_id: string) =>
	await post(url, JSON.stringify({ job_id, status: 'completed', image_url: 'https://evil.example.com/x.png' }));

/** As a service does that repeats what was not taken: a burst can be too much for n8n's database, and then it answers 500. */
async function deliverUntilTaken(url: string, job: string): Promise<Response> {
	let answer = new Response();
	await until('the delivery to be taken', async () => (answer = await deliver(url, job)).status < 500, { every: 1_000 });
	return answer;
}

const makeImage = async (prompt = 'x', more = {}) => (await submitElsewhere(real.sandbox, { prompt, ...more })).job_id;

/** All executions of a workflow once none goes on any more. */
async function executionsOf(workflowId: string): Promise<Execution[]> {
	const ids = [...(await untilEnded(real.client, workflowId)).keys()];
	return await Promise.all(ids.map(async (id) => await real.client.getExecution(id)));
}
const startedJobs = async (workflowId: string) =>
	(await executionsOf(workflowId)).flatMap((execution) => nodeItems(execution, 'On delivery').map(({ json }) => json));

test('a finished job starts the workflow with what the API says of it, not the delivery', async () => {
	const { id, url } = await published();
	const job_id = await makeImage();
	expect((await deliver(url, job_id)).status).toBe(200);
	const [execution] = await executionsOf(id);
	const [item] = execution ? nodeItems(execution, 'On delivery') : [];
	expect(item).toMatchObject({ json: { job_id, status: 'completed', model: 'model-dev' }, binary: { data: { mimeType: 'image/png' } } });
	expect(JSON.stringify(item)).not.toContain('evil');
	const action = await real.run({ resource: 'image', operation: 'getJob', jobId: job_id });
	expect(item?.json).toEqual(nodeItems(action, 'Media Generation')[0]?.json);
});

test('a node can submit a job to the address of the trigger', async () => {
	const { id, url } = await published({ options: { download: false } });
	const submitted = await real.run({ resource: 'image', operation: 'generate', prompt: 'x', model: modelId('model-dev'), waitFor: 'submit', callbackUrl: url });
	await real.sandbox.sandbox.settled();
	const job_id = nodeItems(submitted, 'Media Generation')[0]?.json.job_id;
	expect((await startedJobs(id)).map((json) => json.job_id)).toEqual([job_id]);
});

test('nothing is started for what is not true, and each sender is told why', async () => {
	const { id, url } = await published();
	const running = await makeImage('[stuck]', { callback_url: `${real.sandbox.url}/nowhere` });
	const answers = {
		wrongAddress: await deliver(url.replace(/[^/]+(?=\/finished-job)/, randomUUID()), await makeImage()),
		otherPath: await deliver(`${url}s`, await makeImage()),
		notJson: await post(url, 'job done', 'text/plain'),
		brokenJson: await post(url, '{"job_id":'),
		noJob: await post(url, '{"status":"completed"}'),
		unknown: await deliver(url, randomUUID()),
		stillRunning: await deliver(url, running),
	};
	expect(Object.fromEntries(Object.entries(answers).map(([name, { status }]) => [name, status]))).toEqual({
		wrongAddress: 404, // n8n's own answer
		otherPath: 404, // too
		notJson: 400,
		brokenJson: 422, // n8n's own answer, before the node is asked
		noJob: 400,
		unknown: 404,
		stillRunning: 503,
	});
	for (const answer of Object.values(answers)) expect(await answer.text()).not.toMatch(/ at |stack|\.js/);
	expect(await executionsOf(id)).toEqual([]);
});

test('filters: failed jobs, and kinds', async () => {
	const failures = await published({ statuses: ['failed'], options: { download: false } });
	const edits = await published({ kinds: ['studio'], options: { download: false } });
	const failed = await makeImage('[fail]', { callback_url: `${real.sandbox.url}/nowhere` });
	const source = `${real.sandbox.url}/media/${await makeImage()}.png`;
	const { job_id: edited } = await submitElsewhere(real.sandbox, { model: 'standard', image_urls: [source] }, 'images/studio/edit');
	await real.sandbox.sandbox.settled();
	for (const { url } of [failures, edits]) for (const job of [failed, edited]) expect((await deliver(url, job)).status).toBe(200);
	expect(await startedJobs(failures.id)).toMatchObject([{ job_id: failed, status: 'failed', error: { message: expect.any(String) } }]);
	expect(await startedJobs(edits.id)).toMatchObject([{ job_id: edited, status: 'completed' }]);
});

test('a secret header instead of asking the API', async () => {
	const { baseUrl, apiKey } = real.sandbox;
	const secret = await real.client.createCredential('mediaGenerationApi', 'With a secret', {
		baseUrl,
		apiKey,
		callbackSecret: 'sesame-open',
		callbackHeader: 'X-Proof',
	});
	const before = real.credentials.mediaGenerationApi as { id: string; name: string };
	real.credentials.mediaGenerationApi = { id: secret.id, name: secret.name };
	const { id, url } = await published({ verification: 'header', options: { download: false } });
	real.credentials.mediaGenerationApi = before;
	const send = async (proof?: string) =>
		(
			await fetch(url, {
				method: 'POST',
				headers: { 'content-type': 'application/json', ...(proof && { 'x-proof': proof }) },
				body: '{"job_id":"mine","status":"completed","url":"https://h.example.com/1.png"}',
			})
		).status;
	expect([await send(), await send('sesame-shut'), await send('sesame-open')]).toEqual([401, 401, 200]);
	expect(await startedJobs(id)).toMatchObject([{ job_id: 'mine', status: 'completed' }]);
});

const DELIVERIES = isLong ? 500 : 120;
/**
 * No more at a time: where n8n needs more than a minute for what it has begun, its database times out, and it tells the
 * sender of executions that have not begun that they have.
 */
const AT_ONCE = 100;

test(`${DELIVERIES} deliveries, ${AT_ONCE} at once, a third twice and a third forged: exactly the true ones start, each once, also after a restart`, async () => {
	const { id, url } = await published({ options: { download: false } });
	const third = Math.floor(DELIVERIES / 3);
	const jobs = await Promise.all(Array.from({ length: DELIVERIES - 2 * third }, async (_, index) => await makeImage(`job ${index}`)));
	const forged: string[] = Array.from({ length: third }, () => randomUUID());
	const all = [...jobs, ...jobs.slice(0, third), ...forged].sort(() => Math.random() - 0.5);
	const answers = await runSideBySide(all, AT_ONCE, {}, async (job) => (await deliverUntilTaken(url, job)).status);
	expect(answers).toEqual(all.map((job) => ({ status: 'fulfilled', value: forged.includes(job) ? 404 : 200 })));
	const started = (await startedJobs(id)).map(({ job_id }) => String(job_id));
	expect(started.sort()).toEqual([...jobs].sort());

	await real.restart();
	await until('the webhook', async () => (await post(url, '{}')).status !== 404);
	for (const job of jobs) expect(await (await deliver(url, job)).json()).toEqual({ received: true, duplicate: true });
	expect(await startedJobs(id)).toHaveLength(jobs.length);
});

test('killed in the middle of a burst: what was answered for does not start again, and what was not, does', async () => {
	const { id, url } = await published({ options: { download: false } });
	const jobs = await Promise.all(Array.from({ length: 60 }, async (_, index) => await makeImage(`job ${index}`)));
	const taken: string[] = [];
	let twenty = () => {};
	const enough = new Promise<void>((resolve) => (twenty = resolve));
	const burst = jobs.map(async (job) => {
		const answer = await deliver(url, job).catch(() => undefined);
		if (answer?.status === 200 && taken.push(job) === 20) twenty();
	});
	await enough;
	await real.restart();
	await Promise.all(burst);
	await until('the webhook', async () => (await post(url, '{}')).status !== 404);
	for (const job of taken) expect(await (await deliver(url, job)).json()).toEqual({ received: true, duplicate: true });
	const anew: string[] = [];
	for (const job of jobs) {
		const answer = await deliverUntilTaken(url, job);
		expect(answer.status).toBe(200);
		const { duplicate } = (await answer.json()) as { duplicate?: boolean };
		if (!duplicate) anew.push(job);
	}
	expect((await statusesOf(real.client, id)).size).toBeGreaterThanOrEqual(jobs.length);
	expect((await startedJobs(id)).map(({ job_id }) => job_id)).toEqual(expect.arrayContaining(anew));
});

test('Remove Duplicates behind the trigger lets a job through once, also where the trigger cannot know of it', async () => {
	const paths = [randomUUID(), randomUUID()];
	const triggers = paths.map((webhookId, index) =>
		node(`Process ${index}`, TRIGGER_TYPE, { options: { download: false } }, { typeVersion: 2, webhookId, credentials: real.credentials }),
	);
	const seen = { operation: 'removeItemsSeenInPreviousExecutions', dedupeValue: '={{ $json.job_id }}', options: {} };
	const workflow = inARow(...triggers, node('Once', 'n8n-nodes-base.removeDuplicates', seen, { typeVersion: 2 }));
	const toOnce = { main: [[{ node: 'Once', type: 'main' as const, index: 0 }]] };
	const { id } = await real.client.importWorkflow({ ...workflow, connections: Object.fromEntries(triggers.map(({ name }) => [name, toOnce])) });
	await real.client.activateWorkflow(id);
	const urls = paths.map((webhookId) => `${real.n8n.baseUrl}/webhook/${webhookId}/finished-job`);
	for (const url of urls) await until('the webhook', async () => (await post(url, '{}')).status !== 404);
	const job = await makeImage();
	for (const url of urls) {
		expect((await deliver(url, job)).status).toBe(200);
		await executionsOf(id);
	}
	const executions = await executionsOf(id);
	expect(executions).toHaveLength(2);
	expect(executions.flatMap((execution) => nodeItems(execution, 'Once').map(({ json }) => json.job_id))).toEqual([job]);
});

test('the API down: the sender is told to try again, and then it starts', async () => {
	const { baseUrl, apiKey } = real.sandbox;
	const down = await real.client.createCredential('mediaGenerationApi', 'Down', { baseUrl: 'http://127.0.0.1:9/api', apiKey });
	const before = real.credentials.mediaGenerationApi as { id: string; name: string };
	real.credentials.mediaGenerationApi = { id: down.id, name: down.name };
	const { id, url } = await published({ options: { download: false } });
	real.credentials.mediaGenerationApi = before;
	const job = await makeImage();
	expect((await deliver(url, job)).status).toBe(503);
	await real.client.updateCredential(down, { baseUrl, apiKey });
	expect((await deliver(url, job)).status).toBe(200);
	expect(await startedJobs(id)).toMatchObject([{ job_id: job }]);
});

test('n8n knows the action node and both triggers', async () => {
	const names = (await real.client.nodeTypes()).map(({ name }) => name);
	expect(names).toEqual(expect.arrayContaining([NODE_TYPE, TRIGGER_TYPE, BALANCE_TYPE]));
});
