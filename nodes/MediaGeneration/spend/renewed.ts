import { lookAt } from '../jobs/poll';
import type { Look } from '../jobs/look';
import { keep } from '../jobs/kept';
import { messageOf } from '../support/data';
import { othersIn } from '../jobs/failedJob';
import { storedFor, type SubmitRequest } from './submit';
import type { Run } from './run';
import { settled } from '../support/settled';

/** Notes that a file of a finished job could not be fetched: the link to it may have expired. */
export function noteLostFile(run: Run, { key }: SubmitRequest): void {
	const note = run.notes.recall(key);
	if (note?.read !== undefined) run.notes.remember(key, { ...note, stale: true });
}

/**
 * A finished job, asked about once more if a file of it could not be fetched before. Where the service tells no file of it
 * now, what it told then counts: a job that was made and paid for has not failed because it has expired.
 */
export async function renewed(run: Run, request: SubmitRequest, look: Look): Promise<Look> {
	const { key, model, hints, timeout } = request;
	const note = run.notes.recall(key);
	const { job_id, status_url } = look.job;
	if (!note?.stale || (job_id === undefined && status_url === undefined)) return look;
	const asked = await settled(
		lookAt(run, { kind: model.kind, job_id, status_url }, { hints, timeout }),
	);
	if (asked.status === 'rejected') {
		run.context.logger.debug(
			`A finished job could not be asked about once more: ${messageOf(asked.reason)}`,
		);
		return look;
	}
	if (asked.value.job.status !== 'completed' || asked.value.job.urls.length === 0) return look;
	const again = await storedFor(run, request, asked.value);
	const { job } = again;
	run.notes.remember(key, { ...note, ...keep(again, run.share), stale: undefined });
	return {
		...again,
		job: {
			...job,
			model: job.model ?? look.job.model,
			extra: { ...job.extra, ...othersIn(look.accepted) },
		},
		accepted: look.accepted,
	};
}
