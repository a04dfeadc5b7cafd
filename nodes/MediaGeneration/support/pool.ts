import { settled } from './settled';

/**
 * Works on all entries, at most `limit` at a time, and gives their outcomes in order. Nothing new begins after Stop, or with
 * `stopAtFirst` after a failure; running work is awaited, and entries that never began have no outcome.
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
		for (const [index, entry] of queue) {
			if (stopped || signal?.aborted) return;
			const outcome = await settled(work(entry, index));
			outcomes[index] = outcome;
			if (outcome.status === 'rejected' && stopAtFirst) stopped = true;
		}
	};
	await Promise.all(Array.from({ length: Math.min(limit, entries.length) }, worker));
	return outcomes;
}
