import type { INodeExecutionData } from 'n8n-workflow';
import { asText } from '../support/data';
import { readGiveUpSeconds } from '../editor/fields/waitOptions';
import { inputOf } from '../editor/input/input';
import { lastToEnd, lookWhileEnded } from './jobLooks';
import { endedBadly, inOrder, lastLookAt, outputOf, overdueItem } from './outputs';
import { failedOf } from './standing';
import { tellStoppedFailed, tellStoppedPaid, withRunning } from './summary';
import { lookAfter } from './watch';
import { itemsWithoutFiles } from '../jobs/output';
import {
	ended,
	ENDS_AFTER_MS,
	hasEnded,
	lost,
	PAUSED_RUN,
	type FailedSubmission,
	type PausedRun,
	type PendingJob,
} from '../jobs/pending';
import { stopped } from '../jobs/stopped';
import { PUBLIC_ADDRESS, reachOf } from '../http/reach';
import { othersNamed } from '../answers/job/ids';
import { quoting } from '../http/quoting';
import { asNodeFailure } from '../failures/failure';
import { failedAfterPause } from '../failures/failedItem';
import { runSideBySide } from '../support/pool';
import { isCombined } from '../n8n/binaryMode';
import type { Requests } from './requests';
import type { Run } from '../spend/run';
import type { FileClient } from '../http/client';

const USUAL_PAUSE_SECONDS = 3600;
/** A pause of more jobs is looked after by its process: n8n reads the whole execution for each callback. */
const MOST_UNWATCHED = 24;
/** So many of them call back all the same, where theirs need not, for whoever is left when that process is gone. */
const CALLBACKS_WHEN_WATCHED = 12;

/** Why the workflow cannot be paused here, in a sentence; nothing if it can. */
export async function whyNotPause(run: Run): Promise<string | undefined> {
	if (run.isTool) return 'A tool cannot pause the workflow.';
	if (isCombined(run.context)) {
		return 'n8n does not wake a workflow whose Binary Mode is Combined: set it to Separate in the workflow’s settings to pause here.';
	}
	const [resume, api] = [new URL(resumeUrlOf(run)), new URL(await run.baseUrl('generateImage'))];
	const reach = reachOf(api.href, resume.href);
	if (reach === 'never') {
		return `The service at ${api.host} cannot call this n8n back at ${resume.host}: set ${PUBLIC_ADDRESS}.`;
	}
	if (reach === 'perhaps')
		run.tell(
			`The service can call this n8n back at ${resume.host} only if it is in the same network.`,
			'info',
		);
	return undefined;
}

/**
 * Submits the jobs of all items with the address that wakes this execution, and pauses the workflow until all have
 * called back. When none of them runs any more there is no pause. The items that come out when the time-out passes first
 * become the node's input, as n8n passes that on then.
 * @throws NodeOperationError when the time-out is none, before anything is sent; the first error of a submission,
 * naming the jobs that go on, unless the node goes on on errors
 */
export async function pauseForCallbacks(
	run: Run,
	requests: Requests,
	atOnce: number,
): Promise<INodeExecutionData[]> {
	const pauseMs = readPauseSeconds(run) * 1000;
	const resumeUrl = resumeUrlOf(run);
	const { length: size } = run.items;
	const paused = await submitAll(run, atOnce, async (own) => {
		return await requests.submit(own, {
			url: withItem(resumeUrl, own.index),
			spare: !isCalling(own.index, size),
		});
	});
	await lookAtOpen(run, paused, atOnce);
	throwIfStopped(run, paused.jobs);
	if (paused.jobs.every(hasEnded)) return await outputOf(run, paused);
	const givesUpAt = Date.now() + pauseMs;
	run.context.getContext('node')[PAUSED_RUN] = { ...paused, givesUpAt };
	const output = await timedOut(run, paused);
	const endsAt = givesUpAt + ENDS_AFTER_MS;
	await run.context.putExecutionToWait(new Date(endsAt));
	const executeData = run.context.getExecuteData();
	executeData.data = { ...executeData.data, main: [output] };
	lookAfter(run, paused, { resumeUrl, givesUpAt, endsAt, isWatched: size > MOST_UNWATCHED });
	return failedLast(output);
}

/** Whether a job is one of those that call back in any case: of many, they lie evenly over all, and the last is one. */
function isCalling(index: number, count: number): boolean {
	const calling = count > MOST_UNWATCHED ? CALLBACKS_WHEN_WATCHED : count;
	return Math.floor(((index + 1) * calling) / count) > Math.floor((index * calling) / count);
}

/**
 * What n8n shows while the workflow sleeps. Retry On Fail runs a node again whose first item has failed, here with its
 * output for its input; one that sleeps has a job that goes on, so there is always another item to come first.
 */
function failedLast(output: INodeExecutionData[]): INodeExecutionData[] {
	return [...output].sort(
		(a, b) => Number(a.json.error !== undefined) - Number(b.json.error !== undefined),
	);
}

