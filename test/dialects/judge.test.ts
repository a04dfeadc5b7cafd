import { modelId } from '../support/sandbox';
import type { Cell } from './cell';
import { judge, type Verdict } from './judge';
import { describeFailure, figures } from './report';
import { openWorld, type World } from './world';

let world: World;
beforeAll(async () => void (world = await openWorld(0)));
afterAll(async () => await world.close());

const picture = {
	resource: 'image',
	operation: 'generate',
	prompt: 'A red fox',
	model: modelId('model-dev'),
};
const fetchElsewhere = async ({ running, account }: World) =>
	await fetch(`${running.sandbox.context.mediaUrl}/view/1`, {
		headers: { authorization: `Bearer ${account.apiKey}` },
	});

/** What a cell does, and what is to be said of it. */
const cases: ReadonlyArray<readonly [Verdict, Omit<Cell, 'name' | 'expected'>]> = [
	[
		'held',
		{ pays: 1, run: async (at) => (await at.node(picture), { file: 'right', whole: true }) },
	],
	['wrong', { pays: 0, run: async () => ({ file: 'another', whole: true }) }],
	[
		'said',
		{
			pays: 0,
			run: async () => ({ file: 'missing', whole: false, hint: 'No file was found in the answer' }),
		},
	],
	[
		'said',
		{
			pays: 0,
			run: async () => ({ error: 'The answer is unclear', whole: true }),
		},
	],
	[
		'wrong',
		{
			pays: 0,
			run: async () => ({ error: 'Job 7 failed: the service gave no reason', whole: true }),
		},
	],
	[
		'wrong',
		{
			pays: 0,
			run: async () => {
				throw new Error('The service said no');
			},
		},
	],
	['silent', { pays: 0, run: async () => ({ file: 'missing', whole: false }) }],
	[
		'paid twice',
		{
			pays: 1,
			run: async (at) => (
				await at.node(picture),
				await at.node(picture),
				{ file: 'right', whole: true }
			),
		},
	],
	[
		'leaked',
		{ pays: 0, run: async (at) => (await fetchElsewhere(at), { file: 'right', whole: true }) },
	],
];

test.each(cases)('%s: %j', async (verdict, cell) => {
	const judged = await judge(world, {
		name: 'image: generate',
		expected: { file: 'right' },
		...cell,
	});
	expect(judged.verdict).toBe(verdict);
	expect(figures([judged])).toContain(`1 ${verdict}`);
	expect(describeFailure(judged, { 'image file': 'data URI' })).toContain(
		`image: generate · seed 0 · ${verdict}`,
	);
});
