import { NodeApiError, type IDataObject, type IExecuteFunctions } from 'n8n-workflow';
import { kinds, type ModelEntry } from '../../../contract/catalog';
import { jobKinds } from '../jobs/kinds';
import { waitFor, type Look, type Patience } from '../jobs/poll';
import { namingModels } from '../models/allowed';
import { withDetails } from '../support/details';
import { asNodeFailure } from '../support/failure';
import { afterPayment, apiError } from '../transport/errors';
import { remedyFor } from '../transport/remedies';
import { apiRequest, type RequestContext } from '../transport/request';
import { readJob, type Job, type JobHints } from '../wire/job';
import { forget, remember } from './memory';
import { spend, type Understood } from './spend';

/** A checked request, ready to go. */
export interface SubmitRequest {
	model: ModelEntry;
	body: IDataObject;
	/** The name under which it is remembered, so that it is not paid for twice. */
	key: string;
	retryAmbiguous: boolean;
	/** Milliseconds; n8n's own when absent. */
	timeout?: number;
	/** What helps to read the answers. */
	hints: JobHints;
}

/**
 * Submits a request that makes media and tells of its job as the service accepted it; or, if this
 * execution has submitted it before, of that job.
 * @throws NodeApiError when the service refuses it, or its answer leaves open whether it was accepted
 */
export async function submit(context: IExecuteFunctions, { model, body, key, retryAmbiguous, timeout, hints }: SubmitRequest, itemIndex: number): Promise<Look> {
	const { endpoint } = kinds[model.kind];
	const send = async () => (await apiRequest(context, { endpoint, body, itemIndex, retryAmbiguous, timeout })).body;
	return await spend(context, { endpoint, key, itemIndex, retryAmbiguous }, send, (raw) => understand(raw, jobKinds[model.kind].media, hints)).catch((error: unknown) => {
		throw namingModels(asNodeFailure(context.getNode(), error, itemIndex), model.kind);
	});
}

function understand(raw: unknown, media: 'image' | 'video', hints: JobHints): Understood<Look> {
	const job = readJob(raw, media, hints);
	const { job_id, status_url, status, urls, error } = job;
	const isNamed = job_id !== undefined || status_url !== undefined;
	if (!isNamed && (status !== 'completed' || urls.length === 0)) return { unclear: error ?? {} };
	if (status === 'failed') return { result: { job, raw } };
	return { result: { job, raw }, note: { job_id, status_url, ...(status === 'completed' && { answer: raw }) } };
}

/**
 * Submits a request that makes media and returns its job, finished: at once where the service answers
 * synchronously, else after waiting for it.
 * @throws NodeApiError when the service refuses it or the job fails; the error carries the job's ID
 */
export async function submitAndFinish(
	context: IExecuteFunctions,
	request: SubmitRequest,
	patience: Partial<Patience>,
	itemIndex: number,
): Promise<Look> {
	const { job, raw } = await submit(context, request, itemIndex);
	if (job.status !== 'processing') return { job: finished(context, job, itemIndex), raw };
	const { job_id, status_url } = job;
	const look = await waitFor(context, { kind: request.model.kind, job_id, status_url }, itemIndex, { patience, fresh: true, hints: request.hints, timeout: request.timeout }).catch((error: unknown) => {
		const failure = withDetails(asNodeFailure(context.getNode(), error, itemIndex), { job_id, status_url });
		throw failure instanceof NodeApiError ? afterPayment(failure, `The job was accepted and goes on, and costs what it costs. Do not submit it again: fetch it later with Get Job (job ${job_id ?? status_url}).`) : failure;
	});
	if (look.job.status === 'failed') forget(context, request.key);
	else remember(context, request.key, { job_id, status_url, answer: look.raw });
	const { model = job.model, webhook_url = job.webhook_url } = look.job;
	return { ...look, job: finished(context, { ...look.job, model, webhook_url }, itemIndex) };
}

/**
 * The job itself, unless it ended badly.
 * @throws NodeApiError naming the job and what the service said of the failure
 */
export function finished(context: RequestContext, job: Job, itemIndex: number): Job {
	if (job.status !== 'failed') return job;
	const said = job.error ?? {};
	const message = `Job ${job.job_id ?? ''} ${job.reported_status ?? 'failed'}: ${said.message ?? 'the service gave no reason'}`;
	const remedy = remedyFor(undefined, { ...said, message });
	const description = [remedy, said.type, said.code, said.param].filter(Boolean).join(' · ') || undefined;
	throw withDetails(apiError(context.getNode(), message, description, itemIndex), { ...said, job_id: job.job_id, status_url: job.status_url, remedy });
}
