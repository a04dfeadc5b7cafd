import type { INodeExecutionData } from 'n8n-workflow';
import { giveUpAfter } from '../editor/fields/waitFor';
import { inputOf } from '../editor/input/input';
import { asNodeFailure } from '../failures/failure';
import { failedAfterPause } from './failedItem';
import type { FileClient } from '../http/client';
import { PUBLIC_ADDRESS, callbackReach } from '../http/reach';
import { jobName } from '../lifecycle/attempt';
import {
	ENDS_AFTER_MS,
	hasEnded,
	PAUSED_RUN,
	storedRun,
	type PausedRun,
} from '../lifecycle/pausedRun';
import type { Run } from '../lifecycle/run';
import { stoppedFailure } from '../lifecycle/jobErrors';
import { cut } from '../support/bounded';
import { forCount } from '../support/counted';
import { asText } from '../support/data';
import { settled } from '../support/settled';
import { type Operation, runRows, type Row } from './operation';
import { nudgePausedRun } from './nudge';
import { addInputFields, passedThroughFields } from './inputFields';
import { outputAfterPause, pollRows } from './pausedRows';
import { jobsIn, MOST_OF_HINT, tellPaidAfterStop, throwFirst } from './summary';

const USUAL_PAUSE_SECONDS = 3600;
/** n8n reads the whole execution for each callback; nudges find the others. */
const MOST_CALLING = 24;

/** Why the workflow cannot be paused here; nothing if it can. */
export async function whyNotPause(run: Run): Promise<string | undefined> {
	if (run.isTool) return 'A tool cannot pause the workflow.';
	// An n8n before 2 has no such mode.
	if (
		'getWorkflowSettings' in run.context &&
		run.context.getWorkflowSettings().binaryMode === 'combined'
	) {
		return 'n8n does not wake a workflow whose Binary Mode is Combined: set it to Separate in the workflow’s settings to pause here.';
	}
	const resume = new URL(resumeUrlOf(run));
	const api = new URL(await run.baseUrl('generateImage'));
	const reach = callbackReach(api.href, resume.href);
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
 * Submits the jobs of all rows, and pauses the workflow if one still runs; if n8n ends the pause by itself, it passes on
 * what is the node's input then.
 * @throws NodeOperationError for a wrong time-out, before anything is sent; the first failure of a submission, unless the
 * node goes on
 */
export async function pauseForCallbacks(
	run: Run,
	rows: readonly Row[],
	operation: Operation,
	atOnce: number,
): Promise<INodeExecutionData[]> {
	const input = inputOf(run);
	const pauseMs = (input.option(giveUpAfter) ?? USUAL_PAUSE_SECONDS) * 1000;
	input.check();
	const resumeUrl = resumeUrlOf(run);
	await submitRows(run, rows, operation, { resumeUrl, atOnce });
	const pausedAt = Date.now();
	const givesUpAt = pausedAt + pauseMs;
	const waiting = rows.flatMap(({ paused: row }) => row ?? []);
	const paused = { pausedAt, givesUpAt, rows: waiting, failed: failedItems(rows) };
	await lookAtOpen(run, rows, paused, atOnce);
	throwIfStopped(run, rows);
	if (paused.rows.every(hasEnded)) {
		const made = await settled(outputAfterPause(run, paused));
		throwIfStopped(run, rows);
		if (made.status === 'rejected') throw made.reason;
		return made.value;
	}
	run.context.getContext('node')[PAUSED_RUN] = storedRun(paused, run.share);
	const output = await outputAfterPause(run, paused, true);
	const endsAt = givesUpAt + ENDS_AFTER_MS;
	await run.context.putExecutionToWait(new Date(endsAt));
	// What n8n passes on if it ends the pause by itself.
	const executeData = run.context.getExecuteData();
	executeData.data = { ...executeData.data, main: [output] };
	tellPaused(run, paused);
	void nudgePausedRun({ resumeUrl, givesUpAt, endsAt }, run.context.logger, run.stop);
	return failedLast(output);
}

const isCalling = (index: number, count: number): boolean =>
	(count - 1 - index) % Math.ceil(count / MOST_CALLING) === 0;

async function submitRows(
	run: Run,
	rows: readonly Row[],
	{ paid }: Operation,
	{ resumeUrl, atOnce }: { resumeUrl: string; atOnce: number },
): Promise<void> {
	await runRows(run, rows, atOnce, async (row, index) => {
		const { own, checked, request } = row;
		row.checked = undefined;
		const spare = !isCalling(index, rows.length);
		const url = new URL(resumeUrl);
		url.searchParams.set('item', String(own.index));
		const callback = { url: url.href, spare };
		row.paused = request && (await paid?.submit?.(own, checked, request, callback));
		if (row.paused) row.paused.input = passedThroughFields(own);
		return [];
	});
	throwIfStopped(run, rows);
	throwFirst(run, rows);
}

/** Callbacks of jobs that ended meanwhile came too early. */
async function lookAtOpen(
	run: Run,
	rows: readonly Row[],
	paused: PausedRun,
	atOnce: number,
): Promise<void> {
	const requests = new Map(rows.map((row) => [row.paused, row.request]));
	const { failed } = await pollRows(run, paused, { atOnce }, (row, event) =>
		requests.get(row)?.append(event),
	);
	for (const message of new Set(failed.values()))
		run.context.logger.debug(`A job could not be looked at before the pause: ${message}`);
}

function throwIfStopped(run: Run, rows: readonly Row[]): void {
	if (!run.stop?.aborted) return;
	tellPaidAfterStop(run, rows);
	const running = rows.flatMap(({ request }) => request?.attempts ?? []);
	const [job] = jobsIn(running.filter(({ state }) => state === 'running'));
	throw stoppedFailure(run, job);
}

const failedItems = (rows: readonly Row[]) =>
	rows.flatMap(({ own, outcome }) => {
		if (outcome?.status !== 'rejected') return [];
		const { itemIndex, index } = own;
		const failed = [failedAfterPause(own, asNodeFailure(own, outcome.reason))];
		return addInputFields(failed, passedThroughFields(own)).map(({ json }) => ({
			itemIndex,
			index,
			json,
		}));
	});

/** n8n retries a node whose first item has failed, even one that sleeps. */
const failedLast = (output: INodeExecutionData[]): INodeExecutionData[] =>
	[...output].sort(
		(a, b) => Number(a.json.error !== undefined) - Number(b.json.error !== undefined),
	);

/** Nobody tells it if the workflow is stopped while it sleeps. */
function tellPaused(run: Run, { rows }: PausedRun): void {
	const names = jobsIn(rows.map(({ attempt }) => attempt)).map(jobName);
	const they = (one: string, several: string) => forCount(names.length, one, several);
	const message = `Paused for ${they('job', 'jobs')} ${names.join(', ')}. If you stop the workflow, ${they('it keeps running and is', 'they keep running and are')} still charged; Get Job fetches ${they('it', 'them')}.`;
	run.tell(cut(message, MOST_OF_HINT), 'info');
}

/** Ends the address at which this node is woken, so that a late call wakes no Wait node further on. */
export const CALLBACK_PATH = 'media-jobs';

/** Where the execution is resumed. */
export function resumeUrlOf(client: FileClient): string {
	const url = new URL(asText(client.context.evaluateExpression('{{ $execution.resumeUrl }}', 0)));
	url.pathname = `${url.pathname.replace(/\/$/, '')}/${CALLBACK_PATH}`;
	return url.href;
}
