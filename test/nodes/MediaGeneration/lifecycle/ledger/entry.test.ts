import { randomUUID } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import {
	LedgerEntry,
	type Draft,
} from '../../../../../nodes/MediaGeneration/lifecycle/ledger/entry';
import {
	forgottenJob,
	overDay,
} from '../../../../../nodes/MediaGeneration/lifecycle/ledger/refusals';
import {
	columns,
	type LedgerAttempt,
	type LedgerRow,
} from '../../../../../nodes/MediaGeneration/lifecycle/ledger/rows';
import {
	detailsOf,
	withDetails,
	type NodeFailure,
} from '../../../../../nodes/MediaGeneration/failures/details';
import { nodeFailure } from '../../../../../nodes/MediaGeneration/failures/failure';
import { DataTables } from '../../../../support/dataTable';
import { useMovedTime } from '../../../../support/time';
import type { Run } from '../../../../../nodes/MediaGeneration/lifecycle/run';

jest.mock('n8n-workflow', () =>
	jest
		.requireActual<typeof import('../../../../support/time')>('../../../../support/time')
		.withMovedSleep(),
);

let tables: DataTables;
let stop: AbortController;
let it: ReturnType<DataTables['context']>;
beforeEach(() => {
	tables = new DataTables();
	stop = new AbortController();
	it = tables.context(stop.signal);
	jest.spyOn(Math, 'random').mockReturnValue(0);
	tables.tables.push({
		id: randomUUID(),
		name: 'jobs',
		columns: Object.entries(columns).map(([name, { type }]) => ({ name, type })),
		rows: [],
	});
});
afterEach(async () => {
	await it.run.closeLedger();
	jest.mocked(Math.random).mockRestore();
});
// Time goes on until the ledger is closed.
useMovedTime();

const draft: Draft = {
	key: 'k',
	kind: 'image',
	item: 2,
	workflow_id: 'w',
	execution_id: '7',
	estimated_cost_nanos: '100',
};
const entryOf = async (more: Partial<Draft> = {}, maxPerDay?: bigint) =>
	new LedgerEntry(
		it.run.item(2),
		await it.run.ledger({ table: 'jobs', days: 90, maxPerDay }),
		{ ...draft, ...more },
		true,
	);
const rows = () => tables.rowsOf('jobs');
const inFuture = (ms: number) => new Date(Date.now() + ms).toISOString();
/** Writes a line as another process would. */
function write(line: Partial<LedgerRow> & IDataObject): void {
	const empty = Object.fromEntries(Object.keys(columns).map((name) => [name, null]));
	const other = {
		key: 'k',
		kind: 'image',
		attempt: 'other',
		createdAt: inFuture(0),
	};
	rows().push({ ...empty, ...other, ...line, id: Number(rows().at(-1)?.id ?? 0) + 1 });
}
/** What is written of the attempts of this process, in order. */
const own = () =>
	rows().flatMap(({ attempt, state, reason }) =>
		String(attempt).startsWith('other') ? [] : [reason === null ? state : [state, reason]],
	);
const written = async () => {
	await it.run.closeLedger();
	return own();
};
/** Has something happen when the ledger is read for this time, or written; both counted from one. */
function at(wanted: 'row.get' | 'row.insert', number: number, happens: () => void): void {
	let count = 0;
	const { before } = tables;
	tables.before = async (operation) => {
		await before?.(operation);
		if (operation === wanted && ++count === number) happens();
	};
}
const reads = () => tables.runs.filter(({ operation }) => operation === 'row.get').length;
const failureOf = async (work: Promise<unknown>) => {
	const error = await work.then(() => undefined).catch((reason: NodeFailure) => reason);
	return {
		message: error?.message,
		description: error?.description,
		details: detailsOf(error),
		item: error?.context?.itemIndex,
	};
};
const GIVEN_WAY = ['not_sent', 'another request with this key was first'];

