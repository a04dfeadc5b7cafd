import { randomUUID } from 'node:crypto';
import { nodeItems } from '../../host';
import { IMAGE } from '../support/sandbox';
import { outputOf, useRealN8n } from '../support/realN8n';
import { deliver, post, triggerIn } from '../support/triggerInN8n';

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
	const generate = IMAGE;
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

test('nothing is started for what is not true, whether n8n or the trigger answers', async () => {
	const { id, url } = await published();
	const answers = {
		wrongAddress: await deliver(
			url.replace(/[^/]+(?=\/finished-job)/, randomUUID()),
			await makeImage(),
		),
		otherPath: await deliver(`${url}s`, await makeImage()),
		brokenJson: await post(url, '{"job_id":'),
		unknown: await deliver(url, randomUUID()),
	};
	expect(
		Object.fromEntries(Object.entries(answers).map(([name, { status }]) => [name, status])),
	).toEqual({
		wrongAddress: 404, // n8n's own answer
		otherPath: 404, // too
		brokenJson: 422, // n8n's own answer, before the node is asked
		unknown: 404,
	});
	for (const answer of Object.values(answers))
		expect(await answer.text()).not.toMatch(/ at |stack|\.js/);
	expect(await executionsOf(id)).toEqual([]);
});
