import { inputCase, nodeOf, promptOf } from './inputCase';
import { judge } from './judge';
import { testSeeds, type Verdict } from './lanes';
import { perform } from './perform';
import { chanceOf } from './random';
import { describedOperations } from './sites';
import { useStage } from './stage';

const operations = describedOperations();
const stage = useStage();

async function runCase(seed: number, index: number): Promise<Verdict> {
	const given = inputCase(chanceOf(`inputs:${seed}:${index}`), operations);
	const { operation, site, items: count, wrong, value, byExpression, onError, asTool } = given;
	const told = { value, byExpression, onError, asTool };
	const path = site.path.join('.');
	const act = await stage.open();
	try {
		const performance = await perform(act, { ...nodeOf(given, act), onError, asTool });
		const requests = path === 'options.variants' && !wrong ? Number(String(value).trim()) || 1 : 1;
		const expected = {
			requests,
			...(wrong && { wrong: { names: site.names, value } }),
			...(count > 1 && { prompt: promptOf(1) }),
		};
		const { resource, operation: name } = operation;
		return {
			told: { resource, operation: name, path, model: site.model?.id, count, wrong, ...told },
			where: site.rule ? 'a parameter of a model' : path,
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

testSeeds(
	'inputs',
	'each wrong value is named before anything is sent, and nothing else comes of any',
	runCase,
);
