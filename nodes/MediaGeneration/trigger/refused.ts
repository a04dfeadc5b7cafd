import { Lately } from './lately';

/** How long an unknown job is not asked about again, and the time in which such deliveries are counted, in milliseconds. */
const FOR_MS = 60_000;
/** How many unknown jobs are remembered. */
const MOST = 5_000;
/** So many deliveries of unknown jobs more than known jobs, and deliveries are in doubt. */
const DOUBT = 50;
const MOST_DOUBT = 60;
/** How far one job that exists makes up for deliveries of those that do not. */
const TRUST = 2;

/** After so many deliveries of unknown jobs in that time, places where services only may keep a job are not tried for another. */
const FEW = 5;

/** The jobs that a trigger was told of and the API does not know, and whether such deliveries prevail. */
export class RefusedJobs {
	private readonly lately = new Lately(FOR_MS, MOST);

	private readonly inVain = new Lately(FOR_MS, FEW);

	private count = 0;

	private doubt = 0;

	/** Whether the API said a short while ago that there is no such job. */
	has(name: string): boolean {
		return this.lately.has(name);
	}

	/** Remembers a job that the API does not know. */
	add(name: string): void {
		this.lately.add(name);
	}

	/** Takes note of a delivery of which the API knows nothing, and that tells of so many jobs. */
	distrust(jobs: number): void {
		this.doubt = Math.min(this.doubt + jobs, MOST_DOUBT);
		this.inVain.add(String(this.count++));
	}

	/** Takes note of a job that the API knows. */
	trust(): void {
		this.doubt = Math.max(this.doubt - TRUST, 0);
	}

	/** Whether there were few deliveries of late of which the API knows nothing, so that it is worth some requests to look for a job. */
	get areFew(): boolean {
		return this.inVain.count < FEW;
	}

	/** Whether jobs that do not exist prevail by far, as when somebody makes them up. */
	get prevail(): boolean {
		return this.doubt >= DOUBT;
	}
}