describe('a request is written down', () => {
	test('before it goes out, and after its end with what is told of it', async () => {
		const entry = await entryOf();
		expect(entry.attemptId).toBeUndefined();
		expect(await entry.claim(false)).toBeUndefined();
		const { attemptId: attempt } = entry;
		expect(rows()).toMatchObject([{ ...draft, attempt, state: 'sending', job_id: null }]);
		entry.write({ state: 'running', job: { job_id: 'j', status_url: '/j' } });
		entry.write({
			state: 'made',
			job: {},
			result: { read: { urls: ['data:,x', 'u'] } },
			charged: 70_000_000n,
		});
		entry.write({ state: 'failed', job: {}, why: { message: 'gone' }, result: {}, charged: 0n });
		await it.run.closeLedger();
		const accepted = {
			...draft,
			attempt,
			state: 'accepted',
			job_id: 'j',
			status_url: '/j',
			cost_usd: null,
			cost_nanos: null,
			reason: null,
		};
		const completed = {
			...accepted,
			state: 'completed',
			result_url: 'u',
			cost_usd: 0.07,
			cost_nanos: '70000000',
		};
		expect(rows().slice(1)).toMatchObject([
			accepted,
			completed,
			{ ...completed, state: 'failed', reason: 'gone', cost_usd: 0, cost_nanos: '0' },
		]);
	});

	test('each try as an attempt of its own', async () => {
		const entry = await entryOf();
		await entry.claim(false);
		const first = entry.attemptId;
		entry.write({ state: 'unclear', why: { message: 'broken' } });
		await entry.claim(true, true);
		expect(entry.attemptId).not.toBe(first);
		expect(await written()).toEqual(['sending', ['may_be_paid', 'broken'], 'sending']);
	});

	test('what was written before a pause goes on as the same attempt', async () => {
		const entry = await entryOf();
		entry.resume('other');
		expect(entry.attemptId).toBe('other');
		entry.write({ state: 'made', job: {}, result: {} });
		await it.run.closeLedger();
		expect(rows()).toMatchObject([{ ...draft, attempt: 'other', state: 'completed' }]);
	});

	test('nothing is written of what was never begun', async () => {
		const entry = await entryOf();
		entry.resume(undefined);
		entry.write({ state: 'made', job: {}, result: {} });
		await it.run.closeLedger();
		expect([entry.attemptId, rows()]).toEqual([undefined, []]);
	});

	test('without a key nothing is looked for', async () => {
		write({ state: 'completed', key: undefined });
		const entry = await entryOf({ key: undefined });
		expect(await entry.claim(false)).toBeUndefined();
		expect([reads(), await entry.find()]).toEqual([0, undefined]);
	});
});

describe('a key that has a job', () => {
	test.each<[string, Partial<LedgerRow>, object]>([
		[
			'an accepted one',
			{ state: 'accepted', job_id: 'j', status_url: '/j' },
			{ state: 'running', job: { job_id: 'j', status_url: '/j' } },
		],
		[
			'an accepted one without an ID',
			{ state: 'accepted', status_url: '/j' },
			{ state: 'running', job: { job_id: undefined, status_url: '/j' } },
		],
		[
			'a completed one',
			{ state: 'completed', job_id: 'j', result_url: 'u', model: 'm' },
			{ state: 'made', job: { job_id: 'j' }, result: { read: { urls: ['u'], model: 'm' } } },
		],
		[
			'a completed one without a result',
			{ state: 'completed', job_id: 'j' },
			{ state: 'made', job: { job_id: 'j' }, result: { read: { urls: [] } } },
		],
	])('%s: it is taken up, and nothing is written', async (_, line, attempt) => {
		write(line);
		const entry = await entryOf();
		expect(await entry.find()).toBeDefined();
		expect(await entry.claim(false)).toMatchObject({
			firstId: 1,
			row: { attempt: 'other' },
			attempt,
		});
		expect(rows()).toHaveLength(1);
	});

	test('of an accepted one the end is written down, of a completed one it is there', async () => {
		for (const state of ['accepted', 'completed'] as const) {
			rows().splice(0);
			it = tables.context();
			write({ state, job_id: 'j' });
			const entry = await entryOf();
			entry.takeUp((await entry.claim(false))!);
			entry.write({ state: 'made', job: { job_id: 'j' }, result: { read: { urls: ['u'] } } });
			await it.run.closeLedger();
			const more =
				state === 'accepted'
					? [{ attempt: 'other', job_id: 'j', state: 'completed', result_url: 'u' }]
					: [];
			expect(rows().slice(1)).toMatchObject(more);
			expect(rows()).toHaveLength(1 + more.length);
		}
	});

	test.each([
		['another kind of operation made it', { state: 'completed', kind: 'video' }],
		['it failed', { state: 'failed' }],
		['it was not sent', { state: 'not_sent' }],
		['it is of another key', { state: 'completed', key: 'l' }],
	] as Array<[string, Partial<LedgerRow>]>)('is none where %s', async (_, line) => {
		write(line);
		const entry = await entryOf();
		expect(await entry.find()).toBeUndefined();
		expect(await entry.claim(false)).toBeUndefined();
		expect(await written()).toEqual(['sending']);
	});

	test('is found among several attempts', async () => {
		write({ state: 'failed' });
		write({ attempt: 'other 2', state: 'may_be_paid' });
		write({ attempt: 'other 3', state: 'completed', job_id: 'j' });
		expect(await (await entryOf()).claim(false)).toMatchObject({ row: { job_id: 'j' } });
	});
});

