import { DataTables } from '../support/dataTable';
import { endpoints } from '../../contract/endpoints';
import { answerCase, parametersOf, startLying } from './answerCase';
import { note, report } from './figures';
import { judge } from './judge';
import { runCases, type Verdict } from './lanes';
import { perform } from './perform';
import { chanceOf } from './random';
import { indexesOf, seeds, settings } from './settings';
import { describedOperations } from './sites';
import { useStage } from './stage';

/** A case's own time-outs, with three tries, come to some ten seconds; this is the end of one that hangs. */
const LONGEST_MS = 150_000;
const LARGEST_GROWTH_MIB = 128;

const operations = describedOperations();
const liedFor = new Set<string>();
let lies = 0;
const stage = useStage();

async function runCase(seed: number, index: number): Promise<Verdict> {
	const name = `answers:${seed}:${index}`;
	const given = answerCase(chanceOf(name), operations);
	const {
		operation: { resource, operation },
		setup,
		lied,
		onError,
		asTool,
		streams,
	} = given;
	const act = await stage.open();
	try {
		const account = startLying(name, given, act);
		const run = {
			parameters: parametersOf(given, act),
			credentials: act.credentials,
			settings: { onError, retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
			asTool,
			additional: new DataTables().additional,
		};
		const performance = await perform(run, { longestMs: LONGEST_MS, streams });
		lies += account.lies.length;
		for (const lie of account.lies) liedFor.add(lie.replace(/:.*/, ''));
		const said = act.said.slice(0, 3).map((text) => text.slice(0, 400));
		return {
			told: {
				resource,
				operation,
				setup,
				lied,
				onError,
				asTool,
				streams,
				lies: account.lies.slice(0, 10),
				said,
			},
			where: (performance.hung ? account.lies.at(-1) : account.lies[0]) ?? 'no lie',
			findings: judge(act, performance, account),
		};
	} finally {
		act.close();
	}
}

test.each(seeds)(
	'answers of seed %d: whatever a server says, nothing is lost, told wrong or paid for twice',
	async (seed) => {
		const indexes = indexesOf('answers');
		lies = 0;
		const { offenders, growthMiB } = await runCases(
			indexes,
			async (index) => await runCase(seed, index),
		);
		note('answers', lies, offenders, growthMiB);
		expect(report('answers', seed, offenders)).toBe('');
		if (!settings.only) expect(lies).toBeGreaterThanOrEqual(settings.size);
		expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
		expect(growthMiB).toBeLessThan(LARGEST_GROWTH_MIB);
	},
);

test('every endpoint was lied for, and files were', () => {
	if (settings.only || settings.size < 500) return;
	expect(Object.keys(endpoints).filter((name) => !liedFor.has(name))).toEqual([]);
	expect(liedFor).toContain('file');
});
