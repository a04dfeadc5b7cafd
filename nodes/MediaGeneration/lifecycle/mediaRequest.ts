import type { IDataObject } from 'n8n-workflow';
import { kinds, type ModelEntry } from '../../../contract/catalog';
import { nanosToNumber } from '../../../contract/money';
import { acceptanceIn } from '../answers/job/acceptance';
import { otherJobs, tellsJob } from '../answers/job/ids';
import { isDoubtful, readJob, type Job, type JobHints } from '../answers/job/job';
import { isTakenIn, verdictOf } from '../answers/job/state';
import { chargedIn } from '../answers/money/amount';
import { withAllowedModels } from '../failures/modelNames';
import { saysNothingMade } from '../failures/nothingMade';
import { asNodeFailure } from '../failures/failure';
import type { ApiAnswer } from '../failures/outcome';
import { asHandedBack } from '../http/addresses';
import { apiRequest, type ApiCall } from '../http/request';
import { bounded } from '../support/bounded';
import { settled } from '../support/settled';
import { othersIn, reportOf, snapshotOf, withStoredFiles } from './jobReport';
import type { JobSnapshot } from './jobSnapshot';
import { withResult } from './look';
import type { OutputOptions } from './output';
import { sendPaid, type Brought, type Understanding } from './paidRequest';
import type { AskedFields } from './price';
import type { Request } from './request';
import type { Run } from './run';

/** A checked request for a picture or a video, ready to go. */
export interface MediaCall {
	model: ModelEntry;
	body: IDataObject;
	payTwice: boolean;
	/** Milliseconds; n8n's own when absent. */
	timeout?: number;
	hints: JobHints;
	output: OutputOptions;
	asked: AskedFields;
	/** In nanos, where it is to be known. */
	price?: () => Promise<bigint | undefined>;
}

/**
 * Submits a request that makes media and gives its job as the service accepted it; or, if it was submitted before, that
 * job.
 * @throws NodeApiError when the service refuses it, or leaves open whether it was accepted
 */
export async function submitMedia(
	run: Run,
	request: Request,
	call: MediaCall,
): Promise<Brought<JobSnapshot>> {
	const { model, body, payTwice, timeout, hints, price } = call;
	const { endpoint, makes, statusEndpoint } = kinds[model.kind];
	const baseUrl = await run.baseUrl(statusEndpoint);
	const send = async (again: ApiCall['again']) => {
		const accepted = (given: ApiAnswer) => acceptanceIn(given, makes, hints);
		const sent = { endpoint, body, again: payTwice ? again : undefined, timeout, accepted };
		return (await apiRequest(run, sent)).body;
	};
	const read = (raw: unknown) =>
		understandAcceptance(raw, readJob(raw, makes, hints), { hints, baseUrl, share: run.share });
	const paid = { endpoint, payTwice, price, send, read, recall: snapshotOf };
	const brought = await settled(sendPaid(request, paid));
	if (brought.status === 'rejected')
		throw withAllowedModels(asNodeFailure(run, brought.reason), model.kind);
	const { value, isNew } = brought.value;
	if (!isNew) return { value: await withStored(run, call, value), isNew };
	logAccepted(run, request, value, model.id);
	const stored = await withStored(run, call, await withOwnResult(run, call, value));
	if (stored.job.status === 'completed')
		request.append({ type: 'looked', as: reportOf(stored, run.share) });
	return { value: stored, isNew };
}

/** The same with the result, where the acceptance says that the job is done and only where that is to be had. */
async function withOwnResult(
	run: Run,
	{ model, hints }: MediaCall,
	snapshot: JobSnapshot,
): Promise<JobSnapshot> {
	const { job, raw } = snapshot;
	if (job.status !== 'completed') return snapshot;
	const outcome = await settled(withResult(run, raw, { kind: model.kind, hints }));
	if (outcome.status === 'rejected') return snapshot;
	const { raw: body, job: found } = outcome.value;
	const extra = { ...found.extra, ...job.extra };
	return { ...snapshot, job: { ...job, urls: found.urls, extra }, raw: body };
}

