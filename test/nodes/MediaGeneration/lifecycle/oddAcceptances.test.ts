import { DataTables } from '../../../support/dataTable';
import {
	ACCEPTED,
	DONE,
	JOB,
	RETRYING,
	STATUS_PATH,
	told,
	useJobService,
	type Reply,
} from '../../../support/jobService';
import { useMovedTime } from '../../../support/time';

jest.mock('n8n-workflow', () =>
	jest
		.requireActual<typeof import('../../../support/time')>('../../../support/time')
		.withMovedSleep(),
);

const service = useJobService();
useMovedTime();

/** Answers that tell of an accepted job in another way than the document's. */
const accepted: ReadonlyArray<readonly [what: string, reply: Reply]> = [
	['409 with the job', { status: 409, body: ACCEPTED }],
	['425 with a job that runs', { status: 425, body: ACCEPTED }],
	['429 with the job', { status: 429, headers: { 'retry-after': '0' }, body: ACCEPTED }],
	['408 with the job', { status: 408, body: ACCEPTED }],
	[
		'500 with an error and the job',
		{ status: 500, body: { error: { message: 'Internal', type: 'api_error' }, job_id: JOB } },
	],
	['502 with the job', { status: 502, body: ACCEPTED }],
	['302 to the job', { status: 302, headers: { location: STATUS_PATH } }],
	['202 with the job in Location alone', { status: 202, headers: { location: STATUS_PATH } }],
	[
		'an error with a code that says that all is well',
		{ status: 202, body: { ...ACCEPTED, error: { code: 0, message: 'accepted' } } },
	],
	[
		'a progress that no text can be made of',
		{ status: 202, body: { ...ACCEPTED, status: 'success', progress: { toString: 1 } } },
	],
	[
		'an error beside a job that runs',
		{ status: 202, body: { ...ACCEPTED, error: 'the first provider was busy' } },
	],
];

test.each(accepted)('%s: its job is waited for, and paid for once', async (_, reply) => {
	service.submitted = () => reply;
	const { items } = await service.draw({}, { settings: RETRYING });
	expect(items).toMatchObject([{ json: { status: 'completed', url: DONE.image_url } }]);
	expect(service.posts).toBe(1);
});

test.each<[what: string, header: string, value: string]>([
	['US dollars', 'x-cost-usd', '0.25'],
	['nanos', 'x-charged-nanos', '250000000'],
	['the cost of the request', 'x-request-cost', '0.25'],
])('a header with what was charged, as %s, counts as the answer does', async (_, name, value) => {
	service.submitted = () => ({ status: 202, headers: { [name]: value }, body: ACCEPTED });
	const { items } = await service.draw();
	expect(items).toMatchObject([{ json: { cost_usd: 0.25, cost_nanos: '250000000' } }]);
});

test('a header with what was charged counts as well beside a job that only a header names, and in an answer about a job', async () => {
	const headers = { location: STATUS_PATH, 'x-cost-usd': '0.25' };
	service.submitted = () => ({ status: 202, headers });
	expect((await service.draw()).items).toMatchObject([{ json: { job_id: JOB, cost_usd: 0.25 } }]);
	service.submitted = () => ({ status: 202, body: ACCEPTED });
	service.looked = () => ({ headers, body: DONE });
	expect((await service.draw()).items).toMatchObject([{ json: { cost_usd: 0.25 } }]);
	// What the look itself cost.
	service.looked = () => ({ headers: { 'x-cost-usd': '0' }, body: DONE });
	expect((await service.draw()).items[0]?.json.cost_usd).toBeUndefined();
});

test.each<[when: string, charge: object, end: object]>([
	['when it was accepted', { cost_usd: 0.25 }, {}],
	['at its end', {}, { cost_usd: 0.25 }],
])('a job that failed is told with the charge that was told %s', async (_, charge, end) => {
	service.submitted = () => ({ status: 202, body: { ...ACCEPTED, ...charge } });
	service.looked = () => ({ body: { job_id: JOB, status: 'failed', error: 'no room', ...end } });
	const { error } = await service.draw();
	expect(error?.description).toContain('It was charged $0.25');
});

test('what is left on the account comes with the result', async () => {
	service.submitted = () => ({ status: 202, body: { ...ACCEPTED, balance_usd: 4.75 } });
	const { items } = await service.draw();
	expect(items).toMatchObject([{ json: { status: 'completed', balance_usd: 4.75 } }]);
});

