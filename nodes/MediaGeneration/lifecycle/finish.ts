import { NodeApiError } from 'n8n-workflow';
import { withDetails, type NodeFailure } from '../failures/details';
import { asNodeFailure } from '../failures/failure';
import { settled } from '../support/settled';
import { failedJob } from './failedJob';
import { follow, type Patience } from './follow';
import { othersIn, reportOf } from './jobReport';
import type { JobSnapshot } from './jobSnapshot';
import { forgottenJob } from './ledger/refusals';
import { lookAt } from './look';
import { afterAccepted, isLasting, isNothingThere, isSettling } from './lookFailure';
import { submitMedia, withStored, type MediaCall } from './mediaRequest';
import type { Request } from './request';
import type { Run } from './run';
import { stoppedFailure } from './stop';
import { storedFailure } from './storedFailure';

/**
 * Submits a request that makes media and gives its finished job. What was made before is asked about once more, as its
 * links may have expired.
 * @throws NodeApiError with the job's ID when the service refuses it or the job fails; as {@link forgottenJob} when
 * nobody knows its result any more
 */
export async function submitAndFinish(
	run: Run,
	request: Request,
	call: MediaCall,
	patience: Partial<Patience>,
): Promise<JobSnapshot> {
	const { value, isNew } = await submitMedia(run, request, call);
	const snapshot =
		isNew && value.job.status !== 'processing'
			? value
			: await lookAgain(run, request, call, value, async () => {
					const { hints, timeout, model } = call;
					if (value.job.status !== 'processing') return await lookOnce(run, call, value);
					return await follow(run, addressOf(call, value), {
						hints,
						timeout,
						patience: isNew ? patience : { ...patience, firstLook: 0 },
						etaSeconds: isNew ? model.etaSeconds : undefined,
						acceptedAt: request.reused ? undefined : Date.now(),
						isAccepted: true,
					});
				});
	if (snapshot.job.status === 'failed') throw failedJob(run, snapshot);
	return snapshot;
}

/**
 * As {@link submitAndFinish}, for somebody who will not wait: a job that was accepted before is looked at once.
 */
export async function submitOrTakeUp(
	run: Run,
	request: Request,
	call: MediaCall,
): Promise<JobSnapshot> {
	const { value, isNew } = await submitMedia(run, request, call);
	if (isNew) return value;
	const look = async () => await lookOnce(run, call, value);
	const looked = await settled(lookAgain(run, request, call, value, look));
	if (looked.status === 'fulfilled') return looked.value;
	const failure = asNodeFailure(run, looked.reason);
	if (!(failure instanceof NodeApiError) || isForgotten(request, failure)) throw failure;
	run.context.logger.debug(`An earlier job could not be looked at: ${failure.message}`);
	return value;
}

const addressOf = ({ model }: MediaCall, snapshot: JobSnapshot) => ({
	kind: model.kind,
	...refOf(snapshot),
});

const lookOnce = async (run: Run, call: MediaCall, snapshot: JobSnapshot) => {
	const { hints, timeout } = call;
	return await lookAt(run, addressOf(call, snapshot), { hints, timeout });
};

const refOf = ({ job: { job_id, status_url } }: JobSnapshot) => ({ job_id, status_url });

/** Asks about a job that was accepted and takes down how it stands. One that was made stays so, whatever comes of it. */
async function lookAgain(
	run: Run,
	request: Request,
	call: MediaCall,
	before: JobSnapshot,
	look: () => Promise<JobSnapshot>,
): Promise<JobSnapshot> {
	const { job_id, status_url } = refOf(before);
	const { reused, accepted } = request;
	const isMade = accepted?.state === 'made';
	if (isMade && job_id === undefined && status_url === undefined) return before;
	const startedAt = Date.now();
	const looked = await settled(look());
	if (looked.status === 'fulfilled') {
		const { job } = looked.value;
		const isLess = isMade && (job.status !== 'completed' || job.urls.length === 0);
		return isLess ? before : await taken(run, request, call, before, looked.value);
	}
	if (run.stop?.aborted) throw stoppedFailure(run, before.job);
	const known = { job_id, status_url, ...othersIn(before.job.extra) };
	const failure = withDetails(asNodeFailure(run, looked.reason), known);
	if (isMade) {
		run.context.logger.debug(`A finished job could not be asked about: ${failure.message}`);
		return before;
	}
	if (reused && isForgotten(request, failure)) throw forgottenJob(run, reused, failure);
	if (!(failure instanceof NodeApiError)) throw failure;
	const told = afterAccepted(failure, refOf(before));
	if (!reused && isLasting(failure, startedAt))
		request.append({ type: 'gone', why: storedFailure(told) });
	throw told;
}

/** Whether the service knows nothing of the job of an earlier request, and no longer because that was accepted just now. */
const isForgotten = ({ reused }: Request, failure: NodeFailure): boolean =>
	reused !== undefined && isNothingThere(failure) && !isSettling(Date.parse(reused.toldAt));

async function taken(
	run: Run,
	request: Request,
	call: MediaCall,
	{ job: before, charged }: JobSnapshot,
	looked: JobSnapshot,
): Promise<JobSnapshot> {
	const { model = before.model, webhook_url = before.webhook_url } = looked.job;
	const extra = { ...looked.job.extra, ...othersIn(before.extra) };
	const job = { ...looked.job, model, webhook_url, extra };
	const snapshot = await withStored(run, call, { ...looked, job, charged });
	request.append({ type: 'looked', as: reportOf(snapshot, run.share) });
	return snapshot;
}
