import { kinds } from '../../contract/catalog';
import type { EndpointName } from '../../contract/endpoints';
import type { Submission } from '../../contract/schemas/jobs';
import type { Context } from '../context';
import { ApiError } from '../errors';
import type { AnswerOf, Call, Handler } from '../http/handler';
import { addressesOf, type Job, type JobAddresses } from '../jobs/job';
import { submit } from '../jobs/submit';
import { planPicture } from '../media/planPicture';
import { planVideo } from '../media/planVideo';
import { readMediaRequest } from '../requests';
import { acceptance, imageJobStatus, syncResult, videoJobStatus } from '../shapes';

/** "Generate image". */
export const generateImage: Handler<'generateImage'> = (context, call) =>
	make('image', context, call);

/** "Image studio edit". @assumed sync and async as image generation */
export const editImage: Handler<'editImage'> = (context, call) => make('studio', context, call);

/** "Generate video": always async. */
export const generateVideo: Handler<'generateVideo'> = async (context, { caller, body }) => {
	const request = readMediaRequest('video', body, context.models.media);
	const job = await submit(context, caller, {
		kind: 'video',
		request,
		callbackUrl: body.callback_url,
		mode: 'async',
		plan: () => planVideo(request, context),
	});
	return { status: 202, body: acceptance(job, addressesOf(job, context.publicUrl)) };
};

/** "Get image job status". @assumed edits are polled here too */
export const getImageJob: Handler<'getImageJob'> = async (context, call) => ({
	status: 200,
	body: imageJobStatus(...ownJob('getImageJob', context, call)),
});

/** "Get job status" for videos. @assumed */
export const getVideoJob: Handler<'getVideoJob'> = async (context, call) => ({
	status: 200,
	body: videoJobStatus(...ownJob('getVideoJob', context, call)),
});

async function make(
	kind: 'image' | 'studio',
	context: Context,
	{ caller, body }: Call<Submission>,
): Promise<AnswerOf<'generateImage'>> {
	const { callback_url: callbackUrl } = body;
	const request = readMediaRequest(kind, body, context.models.media);
	const mode = callbackUrl ? 'async' : 'sync';
	const job = await submit(context, caller, {
		kind,
		request,
		callbackUrl,
		mode,
		plan: () => planPicture(request, context),
	});
	const addresses = addressesOf(job, context.publicUrl);
	if (mode === 'async') return { status: 202, body: acceptance(job, addresses) };
	const ended = await context.jobs.ended(job);
	if (ended.error) throw new ApiError(500, 'generation_failed', ended.error.message);
	return { status: 200, body: syncResult(ended, addresses) };
}

function ownJob(
	endpoint: EndpointName,
	context: Context,
	{ caller, params }: Call,
): [job: Job, addresses: JobAddresses] {
	const job: Job | undefined = context.state.jobs.get(params.job_id ?? '');
	if (!job || job.accountId !== caller.account.id || kinds[job.kind].statusEndpoint !== endpoint) {
		throw new ApiError(404, 'job_not_found', 'There is no such job', { param: 'job_id' });
	}
	return [job, addressesOf(job, context.publicUrl)];
}
