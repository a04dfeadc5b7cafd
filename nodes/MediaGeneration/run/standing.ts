import { othersNamed } from '../answers/job/ids';
import { detailsOf, type ErrorDetails } from '../failures/details';
import type { Variant } from '../failures/failure';
import { mostPaid, type Attempt } from '../lifecycle/attempt';
import { jobName, type NamedJob } from '../lifecycle/jobName';
import { snapshotFrom } from '../lifecycle/storedResult';
import { dataOf, defined, messageOf } from '../support/data';

/** What is told of one row: how its attempts stand in the journal, and the failure that it ended with. */
export interface RowReport {
	own: { itemIndex: number; variant?: Variant };
	/** Its request's attempts, the oldest first; none where it costs nothing. */
	attempts: readonly Attempt[];
	/** Whether its result was made before, for the same key, so that this run has not paid for it. */
	isReused?: boolean;
	/** Whether its request makes an API key, rather than something that is paid for. */
	makesKey?: boolean;
	isDryRun?: boolean;
	/** Whether its turn came. */
	hasEnded: boolean;
	/** Why it failed, if it did. */
	failure?: unknown;
}

/** A job that was paid for, and what it cost in nanos. */
export type PaidJob = NamedJob & { cost?: bigint };

/** What came of the rows of a run. */
export interface Standing {
	/** What it paid for, each job once. */
	jobs: PaidJob[];
	/** The API keys that it made. */
	keys: string[];
	/** How many rows have a job or a result that was made before, for the same key of the ledger. */
	reused: number;
	/** What it cost, and what its dry runs would cost, in nanos. */
	cost: bigint;
	dryCost: bigint;
	/** Whether all of it was a dry run. */
	isDry: boolean;
	failed: FailedRow[];
}

/** A row that failed, and what of it may be paid for. */
export interface FailedRow extends Pick<
	ErrorDetails,
	'prompt' | 'job_id' | 'status_url' | 'other_job_ids' | 'may_be_paid'
> {
	item: number;
	message: string;
	variant?: number;
}

/** What came of some rows, as the journal has it. */
export function standingOf(rows: readonly RowReport[]): Standing {
	const done = rows.filter(({ hasEnded, failure }) => hasEnded && failure === undefined);
	const paid = done.filter((row) => !row.isReused && !row.makesKey && !row.isDryRun);
	return {
		jobs: jobsIn(attemptsIn(paid)),
		keys: keysIn(attemptsIn(done.filter(({ makesKey }) => makesKey))),
		reused: done.filter(({ isReused }) => isReused).length,
		cost: costOf(attemptsIn(paid)),
		dryCost: costOf(attemptsIn(done.filter(({ isDryRun }) => isDryRun))),
		isDry: rows.every(({ isDryRun, failure }) => isDryRun && failure === undefined),
		failed: rows.flatMap(failedIn),
	};
}

/** The attempts of some rows. */
export const attemptsIn = (rows: readonly RowReport[]): Attempt[] =>
	rows.flatMap(({ attempts }) => attempts);

/** What attempts cost, or are expected to, each job once; those that may not have been accepted are told apart. */
function costOf(attempts: readonly Attempt[]): bigint {
	const costs = new Map<unknown, bigint>();
	for (const attempt of attempts) {
		const [{ job_id, status_url } = {}] = jobsIn([attempt]);
		const cost = attempt.state === 'planned' ? attempt.price : mostPaid(attempt);
		if (attempt.state !== 'unclear') costs.set(job_id ?? status_url ?? attempt, cost ?? 0n);
	}
	return [...costs.values()].reduce((sum, cost) => sum + cost, 0n);
}

/** The jobs of attempts that were accepted, each once, those that were accepted with it too. */
export function jobsIn(attempts: readonly Attempt[]): PaidJob[] {
	const jobs = new Map<string, PaidJob>();
	for (const attempt of attempts) {
		const { state } = attempt;
		if (state !== 'running' && state !== 'made' && state !== 'lost') continue;
		const { job_id, status_url, other_job_ids } = attempt.job;
		const read = state === 'made' ? snapshotFrom(attempt.result) : undefined;
		const [url, ...urls] =
			job_id === undefined && status_url === undefined ? (read?.job.urls ?? []) : [];
		const best =
			job_id !== undefined ? { job_id } : status_url === undefined ? { url } : { status_url };
		const name = jobName(best);
		if (name !== '') jobs.set(name, { ...best, cost: jobs.get(name)?.cost ?? mostPaid(attempt) });
		for (const other of [...urls.map((each) => ({ url: each })), ...othersNamed(other_job_ids)])
			if (!jobs.has(jobName(other))) jobs.set(jobName(other), other);
	}
	return [...jobs.values()];
}

/** The keys that were made, whose secrets are told only once. */
const keysIn = (attempts: readonly Attempt[]): string[] =>
	attempts.flatMap((attempt) => {
		const { key_id } = attempt.state === 'made' ? dataOf(attempt.result.read) : {};
		return typeof key_id === 'string' ? [key_id] : [];
	});

function failedIn({ own, failure }: RowReport): FailedRow[] {
	if (failure === undefined) return [];
	const { itemIndex: item, variant: { variant } = {} } = own;
	const { prompt, job_id, status_url, other_job_ids, may_be_paid } = detailsOf(failure);
	const job = job_id ? { job_id } : { status_url };
	const facts = { variant, prompt, ...job, other_job_ids, may_be_paid: may_be_paid || undefined };
	return [{ item, message: messageOf(failure), ...defined<unknown>(facts) }];
}
