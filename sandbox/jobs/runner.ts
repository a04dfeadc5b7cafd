import { randomUUID } from 'node:crypto';
import type { Cancel } from '../clock';
import type { Context } from '../context';
import type { Account } from '../state';
import type { Job } from './job';

/** What a request has settled of a job. */
type Ordered = Pick<Job, 'kind' | 'model' | 'values' | 'costNanos' | 'mode' | 'fate' | 'plan'> & {
	/** How long it takes, in milliseconds. */
	takesMs: number;
	callbackUrl: string | undefined;
};

/** Lets jobs live: accepted, run for their ETA, then charged or released. "States and transitions" of the document. */
export class JobRunner {
	private readonly timers = new Map<string, Cancel>();
	private readonly waiters = new Map<string, (job: Job) => void>();

	/** @param deliveries of jobs that have ended */
	constructor(
		private readonly parts: Omit<Context, 'jobs'>,
		private readonly deliveries: { schedule(job: Job): void; close(): void },
	) {}

	/**
	 * Holds what a job costs and starts it.
	 * @throws ApiError 402 when funds or a spend limit do not allow it; there is no job then
	 */
	start(account: Account, { takesMs, callbackUrl: url, ...ordered }: Ordered): Job {
		const { state, ledger, clock, changed } = this.parts;
		const createdAt = clock.now();
		const job: Job = {
			...ordered,
			id: randomUUID(),
			accountId: account.id,
			status: 'processing',
			createdAt,
			dueAt: createdAt + takesMs,
			completedAt: null,
			error: null,
			delivery: url ? { url, attempts: 0, nextAt: null, outcome: 'pending' } : null,
		};
		ledger.hold(account, job.costNanos, reasonOf(job));
		state.jobs.set(job.id, job);
		this.schedule(job);
		changed();
		return job;
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
			if (job.status !== 'processing') this.deliveries.schedule(job);
			else if (job.mode === 'async') this.schedule(job);
			else this.end(job, false);
		}
	}

	/** Takes all timers back; open jobs stay open in the state. */
	close(): void {
		for (const cancel of this.timers.values()) cancel();
		this.timers.clear();
		this.deliveries.close();
	}

	private releaseAbandoned(): void {
		const { state, ledger } = this.parts;
		const open = [...state.jobs.values()].filter(({ status }) => status === 'processing');
		for (const account of state.accounts.values()) {
			const own = open.filter(({ accountId }) => accountId === account.id);
			const abandoned = account.heldNanos - own.reduce((sum, { costNanos }) => sum + costNanos, 0n);
			const reason = { jobId: null, description: 'Interrupted by a restart' };
			if (abandoned > 0n) ledger.release(account, abandoned, reason);
		}
	}

	private schedule(job: Job): void {
		if (job.fate === 'never') return;
		const { clock } = this.parts;
		const end = () => this.end(job, job.fate === 'complete');
		this.timers.set(job.id, clock.setTimer(job.dueAt - clock.now(), end));
	}

	private end(job: Job, success: boolean): void {
		const { clock, state, ledger, changed } = this.parts;
		this.timers.delete(job.id);
		job.completedAt = clock.now();
		job.status = success ? 'completed' : 'failed';
		const account = state.accounts.get(job.accountId);
		const { costNanos } = job;
		if (account && success) ledger.settle(account, costNanos, costNanos, reasonOf(job));
		else if (account) ledger.release(account, costNanos, reasonOf(job));
		if (!success) job.error = { ...FAILURE };
		changed();
		this.waiters.get(job.id)?.(job);
		this.waiters.delete(job.id);
		this.deliveries.schedule(job);
	}
}

const FAILURE = {
	message: 'The generation failed',
	type: 'server_error',
	code: 'generation_failed',
} as const;

const reasonOf = ({ id, kind, model }: Job) => ({ jobId: id, description: `${kind} ${model}` });
