import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import { DataTables } from '../../../support/dataTable';
import {
	ACCEPTED,
	DONE,
	JOB,
	RETRYING,
	STATUS_PATH,
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
const FAILED = { ...DONE, image_url: undefined, status: 'failed', error: 'no luck' };
let tables: DataTables;
beforeEach(() => {
	tables = new DataTables();
});
const ledger = (options: object = {}) => ({ ledger: 'jobs', payOnceFor: 'k', ...options });
const draw = async (options: object = {}, parameters: object = {}, more: object = {}) =>
	await service.draw({ ...parameters, options } as never, {
		additional: tables.additional,
		...more,
	});
const lines = () =>
	tables.rowsOf('jobs').map(({ state, job_id, cost_nanos, result_url }) => ({
		state,
		job_id,
		cost_nanos,
		result_url,
	}));
const line = (
	state: string,
	job_id: string | null = null,
	cost_nanos: string | null = null,
	result_url: string | null = null,
) => ({
	state,
	job_id,
	cost_nanos,
	result_url,
});
const sending = line('sending');

describe('what an acceptance says of its job', () => {
	test.each<[string, Reply, object]>([
		[
			'a file, and no ID',
			{ body: { status: 'completed', image_url: DONE.image_url } },
			{ status: 'completed', url: DONE.image_url },
		],
		[
			'an ID, and no file',
			{ body: { job_id: JOB, status: 'completed' } },
			{ job_id: JOB, status: 'completed' },
		],
		[
			'an address to ask at, and no ID',
			{ status: 202, body: { status: 'processing', status_url: STATUS_PATH } },
			{ status: 'processing' },
		],
	])('%s: it is the job', async (_, reply, json) => {
		service.submitted = () => reply;
		const { items, error } = await draw({}, { waitFor: 'submit' });
		expect(error).toBeUndefined();
		expect(items).toMatchObject([{ json }]);
	});

	test.each<[string, Reply]>([
		['that it is done, without a file or an ID', { body: { status: 'completed' } }],
		[
			'a file of what runs, without an ID',
			{ body: { status: 'processing', image_url: DONE.image_url } },
		],
	])('%s: nobody knows what was paid for', async (_, reply) => {
		service.submitted = () => reply;
		const { error } = await draw({}, { waitFor: 'submit' });
		expect(error?.context?.details).toMatchObject({ may_be_paid: true });
	});

	test.each<[string, object]>([
		[
			'an error beside the ID of a job that runs',
			{ error: { message: 'provider busy' }, job_id: JOB, status: 'processing' },
		],
		[
			'an error beside the job’s address',
			{ error: { message: 'provider busy' }, status_url: STATUS_PATH },
		],
	])('%s: a look tells how it stands', async (_, body) => {
		service.submitted = () => ({ body });
		expect((await draw({}, { waitFor: 'submit' })).items).toMatchObject([
			{ json: { status: 'processing' } },
		]);
		expect((await draw()).items).toMatchObject([{ json: { status: 'completed' } }]);
	});

	test('an error beside the ID of a job, and no word on that: a look tells how it stands', async () => {
		service.submitted = () => ({ body: { error: { message: 'upstream timed out' }, job_id: JOB } });
		expect((await draw({}, {}, { settings: RETRYING })).items).toMatchObject([
			{ json: { job_id: JOB, status: 'completed' } },
		]);
		expect(service.posts).toBe(1);
	});

	test.each<[string, object]>([
		[
			'an error beside the ID of the request',
			{ error: { message: 'upstream timed out' }, request_id: 'req-1' },
		],
		[
			'the same, though it says that it runs',
			{ error: { message: 'provider busy' }, request_id: 'req-1', status: 'processing' },
		],
		[
			'a word of refusal, though it says that it is queued',
			{ status: 'queued', error: { message: 'unsupported parameter quality ignored' } },
		],
		[
			'the same, though it says that it runs',
			{ status: 'processing', error: 'callback_url validation failed, will not notify' },
		],
		['an error beside any ID', { error: { message: 'something broke' }, id: 'x-1' }],
		['an error beside the ID of a trace', { error: 'something broke', trace_id: 't-1' }],
		[
			'an error whose words say two things',
			{ error: { message: 'moderation timed out' }, request_id: 'req-1' },
		],
		[
			'no success, with the ID of the request',
			{ success: false, message: 'something broke', request_id: 'req-1' },
		],
	])('%s under a status of success: it may be paid for, and is not sent again', async (_, body) => {
		service.submitted = () => ({ body });
		const { error } = await draw(ledger(), {}, { settings: RETRYING });
		expect(error?.context?.details).toMatchObject({ may_be_paid: true });
		expect([service.posts, service.looks]).toEqual([1, 0]);
		expect(lines().at(-1)).toMatchObject({ state: 'may_be_paid' });
	});

	test.each<[string, object]>([
		[
			'insufficient balance',
			{ success: false, message: 'Insufficient balance', request_id: 'req-1' },
		],
		[
			'a wrong value',
			{
				error: { message: 'prompt must be text', type: 'invalid_request_error' },
				request_id: 'req-1',
			},
		],
		[
			'moderation',
			{
				error: { message: 'This was not let through', code: 'content_policy_violation' },
				id: 'x-1',
			},
		],
		['an unknown key', { error: { message: 'Unauthorized' }, request_id: 'req-1' }],
		['too many requests', { error: { message: 'Rate limit exceeded' }, request_id: 'req-1' }],
		[
			'a wrong value, by the name of its code',
			{ code: 'InvalidParameter', message: 'That size is not known', request_id: 'req-1' },
		],
		[
			'too little money, by the name of its code',
			{ code: 'Arrearage', message: 'Pay your bill', request_id: 'req-1' },
		],
		[
			'too many requests, by the name of its code',
			{ code: 'TooManyRequests', message: 'Slow down', request_id: 'req-1' },
		],
		['the code of a refusal', { error: { message: 'no', code: 402 }, request_id: 'req-1' }],
	])(
		'a refusal for %s under a status of success: nothing was made, and nothing is looked at',
		async (_, body) => {
			service.submitted = () => ({ body });
			const { error } = await draw(ledger());
			expect(error?.message).toMatch(/^The job failed: |^Job x-1 failed: /);
			expect(error?.context?.details).not.toHaveProperty('may_be_paid');
			expect(service.looks).toBe(0);
			expect(lines().at(-1)).toMatchObject({ state: 'failed' });
		},
	);

	const flagged = {
		error: { message: 'The generated image was flagged by moderation' },
		cost_usd: 0.1,
	};
	test.each<[string, Reply]>([
		['400, with its job', { status: 400, body: { ...flagged, job_id: JOB, status: 'failed' } }],
		['403', { status: 403, body: flagged }],
		['success', { body: flagged }],
	])(
		'a refusal under a status of %s that says what it charged counts against the budget and in the ledger',
		async (_, reply) => {
			service.submitted = () => reply;
			const { error } = await draw(
				ledger({ maxCost: '0.25' }),
				{},
				{ settings: { ...RETRYING, maxTries: 5 } },
			);
			expect(service.posts).toBe(2);
			expect(error?.message).toMatch(/Maximum Cost/);
			expect(lines().filter(({ state }) => state === 'failed')).toEqual(
				Array(2).fill(line('failed', null, '100000000')),
			);
			const { error: alone } = await draw();
			expect(alone?.description).toMatch(/charged \$0\.10/);
			expect(alone?.context?.details).toMatchObject({ cost_usd: 0.1 });
		},
	);

	test.each<[number, string]>([
		[402, 'Insufficient balance'],
		[402, 'no'],
		[403, 'The daily limit is reached'],
	])(
		'what a refusal by %d for want of money would have cost is no charge: %s',
		async (status, message) => {
			service.submitted = () => ({ status, body: { error: { message }, cost_usd: 0.1 } });
			const { error } = await draw(ledger());
			expect(error?.context?.details).not.toHaveProperty('cost_usd');
			expect(lines().at(-1)).toMatchObject({ state: 'failed', cost_nanos: '0' });
		},
	);

	test.each<[string, object]>([
		['a word', { status: 'failed', error: 'something broke', id: 'x-1' }],
		['a word of a call, beside a job', { status: 'error', error: 'something broke', job_id: JOB }],
		['a flag, beside a job', { failed: true, error: 'something broke', job_id: JOB }],
	])('a job that has failed by %s stays failed', async (_, body) => {
		service.submitted = () => ({ body });
		expect((await draw(ledger())).error?.message).toMatch(
			/^(The job|Job [-\w]+) (failed|error): something broke$/,
		);
		expect(service.looks).toBe(0);
		expect(lines().at(-1)).toMatchObject({ state: 'failed' });
	});
});

describe('what the ledger is told of a job', () => {
	test.each<[string, Reply, object]>([
		[
			'accepted, with a cost so far of nothing',
			{ status: 202, body: { ...ACCEPTED, cost_usd: 0 } },
			line('accepted', JOB),
		],
		[
			'accepted, with a deposit',
			{ status: 202, body: { ...ACCEPTED, cost_usd: 0.02 } },
			line('accepted', JOB, '20000000'),
		],
		[
			'completed for nothing',
			{ body: { ...DONE, cost_usd: 0 } },
			line('completed', JOB, '0', DONE.image_url),
		],
		[
			'completed, with its file in the answer',
			{ body: { ...DONE, image_url: 'data:image/png;base64,iVBORw0KGgo=' } },
			line('completed', JOB),
		],
		['failed', { body: { ...FAILED, cost_usd: 0.03 } }, line('failed', JOB, '30000000')],
	])('%s', async (_, reply, last) => {
		service.submitted = () => reply;
		await draw({ ledger: 'jobs' }, { waitFor: 'submit' });
		expect(lines()).toEqual([sending, last]);
	});

	test.each([
		[true, {}, 'no luck'],
		[false, {}, 'The service’s words are not kept, as they may quote the prompt'],
		[false, { code: 'content_policy', type: 'a sentence' }, 'code content_policy'],
	])('its reason, where it failed (with prompts: %s)', async (ledgerPrompts, more, reason) => {
		service.submitted = () => ({ body: { ...FAILED, error: { message: 'no luck', ...more } } });
		await draw({ ledger: 'jobs', ledgerPrompts }, { waitFor: 'submit' });
		expect(tables.rowsOf('jobs').at(-1)).toMatchObject({ state: 'failed', reason });
	});
});

describe('n8n’s log has a line of each job, as a crash may come before the ledger has it', () => {
	const place = {
		model: 'model-dev',
		workflow: 'Test',
		workflow_id: 'test-workflow',
		execution_id: expect.any(String),
		node: 'Media Generation',
		item: 0,
	};

	test.each<[string, object, object]>([
		['with its ID', { ...ACCEPTED, cost_usd: 0.1 }, { job_id: JOB, ...place }],
		[
			'with further jobs',
			{ jobs: [{ job_id: JOB }, { job_id: 'job-78' }] },
			{ job_id: JOB, other_job_ids: ['job-78'], ...place },
		],
		[
			'with its address alone',
			{ status: 'processing', status_url: STATUS_PATH },
			{ status_url: STATUS_PATH, ...place },
		],
	])('%s', async (_, body, logged) => {
		const info = jest.spyOn(Container.get(Logger), 'info');
		service.submitted = () => ({ status: 202, body });
		await service.draw({ waitFor: 'submit' });
		const begins = 'Media Generation accepted: ';
		const told = info.mock.calls.flatMap(([text]) =>
			text.startsWith(begins) ? [JSON.parse(text.slice(begins.length)) as unknown] : [],
		);
		info.mockRestore();
		expect(told).toEqual([logged]);
	});
});

describe('a job that the ledger has, for who does not wait', () => {
	const order = async (waitFor = 'submit') => await draw(ledger(), { waitFor });
	beforeEach(async () => void (await order()));

	test('is looked at once, and its end written down', async () => {
		service.looked = () => ({ body: { ...DONE, cost_usd: 0.1 } });
		expect((await order()).items).toMatchObject([
			{
				json: { job_id: JOB, status: 'completed', cost_usd: 0, paid_before_usd: 0.1, reused: true },
			},
		]);
		expect([service.posts, service.looks]).toEqual([1, 1]);
		expect(lines()).toEqual([
			sending,
			line('accepted', JOB),
			line('completed', JOB, '100000000', DONE.image_url),
		]);
	});

	test('that still runs is told as it stands, and nothing is written down', async () => {
		service.looked = () => ({ body: ACCEPTED });
		expect((await order()).items).toMatchObject([
			{ json: { job_id: JOB, status: 'processing', reused: true } },
		]);
		expect(lines()).toEqual([sending, line('accepted', JOB)]);
	});

	test('that cannot be looked at is given as it was', async () => {
		service.looked = () => ({ status: 403, body: { error: { message: 'no' } } });
		expect((await order()).items).toMatchObject([
			{ json: { job_id: JOB, status: 'processing', reused: true } },
		]);
		expect(service.posts).toBe(1);
	});

	test.each(['result', 'submit'])(
		'that has failed is told, and frees its key: Wait For = %s',
		async (waitFor) => {
			service.looked = () => ({ body: { ...FAILED, cost_usd: 0.04 } });
			const { error, items } = await order(waitFor);
			if (waitFor === 'result') expect(error?.message).toBe(`Job ${JOB} failed: no luck`);
			else
				expect(items).toMatchObject([
					{ json: { job_id: JOB, status: 'failed', cost_usd: 0, paid_before_usd: 0.04 } },
				]);
			expect(lines().at(-1)).toEqual(line('failed', JOB, '40000000'));
			await order();
			expect(service.posts).toBe(2);
		},
	);
});

describe('a job that is waited for', () => {
	test('is finished with what its acceptance alone told', async () => {
		service.submitted = () => ({
			status: 202,
			body: { ...ACCEPTED, model: 'model-x', webhook_url: 'https://hook.example/1', cost_usd: 0.1 },
		});
		const { items } = await draw({ ledger: 'jobs' });
		expect(items).toMatchObject([
			{
				json: {
					job_id: JOB,
					model: 'model-x',
					webhook_url: 'https://hook.example/1',
					cost_usd: 0.1,
					url: DONE.image_url,
				},
			},
		]);
		expect(lines()).toEqual([
			sending,
			line('accepted', JOB, '100000000'),
			line('completed', JOB, '100000000', DONE.image_url),
		]);
	});

	test('that is told with another model is that one’s', async () => {
		service.submitted = () => ({
			status: 202,
			body: { ...ACCEPTED, model: 'model-x', webhook_url: 'https://hook.example/1' },
		});
		service.looked = () => ({
			body: { ...DONE, model: 'model-y', webhook_url: 'https://hook.example/2' },
		});
		expect((await draw()).items).toMatchObject([
			{ json: { model: 'model-y', webhook_url: 'https://hook.example/2' } },
		]);
	});

	test('and cannot be looked at is told with its place, and taken up by a retry', async () => {
		service.looked = (number) =>
			number === 1 ? { status: 403, body: { error: { message: 'no' } } } : { body: DONE };
		const { error } = await draw({ ledger: 'jobs' });
		expect(error?.context?.details).toMatchObject({
			job_id: JOB,
			status_url: expect.stringContaining(STATUS_PATH),
			http_code: 403,
		});
		expect(error?.description).toBe(
			`The job was accepted, and is charged if it is still running. Do not submit it again: fetch it later with Get Job (job ${JOB}).`,
		);
		service.looked = (number) =>
			number === 2 ? { status: 403, body: { error: { message: 'no' } } } : { body: DONE };
		expect((await draw({}, {}, { settings: RETRYING })).items).toMatchObject([
			{ json: { status: 'completed' } },
		]);
		expect(service.posts).toBe(2);
	});

	test.each([`https://inside.example${STATUS_PATH}`, `//inside.example${STATUS_PATH}`])(
		'and is known by its address on another host alone is told, and kept, at one that Get Job takes: %s',
		async (status_url) => {
			service.submitted = () => ({ status: 202, body: { status: 'processing', status_url } });
			service.looked = () => ({ status: 403, body: { error: { message: 'no' } } });
			const { error } = await draw({ ledger: 'jobs' });
			const own = expect.stringMatching(new RegExp(`^http://127[.]0[.]0[.]1:\\d+${STATUS_PATH}$`));
			expect(error?.context?.details).toMatchObject({ status_url: own });
			expect(tables.rowsOf('jobs').at(-1)).toMatchObject({ state: 'accepted', status_url: own });
		},
	);

	test.each([
		['The service does not say whether it was charged: see Billing > Get Transactions', undefined],
		['It was not charged', 0],
		['It was charged $0.25', 0.25],
	])('and fails says why, and what it cost: %s', async (paid, cost_usd) => {
		service.looked = () => ({
			body: {
				...FAILED,
				error: { message: 'no luck', type: 'policy', code: 'blocked', param: 'prompt' },
				cost_usd,
			},
		});
		const { error } = await draw();
		expect(error?.message).toBe(`Job ${JOB} failed: no luck`);
		expect(error?.description?.endsWith(`policy · blocked · prompt · ${paid}`)).toBe(true);
		expect(error?.context?.details).toMatchObject({
			message: 'no luck',
			type: 'policy',
			code: 'blocked',
			param: 'prompt',
			job_id: JOB,
		});
	});

	test('and fails without a word, or an ID, says as much', async () => {
		service.looked = () => ({ body: { job_id: JOB, status: 'cancelled' } });
		expect((await draw()).error?.message).toBe(`Job ${JOB} cancelled: the service gave no reason`);
		service.submitted = () => ({ body: { status: 'failed', status_url: STATUS_PATH } });
		expect((await draw()).error?.message).toBe('The job failed: the service gave no reason');
	});
});

describe.each<[string, object, object]>([
	[
		'its file, and no job',
		{ status: 'completed', image_url: DONE.image_url },
		{ url: DONE.image_url },
	],
	[
		'its file, and the ID of the request',
		{ request_id: 'req-1', status: 'completed', image_url: DONE.image_url },
		{ url: DONE.image_url },
	],
	[
		'neither a job nor a file',
		{ status: 'completed', thing: 'x' },
		{ note: expect.stringContaining('no file was found') },
	],
])('a finished job of which the service tells %s, taken up by Retry On Fail', (_, body, json) => {
	test.each([false, true])(
		'keeps its name, and is not sent again (Retry Unclear Failures %s)',
		async (retryAmbiguous) => {
			let isRefused = false;
			service.looked = () => ({ body });
			service.submitted = (number) => {
				if (number !== 2 || isRefused) return { status: 202, body: ACCEPTED };
				isRefused = true;
				return { status: 402, body: { error: { message: 'Insufficient funds' } } };
			};
			const { items } = await draw(
				{ concurrency: 1, retryAmbiguous },
				{},
				{ settings: RETRYING, items: [{ json: {} }, { json: {} }] },
			);
			const whole = {
				job_id: JOB,
				status: 'completed',
				status_url: expect.stringContaining(STATUS_PATH),
				...json,
			};
			expect(items).toMatchObject([{ json: whole }, { json: whole }]);
			expect([service.posts, service.looks]).toEqual([3, 3]);
		},
	);
});

test('a finished job whose kept answer reads as a failure is looked at by a retry, and stays finished', async () => {
	let isRefused = false;
	service.looked = (_, path) => ({
		body: path.includes('results')
			? { error: 'one of two providers was busy', image_url: DONE.image_url }
			: { status: 'completed', response_url: `/api/v1/results/${JOB}` },
	});
	service.submitted = (number) => {
		if (number !== 2 || isRefused) return { status: 202, body: ACCEPTED };
		isRefused = true;
		return { status: 402, body: { error: { message: 'Insufficient funds' } } };
	};
	const { items } = await draw(
		{ concurrency: 1 },
		{},
		{ settings: RETRYING, items: [{ json: {} }, { json: {} }] },
	);
	expect(items).toMatchObject(Array(2).fill({ json: { job_id: JOB, status: 'completed' } }));
	expect(service.posts).toBe(3);
});
