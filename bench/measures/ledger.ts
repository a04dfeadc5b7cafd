import { median, type Measure } from '../figure';
import type { Stage } from '../stage';
import { images } from '../workflows';

const COUNT = 1_000;
const AT_ONCE = 50;

/** What keeping a ledger costs. */
export const ledger = ({ run, runs, sandboxCredentials }: Stage): Measure => ({
	keys: ['ledger.overhead'],
	run: async () => {
		const without: number[] = [];
		const withOne: number[] = [];
		for (let number = 0; number < Math.min(runs, 3); number++) {
			without.push(
				(await run(images(COUNT, sandboxCredentials, { concurrency: AT_ONCE }))).seconds,
			);
			withOne.push(
				(
					await run(
						images(COUNT, sandboxCredentials, { concurrency: AT_ONCE, ledger: `bench_${number}` }),
					)
				).seconds,
			);
		}
		return [
			{
				key: 'ledger.overhead',
				what: `${COUNT} images of 0.5 s, ${AT_ONCE} at once, with a ledger beside without one`,
				value: median(withOne) / median(without),
				goal: 1.3,
				from: { 'with s': median(withOne), 'without s': median(without) },
			},
		];
	},
});
