import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { asNodeFailure } from '../failures/failure';
import { Client } from '../http/client';
import { forgetCredential, withCredentialCache } from '../http/credentialCache';
import { transition, type LifeEvent } from '../lifecycle/events';
import {
	ENDS_AFTER_MS,
	hasEnded,
	PAUSED_RUN,
	pausedRunFromContext,
	type PausedRow,
	type PausedRun,
} from '../lifecycle/pausedRow';
import { isAccepted } from '../lifecycle/attempt';
import { CallCoalescer } from '../support/callCoalescer';
import { dataOf } from '../support/data';
import { stringLiteral } from '../support/expression';
import { setNewest } from '../support/forgetOldest';
import { settled } from '../support/settled';
import { keepNudging } from './nudge';
import { resumeUrlOf } from './pause';
import { outputOf, pollRows, type PollResult } from './pausedRows';

/** How long the last look of a pause may take in all, in milliseconds. */
const LAST_LOOK_MS = 20_000;
/** From the beginning of one look to that of the next, in milliseconds: a burst of callbacks costs few. */
const LOOKS_APART_MS = 1_000;
/** As long after the execution went on n8n may still let callbacks in; later, it did not go on after all. */
const RESUMING_MS = 15_000;

/** What this process knows of one pause. Whatever is not known here is asked of the API. */
interface PauseState {
	/** As n8n has stored it, with what was heard since: n8n takes its time to hand out many jobs. */
	paused?: PausedRun;
	isNudged: boolean;
	/** Each is shared by all whose callbacks came before it began. */
	looks: CallCoalescer<PollResult>;
	/** Whether a callback is bringing the execution back, and when one has done so. */
	resuming: boolean;
	resumedAt: number;
}

/** By execution, node and time of the pause: an execution can pause more than once. */
const pauses = new Map<string, PauseState>();
const MOST_PAUSES = 1_000;

const received: IWebhookResponseData = { webhookResponse: { received: true } };

/**
 * One callback to a paused execution, or a nudge. It is believed no further than that it is worth asking: it is followed
 * by a look that began after it, and the execution goes on when the API itself says that every job has ended, or tells
 * nothing more of it; or when the pause's time is over. When the API cannot be asked for now, or says that the
 * callback's own job still runs, the sender is told to try again. Follows "Events" of the API document.
 */
export async function resumeOnCallback(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	const client = new Client(withCredentialCache(this));
	const state = stateOf(client);
	if (!state || isResuming(state)) return received;
	state.paused ??= pausedRunFromContext(
		this.evaluateExpression(`{{ $(${stringLiteral(client.node.name)}).context }}`),
	);
	const { paused } = state;
	if (!paused) return received;
	const { item } = dataOf(this.getQueryData());
	const place = paused.rows.find(({ index }) => String(index) === item)?.index;
	const look = await state.looks.ask(async () => await lookAtOpen(client, state, paused));
	if (isResuming(state)) return received;
	for (const message of new Set(look.failed.values()))
		this.logger.warn(`A job of a paused workflow could not be asked about: ${message}`);
	if (look.failed.size > 0) forgetCredential(this);
	if (paused.rows.every(hasEnded) || look.isLast) return await resume(client, state, paused);
	if (place !== undefined) comeBack(client, state, paused);
	const why = whyNotYet(look, place);
	if (why === undefined) return received;
	answer(client, 503, { error: { message: `${why}; try again` } });
	return { noWebhookResponse: true };
}

/** Nothing where the node has not paused. */
function stateOf(client: Client<IWebhookFunctions>): PauseState | undefined {
	const { context, node } = client;
	// Read alone: n8n takes its time to hand out many jobs.
	const pausedAt = context.evaluateExpression(
		`{{ $(${stringLiteral(node.name)}).context[${stringLiteral(PAUSED_RUN)}]?.pausedAt }}`,
	);
	if (typeof pausedAt !== 'number') return undefined;
	const key = `${context.getExecutionId()}:${pausedAt}:${node.name}`;
	const looks = new CallCoalescer<PollResult>(LOOKS_APART_MS);
	const state = pauses.get(key) ?? { isNudged: false, looks, resuming: false, resumedAt: 0 };
	setNewest(pauses, key, state, MOST_PAUSES);
	for (const other of pauses.values())
		// Another process has brought it back, most likely.
		if ((other.paused?.givesUpAt ?? Infinity) + ENDS_AFTER_MS < Date.now())
			other.paused = undefined;
	return state;
}

const isResuming = ({ resuming, resumedAt }: PauseState): boolean =>
	resuming || Date.now() - resumedAt < RESUMING_MS;

async function lookAtOpen(
	client: Client<IWebhookFunctions>,
	state: PauseState,
	paused: PausedRun,
): Promise<PollResult> {
	if (isResuming(state)) return { running: new Set(), failed: new Map(), isLast: false };
	const allUntil = Date.now() >= paused.givesUpAt ? Date.now() + LAST_LOOK_MS : undefined;
	const tell = (row: PausedRow, event: LifeEvent) => {
		const after = transition(row.attempt, event);
		if (after && isAccepted(after)) row.attempt = after;
	};
	return await pollRows(client, paused, tell, { allUntil });
}

/** Why a callback should come again. Another job that runs has a callback of its own. */
function whyNotYet({ running, failed }: PollResult, place: number | undefined): string | undefined {
	if (place !== undefined && running.has(place)) return 'The job has not ended';
	const isOpen = running.size === 0 ? failed.size > 0 : place !== undefined && failed.has(place);
	return isOpen ? 'The jobs could not be checked' : undefined;
}

/**
 * The sender is answered here: n8n would tell one who comes second, or whose job failed, of an error, although the
 * delivery was right.
 * @throws the error that ends the execution, when a job failed or was lost and the node does not go on
 */
async function resume(
	client: Client<IWebhookFunctions>,
	state: PauseState,
	paused: PausedRun,
): Promise<IWebhookResponseData> {
	state.resuming = true;
	const outcome = await settled(outputOf(client, paused));
	Object.assign(state, { resuming: false, resumedAt: Date.now(), paused: undefined });
	answer(client, 200, { received: true });
	if (outcome.status === 'fulfilled')
		return { noWebhookResponse: true, workflowData: [outcome.value] };
	// n8n answers 500 where a webhook throws, here to a sender that has its answer: that is left out.
	const response = client.context.getResponseObject();
	response.json = () => response;
	throw asNodeFailure(client, outcome.reason);
}

/** Has this process nudge the pause: the one that paused may be gone, and the jobs that still run need not call back. */
function comeBack(
	client: Client<IWebhookFunctions>,
	state: PauseState,
	{ givesUpAt }: PausedRun,
): void {
	if (state.isNudged) return;
	state.isNudged = true;
	const pause = { resumeUrl: resumeUrlOf(client), givesUpAt, endsAt: givesUpAt + ENDS_AFTER_MS };
	void keepNudging(pause, client.context.logger).then(() => {
		state.isNudged = false;
	});
}

function answer(client: Client<IWebhookFunctions>, status: number, body: IDataObject): void {
	client.context.getResponseObject().status(status).json(body);
}
