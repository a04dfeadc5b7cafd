import { awaitTurn, newPace, holdRequests } from '../../../../nodes/MediaGeneration/http/pace';
import { useMovedTime } from '../../../support/time';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<typeof import('n8n-workflow')>('n8n-workflow'),
	sleep:
		jest.requireActual<typeof import('../../../support/time')>('../../../support/time').movedSleep,
}));

const time = useMovedTime();

/** What becomes of a batch whose requests are refused so, and when another may go on, in milliseconds since the first refusal. */
async function heldUp(
	refusals: Array<{ sent: number; refused: number; delay: number }>,
	notBefore = 0,
) {
	const pace = newPace();
	const start = Date.now();
	for (const { sent, refused, delay } of refusals) {
		time.move(start + refused - Date.now());
		holdRequests(pace, delay, start + sent);
	}
	await awaitTurn(pace, start + notBefore, undefined);
	const { heldAt, resumeAt, limitedMs, ...counts } = pace;
	return {
		goesOn: Date.now() - start,
		heldAt: heldAt - start,
		resumeAt: resumeAt - start,
		limitedMs,
		...counts,
	};
}

test.each([
	[
		'as long as the service says',
		[{ sent: -10, refused: 0, delay: 1_000 }],
		1_000,
		{ heldAt: 0, refusals: 1 },
	],
	[
		'no longer for others that were on their way',
		[
			{ sent: -10, refused: 0, delay: 1_000 },
			{ sent: -5, refused: 300, delay: 1_000 },
		],
		1_000,
		{ heldAt: 0, refusals: 1 },
	],
	[
		'longer for one that asks for longer',
		[
			{ sent: -10, refused: 0, delay: 1_000 },
			{ sent: -5, refused: 300, delay: 5_000 },
		],
		5_300,
		{ heldAt: 0, refusals: 2 },
	],
	[
		'no shorter for one that was sent afterwards and asks for less',
		[
			{ sent: -10, refused: 0, delay: 5_000 },
			{ sent: 10, refused: 20, delay: 1_000 },
		],
		5_000,
		{ heldAt: 0, refusals: 1 },
	],
	[
		'a little longer by one that was sent afterwards',
		[
			{ sent: -10, refused: 0, delay: 1_000 },
			{ sent: 500, refused: 600, delay: 600 },
		],
		1_200,
		{ heldAt: 0, refusals: 2 },
	],
])('a batch is held up %s', async (_, refusals, resumeAt, expected) => {
	expect(await heldUp(refusals)).toEqual({
		goesOn: resumeAt,
		resumeAt,
		limitedMs: resumeAt,
		retries: 0,
		...expected,
	});
});

test('a batch is held up anew by a request that was sent afterwards; the time between is not counted', async () => {
	const refusals = [
		{ sent: -10, refused: 0, delay: 1_000 },
		{ sent: 1_010, refused: 1_050, delay: 1_000 },
	];
	expect(await heldUp(refusals)).toEqual({
		goesOn: 2_050,
		heldAt: 1_050,
		resumeAt: 2_050,
		limitedMs: 2_000,
		refusals: 2,
		retries: 0,
	});
});

test('a request waits for what it was told itself, too', async () => {
	expect((await heldUp([{ sent: -10, refused: 0, delay: 1_000 }], 1_300)).goesOn).toBe(1_300);
});
