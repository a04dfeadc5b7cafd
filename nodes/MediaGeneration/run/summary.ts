import { formatUsd, nanosToNumber } from '../../../contract/money';
import { detailsOf, MOST_OF_SUMMARY, withDetails, type ErrorDetails } from '../failures/details';
import { asNodeFailure, itemLabel, type NodeFailure, type Variant } from '../failures/failure';
import type { Client } from '../http/client';
import type { Pace } from '../http/pace';
import {
	isAccepted,
	jobName,
	mostPaid,
	sumOf,
	unclearIn,
	type Attempt,
	type JobRef,
} from '../lifecycle/attempt';
import { otherJobRefs } from '../lifecycle/jobReport';
import type { Run } from '../lifecycle/run';
import { snapshotFromStored } from '../lifecycle/snapshot';
import { cut } from '../support/bounded';
import { counted, forCount } from '../support/counted';
import { dataOf, defined, messageOf, textOf } from '../support/data';
import { unitOf, type Row } from './operation';

/** How one row's attempts stand, and its failure. */
export interface RowReport {
	own: { itemIndex: number; variant?: Variant };
	problem?: unknown;
	request?: { attempts: readonly Attempt[]; reused?: unknown; spends?: boolean };
	outcome?: PromiseSettledResult<unknown>;
}

/** In nanos. */
type PaidJob = JobRef & { url?: string; cost?: bigint };

interface FailedRow extends Pick<
	ErrorDetails,
	'prompt' | 'job_id' | 'status_url' | 'other_job_ids' | 'may_be_paid'
> {
	item: number;
	message: string;
	variant?: number;
}

const doneIn = (rows: readonly RowReport[]) =>
	rows.filter(({ outcome }) => outcome?.status === 'fulfilled');

const attemptsIn = (rows: readonly RowReport[]): Attempt[] =>
	rows.flatMap(({ request }) => request?.attempts ?? []);

/** The jobs of attempts that may be charged, each once, and those accepted with them. */
export function jobsIn(attempts: readonly Attempt[]): PaidJob[] {
	const jobs = new Map<string, PaidJob>();
	for (const attempt of attempts) {
		if (!isAccepted(attempt) || (attempt.state === 'failed' && mostPaid(attempt) === 0n)) continue;
		const { job_id, status_url, other_job_ids } = attempt.job;
		const urls = (attempt.state === 'made' && snapshotFromStored(attempt.result)?.job.urls) || [];
		const isNamed = (job_id ?? status_url) !== undefined;
		const named = isNamed ? [job_id ? { job_id } : { status_url }] : urls.map((url) => ({ url }));
		for (const [index, job] of [...named, ...otherJobRefs(other_job_ids)].entries()) {
			const cost = jobs.get(jobName(job))?.cost ?? (index === 0 ? mostPaid(attempt) : undefined);
			jobs.set(jobName(job), { ...job, cost });
		}
	}
	return [...jobs.values()];
}

const keysIn = (attempts: readonly Attempt[]): string[] =>
	attempts.flatMap((attempt) =>
		attempt.state === 'made' ? (textOf(dataOf(attempt.result.read).key_id) ?? []) : [],
	);

function failedIn({ own, outcome }: RowReport): FailedRow[] {
	if (outcome?.status !== 'rejected') return [];
	const { itemIndex: item, variant: { variant } = {} } = own;
	const { prompt, job_id, status_url, other_job_ids, may_be_paid } = detailsOf(outcome.reason);
	const job = job_id ? { job_id } : { status_url };
	const facts = { variant, prompt, ...job, other_job_ids, may_be_paid: may_be_paid || undefined };
	return [{ item, message: messageOf(outcome.reason), ...defined<unknown>(facts) }];
}

const AFTER_PAUSE = 'Starting the workflow again pays again.';
const IN_A_RUN =
	'Settings > Retry On Fail picks them up without paying again; starting the workflow again pays again.';

/**
 * Adds to a run's first failure what became of its other rows.
 * @param isWoken whether the node has paused, so that n8n does not try it again
 */
