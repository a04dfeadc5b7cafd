import { othersNamed } from '../answers/job/ids';
import { detailsOf, type ErrorDetails } from '../failures/details';
import type { Variant } from '../failures/failure';
import { mostPaid, sumOf, type Attempt } from '../lifecycle/attempt';
import { jobName, type NamedJob } from '../lifecycle/jobName';
import { snapshotFrom } from '../lifecycle/storedResult';
import { dataOf, defined, messageOf } from '../support/data';

/** How one row's attempts stand, and the failure that it ended with. */
export interface RowReport {
	own: { itemIndex: number; variant?: Variant };
	/** This run's attempts at its request, the oldest first; none where it costs nothing. */
	attempts: readonly Attempt[];
	/** Whether its result was made before, for the same key, so that this run has not paid for it. */
	isReused?: boolean;
	hasEnded: boolean;
	failure?: unknown;
}

/** A job that was paid for, and what it cost in nanos. */
export type PaidJob = NamedJob & { cost?: bigint };

export interface Standing {
	/** What it paid for, each job once. */
	jobs: PaidJob[];
	/** The API keys that it made, whose secrets are told only once. */
	keys: string[];
	/** How many rows have what was made before, for the same key of the ledger. */
	reused: number;
	/** What it cost, and what its dry runs would cost, in nanos. */
	cost: bigint;
	dryCost: bigint;
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
	const attempts = attemptsIn(done);
	const dry = attempts.flatMap((attempt) => (attempt.state === 'planned' ? attempt : []));
	const jobs = jobsIn(attempts);
	// What may not have been accepted is told apart.
	const nameless = attempts.filter((one) => one.state !== 'unclear' && jobsIn([one]).length === 0);
	return {
		jobs,
		keys: attempts.flatMap((attempt) => {
			const { key_id } = attempt.state === 'made' ? dataOf(attempt.result.read) : {};
			return typeof key_id === 'string' ? [key_id] : [];
		}),
		reused: done.filter(({ isReused }) => isReused).length,
		cost: jobs.reduce((sum, { cost = 0n }) => sum + cost, sumOf(nameless)),
		dryCost: dry.reduce((sum, { price = 0n }) => sum + price, 0n),
		failed: rows.flatMap(failedIn),
	};
}

export const attemptsIn = (rows: readonly RowReport[]): Attempt[] =>
	rows.flatMap(({ attempts }) => attempts);

/** The jobs of attempts that were accepted, each once, those that were accepted with it too. */
export function jobsIn(attempts: readonly Attempt[]): PaidJob[] {
	const jobs = new Map<string, PaidJob>();
	for (const attempt of attempts) {
		const { state } = attempt;
		if (state !== 'running' && state !== 'made' && state !== 'lost') continue;
		const { job_id, status_url, other_job_ids } = attempt.job;
		const urls = (state === 'made' && snapshotFrom(attempt.result)?.job.urls) || [];
		const names =
			job_id !== undefined
				? [{ job_id }]
				: status_url !== undefined
					? [{ status_url }]
					: urls.map((url) => ({ url }));
		for (const [index, job] of [...names, ...othersNamed(other_job_ids)].entries()) {
			const cost = jobs.get(jobName(job))?.cost ?? (index === 0 ? mostPaid(attempt) : undefined);
			jobs.set(jobName(job), { ...job, cost });
		}
	}
	return [...jobs.values()];
}

function failedIn({ own, failure }: RowReport): FailedRow[] {
	if (failure === undefined) return [];
	const { itemIndex: item, variant: { variant } = {} } = own;
	const { prompt, job_id, status_url, other_job_ids, may_be_paid } = detailsOf(failure);
	const job = job_id ? { job_id } : { status_url };
	const facts = { variant, prompt, ...job, other_job_ids, may_be_paid: may_be_paid || undefined };
	return [{ item, message: messageOf(failure), ...defined<unknown>(facts) }];
}
