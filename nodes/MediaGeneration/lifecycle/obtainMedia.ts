import { NodeApiError, type IDataObject } from 'n8n-workflow';
import { kinds, type ModelEntry } from '../../../contract/catalog';
import { fallbackJobIn } from '../answers/job/acceptedJob';
import { readJob, type JobHints } from '../answers/job/job';
import { accountBalanceFields } from '../answers/money/amount';
import { withDetails, type NodeFailure, withLiveModels } from '../failures/details';
import { asNodeFailure } from '../failures/failure';
import type { ApiAnswer } from '../failures/outcome';
import { apiRequest, type ApiCall } from '../http/request';
import { recentJobs } from '../n8n/seen';
import { settled } from '../support/settled';
import { mostPaid } from './attempt';
import { follow, type Patience } from './follow';
import {
	failedJob,
	stoppedFailure,
	afterAccepted,
	isLasting,
	isNothingThere,
	isPropagating,
} from './jobErrors';
import {
	othersIn,
	refOf,
	reportOf,
	snapshotOf,
	understandAcceptance,
	withStoredFiles,
} from './jobReport';
import { forgottenJob } from './ledger/refusals';
import { lookAt } from './look';
import type { OutputOptions } from './output';
import { sendPaid, type Brought, type PaidRequest } from './paidRequest';
import type { RequestSummary } from './price';
import type { Request } from './journal';
import type { Run } from './run';
import { storedFailure, type JobSnapshot } from './snapshot';

/** A checked request for a picture or a video, ready to go. */
export interface MediaCall extends Pick<PaidRequest<unknown>, 'payTwice' | 'price' | 'openLedger'> {
	model: ModelEntry;
	body: IDataObject;
	/** In milliseconds. */
	timeout?: number;
	hints: JobHints;
	output: OutputOptions;
	asked: RequestSummary;
}

/**
 * Submits a request for media and gives its job: finished for somebody who waits, else as it was accepted. What was made
 * before is asked about once more, as its links may have expired.
 * @param patience of who waits
 * @throws NodeApiError with the job's ID when the service refuses it, may have accepted it, or the job fails for who waits;
 * as {@link forgottenJob}
 */
export async function obtainMedia(
	run: Run,
	request: Request,
	call: MediaCall,
	patience?: Patience,
): Promise<JobSnapshot> {
	const { value, isNew } = await submitMedia(run, request, call);
	const waits = patience !== undefined && value.job.status === 'processing';
	const { hints, timeout, model } = call;
	const { job_id, status_url } = value.job;
	const address = { kind: model.kind, job_id, status_url };
	const look = async () =>
		waits
			? await follow(run, address, {
					hints,
					timeout,
					patience,
					etaSeconds: isNew ? model.etaSeconds : undefined,
					acceptedAt: request.reused ? undefined : Date.now(),
					surelyExists: true,
				})
			: await lookAt(run, address, { hints, timeout });
	const mustLook = !isNew || waits;
	const looked = await settled(
		mustLook ? lookAndTakeDown(run, request, call, value, look) : Promise.resolve(value),
	);
	if (looked.status === 'rejected') {
		const failure = asNodeFailure(run, looked.reason);
		if (patience || !(failure instanceof NodeApiError)) throw failure;
		run.context.logger.debug(`An earlier job could not be looked at: ${failure.message}`);
		return value;
	}
	if (patience && looked.value.job.status === 'failed') throw failedJob(run, looked.value);
	return looked.value;
}

async function submitMedia(
	run: Run,
	request: Request,
	call: MediaCall,
): Promise<Brought<JobSnapshot>> {
	const { model, body, payTwice, timeout, hints, price, openLedger } = call;
	const { endpoint, makes, statusEndpoint } = kinds[model.kind];
	const baseUrl = await run.baseUrl(statusEndpoint);
	const send = async (again: ApiCall['again']) => {
		const accepted = (given: ApiAnswer) => fallbackJobIn(given, makes, hints);
		const sent: ApiCall = {
			endpoint,
			body,
			again: payTwice ? again : undefined,
			timeout,
			readAcceptance: accepted,
		};
		return (await apiRequest(run, sent)).body;
	};
	const read = (raw: unknown) =>
		understandAcceptance(raw, readJob(raw, makes, hints), { hints, baseUrl, share: run.share });
	const paid = { endpoint, openLedger, payTwice, price, send, read, recall: snapshotOf };
	const brought = await settled(sendPaid(request, paid));
	if (brought.status === 'rejected')
		throw withLiveModels(asNodeFailure(run, brought.reason), model.kind);
	const { value, isNew } = brought.value;
	if (isNew) logAccepted(run, value, model.id);
	// One that still runs has been taken down as the answer.
	const appends = isNew && value.job.status === 'completed';
	return { value: await takeDown(run, request, call, value, appends), isNew };
}