describe.each([-10, 10])('of a process whose clock is %d minutes off', (minutes) => {
	const byTheTable = (ago: number) =>
		new Date(Date.now() + tables.clockAheadMs - ago).toISOString();
	beforeEach(() => {
		tables.clockAheadMs = minutes * 60_000;
	});

	test('what another has on its way is waited for', async () => {
		write({ state: 'sending', createdAt: byTheTable(20_000) });
		at('row.get', 3, () => write({ state: 'completed', job_id: 'j', createdAt: byTheTable(0) }));
		expect(await (await entryOf()).claim(false)).toMatchObject({ row: { job_id: 'j' } });
	});

	test('what another left on its way when it died may have been paid for', async () => {
		write({ state: 'sending', createdAt: byTheTable(31_000) });
		expect(await failureOf((await entryOf()).claim(false))).toMatchObject({
			message: expect.stringContaining('n8n was interrupted'),
		});
	});

	test('a day is one of the table', async () => {
		const cost = { key: 'other', state: 'completed', cost_nanos: '100' } as const;
		write({ ...cost, attempt: 'other1', createdAt: byTheTable(86_300_000) });
		write({ ...cost, attempt: 'other2', createdAt: byTheTable(86_500_000) });
		expect(await (await entryOf({}, 200n)).claim(false)).toBeUndefined();
		const failure = await failureOf((await entryOf({ key: 'l' }, 299n)).claim(false));
		expect(failure).toMatchObject({ message: expect.stringContaining('$0.0000002') });
	});
});

describe('what may have been paid for', () => {
	test.each([
		[
			{ state: 'may_be_paid', reason: 'bad gateway', job_id: 'j' },
			'bad gateway',
			{ may_be_paid: true, job_id: 'j' },
		],
		[
			{ state: 'may_be_paid' },
			'n8n was interrupted while the request was in progress',
			{ may_be_paid: true },
		],
		[
			{ state: 'sending', createdAt: '2026-01-01T00:00:00.000Z' },
			'n8n was interrupted while the request was in progress',
			{ may_be_paid: true },
		],
	] as Array<[Partial<LedgerRow>, string, object]>)(
		'is not sent again: %j',
		async (line, reason, details) => {
			write(line);
			expect(await failureOf((await entryOf()).claim(false))).toEqual({
				message: `Not sent, because "k" may have been paid for: ${reason}`,
				description:
					'Check Billing > Get Transactions. If it was not paid for, set the state of its last row in the ledger (attempt other) to failed, so that the key can be used again; or turn on Cost: Retry Unclear Failures (May Pay Twice).',
				details,
				item: 2,
			});
			expect(rows()).toHaveLength(1);
		},
	);

	test('is, for who would rather pay twice', async () => {
		write({ state: 'may_be_paid' });
		expect(await (await entryOf()).claim(true)).toBeUndefined();
		expect(await written()).toEqual(['sending']);
	});

	test('while this one was being written down: its line says why it was not sent', async () => {
		at('row.insert', 1, () => write({ state: 'may_be_paid', reason: 'bad gateway' }));
		const { message } = await failureOf((await entryOf()).claim(false));
		expect(await written()).toEqual(['sending', ['not_sent', message]]);
	});
});

