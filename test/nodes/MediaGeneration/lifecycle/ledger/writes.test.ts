import type { IDataObject } from 'n8n-workflow';
import type { Ledger } from '../../../../../nodes/MediaGeneration/lifecycle/ledger/ledger';
import {
	columns,
	type LedgerRow,
} from '../../../../../nodes/MediaGeneration/lifecycle/ledger/rows';
import { sumOf } from '../../../../../nodes/MediaGeneration/lifecycle/attempt';
import { underWay } from '../../../../../nodes/MediaGeneration/lifecycle/ledger/rows';
import { DataTables } from '../../../../support/dataTable';
import { gate } from '../../../../support/gate';
import { movedSleep, useMovedTime, useMovedTimeouts } from '../../../../support/time';

jest.mock('n8n-workflow', () =>
	jest
		.requireActual<typeof import('../../../../support/time')>('../../../../support/time')
		.withMovedSleep(),
);

const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;
let ledgers = 0;
let tables: DataTables;
let it: ReturnType<DataTables['context']>;
beforeEach(() => {
	tables = new DataTables();
	it = tables.context();
	const id = String(++ledgers);
	tables.tables.push({
		id,
		name: `jobs ${id}`,
		columns: Object.entries(columns).map(([name, { type }]) => ({ name, type })),
		rows: [],
	});
});
afterEach(async () => await it.run.closeLedger());
// Time goes on until the ledger is closed.
const time = useMovedTime();
useMovedTimeouts();

/** The ledger of a run; its table is one that no other test has. */
const open = async (days = 90): Promise<Ledger> =>
	await it.run.ledger({ table: `jobs ${ledgers}`, days });
const rows = () => tables.rowsOf(`jobs ${ledgers}`);
const row = (attempt: string, more: Partial<LedgerRow> = {}): LedgerRow => ({
	attempt,
	state: 'sending',
	item: 0,
	...more,
});
const ranOf = (operation: string) =>
	tables.runs.filter((run) => run.operation === operation).map(({ items }) => items);
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
/** Puts lines into the table as if others had written them. */
function written(...lines: IDataObject[]): void {
	for (const line of lines) {
		const empty = Object.fromEntries(Object.keys(columns).map((name) => [name, null]));
		rows().push({
			...empty,
			createdAt: ago(0),
			state: 'completed',
			...line,
			id: Number(rows().at(-1)?.id ?? 0) + 1,
		});
	}
}
const failing = (wanted: string, times: number) => {
	let left = times;
	tables.failure = (operation) => (operation === wanted && left-- > 0 ? 'locked' : undefined);
};
const readsOf = () => ranOf('row.get').length;

