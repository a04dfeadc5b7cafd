/** Work that goes on behind the answers (deliveries, saving), so that tests and shutdown can wait for it. */
export class Tasks {
	private readonly running = new Set<Promise<unknown>>();

	/** @param onError told of anything that a task throws */
	constructor(private readonly onError: (error: unknown) => void) {}

	/** Runs something in the background. */
	start(work: () => Promise<unknown>): void {
		const task = work()
			.catch(this.onError)
			.finally(() => this.running.delete(task));
		this.running.add(task);
	}

	/** Resolves when nothing runs any more. What waits for a timer of the clock does not count as running. */
	async settled(): Promise<void> {
		while (this.running.size > 0) await Promise.all(this.running);
	}
}
