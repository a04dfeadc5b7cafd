import { formatUsd, nanosToNumber } from '../../../contract/money';
import { othersNamed } from '../answers/job/ids';
import { detailsOf, MOST_OF_SUMMARY, withDetails } from '../failures/details';
import { itemLabel, type NodeFailure } from '../failures/failure';
import type { Pace } from '../http/pace';
import type { Attempt } from '../lifecycle/attempt';
import { jobName } from '../lifecycle/jobName';
import { unclearIn } from '../lifecycle/request';
import type { Run } from '../lifecycle/run';
import { tellStopped } from '../lifecycle/stop';
import { cut } from '../support/bounded';
import { counted, forCount } from '../support/counted';
import { messageOf } from '../support/data';
import { unitOf, type Row } from './row';
import {
	attemptsIn,
	jobsIn,
	standingOf,
	type FailedRow,
	type PaidJob,
	type RowReport,
	type Standing,
} from './standing';

const reportOfRow = ({ own, request, outcome }: Row): RowReport => ({
	own,
	attempts: request?.attempts ?? [],
	isReused: request?.reused !== undefined,
	hasEnded: outcome !== undefined,
	failure: outcome?.status === 'rejected' ? outcome.reason : undefined,
});

/**
 * Adds to a run's first failure what became of its other rows, so that nothing paid for is lost.
 * @param failed the row that the failure is of
 */
export function withSummary(failure: NodeFailure, rows: readonly Row[], failed: Row): NodeFailure {
	const isListed = rows.some(({ request, problem }) => request ?? problem);
	return describeFailure(failure, rows.map(reportOfRow), failed, {
		left: isListed ? leftOut(rows) : '',
		retry: 'Settings > Retry On Fail picks them up without paying again; ',
	});
}

interface Wording {
	left?: string;
	retry?: string;
}

/** As {@link withSummary}, for rows of which nothing but their reports is left. */
export function describeFailure(
	failure: NodeFailure,
	rows: readonly RowReport[],
	at: Pick<RowReport, 'own'>,
	{ left = '', retry = '' }: Wording = {},
): NodeFailure {
	if (rows.length < 2) return failure;
	const { keys, failed, jobs } = standingOf(rows);
	const open = attemptsIn(rows).filter(({ state }) => state === 'running');
	const running = jobsIn(open).map(jobName);
	const words = [
		keys.length > 0 &&
			`API keys created: ${keys.join(', ')}. With Settings > Retry On Fail, the retry returns them with their secrets; without it the secrets are lost, so delete these keys.`,
		jobs.length > 0 &&
			`${running.length > 0 ? 'Accepted and paid for' : 'Made and paid for'}: ${jobs.map(withCost).join(', ')}. Get Job fetches them. ${retry}${retry === '' ? 'S' : 's'}tarting the workflow again pays again.`,
		unclearWords(attemptsIn(rows)),
		failed.length > 1 && `Failed: ${byReason(failed)}`,
		left,
	];
	failure.description = cut(
		[failure.description, whichRow(failure, rows, at), ...words].filter(Boolean).join('\n'),
		MOST_OF_SUMMARY,
	);
	const named = jobs.map(({ cost, ...job }) => ({
		...job,
		cost_usd: cost === undefined ? undefined : nanosToNumber(cost),
	}));
	return withDetails(
		failure,
		{ jobs: named, failed, running_jobs: running.length > 0 ? running : undefined },
		MOST_OF_SUMMARY,
	);
}

const withCost = ({ cost, ...named }: PaidJob): string =>
	cost === undefined ? jobName(named) : `${jobName(named)} (${formatUsd(cost)})`;

function unclearWords(attempts: readonly Attempt[]): string {
	const { count, cost } = unclearIn(attempts);
	if (count === 0) return '';
	const most = cost === undefined ? '' : `, up to ${formatUsd(cost)} in all`;
	return `${forCount(count, '1 try', `${count} tries`)} that brought no result may have been paid for${most}.`;
}

function leftOut(rows: readonly Row[]): string {
	const left = rows.filter(({ outcome }) => !outcome).length;
	const unit = `other ${unitOf(rows)}`;
	return left > 0 ? `${counted(left, unit)} ${forCount(left, 'was', 'were')} not sent.` : '';
}

