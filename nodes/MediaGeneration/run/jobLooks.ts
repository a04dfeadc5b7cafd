import { isLasting, lostJob, type Loss } from '../jobs/lost';
import { hintsOf, storingOf, type PendingJob } from '../jobs/pending';
import { lookAt, SHORTEST_LOOK_MS } from '../jobs/poll';
import type { Look } from '../jobs/look';
import { stored } from '../jobs/stored';
import { messageOf } from '../support/data';
import { asNodeFailure } from '../failures/failure';
import { runSideBySide } from '../support/pool';
import type { FileClient } from '../http/client';
import { settled } from '../support/settled';

/** What came of asking about the open jobs. */
export interface OpenLook {
	/** Jobs that still run, by their place in the run, of those that were asked about. */
	running: ReadonlySet<number>;
	/** Why jobs could not be asked about for now, by place. */
	failed: ReadonlyMap<number, string>;
	/** Whether it was the last: all were asked about, as far as there was time, and none is waited for any more. */
	isLast: boolean;
}

/** Is told what is known of a job for good. */
export interface Heard {
	/** It has ended, well or badly; files that came within the answer are stored. */
	ended(job: PendingJob, look: Look): void;
	/** The API tells nothing more of it. */
	lost(job: PendingJob, why: Loss): void;
	/** Whether that is known already, as others look too. */
	knows(job: PendingJob): boolean;
}

/** How to ask about jobs. */
export interface PauseLookOptions {
	atOnce: number;
	/** What n8n can store of each job, in characters of JSON. */
	share: number;
	/** When all of them had been accepted; times in milliseconds since the Unix epoch. */
	acceptedAt: number;
	/** Until when to ask about all of them, whether or not some still run; only in the last look. */
	allUntil?: number;
	signal?: AbortSignal;
}

/** After so many failures and no answer the service itself is to blame, most likely, and none of the jobs. */
const FAILURES = 3;

/**
 * Asks about jobs, in order, until one is found that still runs: then the workflow cannot go on, and the others need
 * not be asked about. A job that cannot be asked about keeps none of the others from it. The first goes alone, then
 * ever more at a time, so put first what is likeliest to run.
 */
export async function lookWhileEnded(
	client: FileClient,
	jobs: PendingJob[],
	{ atOnce, share, acceptedAt, allUntil, signal }: PauseLookOptions,
	heard: Heard,
): Promise<OpenLook> {
	const running = new Set<number>();
	const failed = new Map<number, string>();
	const ask = async (job: PendingJob) => {
		const own = client.item(job.itemIndex);
		const timeout =
			allUntil === undefined ? undefined : Math.max(allUntil - Date.now(), SHORTEST_LOOK_MS);
		const look = async () => await lookAt(own, job, { hints: hintsOf(job), timeout });
		if (await askWhetherItRuns(own, job, { acceptedAt, heard, look, share }))
			running.add(job.index);
	};
	const isDone = (asked: number) =>
		running.size > 0 || (failed.size >= FAILURES && failed.size === asked);
	let many = 1;
	for (let asked = 0; asked < jobs.length && !signal?.aborted; many = Math.min(2 * many, atOnce)) {
		if (allUntil === undefined ? isDone(asked) : Date.now() >= allUntil) break;
		const next = jobs.slice(asked, asked + many);
		const outcomes = await runSideBySide(next, many, { signal }, ask);
		for (const [position, job] of next.entries()) {
			const outcome = outcomes[position];
			if (outcome?.status === 'rejected') failed.set(job.index, messageOf(outcome.reason));
		}
		asked += next.length;
	}
	return { running, failed, isLast: allUntil !== undefined };
}

/** How one job is looked at, and who is told. */
interface Asking {
	acceptedAt: number;
	heard: Heard;
	look: () => Promise<Look>;
	/** As in {@link PauseLookOptions}. */
	share: number;
}

/**
 * Asks whether a job still runs. What the answer says for good is told to `heard`.
 * @throws NodeApiError or NodeOperationError when it cannot be asked about for now
 */
export async function askWhetherItRuns(
	client: FileClient,
	job: PendingJob,
	{ acceptedAt, heard, look, share }: Asking,
): Promise<boolean> {
	if (heard.knows(job)) return false;
	const outcome = await settled(look());
	if (outcome.status === 'rejected') {
		const failure = asNodeFailure(client, outcome.reason);
		if (!isLasting(failure, acceptedAt)) throw failure;
		heard.lost(job, lostJob(failure, job));
		return false;
	}
	if (outcome.value.job.status === 'processing') return true;
	heard.ended(job, await stored(client, outcome.value, storingOf(job, share)));
	return false;
}

/** Puts first what was to end last. */
export function lastToEnd(a: PendingJob, b: PendingJob): number {
	return b.etaSeconds - a.etaSeconds || b.index - a.index;
}
