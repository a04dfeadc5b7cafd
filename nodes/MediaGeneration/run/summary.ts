import { formatUsd, nanosToNumber } from '../../../contract/money';
import { cut } from '../support/bounded';
import { messageOf } from '../support/data';
import { detailsOf, MOST_OF_SUMMARY, withDetails } from '../failures/details';
import { tellStopped, wasTold } from '../jobs/stopped';
import type { UnclearTries } from '../spend/account';
import { whoOf, type NodeFailure } from '../failures/failure';
import { othersNamed } from '../answers/job/ids';
import type { Pace } from '../http/pace';
import type { Operation } from './operation';
import type { Run } from '../spend/run';
import { jobName, type NamedJob } from '../jobs/jobName';
import {
	standingOf,
	unitOf,
	whoAt,
	type Failed,
	type Outcomes,
	type Standing,
	type Who,
} from './standing';

/**
 * Adds to a run's first failure what became of its other items, so that nothing paid for is lost: every
 * job that was made, with its cost, and every item that failed or may have been paid for.
 * @param who whose outcomes they are, those that were never begun included
 * @param at which of them the failure is
 * @param isRead whether the jobs of the items were only asked about
 * @param unclear the tries of all items that may have been paid for
 */
export function withSummary(
	failure: NodeFailure,
	outcomes: Outcomes,
	who: readonly Who[],
	{
		at,
		isRead = false,
		isPaused = false,
		unclear,
	}: { at: number; isRead?: boolean; isPaused?: boolean; unclear?: UnclearTries },
): NodeFailure {
	if (who.length < 2) return failure;
	const { keys, failed, jobs: paid } = standingOf(outcomes, who);
	const jobs = isRead ? [] : paid;
	const words = [
		keys.length > 0 &&
			`API keys created: ${keys.join(', ')}. With Settings > Retry On Fail, the retry returns them with their secrets; without it the secrets are lost, so delete these keys.`,
		jobs.length > 0 &&
			`Made and paid for: ${jobs.map(({ cost, ...named }) => (cost === undefined ? jobName(named) : `${jobName(named)} (${formatUsd(cost)})`)).join(', ')}. Get Job fetches them. ${isPaused ? '' : 'Settings > Retry On Fail picks them up without paying again; '}${isPaused ? 'S' : 's'}tarting the workflow again pays again.`,
		unclearWords(unclear),
		allFailed(failed),
		isRead ? '' : leftOut(outcomes, who),
	];
	failure.description = cut(
		[failure.description, whichItem(failure, who, at), ...words].filter(Boolean).join('\n'),
		MOST_OF_SUMMARY,
	);
	const named = jobs.map(({ cost, ...job }) => ({
		...job,
		cost_usd: cost === undefined ? undefined : nanosToNumber(cost),
	}));
	return withDetails(failure, { jobs: named, failed }, MOST_OF_SUMMARY);
}

/**
 * Adds to the failure of a workflow that was to pause what became of its other items: the jobs that go on or
 * have ended, and what failed or may have been paid for.
 */
export function withRunning(
	failure: NodeFailure,
	{ running, made }: { running: NamedJob[]; made: NamedJob[] },
	failed: Failed[],
	unclear: UnclearTries,
): NodeFailure {
	const names = running.map(jobName);
	const madeNames = made.map(jobName);
	const words = [
		madeNames.length > 0 && `Made and paid for: ${madeNames.join(', ')}. Get Job fetches them.`,
		names.length > 0 &&
			`Jobs of other items keep running and are still charged: ${names.join(', ')}. Get Job fetches them.`,
		unclearWords(unclear),
		allFailed(failed),
	];
	failure.description = cut(
		[failure.description, ...words].filter(Boolean).join(' '),
		MOST_OF_SUMMARY,
	);
	const lists = {
		...(made.length > 0 && { jobs: made }),
		...(names.length > 0 && { running_jobs: names }),
		...(failed.length > 1 && { failed }),
	};
	return withDetails(failure, lists, MOST_OF_SUMMARY);
}

/** What may have been paid for without a result, of all items. */
function unclearWords({ tries, cost }: UnclearTries = { tries: 0 }): string {
	if (tries === 0) return '';
	const most = cost === undefined ? '' : `, up to ${formatUsd(cost)} in all`;
	return `${tries === 1 ? '1 try that brought no result' : `${tries} tries that brought no result`} may have been paid for${most}.`;
}

/** How many items were never begun, as the failure came before their turn. */
function leftOut(outcomes: Array<PromiseSettledResult<unknown>>, who: readonly Who[]): string {
	const left = who.length - Object.keys(outcomes).length;
	const unit = unitOf(who);
	return left > 0 ? `${left} other ${left === 1 ? `${unit} was` : `${unit}s were`} not sent.` : '';
}

const allFailed = (failed: Failed[]) => failed.length > 1 && `Failed: ${byReason(failed)}`;

/** Which of several items failed, and how the others can go on all the same. */
function whichItem(failure: NodeFailure, who: readonly Who[], at: number): string {
	const { prompt } = detailsOf(failure);
	const { itemIndex: index = 0, variant } = whoAt(who, at);
	const count = new Set(who.map(({ itemIndex }) => itemIndex)).size;
	const which = `${variant ? `variant ${variant.variant} of ${variant.of} of ` : ''}item ${index + 1} of ${count}`;
	return `This is ${which}${prompt ? ` ("${prompt}")` : ''}${index === 0 ? '' : `, which n8n calls [item ${index}]`}. To continue with the other ${unitOf(who)}s when one fails, set Settings > On Error to Continue.`;
}

