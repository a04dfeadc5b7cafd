import type { Cancel, Clock } from '../clock';
import type { Ledger } from '../ledger';
import type { State } from '../state';
import type { Deliveries } from './deliver';
import type { Job } from './job';

/** What running jobs needs of the sandbox. */
export interface RunnerParts {
	clock: Clock;
	state: State;
	ledger: Ledger;
	deliveries: Deliveries;
	/** Told after each change. */
	changed: () => void;
}

/** Lets jobs live: accepted, run for their ETA, then charged or released. "States and transitions" of the document. */
export class JobRunner {
	private readonly timers = new Map<string, Cancel>();
	private readonly waiters = new Map<string, (job: Job) => void>();

	constructor(private readonly parts: RunnerParts) {}

	/**
	 * Holds what a job costs and starts it.
	 * @throws ApiError 402 when funds or a spend limit do not allow it; the job is then forgotten
	 */
	start(job: Job): void {
		const { state, ledger } = this.parts;
		const account = state.accounts.get(job.accountId);
		if (!account) throw new Error(`Job ${job.id} has no account`);
		ledger.hold(account, job.costNanos, reasonOf(job));
		state.jobs.set(job.id, job);
		this.schedule(job);
		this.parts.changed();
	}

	/** Resolves with a job when it has ended. Never, if the sandbox is closed before. */
	ended(job: Job): Promise<Job> {
		if (job.status !== 'processing') return Promise.resolve(job);
		return new Promise((resolve) => this.waiters.set(job.id, resolve));
	}

	/**
	 * Goes on with the jobs of a saved state. Who waited for a sync job or a chat answer is gone, so those
	 * end and what they held is released. @assumed
	 */
	resume(): void {
		this.releaseAbandoned();
		for (const job of this.parts.state.jobs.values()) {
			if (job.status !== 'processing') this.parts.deliveries.schedule(job);
			else if (job.mode === 'async') this.schedule(job);
			else this.end(job, false);
		}
	}

	/** Takes all timers back; open jobs stay open in the state. */
	close(): void {
		for (const cancel of this.timers.values()) cancel();
		this.timers.clear();
		this.parts.deliveries.close();
	}

	private releaseAbandoned(): void {
		const { state, ledger } = this.parts;
		const open = [...state.jobs.values()].filter(({ status }) => status === 'processing');
		for (const account of state.accounts.values()) {
			const own = open.filter(({ accountId }) => accountId === account.id);
			const abandoned = account.heldNanos - own.reduce((sum, { costNanos }) => sum + costNanos, 0n);
			if (abandoned > 0n)
				ledger.release(account, abandoned, {
					jobId: null,
					description: 'Interrupted by a restart',
				});
		}
	}

	private schedule(job: Job): void {
		if (job.fate === 'never') return;
		const cancel = this.parts.clock.setTimer(job.dueAt - this.parts.clock.now(), () =>
			this.end(job, job.fate === 'complete'),
		);
		this.timers.set(job.id, cancel);
	}

	private end(job: Job, success: boolean): void {
		const { clock, state, ledger, deliveries, changed } = this.parts;
		this.timers.delete(job.id);
		job.completedAt = clock.now();
		job.status = success ? 'completed' : 'failed';
		const account = state.accounts.get(job.accountId);
		if (account && success) ledger.settle(account, job.costNanos, job.costNanos, reasonOf(job));
		else if (account) ledger.release(account, job.costNanos, reasonOf(job));
		if (!success)
			job.error = {
				message: 'The generation failed',
				type: 'server_error',
				code: 'generation_failed',
			};
		changed();
		this.waiters.get(job.id)?.(job);
		this.waiters.delete(job.id);
		deliveries.schedule(job);
	}
}

function reasonOf(job: Job): { jobId: string; description: string } {
	return { jobId: job.id, description: `${job.kind} ${job.model}` };
}
