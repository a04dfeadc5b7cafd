import { IMAGE } from '../support/sandbox';
import type { Cell } from './cell';
import { judge, type Verdict } from './judge';
import { describeFailure, figures } from './report';
import { openWorld, type World } from './world';

let world: World;
beforeAll(async () => void (world = await openWorld(0)));
afterAll(async () => await world.close());

const picture = { ...IMAGE, prompt: 'A red fox' };
const right = { file: 'right', whole: true };
const elsewhere = async ({ running, account }: World) =>
	await fetch(`${running.sandbox.context.mediaUrl}/view/1`, {
		headers: { authorization: `Bearer ${account.apiKey}` },
	});
const refuse = () => {
	throw new Error('The service said no');
};

/** What is to be said of a cell, how many requests it may pay for, and what it does. */
test.each<[Verdict, number, Cell['run']]>([
	['held', 1, async (at) => (await at.node(picture), right)],
	['wrong', 0, async () => ({ file: 'another', whole: true })],
	['said', 0, async () => ({ file: 'missing', whole: false, hint: 'No file was found' })],
	['said', 0, async () => ({ error: 'The answer is unclear', whole: true })],
	['wrong', 0, async () => ({ error: 'Job 7 failed: the service gave no reason', whole: true })],
	['wrong', 0, async () => refuse()],
	['silent', 0, async () => ({ file: 'missing', whole: false })],
	['paid twice', 1, async (at) => (await at.node(picture), await at.node(picture), right)],
	['leaked', 0, async (at) => (await elsewhere(at), right)],
])('%s, with %d to pay: %j', async (verdict, pays, run) => {
	const judged = await judge(world, {
		name: 'image: generate',
		expected: { file: 'right' },
		pays,
		run,
	});
	expect(judged.verdict).toBe(verdict);
	expect(figures([judged])).toContain(`1 ${verdict}`);
	expect(describeFailure(judged, { 'image file': 'data URI' })).toContain(
		`image: generate · seed 0 · ${verdict}`,
	);
});
