import { awaitTurn, paceOf, slowDown } from '../../../../nodes/MediaGeneration/transport/pace';
import { useMovedTime } from '../../../support/time';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<typeof import('n8n-workflow')>('n8n-workflow'),
	sleep: jest.requireActual<typeof import('../../../support/time')>('../../../support/time').movedSleep,
}));

const time = useMovedTime();

/** Milliseconds from the first refusal until the batch goes on. */
async function heldUp(refusals: Array<{ sent: number; refused: number; delay: number }>, notBefore = 0): Promise<number> {
	const context = {};
	const from = Date.now();
	for (const { sent, refused, delay } of refusals) {
		time.move(from + refused - Date.now());
		slowDown(context, delay, from + sent);
	}
	await awaitTurn(context, from + notBefore, undefined);
	expect(paceOf(context).limitedMs).toBeLessThanOrEqual(Date.now() - from);
	return Date.now() - from;
}

test.each([
	['as long as the service says', [{ sent: -10, refused: 0, delay: 1_000 }], 1_000],
	[
		'no longer for others that were on their way',
		[
			{ sent: -10, refused: 0, delay: 1_000 },
			{ sent: -5, refused: 300, delay: 1_000 },
		],
		1_000,
	],
	[
		'longer for one that asks for longer',
		[
			{ sent: -10, refused: 0, delay: 1_000 },
			{ sent: -5, refused: 300, delay: 5_000 },
		],
		5_300,
	],
	[
		'anew by one that was sent afterwards',
		[
			{ sent: -10, refused: 0, delay: 1_000 },
			{ sent: 1_010, refused: 1_050, delay: 1_000 },
		],
		2_050,
	],
])('a batch is held up %s', async (_, refusals, expected) => {
	expect(await heldUp(refusals)).toBe(expected);
});

test('a request waits for what it was told itself, too', async () => {
	expect(await heldUp([{ sent: -10, refused: 0, delay: 1_000 }], 1_300)).toBe(1_300);
});
