import type { Attempt } from '../../../../../nodes/MediaGeneration/lifecycle/attempt';
import { columns } from '../../../../../nodes/MediaGeneration/lifecycle/ledger/rows';
import { DataTables } from '../../../../support/dataTable';
import { sized } from '../../../../support/size';
import { movedSleep, useMovedTime, useMovedTimeouts } from '../../../../support/time';

// Each copy of the node has modules of its own, and all of them the same time.
const mockSleep: typeof movedSleep = async (ms, signal) => await movedSleep(ms, signal);
jest.mock('n8n-workflow', () => ({
	...jest.requireActual<typeof import('n8n-workflow')>('n8n-workflow'),
	sleep: async (ms: number, signal?: AbortSignal) => await mockSleep(ms, signal),
}));

const COPIES = 3;
const RUNS = sized(60, 600);
const AT_ONCE = 6;
const PRICE = 100n;

type Entry = typeof import('../../../../../nodes/MediaGeneration/lifecycle/ledger/entry');
type Life = typeof import('../../../../../nodes/MediaGeneration/lifecycle/run');

/** The modules of a process of its own. */
function copy(): Entry & Life {
	let modules: (Entry & Life) | undefined;
	jest.isolateModules(() => {
		modules = {
			...jest.requireActual<Entry>('../../../../../nodes/MediaGeneration/lifecycle/ledger/entry'),
			...jest.requireActual<Life>('../../../../../nodes/MediaGeneration/lifecycle/run'),
		};
	});
	return modules!;
}

useMovedTime();
useMovedTimeouts();

/** Numbers that are the same in each run of the test. */
function chances(seed: number): () => number {
	let state = seed;
	return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}

const made: Attempt = {
	state: 'made',
	job: { job_id: 'j' },
	result: { read: { job_id: 'j', status: 'completed', urls: [], extra: {} }, answer: {} },
	price: PRICE,
	charged: PRICE,
};

/** A table that is slow, and fails, loses its reply or hangs at any call. */
function stormy(chance: () => number): DataTables {
	const tables = new DataTables();
	tables.tables.push({
		id: `stormy ${chance()}`,
		name: 'jobs',
		columns: Object.entries(columns).map(([name, { type }]) => ({ name, type })),
		rows: [],
	});
	tables.before = async () => {
		await movedSleep(chance() * 3_000);
		if (chance() < 0.01) await new Promise(() => undefined);
	};
	tables.failure = () => (chance() < 0.05 ? 'database is locked' : undefined);
	tables.replyLost = () => chance() < 0.05;
	tables.commit = async () => await movedSleep(chance() * 2_000);
	return tables;
}

test.each([-10, 0, 10])(
	'over a table whose clock is %d minutes from theirs nothing is paid twice, no budget is passed, and every run ends',
	async (minutes) => {
		const chance = chances(minutes + 4_711);
		const tables = stormy(chance);
		tables.clockAheadMs = minutes * 60_000;
		const copies = Array.from({ length: COPIES }, copy);
		expect(new Set(copies.map(({ LedgerEntry }) => LedgerEntry)).size).toBe(COPIES);
		const keys = RUNS / AT_ONCE;
		const budget = PRICE * BigInt(Math.floor(keys / 2));
		const paid = new Map<string, number>();
		const outcomes = await Promise.allSettled(
			Array.from({ length: RUNS }, async (_, index) => {
				const { LedgerEntry, Run } = copies[index % COPIES]!;
				// Several want a key at the same moment.
				const burst = Math.floor(index / AT_ONCE);
				await movedSleep(burst * 20_000 + chance() * 3_000);
				const run = new Run(tables.context().context);
				const key = `k${burst}`;
				try {
					const ledger = await run.ledger({ table: 'jobs', days: 90, maxPerDay: budget });
					const draft = { key, kind: 'image', estimated_cost_nanos: String(PRICE) };
					const entry = new LedgerEntry(run, ledger, draft, true);
					if (await entry.claim(false)) return 'had it';
					paid.set(key, (paid.get(key) ?? 0) + 1);
					await movedSleep(chance() * 60_000);
					// Some die before they can write down what became of it.
					if (chance() < 0.9) entry.write(made);
					return 'paid';
				} finally {
					await run.closeLedger();
				}
			}),
		);
		const values = outcomes.map((one) => (one.status === 'fulfilled' ? one.value : 'failed'));
		// Which runs meet is left to chance, so in a small storm perhaps none finds the job of another.
		expect(values).toContain('paid');
		expect([...paid].filter(([, times]) => times > 1)).toEqual([]);
		expect(PRICE * BigInt(paid.size)).toBeLessThanOrEqual(budget);
		for (const one of outcomes)
			if (one.status === 'rejected')
				expect(String(one.reason)).toMatch(
					/database is locked|Connection terminated|did not answer within|may have been paid for|Maximum Cost per Day/,
				);
	},
	sized(60_000, 900_000),
);
