import { SharedLooks } from '../../../../nodes/MediaGeneration/trigger/singleFlight';
import { Rejection } from '../../../../nodes/MediaGeneration/trigger/rejection';

/** Work that ends when the test says so, and how often it was begun. */
const work = () => {
	const begun: Array<{ end: (result: string) => void; fail: (reason: Error) => void }> = [];
	return {
		begun,
		run: async () =>
			await new Promise<string>((resolve, reject) => begun.push({ end: resolve, fail: reject })),
	};
};
const outcomes = async (asked: Array<Promise<string>>) =>
	(await Promise.allSettled(asked)).map((outcome) =>
		outcome.status === 'fulfilled' ? outcome.value : (outcome.reason as Error).message,
	);

test('who asks for the same meanwhile shares the outcome; for something else, or afterwards, it is done anew', async () => {
	const looks = new SharedLooks<string>();
	const { begun, run } = work();
	const asked = ['a', 'a', 'b', 'a'].map(async (name) => await looks.ask(name, run));
	expect(begun).toHaveLength(2);
	begun[0]?.end('first');
	begun[1]?.end('other');
	expect(await outcomes(asked)).toEqual(['first', 'first', 'other', 'first']);
	const again = looks.ask('a', run);
	expect(begun).toHaveLength(3);
	begun[2]?.end('second');
	expect(await again).toBe('second');
});

test.each([
	['a refusal for good', new Rejection(404, 'no such job')],
	['a failure', new Error('broken')],
])('%s is shared, and the work is done anew for who asks later', async (_, reason) => {
	const looks = new SharedLooks<string>();
	const { begun, run } = work();
	const asked = [looks.ask('a', run), looks.ask('a', run)];
	begun[0]?.fail(reason);
	expect(await outcomes(asked)).toEqual([reason.message, reason.message]);
	const again = looks.ask('a', run);
	begun[1]?.end('now');
	expect(await again).toBe('now');
});

test('after "come again", all who waited share one more look, and no third', async () => {
	const looks = new SharedLooks<string>();
	const { begun, run } = work();
	const early = looks.ask('a', run);
	const waiting = Array.from({ length: 3 }, async () => await looks.ask('a', run));
	begun[0]?.fail(new Rejection(503, 'still runs'));
	expect(await outcomes([early])).toEqual(['still runs']);
	const late = looks.ask('a', run);
	expect(begun).toHaveLength(2);
	begun[1]?.fail(new Rejection(503, 'runs still'));
	expect(await outcomes(waiting)).toEqual(['runs still', 'runs still', 'runs still']);
	begun[2]?.end('done');
	expect(await late).toBe('done');
	expect(begun).toHaveLength(3);
});
