import { wait } from '../../../../nodes/MediaGeneration/n8n/wait';

const HOUR_MS = 3_600_000;
let ofOlderN8n = false;
jest.mock('n8n-workflow', () => {
	const actual = jest.requireActual<typeof import('n8n-workflow')>('n8n-workflow');
	// The timer of an hour must not keep the tests from ending.
	const withoutSignal = async (ms: number) =>
		await new Promise<void>((resolve) => void setTimeout(resolve, ms).unref());
	return {
		...actual,
		sleep: async (ms: number, signal?: AbortSignal) =>
			await (ofOlderN8n ? withoutSignal(ms) : actual.sleep(ms, signal)),
	};
});

describe.each([
	['of this n8n', false],
	['of an older n8n, which takes no signal', true],
])('with the sleep %s', (_, older) => {
	beforeEach(() => void (ofOlderN8n = older));

	test('a wait ends by itself', async () => {
		await expect(wait(1)).resolves.toBeUndefined();
		await expect(wait(1, new AbortController().signal)).resolves.toBeUndefined();
	});

	test('the signal ends it at once, with its reason', async () => {
		const controller = new AbortController();
		const waiting = wait(HOUR_MS, controller.signal);
		controller.abort(new Error('Stop was pressed'));
		await expect(waiting).rejects.toThrow('Stop was pressed');
	});

	test('after the signal there is no wait', async () => {
		await expect(wait(HOUR_MS, AbortSignal.abort(new Error('Stop was pressed')))).rejects.toThrow(
			'Stop was pressed',
		);
	});

	test('many wait for one signal, and none of them listens to it itself', async () => {
		const controller = new AbortController();
		const listens = jest.spyOn(controller.signal, 'addEventListener');
		const waits = Array.from({ length: 20 }, async () => await wait(HOUR_MS, controller.signal));
		controller.abort(new Error('Stop was pressed'));
		const ended = await Promise.allSettled(waits);
		expect(ended.map(({ status }) => status)).toEqual(waits.map(() => 'rejected'));
		expect(listens).not.toHaveBeenCalled();
	});

	test('a signal that comes after the wait does no harm, and nothing listens any more', async () => {
		const controller = new AbortController();
		const added = jest.spyOn(AbortSignal.prototype, 'addEventListener');
		const removed = jest.spyOn(AbortSignal.prototype, 'removeEventListener');
		await wait(1, controller.signal);
		controller.abort(new Error('too late'));
		const pairs = (calls: Array<[string, ...unknown[]]>) =>
			calls.map(([event, listener]) => [event, listener]);
		expect(removed.mock.calls.length).toBeGreaterThanOrEqual(1);
		expect(pairs(removed.mock.calls as never)).toEqual(
			expect.arrayContaining(pairs(added.mock.calls as never)),
		);
		jest.restoreAllMocks();
	});
});
