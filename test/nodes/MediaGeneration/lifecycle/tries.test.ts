import { ExecuteContext } from 'n8n-core';
import type { IDataObject } from 'n8n-workflow';
import { DataTables } from '../../../support/dataTable';
import type { NodeResult, NodeRun } from '../../../support/engine';
import { gate } from '../../../support/gate';
import { ACCEPTED, DONE, RETRYING, useJobService, type Reply } from '../../../support/jobService';
import { until } from '../../../support/until';
import { useMovedTime } from '../../../support/time';

jest.mock('n8n-workflow', () =>
	jest
		.requireActual<typeof import('../../../support/time')>('../../../support/time')
		.withMovedSleep(),
);

useMovedTime();

const service = useJobService();
const UNCLEAR: Reply = { status: 502, body: { error: { message: 'bad gateway' } } };
const REFUSED: Reply = { status: 402, body: { error: { message: 'Insufficient funds' } } };
const BUSY: Reply = {
	status: 429,
	headers: { 'retry-after': '0' },
	body: { error: { message: 'slow down' } },
};
const MADE: Reply = { body: DONE };
const GOING_ON = { settings: { onError: 'continueRegularOutput' } } as const;

/** Answers the submissions in this order, and those after them as the last one. */
const answering = (...replies: Reply[]) => {
	service.submitted = (number) => replies[Math.min(number, replies.length) - 1] ?? MADE;
};
const items = (count: number) => Array.from({ length: count }, (_, id) => ({ json: { id } }));
/** An image of at most $0.10 for each item, sent again although it may have been accepted. */
const draw = async (
	options: IDataObject,
	more: Partial<NodeRun> = {},
	parameters: IDataObject = {},
) =>
	await service.draw(
		{ ...parameters, options: { retryAmbiguous: true, concurrency: 1, ...options } } as never,
		more,
	);
const detailsOf = ({ error }: NodeResult) => error?.context?.details as IDataObject;

describe('each try needs room in Maximum Cost', () => {
	test.each([
		['one try', 0.1, 1, '$0.00'],
		['one try and a part of another', 0.199999999, 1, '$0.099999999'],
		['two', 0.2, 2, '$0.00'],
	])(
		'room for %s: it is not sent again, and the error says why',
		async (_, maxCost, posts, left) => {
			answering(UNCLEAR, UNCLEAR, MADE);
			const result = await draw({ maxCost });
			expect(service.posts).toBe(posts);
			expect(result.error).toMatchObject({
				message: `bad gateway. Not sent again. A try can cost up to $0.10, and of the Maximum Cost of $${maxCost.toFixed(9).replace(/0{1,7}$/, '')} only ${left} is left`,
				description: expect.stringMatching(
					/^The request may still have been accepted and paid for: check Billing > Get Transactions before sending it again\. .*Raise the maximum/,
				),
			});
			expect(detailsOf(result)).toMatchObject({
				may_be_paid: true,
				http_code: 502,
				unclear_tries: posts,
				unclear_cost_usd: posts / 10,
			});
		},
	);

	test.each([0.3, 5, undefined])(
		'room for three, many or without a limit (%s): the third try makes it',
		async (maxCost) => {
			answering(UNCLEAR, UNCLEAR, MADE);
			const { items: made } = await draw(maxCost === undefined ? {} : { maxCost });
			expect(made).toMatchObject([
				{ json: { status: 'completed', unclear_tries: 2, unclear_cost_usd: 0.2 } },
			]);
			expect(service.posts).toBe(3);
		},
	);

	test('four tries are enough, however much room there is', async () => {
		answering(UNCLEAR);
		expect(detailsOf(await draw({ maxCost: 5 }))).toMatchObject({
			message: 'bad gateway',
			unclear_tries: 4,
			unclear_cost_usd: 0.4,
		});
		expect(service.posts).toBe(4);
	});

	test('the first try of an item that is still to come has its room', async () => {
		answering(UNCLEAR, MADE);
		const { items: made } = await draw({ maxCost: 0.2 }, { items: items(2), ...GOING_ON });
		expect(made).toMatchObject([
			{ json: { details: { may_be_paid: true } } },
			{ json: { status: 'completed' } },
		]);
		expect(service.posts).toBe(2);
	});

	test('many items side by side never send more than there is room for', async () => {
		answering(UNCLEAR);
		const { items: failed } = await draw(
			{ maxCost: 2.55, concurrency: 20 },
			{ items: items(20), ...GOING_ON },
		);
		expect(service.posts).toBe(25);
		expect(failed.map(({ json }) => (json.details as IDataObject).may_be_paid)).toEqual(
			Array(20).fill(true),
		);
	});
});