const PNG = Buffer.from(
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+M8AAQUBAScY42YAAAAASUVORK5CYII=',
	'base64',
);
const DATA = `data:image/png;base64,${PNG.toString('base64')}`;

test.each<[string, Reply, string]>([
	['the image itself', { headers: { 'content-type': 'image/png' }, text: PNG }, DATA],
	['the image itself, called JSON', { text: PNG }, DATA],
])('%s is the result, and paid for once', async (_, reply, url) => {
	service.submitted = () => reply;
	const { items } = await service.draw({}, { settings: RETRYING });
	expect(items).toMatchObject([{ json: { status: 'completed', url } }]);
	expect([service.posts, service.looks]).toEqual([1, 0]);
});

test('a job that is answered with its image is done', async () => {
	service.looked = (number) =>
		number === 1 ? { body: ACCEPTED } : { headers: { 'content-type': 'image/png' }, text: PNG };
	const { items } = await service.draw();
	expect(items).toMatchObject([{ json: { job_id: JOB, status: 'completed', url: DATA } }]);
});

/** Refusals: nothing was made. */
const refused: ReadonlyArray<readonly [what: string, reply: Reply]> = [
	[
		'400 with the ID of the request',
		{ status: 400, body: { message: 'prompt is too long', request_id: 'req-9' } },
	],
	[
		'402 with a job that has failed',
		{ status: 402, body: { ...ACCEPTED, status: 'failed', error: { message: 'no funds' } } },
	],
	[
		'307 to the same at another place',
		{ status: 307, headers: { location: '/api/v2/images/generations' } },
	],
	['302 to a login', { status: 302, headers: { location: '/status/login' } }],
	[
		'402 with the account',
		{
			status: 402,
			body: { error: { message: 'no funds' }, account: { id: 'acc_1', status: 'active' } },
		},
	],
	[
		'403 with the model',
		{
			status: 403,
			body: { error: { message: 'not allowed' }, model: { id: 'model-dev', status: 'available' } },
		},
	],
	[
		'409 with the name of the operation',
		{ status: 409, body: { error: { message: 'conflict' }, operation: 'CreateImage' } },
	],
	[
		'400 with the job it was not',
		{ status: 400, body: { error: { message: 'bad' }, job_id: JOB, status: 'pending' } },
	],
	[
		'an error under 200 that says it the other way round',
		{ body: { code: 1102, msg: 'Account balance not enough' } },
	],
	[
		'an error of GraphQL',
		{
			body: {
				data: { createImage: null },
				errors: [{ message: 'Try another', extensions: { code: 'BAD_USER_INPUT' } }],
			},
		},
	],
	[
		'a prompt that is refused under 200',
		{ body: { success: false, message: 'Your prompt was rejected' } },
	],
];

test.each(refused)('%s is still a refusal', async (_, reply) => {
	service.submitted = () => reply;
	const { error } = await service.draw();
	expect(error?.context?.details).not.toHaveProperty('may_be_paid');
	expect(service.looks).toBe(0);
});

test.each([
	[
		'an error as an event that leaves it open',
		{ text: 'data: {"error":{"message":"upstream timed out"}}\n\n' },
	],
	['JSON that is cut short', { text: `{"job_id":"${JOB}","status":"processing","status_u` }],
	['a website', { text: '<html><script>{"buildId":"a1b2c3","props":{}}</script></html>' }],
	['XML', { text: `<job><job_id>${JOB}</job_id><status>processing</status></job>` }],
	[
		'XML of an error',
		{ text: '<Error><Code>SlowDown</Code><RequestId>r-123456</RequestId></Error>' },
	],
	['the address of a page', { text: 'https://media.example/login.html' }],
	['a code', { text: 'ERR_429' }],
	['the ID of a function', { headers: { 'function-execution-id': 'k3j2h1' }, text: '{}' }],
	[
		'a refusal with an operation',
		{ status: 503, body: { error: { message: 'busy' }, operation: 'CreateImage' } },
	],
])('%s is no job: it may be paid for, and nobody waits', async (_, reply) => {
	service.submitted = () => reply;
	const { error } = await service.draw();
	expect(error?.context?.details).toMatchObject({ may_be_paid: true });
	expect(service.looks).toBe(0);
});

test('the address in a header counts where the body has nothing but the ID of the request', async () => {
	service.submitted = () => ({
		status: 202,
		headers: { location: STATUS_PATH },
		body: { request_id: 'req-9', status: 'accepted' },
	});
	expect((await service.draw()).items).toMatchObject([
		{ json: { job_id: JOB, status: 'completed' } },
	]);
});