export function withOutcomeOfOthers(
	failure: NodeFailure,
	rows: readonly RowReport[],
	failedRow: Pick<RowReport, 'own'>,
	isWoken = false,
): NodeFailure {
	if (rows.length < 2) return failure;
	const done = attemptsIn(doneIn(rows));
	const [jobs, keys, failed] = [jobsIn(done), keysIn(done), rows.flatMap(failedIn)];
	const open = attemptsIn(rows).filter(({ state }) => state === 'running');
	const running = jobsIn(open).map(jobName);
	const words = [
		keys.length > 0 &&
			`API keys created: ${keys.join(', ')}. With Settings > Retry On Fail, the retry returns them with their secrets; without it the secrets are lost, so delete these keys.`,
		jobs.length > 0 &&
			`${running.length > 0 ? 'Accepted and paid for' : 'Made and paid for'}: ${jobs.map(withCost).join(', ')}. Get Job fetches them. ${isWoken ? AFTER_PAUSE : IN_A_RUN}`,
		unclearWords(rows),
		failed.length > 1 && `Failed: ${byReason(failed)}`,
		leftOut(rows),
	];
	failure.description = cut(
		[failure.description, whichRow(failure, rows, failedRow), ...words].filter(Boolean).join('\n'),
		MOST_OF_SUMMARY,
	);
	const details = {
		jobs: jobs.map(({ cost, ...job }) => ({
			...job,
			cost_usd: cost === undefined ? undefined : nanosToNumber(cost),
		})),
		failed,
		running_jobs: running.length > 0 ? running : undefined,
	};
	return withDetails(failure, details, MOST_OF_SUMMARY);
}

/** @throws the first failure of a run with what became of its other rows, unless the node goes on */
export function throwFirst(
	{ goesOn, node }: Client,
	rows: readonly RowReport[],
	isWoken = false,
): void {
	const first = rows.find(({ outcome }) => outcome?.status === 'rejected');
	if (goesOn || first?.outcome?.status !== 'rejected') return;
	const { itemIndex, variant } = first.own;
	const failure = asNodeFailure({ node, itemIndex, variant }, first.outcome.reason);
	throw withOutcomeOfOthers(failure, rows, first, isWoken);
}

const withCost = ({ cost, ...named }: PaidJob): string =>
	cost === undefined ? jobName(named) : `${jobName(named)} (${formatUsd(cost)})`;

function unclearWords(rows: readonly RowReport[]): string {
	const paid = rows.filter(({ request }) => request?.spends !== false);
	const { count, cost } = unclearIn(attemptsIn(paid));
	if (count === 0) return '';
	const most = cost === undefined ? '' : `, up to ${formatUsd(cost)} in all`;
	return `${forCount(count, '1 try', `${count} tries`)} that brought no result may have been paid for${most}.`;
}

function leftOut(rows: readonly RowReport[]): string {
	const left = rows.filter(({ outcome }) => !outcome).length;
	const unit = `other ${unitOf(rows)}`;
	const isListed = rows.some(({ request, problem }) => request ?? problem);
	return isListed && left > 0
		? `${counted(left, unit)} ${forCount(left, 'was', 'were')} not sent.`
		: '';
}

function whichRow(
	failure: NodeFailure,
	rows: readonly RowReport[],
	{ own: { itemIndex: index, variant } }: Pick<RowReport, 'own'>,
): string {
	const { prompt } = detailsOf(failure);
	const count = new Set(rows.map(({ own: { itemIndex } }) => itemIndex)).size;
	const which = `${variant ? `variant ${variant.variant} of ${variant.of} of ` : ''}item ${index + 1} of ${count}`;
	return `This is ${which}${prompt ? ` ("${prompt}")` : ''}${index === 0 ? '' : `, which n8n calls [item ${index}]`}. To continue with the other ${unitOf(rows)}s when one fails, set Settings > On Error to Continue (using error output).`;
}