describe('what surely was not paid for gives its room back', () => {
	test('a refusal, for a try of another item', async () => {
		answering(REFUSED, UNCLEAR, MADE);
		const { items: made } = await draw({ maxCost: 0.2 }, { items: items(2), ...GOING_ON });
		expect(made).toMatchObject([
			{ json: { error: 'Insufficient funds' } },
			{ json: { status: 'completed', unclear_tries: 1, unclear_cost_usd: 0.1 } },
		]);
	});

	test('a refusal after an unclear try: that try stays counted', async () => {
		answering(UNCLEAR, REFUSED, UNCLEAR, UNCLEAR, MADE);
		const { items: made } = await draw({ maxCost: 0.3 }, { items: items(2), ...GOING_ON });
		expect(made).toMatchObject([
			{
				json: {
					error: 'Insufficient funds',
					details: { may_be_paid: true, unclear_tries: 1, unclear_cost_usd: 0.1 },
				},
			},
			{
				json: {
					error: expect.stringContaining('Not sent again'),
					details: { may_be_paid: true, unclear_tries: 2, unclear_cost_usd: 0.2 },
				},
			},
		]);
		expect(service.posts).toBe(4);
	});

	test('too many requests: the next try needs no more room', async () => {
		answering(UNCLEAR, BUSY, BUSY, MADE);
		expect((await draw({ maxCost: 0.2 })).items).toMatchObject([
			{ json: { status: 'completed', unclear_tries: 1 } },
		]);
	});

	const FAILED = { ...DONE, status: 'failed', error: 'no luck' };
	const failing = [
		['told at once', (body: object): Reply => ({ body })],
		['found later', (): Reply => ({ status: 202, body: ACCEPTED })],
	] as const;

	test.each(failing)(
		'a job that failed and cost nothing, %s: Retry On Fail makes it anew',
		async (_, first) => {
			const failed = { ...FAILED, cost_usd: 0 };
			answering(first(failed), MADE);
			service.looked = () => ({ body: failed });
			const { items: made } = await draw(
				{ maxCost: 0.1, retryAmbiguous: false },
				{ settings: RETRYING },
			);
			expect(made).toMatchObject([{ json: { status: 'completed' } }]);
			expect(service.posts).toBe(2);
		},
	);

	test.each(failing)(
		'but not a job that failed without a word on its charge, %s',
		async (_, first) => {
			answering(first(FAILED));
			service.looked = () => ({ body: FAILED });
			const { error } = await draw(
				{ maxCost: 0.1, retryAmbiguous: false },
				{ settings: { ...RETRYING, maxTries: 5 } },
			);
			expect(error?.message).toBe(
				'1 item can cost up to $0.10, and earlier tries up to $0.10: together more than the Maximum Cost of $0.10',
			);
			expect(service.posts).toBe(1);
		},
	);
});

describe('what was charged takes the place of what was expected', () => {
	const DEAR = { ...DONE, cost_usd: 5 };

	test('the item that stops says why, and how many were not sent', async () => {
		answering({ body: DEAR });
		const { error } = await draw({ maxCost: 1 }, { items: items(10) });
		expect(service.posts).toBe(1);
		expect(error?.message).toBe(
			'A try can cost up to $0.10, and of the Maximum Cost of $1.00 only $0.00 is left',
		);
		expect(error?.description).toContain('8 other items were not sent.');
	});

	test('for a job that was waited for, too, and for one that only its acceptance told the cost of', async () => {
		answering({ status: 202, body: ACCEPTED });
		service.looked = () => ({ body: DEAR });
		expect((await draw({ maxCost: 1 }, { items: items(2) })).error?.message).toMatch(
			/only \$0\.00 is left$/,
		);
		answering({ status: 202, body: { ...ACCEPTED, cost_usd: 5 } });
		service.looked = () => ({ body: DONE });
		expect((await draw({ maxCost: 1 }, { items: items(2) })).error?.message).toMatch(
			/only \$0\.00 is left$/,
		);
	});

	test('what cost less leaves room for another try', async () => {
		answering({ body: { ...DONE, cost_usd: 0.05 } }, UNCLEAR, MADE);
		const { items: made } = await draw({ maxCost: 0.25 }, { items: items(2), ...GOING_ON });
		expect(made).toMatchObject([
			{ json: { cost_usd: 0.05 } },
			{ json: { status: 'completed', unclear_tries: 1 } },
		]);
	});

	test('in the budget of the day', async () => {
		const tables = new DataTables();
		answering({ body: DEAR });
		const { error } = await draw(
			{ maxCostPerDay: 1 },
			{ items: items(10), additional: tables.additional },
		);
		expect(service.posts).toBe(1);
		expect(error?.message).toMatch(
			/^The item can cost up to \$\d\.\d\d, and the last 24 hours have cost up to \$5\.00: together more than/,
		);
	});
});