test('303 to the job, whose answer does not name it', async () => {
	service.submitted = () => ({ status: 303, headers: { location: STATUS_PATH } });
	service.looked = (number) => ({
		body:
			number === 1 ? { status: 'processing' } : { status: 'completed', image_url: DONE.image_url },
	});
	const { items } = await service.draw();
	expect(items).toMatchObject([
		{ json: { url: DONE.image_url, status_url: expect.stringContaining(STATUS_PATH) } },
	]);
	expect(service.posts).toBe(1);
});

test('an ID that is a number beyond 2^53 is kept to its last digit', async () => {
	service.submitted = () => ({ text: '{"job_id":1790123456789012377,"status":"processing"}' });
	const { items } = await service.draw({ waitFor: 'submit' });
	expect(items[0]?.json.job_id).toBe('1790123456789012377');
});

test.each([
	[
		'a fraction that is not exact',
		'{"job_id":"job-77","status":"completed","image_url":"https://media.example/a.png","generation_time":0.30000000000000004}',
	],
	[
		'a long text',
		`{"seed":1790123456789012345,"job_id":"job-77","status":"completed","image_url":"https://media.example/a.png","b":"${'\\n'.repeat(4_000_000)}"}`,
	],
])('JSON with %s is read', async (_, text) => {
	service.submitted = () => ({ text });
	expect((await service.draw()).items).toMatchObject([
		{ json: { status: 'completed', url: DONE.image_url } },
	]);
});

test.each([
	['no JSON', { text: '<html><body>Your job is job-77</body></html>' }],
	['nothing that is known', { body: { ticketRef: { code: 'job-77' } } }],
])('an answer with %s is in the details, also after Retry On Fail', async (_, reply) => {
	service.submitted = () => reply;
	const result = await service.draw({}, { settings: RETRYING });
	expect(service.posts).toBe(1);
	expect(JSON.stringify(result.error?.context?.details)).toContain('job-77');
	expect(result.error?.context?.details).toMatchObject({ may_be_paid: true });
});

const waits = ['result', 'callback'];
const SEVERAL: Reply = {
	status: 202,
	body: { jobs: [ACCEPTED, { job_id: 'job-78', status: 'processing' }], cost_usd: 0.1 },
};
const FORBIDDEN: Reply = { status: 403, body: { error: { message: 'not now' } } };

test.each([...waits, 'submit'])(
	'several jobs for one request: the others are named (Wait For = %s)',
	async (waitFor) => {
		service.submitted = () => ({
			status: 202,
			body: { jobs: [ACCEPTED, { job_id: 'job-78', status: 'processing' }] },
		});
		const { items } = await service.draw({ waitFor });
		expect(items[0]?.json).toMatchObject({ job_id: JOB, other_job_ids: ['job-78'] });
	},
);

test('several jobs for one request, of which one goes on: the others are named, also when the pause has passed', async () => {
	service.submitted = () => ({
		status: 202,
		body: { jobs: [ACCEPTED, { job_id: 'job-78', status: 'processing' }] },
	});
	service.looked = () => ({ body: ACCEPTED });
	const { items, run } = await service.draw({ waitFor: 'callback' });
	expect(run.waitTill).toBeDefined();
	expect(items[0]?.json).toMatchObject({ job_id: JOB, timed_out: true, other_job_ids: ['job-78'] });
});

describe.each(waits)(
	'several jobs for one request, and what they cost, are not lost (Wait For = %s)',
	(waitFor) => {
		test.each([
			['it cannot be asked about', FORBIDDEN],
			['it fails', { body: { ...DONE, status: 'failed', error: 'no luck' } }],
		])('where the first is not made, as %s', async (_, look) => {
			service.submitted = () => SEVERAL;
			service.looked = () => look;
			expect((await service.draw({ waitFor })).error?.context?.details).toMatchObject({
				job_id: JOB,
				other_job_ids: ['job-78'],
			});
		});

		test('by Retry On Fail, which takes up the first', async () => {
			service.submitted = () => SEVERAL;
			service.looked = (number) => (number === 1 ? FORBIDDEN : { body: DONE });
			const { items } = await service.draw({ waitFor }, { settings: RETRYING });
			expect(items).toMatchObject([
				{ json: { job_id: JOB, status: 'completed', other_job_ids: ['job-78'], cost_usd: 0.1 } },
			]);
			expect(service.posts).toBe(1);
		});
	},
);

