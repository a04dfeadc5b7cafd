import type { IExecuteFunctions } from 'n8n-workflow';
import { lookAt, type Look } from '../jobs/poll';
import { keep } from '../jobs/kept';
import { shareIn } from '../support/bounded';
import { messageOf } from '../support/data';
import { recall, remember } from './memory';
import { othersIn, storedFor, type SubmitRequest } from './submit';

/** Notes that a file of a finished job could not be fetched: the link to it may have expired. */
export function noteLostFile(context: IExecuteFunctions, { key }: SubmitRequest): void {
	const note = recall(context, key);
	if (note?.read !== undefined) remember(context, key, { ...note, stale: true });
}

/**
 * A finished job, asked about once more if a file of it could not be fetched before. Where the service tells no file of it
 * now, what it told then counts: a job that was made and paid for has not failed because it has expired.
 */
export async function renewed(context: IExecuteFunctions, request: SubmitRequest, look: Look, itemIndex: number): Promise<Look> {
	const { key, model, hints, timeout } = request;
	const note = recall(context, key);
	const { job_id, status_url } = look.job;
	if (!note?.stale || (job_id === undefined && status_url === undefined)) return look;
	const [asked] = await Promise.allSettled([lookAt(context, { kind: model.kind, job_id, status_url }, itemIndex, { hints, timeout })]);
	if (asked.status === 'rejected') {
		context.logger.debug(`A finished job could not be asked about once more: ${messageOf(asked.reason)}`);
		return look;
	}
	if (asked.value.job.status !== 'completed' || asked.value.job.urls.length === 0) return look;
	const again = await storedFor(context, request, asked.value, itemIndex);
	const { job } = again;
	remember(context, key, { ...note, ...keep(again, shareIn(context)), stale: undefined });
	return { ...again, job: { ...job, model: job.model ?? look.job.model, extra: { ...job.extra, ...othersIn(look.accepted) } }, accepted: look.accepted };
}
