import { sleep } from 'n8n-workflow';
import { settled } from './settled';

interface Waiting<K, T> {
	key: K;
	resolve(value: T): void;
	reject(error: unknown): void;
}

/** Work that one call does for many: what is asked for while a call runs shares the next, so each has one that began after it asked. */
export class Batcher<K, T> {
	private readonly queue: Array<Waiting<K, T>> = [];
	private running?: Promise<void>;

	/**
	 * @param gatherMs how long a call waits for more to share it, in milliseconds
	 * @param most that share a call
	 */
	constructor(
		private readonly gatherMs: number,
		private readonly most: number,
		private readonly work: (keys: K[]) => Promise<T>,
	) {}

	/** @throws what the work throws, to all that share the call */
	async ask(key: K): Promise<T> {
		return await new Promise((resolve, reject) => {
			this.queue.push({ key, resolve, reject });
			this.running ??= this.runAll();
		});
	}

	/** Ends once nothing waits and no call runs. Never throws. */
	async idle(): Promise<void> {
		while (this.running) await this.running;
	}

	private async runAll(): Promise<void> {
		while (this.queue.length > 0) {
			await sleep(this.gatherMs);
			const group = this.queue.splice(0, this.most);
			const done = await settled(this.work(group.map(({ key }) => key)));
			for (const { resolve, reject } of group)
				if (done.status === 'fulfilled') resolve(done.value);
				else reject(done.reason);
		}
		this.running = undefined;
	}
}
