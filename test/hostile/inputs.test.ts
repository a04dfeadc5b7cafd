import { DataTables } from '../support/dataTable';
import { perform } from './perform';
import { note, report } from './figures';
import { inputCase, nodeOf, promptOf } from './inputCase';
import { judge } from './judge';
import { runCases, type Verdict } from './lanes';
import { chanceOf } from './random';
import { indexesOf, seeds } from './settings';
import { describedOperations } from './sites';
import { useStage } from './stage';

/** The end of a case that hangs. */
const LONGEST_MS = 150_000;
const LARGEST_GROWTH_MIB = 128;

const operations = describedOperations();
const stage = useStage();

async function runCase(seed: number, index: number): Promise<Verdict> {
	const given = inputCase(chanceOf(`inputs:${seed}:${index}`), operations);
	const { operation, site, value, byExpression, onError, asTool, items: count, wrong } = given;
	const told = {
		resource: operation.resource,
		operation: operation.operation,
		path: site.path.join('.'),
		model: site.model?.id,
		value,
		byExpression,
		onError,
		asTool,
		items: count,
		wrong,
	};
	const act = await stage.open();
	try {
		const { parameters, items } = nodeOf(given, act);
		const settings = { onError, retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
		const performance = await perform(
			{
				parameters,
				items,
				credentials: act.credentials,
				settings,
				asTool,
				additional: new DataTables().additional,
			},
			{ longestMs: LONGEST_MS, streams: false },
		);
		const requests =
			site.path.join('.') === 'options.variants' && !wrong ? Number(String(value).trim()) || 1 : 1;
		const expected = {
			requests,
			...(wrong && { wrong: { names: site.names, value } }),
			...(count > 1 && { prompt: promptOf(1) }),
		};
		return {
			told,
			where: site.rule ? 'a parameter of a model' : site.path.join('.'),
			findings: judge(act, performance, expected),
		};
	} finally {
		act.close();
	}
}

test('the walk finds every operation, and fields in each that has any', () => {
	expect(operations.length).toBeGreaterThanOrEqual(18);
	expect(
		operations.flatMap(({ fields }) => fields).flatMap(({ sites }) => sites).length,
	).toBeGreaterThan(300);
});

test.each(seeds)(
	'inputs of seed %d: each wrong value is named before anything is sent, and nothing else comes of any',
	async (seed) => {
		const indexes = indexesOf('inputs');
		const { offenders, growthMiB } = await runCases(
			indexes,
			async (index) => await runCase(seed, index),
		);
		note('inputs', indexes.length, offenders, growthMiB);
		expect(report('inputs', seed, offenders)).toBe('');
		expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
		expect(growthMiB).toBeLessThan(LARGEST_GROWTH_MIB);
	},
);