function whichRow(
	failure: NodeFailure,
	rows: readonly RowReport[],
	{ own: { itemIndex: index, variant } }: Pick<RowReport, 'own'>,
): string {
	const { prompt } = detailsOf(failure);
	const count = new Set(rows.map(({ own: { itemIndex } }) => itemIndex)).size;
	const which = `${variant ? `variant ${variant.variant} of ${variant.of} of ` : ''}item ${index + 1} of ${count}`;
	return `This is ${which}${prompt ? ` ("${prompt}")` : ''}${index === 0 ? '' : `, which n8n calls [item ${index}]`}. To continue with the other ${unitOf(rows)}s when one fails, set Settings > On Error to Continue.`;
}

/** The job of a failure, and those that were accepted with it. */
const namesOf = ({ job_id, status_url, other_job_ids }: Partial<FailedRow>): string[] =>
	[{ job_id, status_url }, ...othersNamed(other_job_ids)].map(jobName).filter(Boolean);

const jobWords = (names: readonly string[], noun = 'job') =>
	`${forCount(names.length, noun, `${noun}s`)} ${names.join(', ')}`;

/** Why rows failed, in a sentence for each reason; counted from 1. */
function byReason(failed: readonly FailedRow[]): string {
	const reasons = new Map<string, string[]>();
	for (const { item, message, prompt, variant, ...job } of failed) {
		const names = namesOf(job);
		const facts = [
			variant && `variant ${variant}`,
			prompt && `"${prompt}"`,
			names.length > 0 && jobWords(names),
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

/** Tells what is or may be paid for although the user has stopped the workflow, as n8n throws the output away. */
export function tellStoppedRows(run: Run, rows: readonly Row[]): void {
	const { jobs, keys } = standingOf(rows.map(reportOfRow));
	const left = rows.flatMap((row) =>
		row.outcome?.status === 'rejected' ? leftOf(row, row.outcome.reason) : [],
	);
	const words = [
		jobs.length > 0 &&
			`Accepted before that, and paid for: ${jobs.map(jobName).join(', ')}. Get Job fetches them.`,
		keys.length > 0 &&
			`API keys created before that: ${keys.join(', ')}. Their secrets are lost, so delete these keys.`,
		...left,
	];
	for (const word of words) if (word) tellStopped(run, `Stopped. ${word}`);
}

function leftOf({ own, request }: Row, reason: unknown): string {
	const { standing } = request ?? {};
	const names = standing ? jobsIn([standing]).map(jobName) : [];
	const they = (one: string, several: string) => forCount(names.length, one, several);
	if (standing?.state === 'running')
		return `${jobWords(names, 'Job')} ${they('keeps', 'keep')} running and ${they('is', 'are')} still charged; Get Job fetches ${they('it', 'them')}.`;
	if (standing?.state === 'unclear')
		return `The request for item ${itemLabel(own)} may still have been accepted${request?.spends ? ' and paid for' : ''}: ${standing.why.message}.`;
	const known = names.length > 0 ? names : namesOf(detailsOf(reason));
	if (known.length === 0) return '';
	return `Item ${itemLabel(own)} had failed before that: ${messageOf(reason)}. Its ${forCount(known.length, 'job is', 'jobs are')} ${known.join(', ')}.`;
}

/** More than a person reads beside the output. */
export const MOST_OF_HINT = 2_000;

/** Tells the user what a run of several rows came to, and what was made before for the same key. */
export function reportRun(run: Run, rows: readonly Row[]): void {
	const { length: count } = rows.filter(({ outcome }) => outcome);
	const reports = rows.map(reportOfRow);
	const standing = standingOf(reports);
	const { failed, reused } = standing;
	const spends = rows.some(({ request }) => request?.spends);
	const news = [...(spends && count > 1 ? madeWords(standing) : []), ...paceWords(run.pace)];
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
		unclearWords(attemptsIn(reports)),
	];
	run.tell(words.filter(Boolean).join(' '), 'info');
}

function paceWords({ retries, limitedMs }: Pace): string[] {
	if (retries === 0) return [];
	const again = `${counted(retries, 'request')} sent again`;
	const held = `held up ${(limitedMs / 1000).toFixed(1)} s by the service’s rate limit`;
	return limitedMs > 0 ? [again, held] : [again];
}

function madeWords({ jobs, reused, cost, dryCost, failed }: Standing): string[] {
	if (reused === 0 && cost + dryCost === 0n) return [];
	const made = jobs.filter(({ job_id }) => job_id !== undefined).length + reused;
	const isDry = made === 0 && cost === 0n && failed.length === 0;
	const dry = formatUsd(dryCost);
	const words = [
		made > 0 && counted(made, 'job'),
		cost > 0n && `${formatUsd(cost)} in all`,
		dryCost > 0n &&
			(isDry ? `nothing sent, it would cost ${dry} in all` : `dry runs would cost ${dry} more`),
	];
	return words.filter((word) => word !== false);
}
