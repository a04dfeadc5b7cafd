import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { asNodeFailure } from '../failures/failure';
import { Client } from '../http/client';
import { contextWithCachedCredential } from '../http/credentialCache';
import {
	ENDS_AFTER_MS,
	hasEnded,
	PAUSED_RUN,
	pausedRunFromContext,
	type PausedRun,
} from '../lifecycle/pausedRun';
import { CallCoalescer } from '../support/callCoalescer';
import { dataOf } from '../support/data';
import { stringLiteral } from '../n8n/expression';
import { setNewest } from '../support/forgetOldest';
import { settled } from '../support/settled';
import { nudgePausedRun } from './nudge';
import { resumeUrlOf } from './pause';
import { outputAfterPause, pollRows, type PollResult } from './pausedRows';

/** In milliseconds, as the next two. */
const LAST_LOOK_MS = 20_000;
/** Between the beginnings of two looks. */
const LOOKS_APART_MS = 1_000;
/** So long after it went on n8n may still let callbacks in. */
const RESUMING_MS = 15_000;

interface PauseState {
	/** With what was heard since: n8n takes its time to hand it out. */
	paused?: PausedRun;
	/** Each is shared by all whose callbacks came before it began. */
	looks: CallCoalescer<PollResult>;
	resuming: boolean;
	resumedAt: number;
}

/** By execution, time and node: an execution can pause more than once. */
const pauses = new Map<string, PauseState>();
const MOST_PAUSES = 1_000;

const received: IWebhookResponseData = { webhookResponse: { received: true } };

/**
 * One callback to a paused execution, or a nudge: only a reason to ask the API. The execution goes on when every job has
 * ended, or its time is over. A sender is told to try again if its job was asked about and still runs, or could not be;
 * where a look ended at another job that runs, the callback of that one brings the next. Follows "Events" of the API
 * document.
 */
export async function resumeOnCallback(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	const client = new Client(contextWithCachedCredential(this));
	const state = stateOf(client);
	if (!state || isResuming(state)) return received;
	state.paused ??= pausedRunFromContext(
		this.evaluateExpression(`{{ $(${stringLiteral(client.node.name)}).context }}`),
	);
	const { paused } = state;
	if (!paused) return received;
	const { item } = dataOf(this.getQueryData());
	const place = paused.rows.find(({ index }) => String(index) === item)?.index;
	const look = await state.looks.ask(async () => await lookOnce(client, state, paused));
	if (isResuming(state)) return received;
	for (const message of new Set(look.failed.values()))
		this.logger.warn(`A job of a paused workflow could not be asked about: ${message}`);
	if (paused.rows.every(hasEnded) || look.isLast) return await resume(client, state, paused);
	if (place !== undefined) comeBack(client, paused);
	const why = whyNotYet(look, place);
	if (why === undefined) return received;
	answer(client, 503, { error: { message: `${why}; try again` } });
	return { noWebhookResponse: true };
}

/** Nothing where the node has not paused. */
function stateOf(client: Client<IWebhookFunctions>): PauseState | undefined {
	const { context, node } = client;
	// n8n takes its time to hand out more.
	const pausedAt = context.evaluateExpression(
		`{{ $(${stringLiteral(node.name)}).context[${stringLiteral(PAUSED_RUN)}]?.pausedAt }}`,
	);
	if (typeof pausedAt !== 'number') return undefined;
	const key = `${context.getExecutionId()}:${pausedAt}:${node.name}`;
	const looks = new CallCoalescer<PollResult>(LOOKS_APART_MS);
	const state = pauses.get(key) ?? { looks, resuming: false, resumedAt: 0 };
	setNewest(pauses, key, state, MOST_PAUSES);
	for (const other of pauses.values())
		if ((other.paused?.givesUpAt ?? Infinity) + ENDS_AFTER_MS < Date.now())
			other.paused = undefined;
	return state;
}

const isResuming = ({ resuming, resumedAt }: PauseState): boolean =>
	resuming || Date.now() - resumedAt < RESUMING_MS;

async function lookOnce(
	client: Client<IWebhookFunctions>,
	state: PauseState,
	paused: PausedRun,
): Promise<PollResult> {
	if (isResuming(state)) return { running: new Set(), failed: new Map(), isLast: false };
	const allUntil = Date.now() >= paused.givesUpAt ? Date.now() + LAST_LOOK_MS : undefined;
	return await pollRows(client, paused, { allUntil });
}

/** Another job that runs has a callback of its own. */
function whyNotYet({ running, failed }: PollResult, place: number | undefined): string | undefined {
	if (place !== undefined && running.has(place)) return 'The job has not ended';
	const isOpen = running.size === 0 ? failed.size > 0 : place !== undefined && failed.has(place);
	return isOpen ? 'The jobs could not be checked' : undefined;
}

/**
 * Answers the sender itself: n8n's answer would be an error if it comes second, or its job failed.
 * @throws when a job failed or was lost and the node does not go on
 */
async function resume(
	client: Client<IWebhookFunctions>,
	state: PauseState,
	paused: PausedRun,
): Promise<IWebhookResponseData> {
	state.resuming = true;
	const outcome = await settled(outputAfterPause(client, paused));
	Object.assign(state, { resuming: false, resumedAt: Date.now(), paused: undefined });
	answer(client, 200, { received: true });
	if (outcome.status === 'fulfilled')
		return { noWebhookResponse: true, workflowData: [outcome.value] };
	// n8n's own answer to what is thrown, to a sender that has one.
	const response = client.context.getResponseObject();
	response.json = () => response;
	throw asNodeFailure(client, outcome.reason);
}

/** The process that paused may be gone. */
function comeBack(client: Client<IWebhookFunctions>, { givesUpAt }: PausedRun): void {
	const pause = { resumeUrl: resumeUrlOf(client), givesUpAt, endsAt: givesUpAt + ENDS_AFTER_MS };
	void nudgePausedRun(pause, client.context.logger);
}

function answer(client: Client<IWebhookFunctions>, status: number, body: IDataObject): void {
	client.context.getResponseObject().status(status).json(body);
}