/** The job of a failure, and those that were accepted with it. */
function idsOf({
	job_id,
	status_url,
	other_job_ids,
}: Omit<NamedJob, 'url'> & { other_job_ids?: unknown }): string[] {
	return [{ job_id, status_url }, ...othersNamed(other_job_ids)].map(jobName).filter(Boolean);
}

/** Why items failed, in a sentence for each reason; counted from 1. */
function byReason(failed: Failed[]): string {
	const reasons = new Map<string, string[]>();
	for (const { item, message, prompt, variant, ...job } of failed) {
		const ids = idsOf(job);
		const more = [
			variant && `variant ${variant}`,
			prompt && `"${prompt}"`,
			ids.length > 0 && `${ids.length > 1 ? 'jobs' : 'job'} ${ids.join(', ')}`,
		]
			.filter(Boolean)
			.join(', ');
		const why = message.replace(/\.$/, '');
		reasons.set(why, [
			...(reasons.get(why) ?? []),
			more === '' ? `${item + 1}` : `${item + 1} (${more})`,
		]);
	}
	return [...reasons]
		.map(([why, items]) => `${items.length > 1 ? 'Items' : 'Item'} ${items.join(', ')}: ${why}.`)
		.join(' ');
}

/** Tells what was made before the user stopped the workflow, as n8n throws the output away. */
export function tellStoppedMade(
	run: Run,
	outcomes: Outcomes,
	{ spends = false }: Pick<Operation, 'spends'>,
): void {
	const { jobs, keys } = standingOf(outcomes, run.items);
	tellStoppedPaid(run, spends ? jobs : []);
	if (keys.length > 0)
		tellStopped(
			run,
			`Stopped. API keys created before that: ${keys.join(', ')}. Their secrets are lost, so delete these keys.`,
		);
	tellStoppedFailed(run, outcomes);
}

/** Tells which jobs were paid for before the user stopped the workflow. */
export function tellStoppedPaid(run: Run, jobs: NamedJob[]): void {
	const names = [...new Set(jobs.map(jobName))];
	if (names.length > 0)
		tellStopped(
			run,
			`Stopped. Accepted before that, and paid for: ${names.join(', ')}. Get Job fetches them.`,
		);
}

/** Tells which items had failed before the user stopped the workflow, and are or may be paid for. */
export function tellStoppedFailed(run: Run, outcomes: Array<PromiseSettledResult<unknown>>): void {
	for (const [position, outcome] of outcomes.entries()) {
		if (outcome.status !== 'rejected' || wasTold(outcome.reason)) continue;
		const { may_be_paid, may_be_made, ...about } = detailsOf(outcome.reason);
		const ids = idsOf(about);
		const who = whoOf(whoAt(run.items, position));
		if (ids.length === 0 && !may_be_paid && !may_be_made) continue;
		const left =
			ids.length > 0
				? `Its ${ids.length > 1 ? 'jobs are' : 'job is'} ${ids.join(', ')}.`
				: `It may still have been ${may_be_paid ? 'paid for' : 'made'}.`;
		tellStopped(
			run,
			`Stopped. Item ${who} had failed before that: ${messageOf(outcome.reason)}. ${left}`,
		);
	}
}

/** More than a person reads beside the output. */
const MOST_OF_HINT = 2_000;

/** Tells the user what a run of several items came to, and what was made before for the same key. */
export function reportRun(
	run: Run,
	outcomes: Outcomes,
	{ spends = false }: Pick<Operation, 'spends'>,
): void {
	const { length: count } = outcomes;
	const standing = standingOf(outcomes, run.items);
	const { failed, reused } = standing;
	const news = [...(spends ? madeWords(standing, count) : []), ...paceWords(run.pace)];
	const before = spends ? reusedWords(reused, count) : '';
	const rows =
		count > 1 && failed.length > 0 ? `Failed: ${cut(byReason(failed), MOST_OF_HINT)}` : '';
	if (news.length === 0 && before === '' && rows === '') return;
	const tally =
		count > 1 ? [`${count - failed.length} of ${count} ${unitOf(run.items)}s done`, ...news] : news;
	const sentence = tally.length > 0 ? `${tally.join(', ')}.` : '';
	run.tell(
		[sentence, before, rows, unclearWords(run.account.unclearTries())].filter(Boolean).join(' '),
		'info',
	);
}

/** How often a run has sent something again, and how long that took. */
function paceWords({ retries, limitedMs }: Pace): string[] {
	if (retries === 0) return [];
	const again = `${retries} ${retries === 1 ? 'request' : 'requests'} sent again`;
	return limitedMs > 0
		? [again, `held up ${(limitedMs / 1000).toFixed(1)} s by the service’s rate limit`]
		: [again];
}

/** That a run has taken what was made before, and so has not paid for it. */
function reusedWords(reused: number, count: number): string {
	if (reused === 0) return '';
	if (count === 1) return 'Made before for the same key: nothing was sent or paid for.';
	return `${reused === 1 ? '1 job was' : `${reused} jobs were`} made before for the same key: nothing was sent or paid for ${reused === 1 ? 'it' : 'them'}.`;
}

/** What a run has made, and what it cost; nothing of a single item, which says so itself. */
function madeWords({ jobCount, reused, cost, dryCost, isDry }: Standing, count: number): string[] {
	if (count < 2 || (reused === 0 && cost + dryCost === 0n)) return [];
	const words = [
		jobCount > 0 && `${jobCount} ${jobCount === 1 ? 'job' : 'jobs'}`,
		cost > 0n && `${formatUsd(cost)} in all`,
		dryCost > 0n &&
			(isDry
				? `nothing sent, it would cost ${formatUsd(dryCost)} in all`
				: `dry runs would cost ${formatUsd(dryCost)} more`),
	];
	return words.filter((word) => word !== false);
}
