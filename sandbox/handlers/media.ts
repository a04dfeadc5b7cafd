import { kinds, type ModelKind } from '../../contract/catalog';
import { pathOf } from '../../contract/endpoints';
import type { Submission } from '../../contract/schemas/jobs';
import { iso } from '../clock';
import type { Context } from '../context';
import { ApiError } from '../errors';
import type { AnswerOf, Call, Handler } from '../http/handler';
import { API_PREFIX } from '../http/prefixes';
import { filesOf, secondsOf, type Job } from '../jobs/job';
import { magicIn } from '../magic';
import { planPicture } from '../media/planPicture';
import { planVideo } from '../media/planVideo';
import { chooseCost } from '../pricing';
import { readMediaRequest } from '../requests';

/** "Generate image". */
export const generateImage: Handler<'generateImage'> = (context, call) =>
	make('image', context, call);

/** "Image studio edit". @assumed sync and async as image generation */
export const editImage: Handler<'editImage'> = (context, call) => make('studio', context, call);

/** "Generate video": always async. */
export const generateVideo: Handler<'generateVideo'> = async (context, call) =>
	accepted(await submit('video', 'async', context, call), context);

/** Sync without a `callback_url`. */
async function make(
	kind: ModelKind,
	context: Context,
	call: Call<Submission>,
): Promise<AnswerOf<'generateImage'>> {
	if (call.body.callback_url) return accepted(await submit(kind, 'async', context, call), context);
	const job = await context.jobs.ended(await submit(kind, 'sync', context, call));
	if (job.error) throw new ApiError(500, 'generation_failed', job.error.message);
	const files = filesOf(job, context.publicUrl);
	return {
		status: 200,
		body: {
			job_id: job.id,
			status: 'completed',
			url: files[0],
			...(files.length > 1 && { urls: files }),
			generation_time: secondsOf(job),
			model: job.model,
			cost_nanos: Number(job.costNanos),
		},
	};
}

/** "Image generation job", async acceptance result. */
function accepted({ id, kind, delivery, createdAt }: Job, { publicUrl }: Context) {
	const status_url = publicUrl + API_PREFIX + pathOf(kinds[kind].statusEndpoint, { job_id: id });
	return {
		status: 202 as const,
		body: {
			job_id: id,
			status: 'processing' as const,
			status_url,
			...(delivery && { webhook_url: delivery.url }),
			created_at: iso(createdAt),
		},
	};
}

/** Who decides what the result of each kind will be. */
const plans = {
	image: planPicture,
	studio: planPicture,
	video: planVideo,
} as const satisfies Record<ModelKind, unknown>;

/**
 * Makes a job of a request, holds its price and starts it.
 * @throws ApiError 400 for a value or reference that cannot be used, 402 for missing funds, 403 for moderated content
 */
async function submit(
	kind: ModelKind,
	mode: Job['mode'],
	context: Context,
	{ caller, body }: Call<Submission>,
): Promise<Job> {
	const request = readMediaRequest(kind, body, context.models.media);
	const { model, values } = request;
	const { fate, slowness } = magicIn(String(values.prompt));
	const costNanos = chooseCost(model, values);
	context.ledger.demand(caller.account, costNanos);
	const plan = await plans[kind](request, context.blobs);
	return context.jobs.start(caller.account, {
		kind,
		model: model.id,
		values,
		costNanos,
		mode,
		fate,
		takesMs: (model.etaSeconds * 1000 * slowness) / context.speed,
		callbackUrl: body.callback_url,
		plan,
	});
}
