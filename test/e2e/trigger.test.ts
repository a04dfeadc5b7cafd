import { randomUUID } from 'node:crypto';
import { nodeItems } from '../../host';
import { modelId } from '../support/sandbox';
import { outputOf, useRealN8n } from '../support/realN8n';
import { deliver, post, triggerIn, untilListening } from '../support/triggerInN8n';
import { BALANCE_TYPE, inARow, node, NODE_TYPE, TRIGGER_TYPE } from '../support/workflowFiles';

const real = useRealN8n();
const { published, makeImage, executionsOf, startedJobs } = triggerIn(real);

test('a finished job starts the workflow with what the API says of it, not the delivery', async () => {
	const { id, url } = await published();
	const job_id = await makeImage();
	expect((await deliver(url, job_id)).status).toBe(200);
	const [execution] = await executionsOf(id);
	const [item] = execution ? nodeItems(execution, 'On delivery') : [];
	expect(item).toMatchObject({
		json: { job_id, status: 'completed', model: 'model-dev' },
		binary: { data: { mimeType: 'image/png' } },
	});
	expect(JSON.stringify(item)).not.toContain('evil');
	const action = await real.run({ resource: 'image', operation: 'getJob', jobId: job_id });
	expect(item?.json).toEqual(outputOf(action)[0]);
});

test('a node submits a job to the address of the trigger, which its list names; so does that of Get Job the job', async () => {
	const { id, url } = await published({ options: { download: false } });
	const generate = { resource: 'image', operation: 'generate', model: modelId('model-dev') };
	const triggers = await real.list('searchTriggers', generate);
	expect(triggers.map(({ value }) => value)).toContain(url);
	const submitted = await real.run({
		...generate,
		prompt: 'A heron',
		waitFor: 'submit',
		callbackUrl: url,
	});
	await real.sandbox.sandbox.settled();
	const job_id = outputOf(submitted)[0]?.job_id;
	expect((await startedJobs(id)).map((json) => json.job_id)).toEqual([job_id]);
	const jobs = await real.list('searchJobs', { resource: 'image', operation: 'getJob' });
	expect(jobs.find(({ value }) => value === job_id)?.name).toMatch(/^A heron — .*\$0\.10, /);
});

test('nothing is started for what is not true, and each sender is told why', async () => {
	const { id, url } = await published();
	const running = await makeImage('[stuck]', { callback_url: `${real.sandbox.url}/nowhere` });
	const answers = {
		wrongAddress: await deliver(
			url.replace(/[^/]+(?=\/finished-job)/, randomUUID()),
			await makeImage(),
		),
		otherPath: await deliver(`${url}s`, await makeImage()),
		notJson: await post(url, 'job done', 'text/plain'),
		brokenJson: await post(url, '{"job_id":'),
		noJob: await post(url, '{"status":"completed"}'),
		unknown: await deliver(url, randomUUID()),
		stillRunning: await deliver(url, running),
	};
	expect(
		Object.fromEntries(Object.entries(answers).map(([name, { status }]) => [name, status])),
	).toEqual({
		wrongAddress: 404, // n8n's own answer
		otherPath: 404, // too
		notJson: 400,
		brokenJson: 422, // n8n's own answer, before the node is asked
		noJob: 400,
		unknown: 404,
		stillRunning: 503,
	});
	for (const answer of Object.values(answers))
		expect(await answer.text()).not.toMatch(/ at |stack|\.js/);
	expect(await executionsOf(id)).toEqual([]);
});

test('a secret header instead of asking the API', async () => {
	const { baseUrl, apiKey } = real.sandbox;
	const { id, url } = await published(
		{ verification: 'header', options: { download: false } },
		await real.client.createCredential('mediaGenerationApi', 'With a secret', {
			baseUrl,
			apiKey,
			callbacksCarryProof: true,
			sharedSecret: 'sesame-open',
			proofHeader: 'X-Proof',
		}),
	);
	const send = async (proof?: string) =>
		(
			await fetch(url, {
				method: 'POST',
				headers: { 'content-type': 'application/json', ...(proof && { 'x-proof': proof }) },
				body: '{"job_id":"mine","status":"completed","url":"https://h.example.com/1.png"}',
			})
		).status;
	expect([await send(), await send('sesame-shut'), await send('sesame-open')]).toEqual([
		401, 401, 200,
	]);
	expect(await startedJobs(id)).toMatchObject([{ job_id: 'mine', status: 'completed' }]);
});

test('Remove Duplicates behind the trigger lets a job through once, also where the trigger cannot know of it', async () => {
	const paths = [randomUUID(), randomUUID()];
	const triggers = paths.map((webhookId, index) =>
		real.ours(
			`Process ${index}`,
			TRIGGER_TYPE,
			{ options: { download: false } },
			{ typeVersion: 2, webhookId },
		),
	);
	const seen = {
		operation: 'removeItemsSeenInPreviousExecutions',
		dedupeValue: '={{ $json.job_id }}',
		options: {},
	};
	const workflow = inARow(
		...triggers,
		node('Once', 'n8n-nodes-base.removeDuplicates', seen, { typeVersion: 2 }),
	);
	const toOnce = { main: [[{ node: 'Once', type: 'main' as const, index: 0 }]] };
	const { id } = await real.client.importWorkflow({
		...workflow,
		connections: Object.fromEntries(triggers.map(({ name }) => [name, toOnce])),
	});
	await real.client.activateWorkflow(id);
	const urls = paths.map((webhookId) => `${real.n8n.baseUrl}/webhook/${webhookId}/finished-job`);
	for (const url of urls) await untilListening(url);
	const job = await makeImage();
	for (const url of urls) {
		expect((await deliver(url, job)).status).toBe(200);
		await executionsOf(id);
	}
	const executions = await executionsOf(id);
	expect(executions).toHaveLength(2);
	expect(
		executions.flatMap((execution) => nodeItems(execution, 'Once').map(({ json }) => json.job_id)),
	).toEqual([job]);
});

test('n8n knows the action node and both triggers', async () => {
	const names = (await real.client.nodeTypes()).map(({ name }) => name);
	expect(names).toEqual(expect.arrayContaining([NODE_TYPE, TRIGGER_TYPE, BALANCE_TYPE]));
});