describe('what a run writes', () => {
	test('goes out together, at most two hundred lines at once, in its order', async () => {
		const ledger = await open();
		await Promise.all(
			Array.from({ length: 250 }, async (_, item) => await ledger.begin(row(`a${item}`, { item }))),
		);
		expect(ranOf('row.insert')).toEqual([200, 50]);
		expect(rows().map(({ item }) => item)).toEqual(Array.from({ length: 250 }, (_, item) => item));
	});

	test('what comes while a write is on its way goes with the next', async () => {
		const ledger = await open();
		let second: Promise<void> | undefined;
		tables.before = async () =>
			void (second ??= Promise.all([ledger.begin(row('b')), ledger.begin(row('c'))]).then(
				() => undefined,
			));
		await ledger.begin(row('a'));
		await second;
		expect(ranOf('row.insert')).toEqual([1, 2]);
	});

	test('says that a request is on its way, and after its end no more', async () => {
		const ledger = await open();
		await ledger.begin(row('a', { state: 'completed' }));
		expect(rows()).toMatchObject([{ attempt: 'a', state: 'sending' }]);
		expect(underWay.has('a')).toBe(true);
		ledger.end(row('a', { state: 'completed', job_id: 'j' }));
		await it.run.closeLedger();
		expect(rows()[1]).toMatchObject({
			attempt: 'a',
			state: 'completed',
			job_id: 'j',
		});
		expect(underWay.has('a')).toBe(false);
	});

	test('is its end, though the table is away for a moment', async () => {
		const ledger = await open();
		await ledger.begin(row('a'));
		failing('row.insert', 3);
		ledger.end(row('a', { state: 'completed' }));
		await it.run.closeLedger();
		expect(rows()[1]).toMatchObject({ attempt: 'a', state: 'completed' });
		expect(it.warnings).toEqual([]);
	});

	test('is in its order, though one line has to be written again', async () => {
		const ledger = await open();
		await ledger.begin(row('a'));
		failing('row.insert', 2);
		ledger.end(row('a', { state: 'accepted' }));
		await movedSleep(100);
		ledger.end(row('a', { state: 'completed' }));
		await it.run.closeLedger();
		expect(rows().map(({ state }) => state)).toEqual(['sending', 'accepted', 'completed']);
	});

	test('is renewed every ten seconds for what is on its way, and for nothing else', async () => {
		const ledger = await open();
		const began = Date.now();
		await ledger.begin(row('a'));
		await ledger.begin(row('b'));
		ledger.end(row('b', { state: 'failed' }));
		await movedSleep(31 * SECOND_MS);
		const renewed = rows().filter(({ state }, index) => state === 'sending' && index > 1);
		expect(renewed.map(({ attempt }) => attempt)).toEqual(['a', 'a', 'a']);
		const lasts = renewed.map(({ createdAt }) => Date.parse(String(createdAt)) - began);
		for (const [index, ms] of lasts.entries())
			expect(Math.round(ms / SECOND_MS)).toBe(10 * (index + 1));
		expect(it.warnings).toEqual([]);
	});

	test('a renewal that fails is said in the log, and tried again', async () => {
		const ledger = await open();
		await ledger.begin(row('a'));
		failing('row.insert', 1);
		await movedSleep(25 * SECOND_MS);
		expect(it.warnings).toEqual(['The ledger could not be written: locked']);
		expect(rows()).toHaveLength(2);
	});

	test('a run that is over renews nothing, and its requests and jobs count as alive no more', async () => {
		const ledger = await open();
		await ledger.begin(row('a'));
		await ledger.begin(row('b'));
		ledger.end(row('b', { state: 'accepted' }));
		await movedSleep(SECOND_MS);
		expect(underWay.has('b')).toBe(true);
		await it.run.closeLedger();
		expect([underWay.has('a'), underWay.has('b')]).toEqual([false, false]);
		await movedSleep(60 * SECOND_MS);
		expect(rows()).toHaveLength(3);
	});

	test('a run waits for the write that is on its way when it is over', async () => {
		const ledger = await open();
		await ledger.begin(row('a'));
		const { reached, pass, letGo } = gate();
		tables.before = pass;
		await reached;
		let isClosed = false;
		const closed = it.run.closeLedger().then(() => (isClosed = true));
		for (let turns = 0; turns < 50; turns++) await new Promise(setImmediate);
		expect(isClosed).toBe(false);
		letGo();
		await closed;
		expect(rows()).toHaveLength(2);
	});

	test('a first line that was written although n8n’s reply got lost leaves its key free', async () => {
		const ledger = await open();
		tables.replyLost = (operation) => {
			tables.replyLost = undefined;
			return operation === 'row.insert';
		};
		await expect(ledger.begin(row('a', { key: 'k' }))).rejects.toThrow(
			'The ledger could not be written: Connection terminated unexpectedly',
		);
		await it.run.closeLedger();
		expect((await ledger.ofKey('k')).map(({ attempt }) => attempt)).toEqual([
			{
				state: 'not_sent',
				why: { message: 'It was not sent, as the ledger could not be written' },
			},
		]);
	});

	test('a request that cannot be written down is not under way', async () => {
		const ledger = await open();
		failing('row.insert', 1);
		await expect(ledger.begin(row('a'))).rejects.toThrow('The ledger could not be written: locked');
		expect(underWay.has('a')).toBe(false);
		await movedSleep(60 * SECOND_MS);
		expect(rows()).toMatchObject([{ attempt: 'a', state: 'not_sent' }]);
	});

	test('an end that cannot be written is tried once more', async () => {
		const ledger = await open();
		await ledger.begin(row('a'));
		failing('row.insert', 1);
		ledger.end(row('a', { state: 'completed' }));
		await it.run.closeLedger();
		expect(rows().map(({ state }) => state)).toEqual(['sending', 'completed']);
		expect([it.warnings, it.hints]).toEqual([[], []]);
	});

	test.each([
		[
			1,
			"1 row of the ledger could not be written, and n8n's log says why. It lacks: completed, job unknown of item 1.",
		],
		[
			2,
			"2 rows of the ledger could not be written, and n8n's log says why. It lacks: completed, job unknown of item 1; completed, job j of item 2.",
		],
		[
			12,
			`12 rows of the ledger could not be written, and n8n's log says why. It lacks: completed, job unknown of item 1; ${[2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((item) => `completed, job j of item ${item}`).join('; ')}.`,
		],
	])('ends that cannot be written (%d) are in n8n’s log, and told', async (count, hint) => {
		const ledger = await open();
		const attempts = Array.from({ length: count }, (_, item) => `a${item}`);
		for (const attempt of attempts) await ledger.begin(row(attempt));
		failing('row.insert', Infinity);
		const hinted = jest.spyOn(it.context, 'addExecutionHints');
		for (const [item, attempt] of attempts.entries())
			ledger.end(row(attempt, { state: 'completed', job_id: item === 0 ? undefined : 'j', item }));
		await it.run.closeLedger();
		expect(it.warnings).toEqual(
			attempts.map(
				(_, item) =>
					`The ledger could not be written: locked. The ledger lacks: completed, job ${item === 0 ? 'unknown' : 'j'} of item ${item + 1}`,
			),
		);
		expect(hinted.mock.calls).toEqual([
			[{ message: hint, type: 'warning', location: 'outputPane' }],
		]);
		expect(underWay.has('a0')).toBe(false);
	});

	test('an item that has no number is told as the first', async () => {
		const ledger = await open();
		failing('row.insert', 10);
		ledger.end(row('a', { state: 'failed', item: undefined }));
		await it.run.closeLedger();
		expect(it.warnings).toEqual([
			'The ledger could not be written: locked. The ledger lacks: failed, job unknown of item 1',
		]);
	});
});

