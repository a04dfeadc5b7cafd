import { cells } from './cells';
import { isFatal, judge, LEAST_HELD, type Judged } from './judge';
import { sized } from '../support/size';
import { describeFailure, figures, table } from './report';
import { openWorld } from './world';

/** How many seeds are run when nothing says how many. */
const SEEDS = sized(6, 200);

/** The seeds that `DIALECT_SEED` (one) or `DIALECT_SEEDS` (so many) ask for; seed 0, the shapes without a dialect, is always among several. */
function seedsToRun(): number[] {
	const { DIALECT_SEED: one, DIALECT_SEEDS: many } = process.env;
	if (one !== undefined) return [wholeNumber('--seed', one)];
	return Array.from(
		{ length: wholeNumber('--seeds', many ?? String(SEEDS)) + 1 },
		(_, seed) => seed,
	);
}

function wholeNumber(name: string, text: string): number {
	if (!/^\d+$/.test(text)) throw new RangeError(`${name} must be a whole number (given: ${text})`);
	return Number(text);
}

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
