import { sleep } from 'n8n-workflow';

/** Work that many callers ask for: those who ask while it runs share the next run, so each gets one that began after it asked. */
export class CallCoalescer<T> {
	private running: Promise<unknown> = Promise.resolve();
	private next?: Promise<T>;
	private beganAt = 0;

	/** @param apartMs between the beginnings of two runs at least, in milliseconds */
	constructor(private readonly apartMs = 0) {}

	/** @throws what the work throws, to all callers that share it */
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
