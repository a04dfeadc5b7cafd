import { endpoints } from '../../contract/endpoints';
import { answerCase, parametersOf, startLying } from './answerCase';
import { judge } from './judge';
import { testSeeds, type Verdict } from './lanes';
import { perform } from './perform';
import { chanceOf } from './random';
import { seeds, settings } from './settings';
import { describedOperations } from './sites';
import { useStage } from './stage';

const operations = describedOperations();
const liedFor = new Set<string>();
let lies = 0;
const stage = useStage();

async function runCase(seed: number, index: number): Promise<Verdict> {
	const name = `answers:${seed}:${index}`;
	const given = answerCase(chanceOf(name), operations);
	const { operation, ...told } = given;
	const { onError, asTool, streams } = told;
	const act = await stage.open();
	try {
		const account = startLying(name, given, act);
		const parameters = parametersOf(given, act);
		const performance = await perform(act, { parameters, onError, asTool, streams });
		lies += account.lies.length;
		for (const lie of account.lies) liedFor.add(lie.replace(/:.*/, ''));
		const { resource, operation: of } = operation;
		const said = act.said.slice(0, 3).map((text) => text.slice(0, 400));
		return {
			told: { resource, operation: of, ...told, lies: account.lies.slice(0, 10), said },
			where: (performance.hung ? account.lies.at(-1) : account.lies[0]) ?? 'no lie',
			findings: judge(act, performance, account),
		};
	} finally {
		act.close();
	}
}

testSeeds(
	'answers',
	'whatever a server says, nothing is lost, told wrong or paid for twice',
	runCase,
	() => lies,
);

test('there were as many lies as asked for; every endpoint was lied for, and files were', () => {
	if (settings.only) return;
	expect(lies).toBeGreaterThanOrEqual(settings.size * seeds.length);
	if (settings.size < 500) return;
	expect(Object.keys(endpoints).filter((name) => !liedFor.has(name))).toEqual([]);
	expect(liedFor).toContain('file');
});
