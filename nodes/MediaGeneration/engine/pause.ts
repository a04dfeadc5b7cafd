import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { readPatience } from '../fields/waitOptions';
import { inputOf } from '../input/input';
import { openClaims, pauseKey } from './claims';
import { outputOf } from './outputs';
import { PAUSED_RUN, type FailedSubmission, type PausedRun, type PendingJob } from '../jobs/pending';
import { lookAt } from '../jobs/poll';
import { stopped } from '../jobs/stopped';
import { withDetails } from '../support/details';
import { baseUrlOf } from '../transport/request';
import { asNodeFailure, failedItem, goesOn, type NodeFailure } from '../support/failure';
import type { Operation } from './operation';
import { runSideBySide } from '../support/pool';
import { isTool } from '../support/tool';

const LONGEST_PAUSE_SECONDS = 3600;

/** Why the workflow cannot be paused here, in a sentence; nothing if it can. */
export async function whyNotPause(context: IExecuteFunctions): Promise<string | undefined> {
	if (isTool(context)) return 'A tool cannot pause the workflow.';
	const resume = new URL(resumeUrlOf(context));
	const api = new URL(await baseUrlOf(context, 'generateImage'));
	if (isLoopback(resume.hostname) && !isLoopback(api.hostname)) {
		return `The service at ${api.host} cannot call this n8n back at ${resume.host}: set its public address (N8N_WEBHOOK_URL).`;
	}
	return undefined;
}

/**
 * Submits the jobs of all items with the address that wakes this execution, looks at each once, and
 * pauses the workflow until all have called back. Without a job that still runs there is no pause.
 * The items that it returns count when the time-out passes first.
 * @throws the first error of a submission, naming the jobs that go on, unless the node goes on on errors
 */
export async function pauseForCallbacks(context: IExecuteFunctions, submit: NonNullable<Operation['submit']>, atOnce: number): Promise<INodeExecutionData[]> {
	const resumeUrl = resumeUrlOf(context);
	const run = await submitAll(context, atOnce, async (index) => await submit(context, index, withItem(resumeUrl, index)));
	const open = run.jobs.filter(({ answer }) => answer === undefined);
	await runSideBySide(open, atOnce, { signal: context.getExecutionCancelSignal() }, async (job) => {
		const { job: now, raw } = await lookAt(context, job, job.itemIndex);
		if (now.status !== 'processing') job.answer = raw;
	});
	throwIfStopped(context, run.jobs);
	if (run.jobs.every(({ answer }) => answer !== undefined)) {
		return await outputOf(context, run, goesOn(context));
	}
	openClaims(pauseKey(context.getExecutionId(), context.getNode().name, run.pausedAt), Date.now());
	context.getContext('node')[PAUSED_RUN] = run;
	const output = timedOut(run);
	const executeData = context.getExecuteData();
	executeData.data = { ...executeData.data, main: [output] };
	await context.putExecutionToWait(new Date(Date.now() + pauseSeconds(context) * 1000));
	return output;
}

async function submitAll(context: IExecuteFunctions, atOnce: number, submit: (index: number) => Promise<PendingJob>): Promise<PausedRun> {
	const goOn = goesOn(context);
	const signal = context.getExecutionCancelSignal();
	const outcomes = await runSideBySide(context.getInputData(), atOnce, { stopAtFirst: !goOn, signal }, async (_, index) => await submit(index));
	const jobs = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
	throwIfStopped(context, jobs);
	const failed = outcomes.flatMap((outcome, index): FailedSubmission[] => {
		if (outcome.status === 'fulfilled') return [];
		const failure = asNodeFailure(context.getNode(), outcome.reason, index);
		if (!goOn) throw withRunningJobs(failure, jobs);
		return [{ itemIndex: index, json: failedItem(failure, index).json }];
	});
	return { pausedAt: Date.now(), jobs, failed };
}

function throwIfStopped(context: IExecuteFunctions, jobs: PendingJob[]): void {
	if (context.getExecutionCancelSignal()?.aborted) throw stopped(context, jobs.filter(({ answer }) => answer === undefined), 0);
}

function withRunningJobs(failure: NodeFailure, jobs: PendingJob[]): NodeFailure {
	const ids = jobs.flatMap(({ job_id }) => job_id ?? []);
	if (ids.length === 0) return failure;
	failure.description = [failure.description, `Jobs of other items go on, and cost what they cost: ${ids.join(', ')}. Get Job picks them up.`].filter(Boolean).join(' ');
	return withDetails(failure, { running_jobs: ids });
}

/** What comes out if the pause ends without the last callback: never looking like success. */
function timedOut({ jobs, failed }: PausedRun): INodeExecutionData[] {
	const items = [
		...jobs.map(({ itemIndex, job_id, status_url, model }) => ({
			json: { job_id, status: 'processing', timed_out: true, model, status_url },
			pairedItem: { item: itemIndex },
		})),
		...failed.map(({ itemIndex, json }) => ({ json, pairedItem: { item: itemIndex } })),
	];
	return items.sort((a, b) => a.pairedItem.item - b.pairedItem.item);
}

function pauseSeconds(context: IExecuteFunctions): number {
	return readPatience(inputOf(context, 0)).timeout ?? LONGEST_PAUSE_SECONDS;
}

function resumeUrlOf(context: IExecuteFunctions): string {
	return String(context.evaluateExpression('{{ $execution.resumeUrl }}', 0));
}

function withItem(resumeUrl: string, index: number): string {
	const url = new URL(resumeUrl);
	url.searchParams.set('item', String(index));
	return url.href;
}

function isLoopback(hostname: string): boolean {
	return /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\]|0\.0\.0\.0)$/i.test(hostname);
}