/** A first look, for jobs that ended while the others were submitted: their callbacks came too early. */
async function lookAtOpen(run: Run, { jobs, pausedAt }: PausedRun, atOnce: number): Promise<void> {
	const open = jobs.filter((job) => !hasEnded(job)).sort(lastToEnd);
	const share = run.share;
	const options = { atOnce, share, acceptedAt: pausedAt, signal: run.stop };
	const { failed } = await lookWhileEnded(run, open, options, {
		ended: (job, look) => ended(job, look, share),
		lost,
		knows: hasEnded,
	});
	for (const message of new Set(failed.values()))
		run.context.logger.debug(`A job could not be looked at before the pause: ${message}`);
}

async function submitAll(
	run: Run,
	atOnce: number,
	submit: (own: Run) => Promise<PendingJob>,
): Promise<PausedRun> {
	const goOn = run.goesOn;
	const signal = run.stop;
	const outcomes = await runSideBySide(run.items, atOnce, { stopAtFirst: !goOn, signal }, submit);
	const jobs = outcomes.flatMap((outcome) =>
		outcome.status === 'fulfilled' ? [outcome.value] : [],
	);
	if (signal?.aborted) tellStoppedFailed(run, outcomes);
	throwIfStopped(run, jobs);
	const failed = outcomes.flatMap((outcome, index): FailedSubmission[] => {
		if (outcome.status === 'fulfilled') return [];
		const own = run.items[index] ?? run;
		const failure = asNodeFailure(own, outcome.reason);
		if (!goOn) {
			const namesOf = (some: PendingJob[]) => some.flatMap(namesBy);
			const others = {
				made: namesOf(jobs.filter((job) => isMade(run, job))),
				running: namesOf(jobs.filter((job) => !hasEnded(job))),
			};
			throw withRunning(failure, others, failedOf(outcomes, run.items), run.account.unclearTries());
		}
		return [{ itemIndex: own.itemIndex, index, json: failedAfterPause(own, failure).json }];
	});
	return { pausedAt: Date.now(), jobs, failed };
}

/** Whether a job has ended well, so that there is something to fetch. */
const isMade = (run: Run, job: PendingJob) =>
	hasEnded(job) && !endedBadly(run.item(job.itemIndex), job);

function throwIfStopped(run: Run, jobs: PendingJob[]): void {
	if (!run.stop?.aborted) return;
	const running = jobs.filter((job) => !hasEnded(job));
	tellStoppedPaid(run, jobs.filter((job) => isMade(run, job)).flatMap(namesBy));
	throw stopped(run, running.flatMap(namesBy));
}

/** How a job is told to people, also one that has only its result, and those that were accepted with it. */
function namesBy(pending: PendingJob) {
	const { job_id, status_url, told } = pending;
	const url = pending.answer === undefined ? undefined : lastLookAt(pending).job.urls[0];
	return [{ job_id, status_url, url }, ...othersNamed(told?.other_job_ids)];
}

/** What comes out if the pause ends without the last callback: never looking like success. */
async function timedOut(run: Run, { jobs, failed }: PausedRun): Promise<INodeExecutionData[]> {
	const itemsOf = async (pending: PendingJob) => {
		const { itemIndex, output: wanted, cost, model, answer } = pending;
		const own = run.item(itemIndex);
		const failure = endedBadly(own, pending);
		if (failure) return [failedAfterPause(own, await quoting(own, failure, { ...cost, model }))];
		return answer === undefined
			? [overdueItem(pending)]
			: itemsWithoutFiles(lastLookAt(pending), wanted, itemIndex, cost);
	};
	const outputs = await Promise.all(
		jobs.map(async (job) => ({ index: job.index, items: await itemsOf(job) })),
	);
	return inOrder(outputs, failed);
}

/** How long the workflow sleeps at most: one time for all items, the first one's. */
function readPauseSeconds(run: Run): number {
	const input = inputOf(run);
	const seconds = readGiveUpSeconds(input);
	input.check();
	return seconds ?? USUAL_PAUSE_SECONDS;
}

/**
 * Ends the address at which this node is woken. n8n gives a call to whatever node sleeps at the time, so a late one
 * would wake a Wait node further on that has the address without a path.
 */
export const CALLBACK_PATH = 'media-jobs';

/** Where the execution of a node is resumed that pauses, or has paused. */
export function resumeUrlOf(client: FileClient): string {
	const url = new URL(asText(client.context.evaluateExpression('{{ $execution.resumeUrl }}', 0)));
	url.pathname = `${url.pathname.replace(/\/$/, '')}/${CALLBACK_PATH}`;
	return url.href;
}

function withItem(resumeUrl: string, index: number): string {
	const url = new URL(resumeUrl);
	url.searchParams.set('item', String(index));
	return url.href;
}
