import { sleep } from 'n8n-workflow';

/** Work that many ask for at once: those who ask while it is under way share the next, so each gets one that began after it asked. */
export class CallCoalescer<T> {
	private running: Promise<unknown> = Promise.resolve();
	private next?: Promise<T>;
	private beganAt = 0;

	/** @param apartMs from the beginning of one to the beginning of the next at least, in milliseconds */
	constructor(private readonly apartMs = 0) {}

	/** @throws what the work throws, to all who share it */
	async ask(work: () => Promise<T>): Promise<T> {
		this.next ??= (async () => {
			await this.running;
			const early = this.beganAt + this.apartMs - Date.now();
			if (early > 0) await sleep(early);
			this.next = undefined;
			this.beganAt = Date.now();
			const mine = work();
			this.running = Promise.allSettled([mine]);
			return await mine;
		})();
		return await this.next;
	}
}
