import { Batcher } from '../../../../nodes/MediaGeneration/support/batcher';
import { gate } from '../../../support/gate';

test('those who ask at once share a call, and those who ask during one the next, so many at most', async () => {
	const { pass, reached, letGo } = gate();
	const calls: string[][] = [];
	const batcher = new Batcher(0, 3, async (keys: string[]) => {
		calls.push(keys);
		if (calls.length === 1) await pass();
		return keys.join('');
	});
	const first = [batcher.ask('a'), batcher.ask('b')];
	await reached;
	const later = ['c', 'd', 'e', 'f'].map(async (key) => await batcher.ask(key));
	letGo();
	expect(await Promise.all([...first, ...later])).toEqual(['ab', 'ab', 'cde', 'cde', 'cde', 'f']);
	await batcher.idle();
	expect(calls).toEqual([['a', 'b'], ['c', 'd', 'e'], ['f']]);
});

test('a failure is told to all who share the call, and the next goes ahead', async () => {
	let calls = 0;
	const batcher = new Batcher(0, 2, async () => {
		if (++calls === 1) throw new Error('no');
		return calls;
	});
	const asked = [1, 2, 3].map(async (key) => await batcher.ask(key));
	expect(await Promise.allSettled(asked)).toEqual([
		{ status: 'rejected', reason: new Error('no') },
		{ status: 'rejected', reason: new Error('no') },
		{ status: 'fulfilled', value: 2 },
	]);
});