describe('a row that the database refuses', () => {
	const attempts = Array.from({ length: 10 }, (_, item) => `a${item}`);
	const refusing = (state: string) => {
		tables.refusal = (line) =>
			line.attempt === 'a3' && line.state === state
				? 'no such character in this database'
				: undefined;
	};
	const written = (state: string) =>
		rows().flatMap((line) => (line.state === state ? [line.attempt] : []));
	const others = attempts.filter((attempt) => attempt !== 'a3');

	test('keeps no other request from being sent', async () => {
		const ledger = await open();
		refusing('sending');
		const begun = await Promise.allSettled(
			attempts.map(async (attempt, item) => await ledger.begin(row(attempt, { item }))),
		);
		const [failed, ...more] = begun.flatMap((outcome) =>
			outcome.status === 'rejected' ? [outcome.reason as Error] : [],
		);
		expect([failed?.message, more]).toEqual([
			'The ledger could not be written: no such character in this database',
			[],
		]);
		expect(written('sending')).toEqual(others);
		expect(attempts.map((attempt) => underWay.has(attempt))).toEqual(
			attempts.map((attempt) => attempt !== 'a3'),
		);
	});

	test('costs no other end its row, and is told by itself', async () => {
		const ledger = await open();
		await Promise.all(
			attempts.map(async (attempt, item) => await ledger.begin(row(attempt, { item }))),
		);
		refusing('completed');
		for (const [item, attempt] of attempts.entries())
			ledger.end(row(attempt, { state: 'completed', job_id: `j${item}`, item }));
		await it.run.closeLedger();
		expect(written('completed')).toEqual(others);
		expect(it.warnings).toEqual([
			'The ledger could not be written: no such character in this database. The ledger lacks: completed, job j3 of item 4',
		]);
		expect(it.hints).toEqual([
			"1 row of the ledger could not be written, and n8n's log says why. It lacks: completed, job j3 of item 4.",
		]);
	});

	test('keeps no other request from being renewed', async () => {
		const ledger = await open();
		await Promise.all(
			attempts.map(async (attempt, item) => await ledger.begin(row(attempt, { item }))),
		);
		refusing('sending');
		await movedSleep(15 * SECOND_MS);
		expect(written('sending').slice(10)).toEqual(others);
		expect(it.warnings).toEqual([
			'The ledger could not be written: no such character in this database',
		]);
	});

	test('is written once where the database takes it', async () => {
		const ledger = await open();
		failing('row.insert', 1);
		await Promise.all(attempts.map(async (attempt) => await ledger.begin(row(attempt))));
		expect(ranOf('row.insert')).toEqual([10, ...attempts.map(() => 1)]);
		expect(written('sending')).toEqual(attempts);
	});
});

