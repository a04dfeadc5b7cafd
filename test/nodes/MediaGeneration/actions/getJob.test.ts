import type { FaultHook } from '../../../../sandbox';
import { runNode } from '../../../support/engine';
import { submitElsewhere, useSandbox } from '../../../support/sandbox';

let fault: FaultHook = () => undefined;
const sandbox = useSandbox({ faults: (request) => fault(request) });
afterEach(() => {
	fault = () => undefined;
});
const getJob = async (jobId: unknown, options: object = {}, resource = 'image', asTool = false) =>
	await runNode({
		parameters: { resource, operation: 'getJob', jobId, options } as never,
		credentials: sandbox.credentials(),
		asTool,
	});
/** Has the service give these answers, and the last of them for ever. */
const answering = (...bodies: object[]) => {
	fault = () => ({
		when: 'before',
		give: Response.json(bodies.length > 1 ? bodies.shift() : bodies[0]),
	});
};
const done = { job_id: 'j1', status: 'completed', url: 'https://cdn.example/x.png' };
const running = { job_id: 'j1', status: 'processing' };
const asked = () => sandbox.requests().map(({ method, path }) => `${method} ${path}`);

test.each([
	['image', 'j1', '/v1/images/generation/jobs/j1'],
	['video', ' j1 ', '/v1/videos/generation/jobs/j1'],
	['image', 7, '/v1/images/generation/jobs/7'],
	['image', '/v1/jobs/j1', '/v1/jobs/j1'],
])('of %s the job %j is looked at once', async (resource, jobId, path) => {
	answering(running, done);
	const { items, error } = await getJob(jobId, {}, resource);
	expect(error).toBeUndefined();
	expect(items).toMatchObject([{ json: { status: 'processing' }, pairedItem: { item: 0 } }]);
	expect(asked()).toEqual([`GET ${path}`]);
});

test('an address of the same service is looked at as it stands', async () => {
	answering(running);
	await getJob(`${sandbox.it.baseUrl}/v1/elsewhere/j1`);
	expect(asked()).toEqual(['GET /v1/elsewhere/j1']);
});

test('a job is waited for when that is asked for, as patiently as it is', async () => {
	answering(running, running, done);
	const { items } = await getJob('j1', { wait: true, pollInterval: 0.01, download: false });
	expect(items).toMatchObject([{ json: done }]);
	expect(asked()).toHaveLength(3);
	answering(running);
	expect(
		(await getJob('j1', { wait: true, pollInterval: 0.01, timeout: 0.03 })).error?.message,
	).toMatch(/was still running after 0\.03 s$/);
});

test.each([
	['a job that runs', 200, /^Job j1 was still running after 0\.3 s$/],
	['a job that is not told of any more', 503, /job j1 /i],
])('when the time is up, %s is given as it stands if that is wanted', async (_, status, note) => {
	let looks = 0;
	fault = () => ({
		when: 'before',
		give: Response.json(running, { status: looks++ === 0 ? 200 : status }),
	});
	const options = { wait: true, pollInterval: 0.05, timeout: 0.3, timeUp: 'job', download: false };
	const { items, error } = await getJob('j1', options);
	expect(error).toBeUndefined();
	expect(items.map(({ json }) => json)).toMatchObject([
		{ ...running, timed_out: true, note: expect.stringMatching(note) },
	]);
	answering(done);
	expect((await getJob('j1', { wait: true, download: false })).items).toMatchObject([
		{ json: done },
	]);
});

test('paths say where an answer has what is looked for', async () => {
	answering({ s: 'wip' }, { s: 'done', out: { u: 'https://cdn.example/y' } });
	const answerPaths = { paths: { status: 's', file: 'out.u' } };
	expect((await getJob('j1', { answerPaths, download: false })).items[0]?.json).toMatchObject({
		status: 'processing',
	});
	expect((await getJob('j1', { answerPaths, download: false })).items[0]?.json).toMatchObject({
		status: 'completed',
		url: 'https://cdn.example/y',
	});
	answering({ s: 'wip' }, { s: 'done', out: { u: 'https://cdn.example/y' } });
	const waiting = { answerPaths, download: false, wait: true, pollInterval: 0.01 };
	expect((await getJob('j1', waiting)).items[0]?.json).toMatchObject({
		status: 'completed',
		url: 'https://cdn.example/y',
	});
});

test('a tool gives the address and no file', async () => {
	answering(done);
	expect((await getJob('j1', {}, 'image', true)).items).toMatchObject([{ json: done }]);
	expect(asked()).toHaveLength(1);
});

const other = (given: string) =>
	`Job ID must be an ID or a status_url of the service (given: ${given}, on another host)`;
const why = 'The key is sent to the host of the credential’s Base URL and to no other.';
test.each<[unknown, object, string, string]>([
	['={{ "" }}', {}, 'Job ID is required (given: nothing)', 'Nothing was sent.'],
	[
		'..',
		{},
		'Job ID must be an ID: text without control characters, and not only dots (given: ..)',
		'Nothing was sent.',
	],
	[
		'..',
		{ wait: 'maybe', timeout: 0, raw: 'some' },
		'Job ID must be an ID: text without control characters, and not only dots (given: ..)',
		'Nothing was sent. Also: Wait: Until Done must be true or false (given: maybe); Wait: Give Up After (Seconds) must be a number of seconds from 0.01 to 2,592,000 (given: 0); Answer: Include Raw must be true or false (given: some)',
	],
	['https://other.example/v1/jobs/1', {}, other('https://other.example/v1/jobs/1'), why],
	['//other.example/v1/jobs/1', {}, other('//other.example/v1/jobs/1'), why],
])(
	'the job %j with Options %j is refused before anything is sent',
	async (jobId, options, message, description) => {
		expect((await getJob(jobId, options)).error).toMatchObject({
			message,
			description,
			context: { itemIndex: 0 },
		});
		expect(sandbox.requests()).toEqual([]);
	},
);

test('a finished job gives the same fields as Generate, and its picture', async () => {
	const { job_id } = await submitElsewhere(sandbox.it, { prompt: 'x' });
	const { items } = await getJob(job_id);
	const fields = { url: expect.any(String), completed_at: expect.any(String) };
	expect(items).toMatchObject([
		{ json: { job_id, status: 'completed', model: 'model-dev', ...fields } },
	]);
	expect(items[0]?.binary?.data?.mimeType).toBe('image/png');
});

test('an unknown job is told as such, and one of a video with the other resource as advice', async () => {
	const { error } = await getJob('3f0c8f52-1d3a-4a57-9b0e-6f2a1c9d7e41');
	expect(error?.context?.details).toMatchObject({ http_code: 404 });
	expect(error?.description).toMatch(/knows no such job/);
	const { job_id } = await submitElsewhere(
		sandbox.it,
		{ model: 't2v-turbo', callback_url: 'http://127.0.0.1:9/' },
		'videos/generations',
	);
	const { error: other } = await getJob(job_id);
	expect(other?.description).toMatch(/videos with Video > Get Job/);
	expect(other?.description).not.toMatch(/Base URL/);
});
