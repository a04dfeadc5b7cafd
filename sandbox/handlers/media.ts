import type { ModelKind } from '../../contract/catalog';
import type { Values } from '../../contract/catalog/request';
import type { Submission as SubmissionBody } from '../../contract/schemas/jobs';
import type { Context } from '../context';
import { ApiError } from '../errors';
import type { Answer, Call, Handler } from '../http/handler';
import { addressesOf } from '../jobs/addresses';
import type { Job } from '../jobs/job';
import { submit } from '../jobs/submit';
import { planPicture } from '../media/planPicture';
import { planVideo } from '../media/planVideo';
import { readMediaRequest } from '../requests';
import { acceptance, jobStatus, syncResult } from '../shapes';

/** "Generate image". */
export const generateImage: Handler = (context, call) => make('image', context, call);

/** "Image studio edit". @assumed sync and async as image generation */
export const editImage: Handler = (context, call) => make('studio', context, call);

/** "Generate video": always async. */
export const generateVideo: Handler = async (context, { caller, body }) => {
	const { callback_url: callbackUrl } = body as SubmissionBody;
	const request = readMediaRequest('video', body as Values, context.models.media);
	const plan = () => planVideo(request, context);
	const job = await submit(context, caller, { kind: 'video', request, callbackUrl, mode: 'async', plan });
	return { status: 202, body: acceptance(job, addressesOf(job, context.publicUrl)) };
};

/** "Get image job status". @assumed edits are polled here too */
export const getImageJob: Handler = (context, call) => readJob(['image', 'studio'], context, call);

/** "Get job status" for videos. @assumed */
export const getVideoJob: Handler = (context, call) => readJob(['video'], context, call);

async function make(kind: 'image' | 'studio', context: Context, { caller, body }: Call): Promise<Answer> {
	const { callback_url: callbackUrl } = body as SubmissionBody;
	const request = readMediaRequest(kind, body as Values, context.models.media);
	const mode = callbackUrl ? 'async' : 'sync';
	const job = await submit(context, caller, { kind, request, callbackUrl, mode, plan: () => planPicture(request, context) });
	const addresses = addressesOf(job, context.publicUrl);
	if (mode === 'async') return { status: 202, body: acceptance(job, addresses) };
	const ended = await context.jobs.ended(job);
	if (ended.error) throw new ApiError(500, 'generation_failed', ended.error.message);
	return { status: 200, body: syncResult(ended, addresses) };
}

async function readJob(kinds: ModelKind[], context: Context, { caller, params }: Call): Promise<Answer> {
	const job: Job | undefined = context.state.jobs.get(params.job_id ?? '');
	if (!job || job.accountId !== caller.account.id || !kinds.includes(job.kind)) {
		throw new ApiError(404, 'job_not_found', 'There is no such job', { param: 'job_id' });
	}
	return { status: 200, body: jobStatus(job, addressesOf(job, context.publicUrl)) };
}