describe('Retry On Fail goes on with what was spent', () => {
	test.each(['result', 'callback'])(
		'what only the acceptance of a job that failed told of its cost counts: Wait For = %s',
		async (waitFor) => {
			answering({ status: 202, body: { ...ACCEPTED, cost_usd: 0.02 } }, MADE);
			service.looked = () => ({ body: { ...DONE, status: 'failed', error: 'no luck' } });
			const { error } = await draw({ maxCost: 0.1 }, { settings: RETRYING }, { waitFor });
			expect(error?.message).toBe(
				'1 item can cost up to $0.10, and earlier tries up to $0.02: together more than the Maximum Cost of $0.10',
			);
			expect(service.posts).toBe(1);
		},
	);

	test('the tries of all its rounds count, and what was made is given out', async () => {
		answering(MADE, UNCLEAR);
		const { error } = await draw({ maxCost: 0.4 }, { items: items(2), settings: RETRYING });
		expect(service.posts).toBe(4);
		expect(error?.message).toMatch(
			/^bad gateway\. Not sent again\. A try can cost up to \$0\.10, and of the Maximum Cost of \$0\.40 only \$0\.00 is left$/,
		);
		expect(error?.description).toContain(
			'3 tries that brought no result may have been paid for, up to $0.30 in all.',
		);
	});

	test('a prompt that changes with every round is within the budget too', async () => {
		answering(UNCLEAR);
		let round = 0;
		jest.mocked(Math.random).mockImplementation(() => ++round / 1e6);
		const { error } = await draw(
			{ maxCost: 0.1 },
			{ settings: RETRYING },
			{ prompt: '={{ Math.random() }}' },
		);
		expect(error?.message).toBe(
			'1 item can cost up to $0.10, and earlier tries up to $0.10: together more than the Maximum Cost of $0.10',
		);
		expect(service.posts).toBe(1);
	});
});

describe('an agent’s call that failed has left so much of its ceiling to the next equal one', () => {
	/** What n8n keeps of one execution, for runs of the tool that follow each other. */
	const ofOneExecution = () => {
		const kept: IDataObject = {};
		const getContext = jest.spyOn(ExecuteContext.prototype, 'getContext').mockReturnValue(kept);
		const call = async (maxCostPerCall: number) =>
			await draw(
				{},
				{ asTool: true, additional: { executionId: 'one for all' } },
				{ maxCostPerCall },
			);
		return { kept, call, end: () => getContext.mockRestore() };
	};

	test('Retry On Fail sends no more than a node would', async () => {
		answering(UNCLEAR);
		const { items: answer } = await draw(
			{},
			{ asTool: true, settings: RETRYING },
			{ maxCostPerCall: 0.25 },
		);
		expect(service.posts).toBe(2);
		expect(answer).toMatchObject([
			{ json: { error: expect.stringContaining('only $0.05 is left'), may_be_paid: true } },
		]);
	});

	test('one that succeeds or was refused leaves nothing, and takes the whole of it again', async () => {
		const { kept, call, end } = ofOneExecution();
		answering(UNCLEAR, MADE, UNCLEAR, MADE, REFUSED);
		for (let calls = 0; calls < 2; calls++)
			expect((await call(0.25)).items).toMatchObject([{ json: { status: 'completed' } }]);
		expect((await call(0.25)).items).toMatchObject([{ json: { error: expect.any(String) } }]);
		end();
		expect(service.posts).toBe(5);
		expect(kept).toEqual({ mediaGenerationRequests: {} });
	});

	test('also where its job was made in the meantime, and failed', async () => {
		const { call, end } = ofOneExecution();
		answering(
			UNCLEAR,
			{ body: { ...DONE, status: 'failed', error: 'no luck', cost_usd: 0 } },
			UNCLEAR,
		);
		for (let calls = 0; calls < 3; calls++) await call(0.25);
		end();
		expect(service.posts).toBe(3);
	});
});

test('the hint of a batch tells what may have been paid for without a result', async () => {
	answering(UNCLEAR, UNCLEAR, MADE);
	const { hints } = await draw({}, { items: items(2) });
	expect(hints.join()).toBe(
		'2 of 2 items done, 1 job, $0.10 in all, 2 requests sent again. 2 tries that brought no result may have been paid for, up to $0.20 in all.',
	);
});

