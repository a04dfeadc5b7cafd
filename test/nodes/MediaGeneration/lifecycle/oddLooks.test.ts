import { DataTables } from '../../../support/dataTable';
import { DONE, JOB, RETRYING, STATUS_PATH, useJobService } from '../../../support/jobService';
import { useMovedTime } from '../../../support/time';

jest.mock('n8n-workflow', () =>
	jest
		.requireActual<typeof import('../../../support/time')>('../../../support/time')
		.withMovedSleep(),
);

const service = useJobService();
useMovedTime();

/** Answers under 200 that tell of the look, or of one of its tries, and not of the job's end. */
const hiccups: ReadonlyArray<readonly [what: string, body: object]> = [
	['too many requests', { error: { message: 'Too many requests', code: 'rate_limit_exceeded' } }],
	['busy', { success: false, message: 'Server busy, try again' }],
	[
		'an error of the service',
		{ error: { message: 'Internal error', type: 'api_error', code: 'internal_error' } },
	],
	['an error as its state', { status: 'error', message: 'Upstream timed out' }],
	['not found yet', { error: { message: 'Job not found', code: 'not_found' } }],
	[
		'a gateway’s envelope',
		{ statusCode: 503, error: 'Service Unavailable', message: 'upstream connect error' },
	],
	['a code', { code: 429, msg: 'Too many requests' }],
];
const trying = { job_id: JOB, status: 'processing', error: 'provider overloaded, trying another' };

test.each(hiccups)('%s, once: the job is waited for, and paid for once', async (_, body) => {
	service.looked = (number) => ({ body: number === 1 ? body : DONE });
	const { items } = await service.draw({}, { settings: RETRYING });
	expect(items).toMatchObject([{ json: { job_id: JOB, status: 'completed' } }]);
	expect(service.posts).toBe(1);
});

test('an error of one try of a job that runs is none of the job: it is waited for as long as others', async () => {
	service.looked = (number) => ({ body: number < 10 ? trying : DONE });
	expect((await service.draw()).items).toMatchObject([
		{ json: { job_id: JOB, status: 'completed' } },
	]);
	expect(service.posts).toBe(1);
});

test.each([
	[304, undefined],
	[409, { message: 'conflict' }],
	[423, undefined],
	[400, { error: { message: 'The job is still running' } }],
	[422, { message: 'job is not finished' }],
	[425, { message: 'too early' }],
])(
	'HTTP %d with %j as long as the job is at work: it is waited for, and paid for once',
	async (status, body) => {
		service.looked = (number) => (number < 10 ? { status, body } : { body: DONE });
		const { items } = await service.draw({}, { settings: RETRYING });
		expect(items).toMatchObject([{ json: { job_id: JOB, status: 'completed' } }]);
		expect(service.posts).toBe(1);
	},
);

test.each([
	[400, { error: { message: 'This is no job ID' } }],
	[403, { message: 'Your account is still being reviewed' }],
	[422, { message: 'invalid ID' }],
])('HTTP %d with %j is told at once, with the job', async (status, body) => {
	service.looked = () => ({ status, body });
	const { error } = await service.draw();
	expect(error?.context?.details).toMatchObject({ job_id: JOB, http_code: status });
	expect(service.looks).toBe(1);
});

test.each(hiccups)(
	'%s, each time: told with the job, which is never paid for again',
	async (_, body) => {
		const tables = new DataTables();
		service.looked = () => ({ body });
		const order = async () =>
			await service.draw(
				{ options: { payOnceFor: 'order-1' } },
				{ settings: RETRYING, additional: tables.additional },
			);
		const { error } = await order();
		expect(error?.message).toContain(`The service did not tell the status of job ${JOB}`);
		expect(error?.context?.details).toMatchObject({ job_id: JOB });
		await order();
		expect(service.posts).toBe(1);
		service.looked = () => ({ body: DONE });
		expect((await order()).items).toMatchObject([{ json: { job_id: JOB, status: 'completed' } }]);
		expect(service.posts).toBe(1);
	},
);