describe('of several who want a key at once', () => {
	test('who sees another on its way writes nothing, and takes up its job when that is there', async () => {
		write({ state: 'sending' });
		at('row.get', 4, () => write({ state: 'completed', job_id: 'j' }));
		expect(await (await entryOf()).claim(false)).toMatchObject({ row: { job_id: 'j' } });
		expect(rows()).toHaveLength(2);
	});

	test('it looks more and more seldom, at last every five seconds', async () => {
		write({ state: 'sending' });
		const times: number[] = [];
		tables.before = async () => void times.push(Date.now());
		at('row.get', 8, () => write({ state: 'failed' }));
		await (await entryOf()).claim(false);
		const looks = times.slice(1, 9);
		expect(looks.slice(1).map((ms, index) => ms - (looks[index] ?? 0))).toEqual([
			500, 1000, 2000, 4000, 5000, 5000, 5000,
		]);
	});

	test('pauses differ by a quarter at most', async () => {
		jest.mocked(Math.random).mockReturnValue(1);
		write({ state: 'sending' });
		const from = Date.now();
		at('row.get', 2, () => {
			expect(Date.now() - from).toBe(375);
			write({ state: 'failed' });
		});
		await (await entryOf()).claim(false);
		expect(reads()).toBeGreaterThanOrEqual(2);
	});

	test('Stop ends the wait', async () => {
		write({ state: 'sending' });
		at('row.get', 2, () => stop.abort(new Error('stopped')));
		expect((await failureOf((await entryOf()).claim(false))).message).toBe('stopped');
		expect(rows()).toHaveLength(1);
	});

	test('one whose line has a higher number than another’s gives way, waits, and takes up the job', async () => {
		at('row.insert', 1, () => write({ state: 'sending' }));
		at('row.get', 4, () => write({ state: 'completed', job_id: 'j', execution_id: '8' }));
		expect(await (await entryOf()).claim(false)).toMatchObject({ row: { job_id: 'j' } });
		expect(await written()).toEqual(['sending', GIVEN_WAY]);
	});

	test('and begins anew where the other came to nothing', async () => {
		at('row.insert', 1, () => write({ state: 'sending' }));
		at('row.get', 4, () => write({ state: 'failed' }));
		const entry = await entryOf();
		expect(await entry.claim(false)).toBeUndefined();
		expect(entry.attemptId).toBe(rows().at(-1)?.attempt);
		expect(await written()).toEqual(['sending', GIVEN_WAY, 'sending']);
	});

	test.each([
		['given way', { state: 'not_sent' }, 'go'],
		['failed', { state: 'failed' }, 'go'],
		['made a job after all', { state: 'accepted', job_id: 'j', execution_id: '8' }, 'j'],
	] as Array<[string, Partial<LedgerRow>, string]>)(
		'the one whose line has the lowest number waits until the other has %s',
		async (_, line, outcome) => {
			at('row.get', 2, () => write({ state: 'sending' }));
			at('row.get', 4, () => write(line));
			const earlier = await (await entryOf()).claim(false);
			expect(earlier?.row.job_id ?? 'go').toBe(outcome);
			expect(reads()).toBeGreaterThanOrEqual(4);
			expect(await written()).toEqual(
				outcome === 'go'
					? ['sending']
					: ['sending', ['not_sent', 'job j of execution 8 was used instead']],
			);
		},
	);

	test.each<[Partial<LedgerRow>, string]>([
		[{}, 'job was used instead'],
		[{ status_url: '/jobs/1' }, 'job /jobs/1 was used instead'],
	])('a job that is taken up is told as far as it is known: %j', async (known, reason) => {
		at('row.insert', 1, () => write({ state: 'completed', ...known }));
		await (await entryOf()).claim(false);
		expect(await written()).toEqual(['sending', ['not_sent', reason]]);
	});

	test('a try after another is written down at once, and gives way like the first', async () => {
		const entry = await entryOf();
		await entry.claim(true);
		entry.write({ state: 'unclear', why: { message: 'broken' } });
		const before = reads();
		at('row.insert', 1, () => write({ state: 'sending', attempt: 'other' }));
		at('row.get', 3, () => write({ state: 'completed', job_id: 'j' }));
		expect(await entry.claim(true, true)).toMatchObject({ row: { job_id: 'j' } });
		expect(reads() - before).toBe(3);
		expect(await written()).toEqual(['sending', ['may_be_paid', 'broken'], 'sending', GIVEN_WAY]);
	});

	test('another kind of operation is nobody to wait for', async () => {
		write({ state: 'sending', kind: 'video' });
		write({ attempt: 'other 2', state: 'may_be_paid', kind: 'studio' });
		expect(await (await entryOf()).claim(false)).toBeUndefined();
	});
});

