import { cells } from './cells';
import { isFatal, judge, LEAST_HELD, type Judged } from './judge';
import { describeFailure, figures, table } from './report';
import { seedsToRun } from './seeds';
import { openWorld } from './world';

const judged: Judged[] = [];

afterAll(() =>
	process.stdout.write(`${[table(judged), figures(judged)].filter(Boolean).join('\n')}\n`),
);

/** Seeds do not know of each other, and spend their time waiting. */
test.concurrent.each(seedsToRun())(
	'whatever the document leaves open is read the same: seed %d',
	async (seed) => {
		const world = await openWorld(seed);
		try {
			const outcomes: Judged[] = [];
			for (const cell of cells) outcomes.push(await judge(world, cell));
			judged.push(...outcomes);
			const failures = outcomes.filter(isFatal);
			const chosen = world.running.sandbox.dialect?.chosen;
			if (failures.length > 0)
				throw new Error(
					[
						...failures.map((failure) => describeFailure(failure, chosen)),
						`Again: npm run test:dialects -- --seed ${seed}`,
					].join('\n\n'),
				);
		} finally {
			await world.close();
		}
	},
);

test('of all cells as many hold as must', () => {
	const held = judged.filter(({ verdict }) => verdict === 'held').length;
	// One dialect alone may be an odd one.
	if (seedsToRun().length === 1) return;
	expect(held / judged.length).toBeGreaterThanOrEqual(LEAST_HELD);
});
