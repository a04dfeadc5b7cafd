import { runNode } from '../../../../support/engine';
import { useSandbox, submitElsewhere } from '../../../../support/sandbox';

const sandbox = useSandbox();
const getJob = async (jobId: string) =>
	await runNode({
		parameters: { resource: 'image', operation: 'getJob', jobId, options: {} },
		credentials: sandbox.credentials(),
	});

const submit = async (prompt: string, callback = true) =>
	await submitElsewhere(sandbox.it, {
		prompt,
		...(callback && { callback_url: 'http://127.0.0.1:9/' }),
	});

test('a finished job gives the same fields as Generate, and its picture', async () => {
	const { job_id } = await submit('x', false);
	const { items } = await getJob(job_id);
	expect(items).toMatchObject([
		{
			json: {
				job_id,
				status: 'completed',
				model: 'model-dev',
				url: expect.any(String),
				completed_at: expect.any(String),
			},
			pairedItem: { item: 0 },
		},
	]);
	expect(items[0]?.binary?.data?.mimeType).toBe('image/png');
});

test('a job that still runs says so, without a picture', async () => {
	const { job_id } = await submit('[stuck]');
	const { items } = await getJob(job_id);
	expect(items[0]?.json).toMatchObject({ job_id, status: 'processing' });
	expect(items[0]?.binary).toBeUndefined();
});

test('a status_url does as well as an ID', async () => {
	const { job_id, status_url } = await submit('[stuck]');
	expect((await getJob(status_url)).items[0]?.json).toMatchObject({ job_id, status: 'processing' });
});

test('a status_url on another host is refused, and gets neither a request nor the key', async () => {
	const { error } = await getJob('http://127.0.0.1:9/v1/images/generation/jobs/1');
	expect(error?.message).toMatch(/another host/);
	expect(sandbox.requests()).toEqual([]);
});

test('an unknown job is told as such', async () => {
	const { error } = await getJob('3f0c8f52-1d3a-4a57-9b0e-6f2a1c9d7e41');
	expect(error?.context?.details).toMatchObject({ http_code: 404 });
	expect(error?.description).toMatch(/knows no such job/);
});

test('a video’s job is told as unknown here, with the other resource as advice', async () => {
	const { job_id } = await submitElsewhere(
		sandbox.it,
		{ model: 't2v-turbo', callback_url: 'http://127.0.0.1:9/' },
		'videos/generations',
	);
	const { error } = await getJob(job_id);
	expect(error?.description).toMatch(/videos with Video > Get Job/);
	expect(error?.description).not.toMatch(/Base URL/);
});

test('no ID is asked for', async () => {
	expect((await getJob('  ')).error?.message).toBe('Job ID is required (given: nothing)');
});
