import { median, type Figure, type Measure } from '../figure';
import type { Stage } from '../stage';
import { images } from '../workflows';

const COUNT = 1_000;
const AT_ONCE = 50;

/** What keeping a ledger costs, and a key of its own for each item beside it. */
export const ledger = ({ run, runs, sandboxCredentials }: Stage): Measure => ({
	keys: ['ledger.overhead', 'ledger.payOnce'],
	run: async () => {
		const took = {
			without: [] as number[],
			'with a ledger': [] as number[],
			'with keys': [] as number[],
		};
		const secondsOf = async (options: object) =>
			(await run(images(COUNT, sandboxCredentials, { concurrency: AT_ONCE, ...options }))).seconds;
		for (let number = 0; number < Math.min(runs, 3); number++) {
			const table = { ledger: `bench_${number}` };
			const key = { payOnceFor: `={{ 'order ${number} ' + $itemIndex }}` };
			took.without.push(await secondsOf({}));
			took['with a ledger'].push(await secondsOf(table));
			took['with keys'].push(await secondsOf({ ...table, ...key }));
		}
		const figure = (key: string, what: string, kind: keyof typeof took): Figure => ({
			key,
			what: `${COUNT} images of 0.5 s, ${AT_ONCE} at once, ${what} beside without a ledger`,
			value: median(took[kind]) / median(took.without),
			goal: 1.3,
			from: { [`${kind} s`]: median(took[kind]), 'without s': median(took.without) },
		});
		return [
			figure('ledger.overhead', 'with a ledger', 'with a ledger'),
			figure('ledger.payOnce', 'each paid for once by a key of its own,', 'with keys'),
		];
	},
});