/** Takes down how a job stands, with its files in n8n's store, also for the list of Get Job. */
async function takeDown(
	run: Run,
	request: Request,
	{ model: { id: model, kind }, ...call }: MediaCall,
	snapshot: JobSnapshot,
	appends = true,
): Promise<JobSnapshot> {
	const stored = await withStoredFiles(run, snapshot, { ...call, kind, model }, run.share);
	if (appends) request.append({ type: 'looked', as: reportOf(stored, run.share) });
	const { job_id, status } = stored.job;
	const cost = request.accepted && mostPaid(request.accepted);
	const { prompt } = call.asked;
	if (job_id !== undefined) recentJobs.note(run.node, job_id, { kind, prompt, status, cost });
	return stored;
}

/** Asks about an accepted job and takes down how it stands; one that was made stays so. */
async function lookAndTakeDown(
	run: Run,
	request: Request,
	call: MediaCall,
	before: JobSnapshot,
	look: () => Promise<JobSnapshot>,
): Promise<JobSnapshot> {
	const known = refOf(before.job);
	const { reused, accepted } = request;
	const isMade = accepted?.state === 'made';
	if (isMade && (known.job_id ?? known.status_url) === undefined) return before;
	const startedAt = Date.now();
	const looked = await settled(look());
	if (looked.status === 'fulfilled') {
		const { job } = looked.value;
		const isLess = isMade && (job.status !== 'completed' || job.urls.length === 0);
		return isLess ? before : await recordLook(run, request, call, before, looked.value);
	}
	if (run.stop?.aborted) throw stoppedFailure(run, known);
	const failure = withDetails(asNodeFailure(run, looked.reason), known);
	if (isMade) {
		run.context.logger.debug(`A finished job could not be asked about: ${failure.message}`);
		return before;
	}
	if (reused && isForgotten(request, failure)) throw forgottenJob(run, reused, failure);
	if (!(failure instanceof NodeApiError)) throw failure;
	const told = afterAccepted(failure, known);
	if (isLasting(failure, startedAt)) request.append({ type: 'gone', why: storedFailure(told) });
	throw told;
}

/** Whether the service knows the job of an earlier request no longer. */
const isForgotten = ({ reused }: Request, failure: NodeFailure): boolean =>
	reused !== undefined && isNothingThere(failure) && !isPropagating(Date.parse(reused.toldAt));

async function recordLook(
	run: Run,
	request: Request,
	call: MediaCall,
	{ job: before, charged }: JobSnapshot,
	looked: JobSnapshot,
): Promise<JobSnapshot> {
	const { model = before.model, webhook_url = before.webhook_url } = looked.job;
	const extra = {
		...accountBalanceFields(before.extra),
		...looked.job.extra,
		...othersIn(before.extra),
	};
	const job = { ...looked.job, model, webhook_url, extra };
	return await takeDown(run, request, call, { ...looked, job, charged });
}

/** A crash takes away all that n8n knows of an execution, and what a ledger has not written yet. */
function logAccepted(run: Run, { job }: JobSnapshot, model: string): void {
	const { id, name } = run.context.getWorkflow();
	const line = {
		...refOf(job),
		...(job.job_id !== undefined && { status_url: undefined }),
		model,
		workflow: name,
		workflow_id: id,
		execution_id: run.context.getExecutionId(),
		node: run.node.name,
		item: run.itemIndex,
		variant: run.variant?.variant,
	};
	run.context.logger.info(`Media Generation accepted: ${JSON.stringify(line)}`);
}