describe.each<[string, Reply]>([
	[
		'when it is looked at',
		{ status: 202, body: { jobs: [ACCEPTED, { job_id: 'job-78', status: 'processing' }] } },
	],
	[
		'at once',
		{
			body: {
				jobs: [
					{ ...ACCEPTED, status: 'failed' },
					{ job_id: 'job-78', status: 'processing' },
				],
				error: 'no luck',
			},
		},
	],
])('several jobs for one request, of which the first has failed %s', (_, acceptance) => {
	const failed = () => ({
		body: { ...DONE, image_url: undefined, status: 'failed', error: 'no luck' },
	});
	let tables: DataTables;
	const order = async (more: object = {}, options: object = {}) =>
		await service.draw(
			{ options: { ledger: 'jobs', payOnceFor: 'k', ...options } },
			{ additional: tables.additional, ...more },
		);
	beforeEach(() => {
		tables = new DataTables();
		service.submitted = () => acceptance;
		service.looked = failed;
	});

	test('Retry On Fail sends nothing again, and the error names the others', async () => {
		const { error } = await order({ settings: RETRYING });
		expect(error?.message).toMatch(/\. Not sent again$/);
		expect(error?.message).toContain(
			'Accepted with it, and charged too: job-78; Get Job fetches it',
		);
		expect(error?.context?.details).toMatchObject({ job_id: JOB, other_job_ids: ['job-78'] });
		expect(service.posts).toBe(1);
	});

	test('its key stays taken', async () => {
		await order();
		const { error } = await order();
		expect(error?.message).toMatch(/^Not sent, because "k" may have been paid for: .*job-78/);
		expect(tables.rowsOf('jobs').at(-1)).toMatchObject({ state: 'may_be_paid', job_id: JOB });
		expect(service.posts).toBe(1);
	});

	test('its price is not given back', async () => {
		const items = [{ json: {} }, { json: {} }];
		const options = {
			ledger: undefined,
			payOnceFor: undefined,
			concurrency: 1,
			maxCost: 0.2,
			retryAmbiguous: true,
		};
		service.submitted = (number) =>
			number === 1 ? acceptance : { status: 502, body: { error: { message: 'bad gateway' } } };
		await service.draw({ options } as never, {
			items,
			settings: { onError: 'continueRegularOutput' },
		});
		expect(service.posts).toBe(2);
	});
});

describe('some of several results came to nothing', () => {
	const images = [{ url: 'https://media.example/a.png' }, { url: 'https://media.example/b.png' }];
	test.each([
		['a list of what failed', { failed: [{ index: 2, reason: 'content policy' }] }],
		['a list of errors', { errors: ['image 3 was blocked'] }],
		[
			'a word of its own',
			{ status: 'partially_completed', failures: [{ index: 2, message: 'blocked' }] },
		],
	])('%s: the others come out, with what failed, and are paid for once', async (_, more) => {
		service.submitted = () => ({ body: { job_id: JOB, status: 'completed', images, ...more } });
		const result = await service.draw({}, { settings: RETRYING });
		expect(result.items.map(({ json }) => json.url)).toEqual(images.map(({ url }) => url));
		expect(told(result)).toMatch(/content policy|blocked/);
		expect(service.posts).toBe(1);
	});
});

test('a refusal does not take back that an earlier try may have been paid for', async () => {
	service.submitted = (number) =>
		number <= 4
			? { status: 500, body: { error: { message: 'Internal' } } }
			: { status: 402, body: { error: { message: 'Insufficient funds' } } };
	const { error } = await service.draw(
		{ options: { retryAmbiguous: true } },
		{ settings: { ...RETRYING, maxTries: 2 } },
	);
	expect(error?.context?.details).toMatchObject({
		message: 'Insufficient funds',
		may_be_paid: true,
	});
});

test('an open job counts in the day’s budget with its highest price, not with a deposit', async () => {
	const tables = new DataTables();
	service.submitted = (number) => ({
		status: 202,
		body: { job_id: `job-77-${number}`, status: 'processing', charged_usd: 0.01 },
	});
	const order = async () =>
		await service.draw(
			{ waitFor: 'submit', options: { maxCostPerDay: 0.15 } },
			{ additional: tables.additional },
		);
	await order();
	expect((await order()).error?.message).toContain('Maximum Cost per Day');
	expect(service.posts).toBe(1);
});
