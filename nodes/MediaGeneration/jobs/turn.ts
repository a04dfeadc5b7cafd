import { wait } from '../n8n/wait';
import type { Job } from '../answers/job/job';

/** "Clients poll every 2-5 seconds", so nobody looks sooner; in seconds. */
export const SOONEST = 2;

/** At which ages of a job it was seen to have ended, and last seen to run, in seconds. */
export interface Seen {
	age: number;
	lookedAt: number;
}

/** What is learnt of a model's jobs, as far as a turn needs it. */
interface Learnt {
	/** When a first look is worth it, in seconds after a job was accepted. */
	readonly seconds: number;
	/** Notes the end of a job. */
	ended(job: Job, number: number, seen: Seen): void;
}

/** One job's wait until looks at it are due. */
export class Turn {
	private lookedAt = 0;
	private wakesAt = 0;
	private sooner: () => void = () => undefined;

	/**
	 * @param number of all that have begun
	 * @param due seconds after which a look is worth it, and later ones every few seconds
	 * @param early the same for one look before that
	 * @param startedAt when the job was accepted, in milliseconds since the Unix epoch
	 */
	constructor(
		private readonly expected: Learnt,
		private readonly asleep: Set<Turn>,
		private readonly number: number,
		private due: number,
		private early: number | undefined,
		private readonly startedAt: number,
	) {}

	private get age(): number {
		return (Date.now() - this.startedAt) / 1000;
	}

	/** Seconds until the next look; none left once looks are due. What was learnt meanwhile can only bring it forward. */
	get left(): number {
		return this.next - this.age;
	}

	private get next(): number {
		this.due = Math.min(this.due, this.expected.seconds);
		return Math.min(this.due, this.early ?? Infinity);
	}

	/** The job was seen to run, now. */
	running(): void {
		this.lookedAt = this.age;
	}

	/** The job was seen to have ended, now. */
	ended(job: Job): void {
		this.expected.ended(job, this.number, { age: this.age, lookedAt: this.lookedAt });
	}

	/** Has the turn see what was learnt, and look once when it is as old as another job that was found to have ended. */
	wake(seconds = Infinity): void {
		if (seconds >= this.lookedAt + SOONEST) this.early = Math.min(this.early ?? Infinity, seconds);
		if (this.next < this.wakesAt) this.sooner();
	}

	/** Sleeps until the next look. @throws the signal's reason when it ends the sleep */
	async sleep(stop?: AbortSignal): Promise<void> {
		this.asleep.add(this);
		try {
			for (let { left } = this; left > 0; left = this.left) {
				this.wakesAt = this.next;
				await this.sleepFor(Math.ceil(left * 1000), stop);
			}
		} finally {
			this.asleep.delete(this);
			this.early = undefined;
		}
	}

	private async sleepFor(ms: number, stop?: AbortSignal): Promise<void> {
		stop?.throwIfAborted();
		const over = new AbortController();
		this.sooner = () => over.abort();
		stop?.addEventListener('abort', this.sooner, { once: true });
		const [slept] = await Promise.allSettled([wait(ms, over.signal)]);
		stop?.removeEventListener('abort', this.sooner);
		stop?.throwIfAborted();
		if (slept.status === 'rejected' && !over.signal.aborted) throw slept.reason;
	}
}