describe('the day’s budget', () => {
	const noKey = { key: undefined };
	const cost = (nanos: number, more: Partial<LedgerRow> = {}) =>
		write({ state: 'completed', key: 'of another', cost_nanos: String(nanos), ...more });

	test('has room to the nano', async () => {
		cost(900);
		expect(await (await entryOf(noKey, 1_000n)).claim(false)).toBeUndefined();
		expect(await written()).toEqual(['sending']);
	});

	test('has none for a nano more: the line says why', async () => {
		cost(901);
		const failure = await failureOf((await entryOf(noKey, 1_000n)).claim(false));
		const remedy =
			'All workflows that use this ledger count. Wait, raise the maximum, or choose something cheaper.';
		const message =
			'The item can cost up to $0.0000001, and the last 24 hours have cost up to $0.000000901: together more than the Maximum Cost per Day of $0.000001';
		expect(failure).toEqual({
			message,
			description: `Nothing was sent. ${remedy}`,
			details: { remedy },
			item: 2,
		});
		expect(await written()).toEqual(['sending', ['not_sent', message]]);
	});

	test('does not count an item whose price is not known', async () => {
		cost(1_000);
		expect(
			await (await entryOf({ ...noKey, estimated_cost_nanos: undefined }, 1_000n)).claim(false),
		).toBeUndefined();
	});

	test('counts what is on its way and was written before, at once', async () => {
		cost(0, { state: 'sending', estimated_cost_nanos: '901', cost_nanos: undefined });
		expect((await failureOf((await entryOf(noKey, 1_000n)).claim(false))).message).toMatch(
			/^The item can cost up to/,
		);
	});

	test.each([
		['that is not sent', { state: 'not_sent' }, true],
		['that costs less', { state: 'completed', cost_nanos: '900' }, true],
		['that costs all', { state: 'completed', cost_nanos: '901' }, false],
	] as Array<[string, Partial<LedgerRow>, boolean]>)(
		'waits for what was written after it, %s',
		async (_, line, isSent) => {
			const other = { key: 'of another', estimated_cost_nanos: '901' };
			at('row.get', 1, () => write({ ...other, state: 'sending' }));
			at('row.get', 3, () => write({ ...other, ...line }));
			const [began] = await Promise.allSettled([(await entryOf(noKey, 1_000n)).claim(false)]);
			expect(began.status).toBe(isSent ? 'fulfilled' : 'rejected');
			expect(reads()).toBe(3);
		},
	);

	test('waits for nothing where there is room for all', async () => {
		at('row.get', 1, () =>
			write({ key: 'of another', state: 'sending', estimated_cost_nanos: '900' }),
		);
		expect(await (await entryOf(noKey, 1_000n)).claim(false)).toBeUndefined();
		expect(reads()).toBe(1);
	});

	test('is looked at after the key', async () => {
		cost(5_000, { key: 'k', job_id: 'j' });
		expect(await (await entryOf({}, 1_000n)).claim(false)).toMatchObject({ row: { job_id: 'j' } });
	});

	test('is told for many items by the first', () => {
		const failure = overDay(it.run, '3 items can cost up to $5.00', 0n, 1_000_000_000n);
		expect(failure.message).toBe(
			'3 items can cost up to $5.00, and the last 24 hours have cost up to $0.00: together more than the Maximum Cost per Day of $1.00',
		);
		expect(failure.context.itemIndex).toBe(0);
		expect(failure.description).toBe(
			'Nothing was sent. All workflows that use this ledger count. Wait, raise the maximum, or choose something cheaper.',
		);
	});

	test('is told to an agent with what an agent can do', () => {
		const node = { ...it.run.node, type: 'mediaGenerationTool' };
		const tool = Object.create(it.run, { node: { value: node } }) as Run;
		expect(overDay(tool, '1 item can cost up to $5.00', 0n, 1n).description).toBe(
			'Nothing was sent. All workflows that use this ledger count. Choose something cheaper, or wait.',
		);
	});
});

test('a line that cannot be read leaves the request unsent', async () => {
	let gets = 0;
	tables.failure = (operation) => (operation === 'row.get' && ++gets > 1 ? 'locked' : undefined);
	expect((await failureOf((await entryOf()).claim(false))).message).toBe(
		'The ledger could not be read: locked',
	);
	expect(await written()).toEqual([
		'sending',
		['not_sent', 'The ledger could not be read: locked'],
	]);
});

test.each([
	[{ job_id: 'j', status_url: '/j' }, 'job j'],
	[{ status_url: '/j' }, 'job /j'],
])(
	'a job that the service has forgotten keeps its key until a person frees it: %j',
	(job, named) => {
		const attempt: LedgerAttempt = {
			firstId: 1,
			startedAt: '',
			toldAt: '',
			attempt: { state: 'running', job },
			row: { attempt: 'a', state: 'accepted', key: 'k', ...job },
		};
		const said = withDetails(nodeFailure(it.run, 'no such job'), { http_code: 404, job_id: 'j' });
		const failure = forgottenJob(it.run.item(3), attempt, said);
		const remedy =
			'Nothing was sent. If it was made with another credential, use that one. Otherwise check Billing > Get Transactions; to have it made and paid for again, set the state of its last row in the ledger (attempt a) to failed, so that the key can be used again.';
		expect(failure).toMatchObject({
			message: `The ledger has ${named} for "k", but the service no longer knows it: no such job`,
			description: remedy,
			context: { itemIndex: 3 },
		});
		expect(detailsOf(failure)).toEqual({ http_code: 404, job_id: 'j', may_be_paid: true, remedy });
	},
);
