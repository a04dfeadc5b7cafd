import { settled } from './settled';
/**
 * Works on all entries, at most `limit` at a time, and tells of each, in order, how it ended. With
 * `stopAtFirst` nothing new is begun after a failure, and never after Stop, but what runs is awaited; entries
 * never begun are left out at the end.
 */
export async function runSideBySide<T, R>(
	entries: readonly T[],
	limit: number,
	{ stopAtFirst = false, signal }: { stopAtFirst?: boolean; signal?: AbortSignal },
	work: (entry: T, index: number) => Promise<R>,
): Promise<Array<PromiseSettledResult<R>>> {
	const outcomes: Array<PromiseSettledResult<R>> = [];
	const queue = entries.entries();
	let stopped = false;
	const worker = async () => {
		while (!stopped && !signal?.aborted) {
			const next = queue.next();
			if (next.done) return;
			const [index, entry] = next.value;
			const outcome = await settled(work(entry, index));
			outcomes[index] = outcome;
			if (outcome.status === 'rejected' && stopAtFirst) stopped = true;
		}
	};
	await Promise.all(Array.from({ length: Math.min(limit, entries.length) }, worker));
	return outcomes;
}