test('what a database does not take as it is, is written all the same', async () => {
	const ledger = await open();
	await ledger.begin(
		row('a', { prompt: 'a \0 \ud800 lighthouse', node: '\0', workflow: 'a \udc00' }),
	);
	ledger.end(row('a', { state: 'failed', reason: 'no \0', job_id: 'j\0' }));
	await it.run.closeLedger();
	expect(rows()).toMatchObject([
		{ prompt: 'a � � lighthouse', node: '�', workflow: 'a �' },
		{ state: 'failed', reason: expect.stringMatching(/^no �\. job_id was left out/), job_id: null },
	]);
	expect([it.warnings, it.hints]).toEqual([[], []]);
});

describe('what a run reads of keys', () => {
	test('is asked for once, as it was then', async () => {
		const ledger = await open();
		written({ attempt: 'a', key: 'k' });
		expect(await ledger.known('k')).toMatchObject([{ row: { attempt: 'a' } }]);
		written({ attempt: 'b', key: 'k' });
		expect(await ledger.known('k')).toHaveLength(1);
		expect(readsOf()).toBe(1);
		expect(await ledger.ofKey('k')).toHaveLength(2);
	});

	const keys = Array.from({ length: 120 }, (_, index) => `k${index}`);

	test('many are asked for at once, fifty with one read', async () => {
		const ledger = await open();
		written(...keys.map((key) => ({ attempt: `of ${key}`, key })));
		const found = await Promise.all(keys.map(async (key) => await ledger.known(key)));
		expect(found.map((attempts) => attempts.map((attempt) => attempt.row.attempt))).toEqual(
			keys.map((key) => [`of ${key}`]),
		);
		expect(readsOf()).toBe(3);
	});

	test('they are read one after the other, also where one cannot be', async () => {
		const ledger = await open();
		let running = 0;
		let most = 0;
		tables.before = async () => {
			most = Math.max(most, ++running);
			await new Promise(setImmediate);
			running--;
		};
		failing('row.get', 1);
		const found = await Promise.allSettled(keys.map(async (key) => await ledger.known(key)));
		expect(found.map(({ status }) => status)).toEqual(
			keys.map((_, index) => (index < 50 ? 'rejected' : 'fulfilled')),
		);
		// What could not be read is read again, for whoever needs it.
		expect(await ledger.known('k49')).toEqual([]);
		expect([most, readsOf()]).toEqual([1, 4]);
	});

	test.each([
		[999, 1],
		[1_000, 4],
		[1_002, 5],
	])('%d lines of three keys are all read, with %d reads', async (count, reads) => {
		const ledger = await open();
		written(
			...Array.from({ length: count - 2 }, (_, index) => ({
				attempt: index === 0 ? 'first' : 'a',
				key: 'k',
			})),
		);
		written({ attempt: 'b', key: 'other' }, { attempt: 'c', key: 'third' });
		const found = await Promise.all(
			['k', 'other', 'third'].map(async (key) => await ledger.ofKey(key)),
		);
		expect(found.flat().map((attempt) => attempt.row.attempt)).toEqual(['first', 'a', 'b', 'c']);
		expect(readsOf()).toBe(reads);
	});
});

