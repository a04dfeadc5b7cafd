import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { asNodeFailure } from '../failures/failure';
import { Client } from '../http/client';
import { forgetCredential, withCredentialCache } from '../http/credentialCache';
import {
	ENDS_AFTER_MS,
	hasEnded,
	PAUSED_RUN,
	pausedRunIn,
	type PausedRow,
	type PausedRun,
} from '../lifecycle/pausedRow';
import { shareOf } from '../support/bounded';
import { stringLiteral } from '../support/expression';
import { setNewest } from '../support/forgetOldest';
import { settled } from '../support/settled';
import { nudgeAgain } from './nudge';
import { resumeUrlOf } from './pause';
import { outputOf } from './pausedOutput';
import {
	isResuming,
	observerOf,
	pauseKey,
	pauseStateOf,
	withEnding,
	type PauseState,
} from './pauseState';
import { lastToEnd, pollRows, type PollResult } from './pollRows';

const LOOKS_SIDE_BY_SIDE = 5;
/** How long the last look of a pause may take in all, in milliseconds; what n8n leaves after it is for the files. */
const LAST_LOOK_MS = 20_000;

const received: IWebhookResponseData = { webhookResponse: { received: true } };

/**
 * One callback to a paused execution, or a nudge. It is believed no further than that it is worth asking: it is
 * followed by a look that began after it, and the execution goes on when the API itself says that every job has
 * ended, or that it tells nothing more of it; or when the pause's time is over, with what is known then. When the API
 * cannot be asked for now, or says that the callback's own job still runs, the sender is told to try again.
 * Follows "Events" of the API document.
 */
export async function resumeOnCallback(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	// Read alone: n8n takes its time to hand out many jobs.
	const pausedAt = this.evaluateExpression(
		`{{ $(${stringLiteral(this.getNode().name)}).context[${stringLiteral(PAUSED_RUN)}]?.pausedAt }}`,
	);
	if (typeof pausedAt !== 'number') return received;
	const key = pauseKey(this.getExecutionId(), this.getNode().name, pausedAt);
	const state = pauseStateOf(key);
	if (isResuming(state)) return received;
	const client = new Client(withCredentialCache(this));
	const paused = pausedRunOf(client, key);
	if (!paused) return received;
	const place = placeIn(this.getQueryData(), paused);
	if (place !== undefined) state.calledBack.add(place);
	const look = await state.looks.ask(async () => await lookAtOpen(client, state, paused));
	if (isResuming(state)) return received;
	for (const message of new Set(look.failed.values()))
		this.logger.warn(`A job of a paused workflow could not be asked about: ${message}`);
	if (look.failed.size > 0) forgetCredential(this);
	if (openRows(paused, state).length === 0 || look.isLast)
		return await resume(client, state, paused);
	if (place !== undefined) comeBack(client, state, paused);
	const why = whyNotYet(look, place);
	if (why === undefined) return received;
	answer(client, 503, { error: { message: `${why}; try again` } });
	return { noWebhookResponse: true };
}

/**
 * Brings the execution back. The sender is answered here: n8n would tell one who comes second, from another process,
 * or whose job failed, of an error, although the delivery was right.
 * @throws the error that ends the execution, when a job failed or was lost and the node does not go on
 */
async function resume(
	client: Client<IWebhookFunctions>,
	state: PauseState,
	paused: PausedRun,
): Promise<IWebhookResponseData> {
	state.resuming = true;
	const rows = paused.rows.map((row) => withEnding(row, state));
	const outcome = await settled(outputOf(client, { ...paused, rows }));
	state.resumedAt = Date.now();
	state.resuming = false;
	state.endings.clear();
	answer(client, 200, { received: true });
	if (outcome.status === 'fulfilled')
		return { noWebhookResponse: true, workflowData: [outcome.value] };
	answerNoMore(client);
	throw asNodeFailure(client, outcome.reason);
}

/** Has this process call the pause again: the one that paused may be gone, and the jobs that still run need not call back. */
function comeBack(
	client: Client<IWebhookFunctions>,
	state: PauseState,
	{ givesUpAt }: PausedRun,
): void {
	if (state.isNudged) return;
	state.isNudged = true;
	const pause = { resumeUrl: resumeUrlOf(client), givesUpAt, endsAt: givesUpAt + ENDS_AFTER_MS };
	void nudgeAgain(pause, client.context.logger).then(() => {
		state.isNudged = false;
	});
}

function answer(client: Client<IWebhookFunctions>, status: number, body: IDataObject): void {
	client.context.getResponseObject().status(status).json(body);
}

/** n8n answers 500 where a webhook throws, here to a sender that has its answer: that is left out. */
function answerNoMore(client: Client<IWebhookFunctions>): void {
	const response = client.context.getResponseObject();
	response.json = () => response;
}

/** Why a callback should come again. While another job runs, that one's callback is followed by a look at all. */
function whyNotYet({ running, failed }: PollResult, place: number | undefined): string | undefined {
	if (place !== undefined && running.has(place)) return 'The job has not ended';
	const isOpen = running.size === 0 ? failed.size > 0 : place !== undefined && failed.has(place);
	return isOpen ? 'The jobs could not be checked' : undefined;
}

/** The likeliest to run first: jobs whose callback has not come here, and of these those that were to end last. */
async function lookAtOpen(
	client: Client<IWebhookFunctions>,
	state: PauseState,
	paused: PausedRun,
): Promise<PollResult> {
	if (isResuming(state)) return { running: new Set(), failed: new Map(), isLast: false };
	const isCalledBack = ({ index }: PausedRow) => Number(state.calledBack.has(index));
	const open = openRows(paused, state).sort(
		(a, b) => isCalledBack(a) - isCalledBack(b) || lastToEnd(a, b),
	);
	const isOver = Date.now() >= paused.givesUpAt;
	const allUntil = isOver ? Date.now() + LAST_LOOK_MS : undefined;
	const share = shareOf(paused.rows.length);
	const options = { atOnce: LOOKS_SIDE_BY_SIDE, share, acceptedAt: paused.pausedAt, allUntil };
	return await pollRows(client, open, options, observerOf(state, share));
}

const openRows = ({ rows }: PausedRun, { endings }: PauseState): PausedRow[] =>
	rows.filter((row) => !hasEnded(row) && !endings.has(row.index));

/** The last pauses that were read, by their names. n8n takes its time to hand out many jobs, and callbacks come in bursts. */
const lastRead = new Map<string, PausedRun>();
const MOST_READ = 20;

function pausedRunOf(client: Client<IWebhookFunctions>, key: string): PausedRun | undefined {
	const paused =
		lastRead.get(key) ??
		pausedRunIn(
			client.context.evaluateExpression(`{{ $(${stringLiteral(client.node.name)}).context }}`),
		);
	if (paused) setNewest(lastRead, key, paused, MOST_READ);
	return paused;
}

/** The place in the run of the job that a callback is about; none for a nudge, and for what somebody else sends. */
function placeIn(query: unknown, { rows }: PausedRun): number | undefined {
	const given =
		typeof query === 'object' && query !== null && 'item' in query ? query.item : undefined;
	return rows.find(({ index }) => String(index) === given)?.index;
}