/** Counted from 1. */
function byReason(failed: readonly FailedRow[]): string {
	const reasons = new Map<string, string[]>();
	for (const { item, message, prompt, variant, job_id, status_url, other_job_ids } of failed) {
		const jobs = [{ job_id, status_url }, ...otherJobRefs(other_job_ids)]
			.map(jobName)
			.filter(Boolean);
		const facts = [
			variant && `variant ${variant}`,
			prompt && `"${prompt}"`,
			jobs.length > 0 && `${forCount(jobs.length, 'job', 'jobs')} ${jobs.join(', ')}`,
		].filter(Boolean);
		const which = facts.length === 0 ? `${item + 1}` : `${item + 1} (${facts.join(', ')})`;
		const why = message.replace(/\.$/, '');
		reasons.set(why, [...(reasons.get(why) ?? []), which]);
	}
	return [...reasons]
		.map(
			([why, items]) => `${forCount(items.length, 'Item', 'Items')} ${items.join(', ')}: ${why}.`,
		)
		.join(' ');
}

/** Tells what is or may be paid for after Stop, as n8n throws the output away. */
export function tellPaidAfterStop(run: Run, rows: readonly Row[]): void {
	const attempts = attemptsIn(rows);
	const [jobs, keys] = [jobsIn(attempts), keysIn(attempts)];
	const words = [
		jobs.length > 0 &&
			`Accepted before that, and paid for: ${jobs.map(jobName).join(', ')}. Get Job fetches them.`,
		keys.length > 0 &&
			`API keys created before that: ${keys.join(', ')}. Their secrets are lost, so delete these keys.`,
		...rows.map(({ own, request }) =>
			request?.standing?.state === 'unclear'
				? `The request for item ${itemLabel(own)} may still have been accepted${request.spends ? ' and paid for' : ''}: ${request.standing.why.message}.`
				: '',
		),
	];
	for (const word of words) {
		if (!word) continue;
		run.context.logger.warn(`Stopped. ${word}`);
		if (run.context.getMode() === 'manual') run.context.sendMessageToUI(`Stopped. ${word}`);
	}
}

/** In characters. */
export const MOST_OF_HINT = 2_000;

/** Tells the user what a run of several rows came to. */
export function reportRun(run: Run, rows: readonly Row[]): void {
	const { length: count } = rows.filter(({ outcome }) => outcome);
	const done = doneIn(rows);
	const failed = rows.flatMap(failedIn);
	const reused = done.filter(({ request }) => request?.reused !== undefined).length;
	const spends = rows.some(({ request }) => request?.spends);
	const news = [
		...(spends && count > 1 ? costWords(attemptsIn(done), reused) : []),
		...paceWords(run.pace),
	];
	const hasFailed = count > 1 && failed.length > 0;
	if (news.length === 0 && !(spends && reused) && !hasFailed) return;
	const tally = count > 1 ? [`${count - failed.length} of ${count} ${unitOf(rows)}s done`] : [];
	const sentence = [...tally, ...news].join(', ');
	const words = [
		sentence && `${sentence}.`,
		spends &&
			reused > 0 &&
			`${counted(reused, 'job')} ${forCount(reused, 'was', 'were')} made before for the same key: nothing was sent or paid for ${forCount(reused, 'it', 'them')}.`,
		hasFailed && `Failed: ${cut(byReason(failed), MOST_OF_HINT)}`,
		unclearWords(rows),
	];
	run.tell(words.filter(Boolean).join(' '), 'info');
}

function paceWords({ retries, limitedMs }: Pace): string[] {
	if (retries === 0) return [];
	const again = `${counted(retries, 'request')} sent again`;
	const held = `held up ${(limitedMs / 1000).toFixed(1)} s by the service’s rate limit`;
	return limitedMs > 0 ? [again, held] : [again];
}

function costWords(attempts: readonly Attempt[], reused: number): string[] {
	const jobs = jobsIn(attempts);
	const nameless = attempts.filter((one) => one.state !== 'unclear' && jobsIn([one]).length === 0);
	const cost = jobs.reduce((sum, job) => sum + (job.cost ?? 0n), sumOf(nameless));
	const planned = attempts.map((one) => (one.state === 'planned' && one.price) || 0n);
	const dry = planned.reduce((sum, price) => sum + price, 0n);
	if (reused === 0 && cost + dry === 0n) return [];
	const made = jobs.filter(({ job_id }) => job_id !== undefined).length + reused;
	const words = [
		made > 0 && counted(made, 'job'),
		cost > 0n && `${formatUsd(cost)} in all`,
		dry > 0n && `dry runs would cost ${formatUsd(dry)}`,
	];
	return words.filter((word) => word !== false);
}