describe('what a day’s budget counts', () => {
	const first = BigInt(1e12);
	const spent = async (ledger: Ledger) => {
		const { open: others, ended } = await ledger.ofDay();
		return ended + sumOf(others.map(({ attempt }) => attempt));
	};
	const cost = (nanos: number | bigint) => ({ cost_nanos: String(nanos) });
	const idsRead = () =>
		tables.workflows
			.filter((_, run) => tables.runs[run]?.operation === 'row.get')
			.map(({ nodes }) => {
				const { conditions } = nodes[1]?.parameters.filters as IDataObject;
				return (conditions as IDataObject[])[0]?.keyValue;
			});

	test('is what was told within them, until they are over', async () => {
		const ledger = await open();
		written(
			{ attempt: 'old', ...cost(first), createdAt: ago(DAY_MS + 1) },
			{ attempt: 'just', ...cost(1), createdAt: ago(DAY_MS) },
			{ attempt: 'new', ...cost(20) },
		);
		expect(await spent(ledger)).toBe(21n);
		time.move(1);
		expect(await spent(ledger)).toBe(20n);
		time.move(DAY_MS);
		expect(await spent(ledger)).toBe(0n);
	});

	test.each([
		['sending', 'completed', 5n, 3n],
		['sending', 'not_sent', 5n, 0n],
		['accepted', 'failed', 5n, 3n],
		['completed', 'may_be_paid', 3n, 5n],
		['may_be_paid', 'accepted', 5n, 5n],
	])('follows a request from %s to %s', async (from, to, before, after) => {
		const ledger = await open();
		const price = { attempt: 'a', estimated_cost_nanos: '5' };
		const of = (state: string) => ({
			...price,
			state,
			...(['completed', 'failed'].includes(state) && cost(3)),
		});
		written(of(from), { attempt: 'b', ...cost(100) });
		expect(await spent(ledger)).toBe(100n + before);
		written(of(to));
		expect(await spent(ledger)).toBe(100n + after);
		expect(await spent(await open())).toBe(100n + after);
	});

	test('is read from the last line that is surely seen, however many came before', async () => {
		const ledger = await open();
		written(
			{ attempt: 'a', ...cost(1), createdAt: ago(120 * SECOND_MS) },
			{ attempt: 'b', ...cost(20), createdAt: ago(61 * SECOND_MS) },
			{ attempt: 'c', ...cost(300), createdAt: ago(60 * SECOND_MS) },
			{ attempt: 'd', ...cost(4_000) },
		);
		expect(await spent(ledger)).toBe(4_321n);
		for (const row of rows()) row.cost_nanos = '7';
		written({ attempt: 'e', ...cost(50_000) });
		expect(await spent(await open())).toBe(50_022n);
		expect(idsRead()).toEqual([0, 2]);
	});

	test('is read anew where a person took lines away, or put others in their place', async () => {
		const ledger = await open();
		written(
			{ attempt: 'a', ...cost(1), createdAt: ago(61 * SECOND_MS) },
			{ attempt: 'b', ...cost(20) },
		);
		expect(await spent(ledger)).toBe(21n);
		rows().splice(0);
		written({ attempt: 'c', ...cost(300) });
		expect(await spent(ledger)).toBe(300n);
		rows().splice(0);
		expect(await spent(ledger)).toBe(300n);
		expect(idsRead()).toEqual([0, 1, 0, 0]);
	});

	test('is read anew after ten minutes, from the first line that can matter', async () => {
		const ledger = await open();
		written(
			{ attempt: 'old', ...cost(first), createdAt: ago(2 * DAY_MS) },
			{ attempt: 'running', state: 'accepted', createdAt: ago(2 * DAY_MS) },
			{ attempt: 'a', ...cost(1), createdAt: ago(120 * SECOND_MS) },
			{ attempt: 'b', ...cost(20), createdAt: ago(90 * SECOND_MS) },
			{ attempt: 'c', ...cost(300) },
		);
		expect(await spent(ledger)).toBe(321n);
		rows().splice(2, 1);
		expect(await spent(ledger)).toBe(321n);
		time.move(601 * SECOND_MS);
		expect(await spent(ledger)).toBe(320n);
		expect(idsRead()).toEqual([0, 4, 2]);
	});

	test('has lines that are seen late, and none twice', async () => {
		const ledger = await open();
		written(
			{ attempt: 'a', ...cost(1) },
			{ attempt: 'late', ...cost(20) },
			{ attempt: 'c', ...cost(300) },
		);
		const [hidden] = rows().splice(1, 1);
		expect(await spent(ledger)).toBe(301n);
		rows().splice(1, 0, hidden!);
		expect(await spent(ledger)).toBe(321n);
		expect(await spent(ledger)).toBe(321n);
	});

	test('is as exact where two runs read at once', async () => {
		const ledger = await open();
		const other = tables.context();
		const twin = await other.run.ledger({ table: `jobs ${ledgers}`, days: 90 });
		written(
			{ attempt: 'a', ...cost(1), createdAt: ago(61 * SECOND_MS) },
			{ attempt: 'b', ...cost(20) },
		);
		await spent(ledger);
		for (let lines = 0; lines < 5; lines++) {
			written({ attempt: `c${lines}`, ...cost(300) });
			expect(await Promise.all([spent(ledger), spent(twin)])).toEqual(
				[1, 1].map(() => 21n + 300n * BigInt(lines + 1)),
			);
			time.move(30 * SECOND_MS);
		}
		expect(idsRead()).not.toContain(undefined);
		expect(idsRead().filter((id) => id === 0)).toHaveLength(1);
		await other.run.closeLedger();
	});

	test('those who ask at once share a read', async () => {
		const ledger = await open();
		await Promise.all([ledger.ofDay(), ledger.ofDay(), ledger.ofDay()]);
		expect(readsOf()).toBe(1);
	});
});

