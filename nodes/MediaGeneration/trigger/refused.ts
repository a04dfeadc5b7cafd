import { Lately } from './lately';

/** How long an unknown job is not asked after again, in milliseconds, and how many are remembered. */
const FOR_MS = 60_000;
const MOST = 5_000;
/** So many unknown jobs more than known ones, and deliveries are in doubt. */
const DOUBT = 50;
const MOST_DOUBT = 60;
/** How far one job that exists makes up for those that do not. */
const TRUST = 2;

/** After so many unknown jobs in that time, places where services only may keep a job are not tried for another. */
const FEW = 5;

/** The jobs that a trigger was told of and the API does not know, and whether such deliveries prevail. */
export class RefusedJobs {
	private readonly lately = new Lately(FOR_MS, MOST);

	private doubt = 0;

	/** Whether the API said a short while ago that there is no such job. */
	has(jobId: string): boolean {
		return this.lately.has(jobId);
	}

	/** Remembers a job that the API does not know. */
	add(jobId: string): void {
		this.doubt = Math.min(this.doubt + 1, MOST_DOUBT);
		this.lately.add(jobId);
	}

	/** Takes note of a job that the API knows. */
	trust(): void {
		this.doubt = Math.max(this.doubt - TRUST, 0);
	}

	/** Whether there were few jobs of late that the API does not know, so that it is worth some requests to look for one. */
	get areFew(): boolean {
		return this.lately.count < FEW;
	}

	/** Whether jobs that do not exist prevail by far, as when somebody makes them up. */
	get prevail(): boolean {
		return this.doubt >= DOUBT;
	}
}
