import type { INodeExecutionData } from 'n8n-workflow';
import { othersNamed } from '../answers/job/ids';
import { detailsOf } from '../failures/details';
import { jobName, type NamedJob } from '../jobs/jobName';
import type { FailurePlace } from '../failures/failure';
import { messageOf } from '../support/data';

/** Whose outcome it is, as there may be several for an item; where nobody says so, the item at its place. */
export type Who = Pick<FailurePlace, 'itemIndex' | 'variant'>;

export const whoAt = (who: readonly Who[], position: number): Who =>
	who[position] ?? { itemIndex: position };

/** What requests are counted as. */
export const unitOf = (who: readonly Who[]): 'item' | 'variant' =>
	who.some(({ variant }) => variant) ? 'variant' : 'item';

/** How the items of a run ended, in their order; those that were never begun are left out. */
export type Outcomes = Array<PromiseSettledResult<INodeExecutionData[]>>;

/** What came of the items of a run. */
export interface Standing {
	/** What it paid for, each job once. */
	jobs: Array<NamedJob & { cost?: bigint }>;
	/** The API keys that it made. */
	keys: string[];
	/** How many jobs its items have. */
	jobCount: number;
	/** How many of them were made before, for the same key of the ledger. */
	reused: number;
	/** What it cost, and what its dry runs would cost, in nanos. */
	cost: bigint;
	dryCost: bigint;
	/** Whether all of it was a dry run. */
	isDry: boolean;
	failed: Failed[];
}

/** What came of the items of a run, in one look at their outputs. */
export function standingOf(outcomes: Outcomes, who: readonly Who[]): Standing {
	const made = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : []));
	return {
		jobs: jobsIn(outcomes),
		keys: keysIn(made),
		jobCount: new Set(made.flatMap(({ json }) => json.job_id ?? [])).size,
		reused: made.filter((item) => isReused(item) && (item.json.index ?? 0) === 0).length,
		cost: sumOf(outcomes, false),
		dryCost: sumOf(outcomes, true),
		isDry: outcomes.every(({ status }) => status === 'fulfilled') && made.every(isDryRun),
		failed: failedOf(outcomes, who),
	};
}

/** An item that failed, and what of it may be paid for. */
export interface Failed {
	item: number;
	message: string;
	prompt?: string;
	variant?: number;
	job_id?: string;
	status_url?: string;
	other_job_ids?: unknown;
	may_be_paid?: boolean;
}

/** Which items failed, and why. */
export function failedOf(
	outcomes: Array<PromiseSettledResult<unknown>>,
	who: readonly Who[],
): Failed[] {
	return outcomes.flatMap((outcome, position) => {
		if (outcome.status === 'fulfilled') return [];
		const { itemIndex: item = position, variant } = whoAt(who, position);
		return [
			{
				item,
				message: messageOf(outcome.reason),
				...(variant && { variant: variant.variant }),
				...pick(detailsOf(outcome.reason)),
			},
		];
	});
}

/** What was made, each once with what it cost: several files of a job share its cost. */
function jobsIn(outcomes: Outcomes): Array<NamedJob & { cost?: bigint }> {
	const byName = new Map<string, NamedJob & { cost?: bigint }>();
	for (const outcome of outcomes) {
		const own =
			outcome.status === 'fulfilled' ? outcome.value.filter((item) => !isReused(item)) : [];
		for (const [index, { json }] of own.entries())
			for (const named of namesIn(json)) {
				const isOwn = named.job_id === undefined ? index === 0 : named.job_id === json.job_id;
				const cost = isOwn ? costOf(json) : undefined;
				byName.set(jobName(named), { ...named, cost: byName.get(jobName(named))?.cost ?? cost });
			}
	}
	return [...byName.values()];
}

/** The job of an item, if it has one, and those that were accepted with it. */
function namesIn({
	job_id,
	other_job_ids,
	status,
	status_url,
	url,
}: INodeExecutionData['json']): NamedJob[] {
	if (typeof job_id === 'string') return [{ job_id }, ...othersNamed(other_job_ids)];
	if (status !== 'completed' && status !== 'processing') return [];
	if (typeof status_url === 'string') return [{ status_url }];
	return typeof url === 'string' ? [{ url }] : [];
}

/** The keys that were made, whose secrets are told only once. */
function keysIn(made: INodeExecutionData[]): string[] {
	return made.flatMap(({ json }) =>
		typeof json.secret_key === 'string' && typeof json.key_id === 'string' ? [json.key_id] : [],
	);
}

/** Whether it was made before, for the same key, so that this run has not paid for it. */
const isReused = ({ json }: INodeExecutionData) => json.reused === true;

const isDryRun = ({ json }: INodeExecutionData) => json.dry_run === true;

/** What all items cost together, or would cost if they were no dry runs, in nanos: each job once, and several files of an item without a job too. */
function sumOf(outcomes: Outcomes, ofDryRuns: boolean): bigint {
	const costs = new Map<unknown, bigint | undefined>();
	for (const [index, outcome] of outcomes.entries())
		for (const item of outcome.status === 'fulfilled' ? outcome.value : []) {
			const name = item.json.job_id ?? index;
			if (isDryRun(item) === ofDryRuns) costs.set(name, costs.get(name) ?? costOf(item.json));
		}
	return [...costs.values()].reduce((sum: bigint, cost) => sum + (cost ?? 0n), 0n);
}

/** What was charged, or else what was expected, in nanos. */
function costOf(json: INodeExecutionData['json']): bigint | undefined {
	if (json.reused === true) return undefined;
	const cost = json.cost_nanos ?? json.estimated_cost_nanos;
	return typeof cost === 'string' && /^\d+$/.test(cost) ? BigInt(cost) : undefined;
}

function pick({
	prompt,
	job_id,
	status_url,
	other_job_ids,
	may_be_paid,
}: ReturnType<typeof detailsOf>) {
	return {
		...(prompt !== undefined && { prompt }),
		...(job_id ? { job_id } : status_url && { status_url }),
		...(other_job_ids !== undefined && { other_job_ids }),
		...(may_be_paid && { may_be_paid }),
	};
}