describe('a run that is over takes old lines away', () => {
	const old = { workflow_id: 'workflow-1', createdAt: '' };
	beforeEach(() => {
		old.createdAt = ago(91 * DAY_MS);
	});
	const left = () => rows().map(({ attempt }) => attempt);

	test('of what has ended in this workflow, and of nothing else', async () => {
		await open();
		const states = ['completed', 'failed', 'not_sent', 'sending', 'accepted', 'may_be_paid'];
		written(...states.map((state) => ({ ...old, attempt: state, state })));
		written(
			{ ...old, attempt: 'ended later', state: 'sending' },
			{ ...old, attempt: 'ended later', createdAt: ago(0) },
		);
		written(
			{ ...old, attempt: 'of others', workflow_id: 'workflow-2' },
			{ ...old, attempt: 'of nobody', workflow_id: null },
		);
		written(
			{ ...old, attempt: 'young', createdAt: ago(90 * DAY_MS) },
			{ ...old, attempt: '={{ "an expression" }}' },
		);
		await it.run.closeLedger();
		expect(left()).toEqual([
			'sending',
			'accepted',
			'may_be_paid',
			'ended later',
			'ended later',
			'of others',
			'of nobody',
			'young',
			'={{ "an expression" }}',
		]);
		expect(it.warnings).toEqual([]);
	});

	test('once a day', async () => {
		await open();
		await it.run.closeLedger();
		written({ ...old, attempt: 'a' });
		const again = async (days = 90) => {
			it = tables.context();
			await open(days);
			await it.run.closeLedger();
		};
		time.move(DAY_MS - SECOND_MS);
		await again();
		expect(left()).toEqual(['a']);
		time.move(2 * SECOND_MS);
		await again();
		expect(left()).toEqual([]);
		written({ ...old, attempt: 'b' });
		await again(80);
		expect(left()).toEqual([]);
	});

	test('a thousand at most, fifty at once, the oldest first', async () => {
		await open();
		written(...Array.from({ length: 1_020 }, (_, index) => ({ ...old, attempt: `a${index}` })));
		await it.run.closeLedger();
		expect(left()).toEqual(Array.from({ length: 20 }, (_, index) => `a${1_000 + index}`));
		const deletions = tables.workflows.filter(
			(_, index) => tables.runs[index]?.operation === 'row.deleteRows',
		);
		const conditions = deletions.map(
			({ nodes }) => (nodes[1]?.parameters.filters as { conditions: object[] }).conditions.length,
		);
		expect(conditions).toEqual(Array(20).fill(50));
	});

	test('where it cannot, n8n’s log says so, and nothing else happens', async () => {
		await open();
		written({ ...old, attempt: 'a' });
		failing('row.deleteRows', 1);
		await it.run.closeLedger();
		expect(it.warnings).toEqual(['Old rows of the ledger could not be deleted: locked']);
		expect(it.hints).toEqual([]);
	});
});