test.each([
	['a state', { status: 'failed', error: { message: 'blocked' } }],
	['an error with its ID', { job_id: JOB, error: { message: 'blocked' } }],
	['an error under a word of success', { status: 'completed', error: { message: 'blocked' } }],
	[
		'an error under a word of success, beside previews',
		{
			job_id: JOB,
			status: 'completed',
			error: { message: 'blocked' },
			previews: ['https://media.example/small.png'],
		},
	],
])('a failure that %s tells of is the job’s: a retry makes it anew', async (_, body) => {
	service.looked = (number) => ({ body: number === 1 ? body : DONE });
	const { items } = await service.draw({}, { settings: RETRYING });
	expect(items).toHaveLength(1);
	expect(service.posts).toBe(2);
});

test.each([
	['a file', { status: 'completed', image: { id: 'img_9', url: DONE.image_url } }],
	['a request', { request_id: 'b7a0c1d2', status: 'completed', image_url: DONE.image_url }],
])('the ID of %s in a look is not the job’s', async (_, body) => {
	const tables = new DataTables();
	service.looked = () => ({ body });
	const { items } = await service.draw(
		{ options: { ledger: 'jobs' } },
		{ additional: tables.additional },
	);
	expect(items[0]?.json.job_id).toBe(JOB);
	expect(tables.rowsOf('jobs').at(-1)).toMatchObject({ state: 'completed', job_id: JOB });
});

describe('a look that tells of several jobs', () => {
	const other = {
		job_id: 'job-1',
		status: 'completed',
		image_url: 'https://media.example/others.png',
	};

	test('ours counts', async () => {
		service.looked = () => ({ body: { jobs: [other, DONE] } });
		expect((await service.draw()).items).toMatchObject([
			{ json: { job_id: JOB, url: DONE.image_url } },
		]);
	});

	test('ours has failed', async () => {
		service.looked = () => ({
			body: { jobs: [other, { job_id: JOB, status: 'failed', error: { message: 'blocked' } }] },
		});
		expect((await service.draw()).error?.message).toBe(`Job ${JOB} failed: blocked`);
	});
});

test.each([
	[
		'files',
		{
			images: ['a', 'b'].map((name) => ({ job_id: JOB, url: `https://media.example/${name}.png` })),
		},
		2,
	],
	[
		'outputs',
		{ output: ['a', 'b'].map((name) => ({ id: JOB, url: `https://media.example/${name}.png` })) },
		2,
	],
	[
		'steps',
		{
			history: ['queued', 'completed'].map((status) => ({ job_id: JOB, status })),
			image_url: DONE.image_url,
		},
		1,
	],
])('%s that each have the job’s ID are parts of it', async (_, parts, count) => {
	service.looked = () => ({ body: { job_id: JOB, status: 'completed', ...parts } });
	expect((await service.draw()).items).toHaveLength(count);
});

test.each([301, 302, 303, 307, 308])('%i to where the job is now is followed', async (status) => {
	service.looked = (_, path) =>
		path.startsWith(STATUS_PATH)
			? { status, headers: { location: `/api/results/${JOB}` } }
			: { body: DONE };
	expect((await service.draw()).items).toMatchObject([
		{ json: { job_id: JOB, status: 'completed' } },
	]);
});

test('a completed job whose result the service refuses has ended, asked once or again', async () => {
	service.looked = (_, path) =>
		path.endsWith('/result')
			? { status: 422, body: { detail: 'could not load the image' } }
			: {
					body: {
						job_id: JOB,
						status: 'COMPLETED',
						response_url: `${service.server.url}${STATUS_PATH}/result`,
					},
				};
	const { error } = await service.draw();
	expect(error?.message).toContain('could not load the image');
	expect(error?.description).toMatch(/is completed, and refuses to give its result/);
	expect(error?.description).not.toMatch(/still running/);
	const again = await service.draw({ resource: 'image', operation: 'getJob', jobId: JOB });
	expect(again.error?.message).toContain('could not load the image');
	expect(service.posts).toBe(1);
});
