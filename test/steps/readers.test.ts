import { readings, SIZE } from '../support/readings';
import { stepsOf } from '../support/steps';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<typeof import('n8n-workflow')>('n8n-workflow'),
	sleep: jest.requireActual<typeof import('../support/steps')>('../support/steps').countedSleep,
}));

/** Between two places where n8n goes on with everything else. */
const MOST_STEPS = 10_000_000;
/** What does not grow: tables that are made once, and whole slices. */
const FIXED = 30_000;

test.each(readings)('twice as much takes twice the steps at most: $name', async ({ make }) => {
	// What is made once is made before.
	await make(10)();
	const half = await stepsOf(make(SIZE));
	const whole = await stepsOf(make(2 * SIZE));
	expect(whole.total).toBeLessThanOrEqual(2.1 * half.total + FIXED);
});

test.each(readings)(
	'however much there is, n8n goes on with everything else after a fixed number of steps: $name',
	async ({ make, most }) => {
		const { longest } = await stepsOf(make(most()));
		expect(longest).toBeLessThanOrEqual(MOST_STEPS);
	},
);