describe('the ledger of a run', () => {
	test('is opened once, for all who ask', async () => {
		const [one, other] = await Promise.all([open(), open()]);
		expect(one).toBe(other);
		expect(ranOf('table.list')).toHaveLength(1);
	});

	test('none that was not opened, or could not be, is closed', async () => {
		await it.run.closeLedger();
		expect(tables.runs).toEqual([]);
		failing('table.list', 1);
		await expect(open()).rejects.toThrow('The tables could not be read: locked');
		await it.run.closeLedger();
		expect(tables.runs).toHaveLength(1);
	});
});

describe('a table that does not answer', () => {
	const never = async () => await new Promise<void>(() => undefined);
	const hanging = (wanted: string) =>
		(tables.before = async (operation) => (operation === wanted ? await never() : undefined));

	test.each([
		['table.list', 'The tables could not be read', async () => void (await open())],
		['row.get', 'The ledger could not be read', async (own: Ledger) => void (await own.ofKey('k'))],
		['row.get', 'The ledger could not be read', async (own: Ledger) => void (await own.ofDay())],
		[
			'row.insert',
			'The ledger could not be written',
			async (own: Ledger) => await own.begin(row('a')),
		],
	])('(%s) fails what is not sent yet', async (operation, message, work) => {
		const own = operation === 'table.list' ? undefined : await open();
		hanging(operation);
		await expect(work(own as Ledger)).rejects.toThrow(`${message}: n8n did not answer within 20 s`);
		expect(underWay.has('a')).toBe(false);
	});

	test.each([
		['', undefined],
		[', and sooner on Stop', new AbortController()],
	])('keeps no run from ending, and what it lacks is said%s', async (_, stop) => {
		it = tables.context(stop?.signal);
		const ledger = await open();
		await ledger.begin(row('a'));
		hanging('row.insert');
		ledger.end(row('a', { state: 'completed', job_id: 'j' }));
		const began = Date.now();
		stop?.abort(new Error('stopped'));
		await it.run.closeLedger();
		expect(Math.round((Date.now() - began) / SECOND_MS)).toBe(stop ? 5 : 30);
		expect(it.warnings).toContain('The ledger did not answer in time');
		expect(it.hints).toEqual([
			"1 row of the ledger could not be written, and n8n's log says why. It lacks: completed, job j of item 1.",
		]);
		expect(underWay.has('a')).toBe(false);
	});

	test('is left alone on Stop', async () => {
		const stop = new AbortController();
		it = tables.context(stop.signal);
		const ledger = await open();
		hanging('row.get');
		const read = ledger.ofKey('k');
		stop.abort(new Error('stopped'));
		await expect(read).rejects.toThrow('stopped');
	});
});