/** A snapshot with the files that came within its answer put into n8n's store: at once, so that none is kept in memory. */
export const withStored = async (
	run: Run,
	{ model, output, asked }: MediaCall,
	snapshot: JobSnapshot,
): Promise<JobSnapshot> =>
	await withStoredFiles(run, snapshot, {
		kind: model.kind,
		model: model.id,
		prompt: asked.prompt,
		output,
		share: run.share,
	});

interface Reading {
	hints: JobHints;
	/** Where a job is asked about is told in a form that Get Job takes. */
	baseUrl: string;
	share: number;
}

function understandAcceptance(
	raw: unknown,
	read: Job,
	{ hints, baseUrl, share }: Reading,
): Understanding<JobSnapshot> {
	const { job_id, status, urls, error, reported_status } = read;
	const status_url =
		read.status_url === undefined ? undefined : asHandedBack(baseUrl, read.status_url);
	const isNamed = job_id !== undefined || status_url !== undefined;
	if (!isNamed && (status !== 'completed' || urls.length === 0)) {
		const hasBegun = reported_status !== undefined && isTakenIn(verdictOf(reported_status));
		return { unclear: error ?? {}, hasBegun };
	}
	const job: Job = { ...read, status_url };
	const fate = fateOf(raw, job, hints);
	if (fate === 'unclear') return { unclear: error ?? {} };
	const others = otherJobs(raw, job_id);
	const other_job_ids = others.length > 0 ? bounded(others, { most: MOST_OTHERS }) : undefined;
	const extra = { ...job.extra, ...othersIn({ other_job_ids }) };
	const value: JobSnapshot = { job: { ...job, extra }, raw, charged: chargedIn(raw) };
	if (fate === 'open') value.job = { ...job, status: 'processing', extra };
	// An ID beside the refusal of a request is that of the request.
	if (fate === 'failed' && isDoubtful(job) && !tellsJob(raw))
		value.job = { ...value.job, job_id: undefined, reported_status: undefined };
	const as = reportOf(value, share);
	const isRefusal =
		as.state === 'failed' && job.status === 'failed' && job.failureEvidence !== 'state';
	if (!isRefusal) return { value, as };
	return { value, as: { state: 'refused', why: as.why, charged: as.charged } };
}

/** In characters of JSON: some two hundred IDs. */
const MOST_OTHERS = 8_000;

/**
 * What an acceptance that tells of a failure means: it has surely `failed`, a look at the job is to tell, or nobody
 * knows what was made. An ID that may be the request's is none to look at.
 */
function fateOf(
	raw: unknown,
	job: Job,
	{ paths }: JobHints,
): 'fine' | 'failed' | 'open' | 'unclear' {
	if (job.status !== 'failed') return 'fine';
	const { failureEvidence, status_url, error = {} } = job;
	if (failureEvidence === 'state') return 'failed';
	if (failureEvidence === 'nothing' && (status_url !== undefined || tellsJob(raw))) return 'open';
	if (saysNothingMade(error)) return 'failed';
	const canBeAsked = status_url !== undefined || paths?.job_id !== undefined || tellsJob(raw, true);
	return canBeAsked ? 'open' : 'unclear';
}

/** One line for an operator, without the prompt, as a crash takes away all that n8n knows of an execution. A ledger holds the same. */
function logAccepted(run: Run, { entry }: Request, { job, raw }: JobSnapshot, model: string): void {
	const { other_job_ids } = job.extra;
	if (entry && other_job_ids === undefined) return;
	const { id, name } = run.context.getWorkflow();
	const cost = chargedIn(raw);
	const line = {
		job_id: job.job_id,
		status_url: job.job_id === undefined ? job.status_url : undefined,
		other_job_ids,
		model,
		workflow: name,
		workflow_id: id,
		execution_id: run.context.getExecutionId(),
		node: run.node.name,
		item: run.itemIndex,
		variant: run.variant?.variant,
		cost_usd: cost === undefined ? undefined : nanosToNumber(cost),
	};
	run.context.logger.info(`Media Generation accepted: ${JSON.stringify(line)}`);
}