describe('in the ledger', () => {
	let tables: DataTables;
	beforeEach(() => {
		tables = new DataTables();
	});
	const draws = async (options: IDataObject, more: Partial<NodeRun> = {}) =>
		await draw(options, { additional: tables.additional, ...more });
	/** How each attempt stands, in their order. */
	const standing = () => [
		...new Map(tables.rowsOf().map(({ attempt, state }) => [attempt, state])).values(),
	];

	test('a try that Maximum Cost has no room for was not sent', async () => {
		answering(UNCLEAR);
		await draws({ ledger: 'media_generation_jobs', maxCost: 0.1 });
		expect(standing()).toEqual(['may_be_paid', 'not_sent']);
	});

	test.each([
		['one', 0.15, 1],
		['two', 0.2, 2],
	])(
		'the day’s budget has room for %s: it is not sent again, and the next run knows',
		async (_, maxCostPerDay, posts) => {
			answering(UNCLEAR, UNCLEAR, MADE);
			const result = await draws({ maxCostPerDay });
			expect(result.error).toMatchObject({
				message: `bad gateway. Not sent again. The item can cost up to $0.10, and the last 24 hours have cost up to $0.${posts}0: together more than the Maximum Cost per Day of $0.${posts === 1 ? '15' : '20'}`,
				description: expect.stringMatching(
					/check Billing > Get Transactions before sending it again\. All workflows that use this ledger count\. Wait, raise the maximum/,
				),
			});
			expect(detailsOf(result)).toMatchObject({ may_be_paid: true });
			expect((await draws({ maxCostPerDay })).error?.message).toMatch(
				/^1 item can cost up to \$0\.10, and the last 24 hours have cost up to/,
			);
			expect(service.posts).toBe(posts);
		},
	);

	test('the day’s budget holds where many runs and items send again at once', async () => {
		answering(UNCLEAR);
		const runs = await Promise.all(
			Array.from(
				{ length: 4 },
				async () =>
					await draws({ maxCostPerDay: 1.25, concurrency: 2 }, { items: items(2), ...GOING_ON }),
			),
		);
		expect(service.posts).toBeGreaterThan(0);
		expect(service.posts).toBeLessThanOrEqual(12);
		expect(standing().filter((state) => state === 'may_be_paid')).toHaveLength(service.posts);
		expect(runs).toHaveLength(4);
	});

	test.each([
		['while it is on its way', true],
		['just after the try before it', false],
	])('who wants the same key waits for the try that goes out again, %s', async (_, isSent) => {
		const second = gate();
		const { answer } = service.server;
		service.server.answer = async (request, response) => {
			if (request.method === 'POST' && service.posts === 1) await second.pass();
			answer(request, response);
		};
		answering(UNCLEAR, MADE);
		const first = draws({ payOnceFor: 'order-1' });
		if (isSent) await second.reached;
		else await until('the first try to have ended', () => standing().includes('may_be_paid'));
		const waiting = draws({ payOnceFor: 'order-1', retryAmbiguous: false });
		const reads = () => tables.runs.filter(({ operation }) => operation === 'row.get').length;
		const before = reads();
		await until('the other to have looked', () => reads() > before);
		await second.reached;
		second.letGo();
		expect((await first).items).toMatchObject([
			{ json: { status: 'completed', unclear_tries: 1 } },
		]);
		expect((await waiting).items).toMatchObject([{ json: { status: 'completed', reused: true } }]);
		expect(service.posts).toBe(2);
	});

	test('a job that somebody else made for the key in the meantime is taken up, rather than sent again', async () => {
		service.submitted = () => {
			const [row] = tables.rowsOf();
			tables.rowsOf().push({
				...row,
				id: 500,
				attempt: 'of another',
				state: 'completed',
				job_id: 'job-77',
				result_url: DONE.image_url,
			} as never);
			return UNCLEAR;
		};
		const { items: made } = await draws({ payOnceFor: 'order-1' });
		expect(made).toMatchObject([
			{ json: { status: 'completed', reused: true, unclear_tries: 1, unclear_cost_usd: 0.1 } },
		]);
		expect(service.posts).toBe(1);
		// Its end is no word on the try before.
		expect([...standing()].sort()).toEqual(['completed', 'may_be_paid', 'not_sent']);
	});

	test('an item whose key may have been paid for leaves its room in Maximum Cost to the others', async () => {
		answering(UNCLEAR);
		await draws({ payOnceFor: 'order-0', maxCost: 0.1 });
		answering(UNCLEAR, UNCLEAR, MADE);
		const { items: made } = await draws(
			{ payOnceFor: '=order-{{ $json.id }}', maxCost: 0.2, retryAmbiguous: '={{ $json.id > 0 }}' },
			{ items: items(2), ...GOING_ON },
		);
		expect(made).toMatchObject([
			{ json: { error: expect.stringContaining('may have been paid for') } },
			{ json: { status: 'completed', unclear_tries: 1 } },
		]);
	});
});
