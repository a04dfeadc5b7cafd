import { othersNamed } from '../answers/job/ids';
import { detailsOf } from '../failures/details';
import type { Variant } from '../failures/failure';
import { mostPaid, type Attempt } from '../lifecycle/attempt';
import { jobName, type NamedJob } from '../lifecycle/jobName';
import { snapshotFrom } from '../lifecycle/storedResult';
import { dataOf, messageOf } from '../support/data';

/** What is told of one row: how its attempts stand in the journal, and the failure that it ended with. */
export interface RowReport {
	own: { itemIndex: number; variant?: Variant };
	/** Its request's attempts, the oldest first; none where it costs nothing. */
	attempts: readonly Attempt[];
	/** Whether its result was made before, for the same key, so that this run has not paid for it. */
	isReused: boolean;
	/** Whether its request makes an API key, rather than something that is paid for. */
	makesKey: boolean;
	isDryRun: boolean;
	/** Whether its turn came. */
	hasEnded: boolean;
	/** Why it failed, if it did. */
	failure?: unknown;
}

/** What came of the rows of a run. */
export interface Standing {
	/** What it paid for, each job once; amounts in nanos. */
	jobs: Array<NamedJob & { cost?: bigint }>;
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
export interface FailedRow {
	item: number;
	message: string;
	prompt?: string;
	variant?: number;
	job_id?: string;
	status_url?: string;
	other_job_ids?: unknown;
	may_be_paid?: boolean;
}

/** What came of some rows, as the journal has it. */
export function standingOf(rows: readonly RowReport[]): Standing {
	const done = rows.filter(({ hasEnded, failure }) => hasEnded && failure === undefined);
	const paid = done.filter(
		({ isReused, makesKey, isDryRun }) => !isReused && !makesKey && !isDryRun,
	);
	const costs = (some: RowReport[]) => costOf(some.flatMap(({ attempts }) => attempts));
	return {
		jobs: jobsIn(paid.flatMap(({ attempts }) => attempts)),
		keys: done.flatMap(({ makesKey, attempts }) => (makesKey ? keysIn(attempts) : [])),
		reused: done.filter(({ isReused }) => isReused).length,
		cost: costs(paid),
		dryCost: costs(done.filter(({ isDryRun }) => isDryRun)),
		isDry: rows.every(({ isDryRun, failure }) => isDryRun && failure === undefined),
		failed: rows.flatMap(failedIn),
	};
}

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
export function jobsIn(attempts: readonly Attempt[]): Array<NamedJob & { cost?: bigint }> {
	const byName = new Map<string, NamedJob & { cost?: bigint }>();
	for (const attempt of attempts) {
		if (attempt.state !== 'running' && attempt.state !== 'made' && attempt.state !== 'lost')
			continue;
		const { job_id, status_url, other_job_ids } = attempt.job;
		const read = attempt.state === 'made' ? snapshotFrom(attempt.result) : undefined;
		const [url, ...urls] = read?.job.urls ?? [];
		const named = only({ job_id, status_url, url });
		const name = jobName(named);
		if (name !== '')
			byName.set(name, { ...named, cost: byName.get(name)?.cost ?? mostPaid(attempt) });
		if (named.url !== undefined) for (const other of urls) byName.set(other, { url: other });
		for (const other of othersNamed(other_job_ids))
			if (!byName.has(other.job_id)) byName.set(other.job_id, other);
	}
	return [...byName.values()];
}

/** The best name of a job alone. */
function only({ job_id, status_url, url }: NamedJob): NamedJob {
	if (job_id !== undefined) return { job_id };
	return status_url === undefined ? { url } : { status_url };
}

/** The keys that were made, whose secrets are told only once. */
const keysIn = (attempts: readonly Attempt[]): string[] =>
	attempts.flatMap((attempt) => {
		const { key_id } = attempt.state === 'made' ? dataOf(attempt.result.read) : {};
		return typeof key_id === 'string' ? [key_id] : [];
	});

function failedIn({ own, failure }: RowReport): FailedRow[] {
	if (failure === undefined) return [];
	const { itemIndex: item, variant } = own;
	const { prompt, job_id, status_url, other_job_ids, may_be_paid } = detailsOf(failure);
	return [
		{
			item,
			message: messageOf(failure),
			...(variant && { variant: variant.variant }),
			...(prompt !== undefined && { prompt }),
			...(job_id ? { job_id } : status_url && { status_url }),
			...(other_job_ids !== undefined && { other_job_ids }),
			...(may_be_paid && { may_be_paid }),
		},
	];
}
