import { kinds, type Media } from '../../contract/catalog';
import type { EndpointName } from '../../contract/endpoints';
import type { ImageJobStatus, VideoJobStatus } from '../../contract/schemas/jobs';
import { iso } from '../clock';
import type { Context } from '../context';
import { ApiError } from '../errors';
import type { Call, Handler } from '../http/handler';
import { filesOf, secondsOf, type Job } from '../jobs/job';

/** "Get image job status". @assumed edits are polled here too */
export const getImageJob: Handler<'getImageJob'> = async (context, call) => ({
	status: 200,
	body: statusOf(ownJob('getImageJob', context, call), context.publicUrl),
});

/** "Get job status" for videos. @assumed */
export const getVideoJob: Handler<'getVideoJob'> = async (context, call) => ({
	status: 200,
	body: statusOf(ownJob('getVideoJob', context, call), context.publicUrl),
});

function ownJob(endpoint: EndpointName, { state }: Context, { caller, params }: Call): Job {
	const job = state.jobs.get(params.job_id ?? '');
	if (job?.accountId !== caller.account.id || kinds[job.kind].statusEndpoint !== endpoint)
		throw new ApiError(404, 'job_not_found', 'There is no such job', { param: 'job_id' });
	return job;
}

type Status = ImageJobStatus & VideoJobStatus;

/** Where a job that is done tells its files. */
const results: Record<Media, (files: [string, ...string[]]) => Partial<Status>> = {
	image: (files) => ({ image_url: files[0], ...(files.length > 1 && { image_urls: files }) }),
	video: ([video_url]) => ({ video_url }),
};

/** "Image generation job", job-status result; of edits and videos, and in deliveries too. @assumed of these */
export function statusOf(job: Job, publicUrl: string): Status {
	const { id, status, kind, model, createdAt, completedAt, error } = job;
	return {
		job_id: id,
		status,
		...(status === 'completed' && {
			...results[kinds[kind].makes](filesOf(job, publicUrl)),
			cost_nanos: Number(job.costNanos),
		}),
		model,
		created_at: iso(createdAt),
		...(completedAt !== null && {
			completed_at: iso(completedAt),
			generation_time: secondsOf(job),
		}),
		...(error && { error: { ...error, param: '' } }),
	};
}
