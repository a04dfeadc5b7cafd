import { NodeApiError } from 'n8n-workflow';
import { withDetails, type NodeFailure } from '../failures/details';
import { asNodeFailure } from '../failures/failure';
import { messageOf } from '../support/data';
import { settled } from '../support/settled';
import { failedJob } from './failedJob';
import { follow, type Patience } from './follow';
import { othersIn, reportOf, snapshotOf } from './jobReport';
import type { JobSnapshot } from './jobSnapshot';
import { forgottenJob } from './ledger/entry';
import { lookAt } from './look';
import { afterAccepted, isNothingThere, isSettling } from './lookFailure';
import { submitMedia, withStored, type MediaCall } from './mediaRequest';
import type { Request } from './request';
import type { Run } from './run';
import { stoppedFailure } from './stop';

/**
 * Submits a request that makes media and gives its job, finished: at once where the service answers synchronously, else
 * after waiting for it.
 * @throws NodeApiError when the service refuses it or the job fails; the error carries the job's ID; as
 * {@link forgottenJob} when neither the service nor the ledger knows its result any more
 */
export async function submitAndFinish(
	run: Run,
	request: Request,
	call: MediaCall,
	patience: Partial<Patience>,
): Promise<JobSnapshot> {
	const { value, isNew } = await submitMedia(run, request, call);
	const snapshot =
		value.job.status === 'processing' || mayBeOld(request)
			? await lookAgain(run, request, call, value, async () => {
					const options = isNew
						? { patience, etaSeconds: call.model.etaSeconds }
						: { patience: { ...patience, firstLook: 0 } };
					const { hints, timeout } = call;
					const acceptedAt = request.reused ? undefined : Date.now();
					const told = { hints, timeout, acceptedAt, isAccepted: true, ...options };
					return await follow(run, { kind: call.model.kind, ...refOf(value) }, told);
				})
			: await renewed(run, request, call, value);
	if (snapshot.job.status === 'failed') throw failedJob(run, snapshot);
	return snapshot;
}

/**
 * As {@link submitAndFinish}, for somebody who will not wait for the job. One that the ledger has for the request's key is
 * looked at once, as nobody may have seen its end.
 * @throws as {@link submitAndFinish}
 */
export async function submitOrTakeUp(
	run: Run,
	request: Request,
	call: MediaCall,
): Promise<JobSnapshot> {
	const { value } = await submitMedia(run, request, call);
	if (!mayBeOld(request)) return await renewed(run, request, call, value);
	const looked = await settled(lookAgain(run, request, call, value, lookOnce(run, call, value)));
	if (looked.status === 'fulfilled') return looked.value;
	const failure = asNodeFailure(run, looked.reason);
	if (!isNodeApi(failure) || isForgotten(request, failure)) throw failure;
	run.context.logger.debug(
		`The job of an earlier request could not be looked at: ${failure.message}`,
	);
	return value;
}

const isNodeApi = (failure: NodeFailure) => failure instanceof NodeApiError;

const refOf = ({ job: { job_id, status_url } }: JobSnapshot) => ({ job_id, status_url });

const isNamed = (snapshot: JobSnapshot): boolean => {
	const { job_id, status_url } = refOf(snapshot);
	return job_id !== undefined || status_url !== undefined;
};

/** Whether an earlier request made the job, so that only a look tells how it stands, and whether its files are still there. */
const mayBeOld = ({ reused }: Request): boolean =>
	reused !== undefined && (reused.row.job_id !== undefined || reused.row.status_url !== undefined);

const lookOnce =
	(run: Run, { model, hints, timeout }: MediaCall, snapshot: JobSnapshot) =>
	async () =>
		await lookAt(run, { kind: model.kind, ...refOf(snapshot) }, { hints, timeout });

/** A job whose files could not be fetched before, asked about once more. Where the service tells no file of it now, what it told then counts. */
async function renewed(
	run: Run,
	request: Request,
	call: MediaCall,
	snapshot: JobSnapshot,
): Promise<JobSnapshot> {
	const { accepted } = request;
	if (accepted?.state !== 'made' || !accepted.result.isStale || !isNamed(snapshot)) return snapshot;
	const looked = await settled(lookOnce(run, call, snapshot)());
	if (looked.status === 'rejected') {
		run.context.logger.debug(
			`A finished job could not be asked about once more: ${messageOf(looked.reason)}`,
		);
		return snapshot;
	}
	const { job } = looked.value;
	if (job.status !== 'completed' || job.urls.length === 0) return snapshot;
	return await taken(run, request, call, snapshot, looked.value);
}

/** Asks about a job that was accepted, now or earlier, and takes down how it stands. */
async function lookAgain(
	run: Run,
	request: Request,
	call: MediaCall,
	before: JobSnapshot,
	look: () => Promise<JobSnapshot>,
): Promise<JobSnapshot> {
	const looked = await settled(look());
	if (looked.status === 'fulfilled') return await taken(run, request, call, before, looked.value);
	if (run.stop?.aborted) throw stoppedFailure(run, before.job);
	const known = { ...refOf(before), ...othersIn(before.job.extra) };
	const failure = withDetails(asNodeFailure(run, looked.reason), known);
	const { reused, accepted } = request;
	// A job that was made and paid for has not failed because it has expired.
	if (accepted?.state === 'made' && isNothingThere(failure)) return snapshotOf(accepted);
	if (reused && isForgotten(request, failure)) throw forgottenJob(run, reused, failure);
	throw failure instanceof NodeApiError ? afterAccepted(failure, refOf(before)) : failure;
}

/** Whether the service knows nothing of the job of an earlier request, and no longer because that was accepted just now. */
const isForgotten = ({ reused }: Request, failure: NodeFailure): boolean =>
	reused !== undefined && isNothingThere(failure) && !isSettling(Date.parse(reused.toldAt));

/** What a look has told, with what only earlier answers tell. */
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
