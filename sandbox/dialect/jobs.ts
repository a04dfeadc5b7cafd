import { nanosToNumber, nanosToUsd } from '../../contract/money';
import { iso } from '../clock';
import { ApiError } from '../errors';
import { API_PREFIX } from '../http/prefixes';
import type { Answer, Call } from '../http/handler';
import type { Job } from '../jobs/job';
import { contentTypeOf } from '../media/plan';
import type { JobChoices } from './choices';
import { fieldsOf, fill, merge, speaksOf, type Values } from './fill';
import { addressOf, filesOf, idOf, jobAt, resultPlaceOf, statusPlaceOf } from './places';
import type { Speaker, Teller, Told } from './speaker';

/** The acceptance, the result or the state of a job. */
export const tellJob: Teller = async (speaker, answer, call) => {
	const { job_id } = answer.body as { job_id: string };
	const job = speaker.context.state.jobs.get(job_id)!;
	if (job.kind === 'image') return await tellImageJob(speaker, answer, job);
	const choices = speaker.choices[job.kind];
	const isAccepting = call.params.job_id === undefined;
	const told =
		call.params.part === 'result'
			? await resultOf(speaker, choices, job)
			: await jobFields(speaker, job, isAccepting ? 'acceptance' : 'status');
	// A job that is done when its request is answered was not accepted for later.
	const accepted = job.mode === 'sync' && choices.accepted === 202 ? 200 : choices.accepted;
	return {
		status: isAccepting ? accepted : answer.status,
		body: fill(choices.envelope, { body: told }),
	};
};

/** A job as a delivery tells it: nothing of that is documented, so an image's is told as an edit's. */
export async function deliveredJob(speaker: Speaker, job: Job): Promise<unknown> {
	return fill(speaker.choices.event, {
		id: idOf(speaker, job),
		event: `${job.kind}.${job.status}`,
		now: iso(job.completedAt ?? 0),
		job: await jobFields(speaker, job, 'delivery'),
	});
}

/** The documented fields as they are; what else there is, in the dialect's way. */
async function tellImageJob(speaker: Speaker, { status, body }: Answer, job: Job): Promise<Told> {
	const { file, failed, error, cost, decoy, side } = speaker.choices.image;
	const told: Values = { ...body };
	delete told.cost_nanos;
	delete told.error;
	const parts = [decoy];
	if (job.status === 'completed' && status === 200) {
		const urlField = 'url' in told ? 'url' : 'image_url';
		[told[urlField]] = await filesOf(speaker, file, job);
		parts.push(cost, side);
	}
	if (job.status === 'failed') {
		told.status = failed;
		parts.push(error);
	}
	const known = valuesOf(speaker, job);
	return {
		status,
		body: { ...told, ...merge(...parts.map((part) => fieldsOf(part, known)), told) },
	};
}

/** What a job is told in. */
type Occasion = 'acceptance' | 'status' | 'delivery';

async function jobFields(speaker: Speaker, job: Job, as: Occasion): Promise<Values> {
	const choices = speaker.choices[job.kind === 'image' ? 'studio' : job.kind];
	const known = { ...valuesOf(speaker, job), ...stateOf(choices, job, as === 'acceptance') };
	const id = (as === 'status' ? choices.repeated.instead : undefined) ?? choices.id;
	const parts = [choices.decoy, id, choices.state, choices.model, choices.times];
	if (job.status === 'processing' || as === 'acceptance' || !choices.path.usual)
		parts.push(choices.address);
	if (job.status === 'failed') parts.push(choices.error);
	if (job.status === 'completed') parts.push(choices.cost, choices.side);
	const end = job.status === 'completed' ? await endOf(speaker, choices, job, as) : {};
	return merge(...parts.map((part) => fieldsOf(part, known)), end);
}

/** The result of a job that is done, or where it is to be had; and what it tells of a file that was not made. */
async function endOf(
	speaker: Speaker,
	choices: JobChoices,
	job: Job,
	as: Occasion,
): Promise<Values> {
	// Who is told of an ID alone has to ask, and cannot know of what kind the job is before the result tells.
	const isWhole = as === 'delivery' || !speaksOf(speaker.choices.event, '$job');
	const { part } = choices.step;
	if (part !== undefined && !isWhole && job.kind !== 'image' && !isPartial(job))
		return fieldsOf(part, valuesOf(speaker, job));
	const lost = isPartial(job) ? fieldsOf(choices.partial.part, { reason: NOT_MADE }) : {};
	return merge(await resultOf(speaker, choices, job), lost);
}

/** Words in a prompt that keep the last of several files from being made. */
const isPartial = ({ values }: Job) => String(values.prompt).includes('[partial]');
const NOT_MADE = 'The last one was refused by the filter';

async function resultOf(
	speaker: Speaker,
	{ result, file, base64 }: JobChoices,
	job: Job,
): Promise<Values> {
	const made = await filesOf(speaker, result.holds === 'address' ? file : base64, job);
	const each = isPartial(job) ? made.slice(0, -1) : made;
	const part = each.length > 1 ? (result.several ?? result.part) : result.part;
	return fieldsOf(part, { each, file: each[0], mime: contentTypeOf(job.plan) });
}

/** A job that has ended before its acceptance is out is accepted as one that has not. */
function stateOf({ words, partial }: JobChoices, job: Job, accepting: boolean): Values {
	const [queued, running, completed, failed] = words;
	if (accepting && job.mode === 'async') return { word: queued, done: false, progress: 0 };
	if (job.status === 'processing') return { word: running, done: false, progress: 50 };
	const good = isPartial(job) ? (partial.word ?? completed) : completed;
	return { word: job.status === 'completed' ? good : failed, done: true, progress: 100 };
}

function valuesOf(speaker: Speaker, job: Job): Values {
	const { publicUrl, mediaUrl } = speaker.context;
	const { createdAt, completedAt, costNanos, values } = job;
	const id = idOf(speaker, job);
	const unix = (ms: number) => Math.floor(ms / 1000);
	const ended = completedAt !== null && {
		completed: iso(completedAt),
		completedUnix: unix(completedAt),
		seconds: (completedAt - createdAt) / 1000,
	};
	const [picture] = [values.image_urls ?? []].flat();
	return {
		id,
		model: job.model,
		prompt: values.prompt,
		inputUrl: values.image_url ?? picture ?? values.video_url,
		callback: job.delivery?.url,
		created: iso(createdAt),
		createdUnix: unix(createdAt),
		...ended,
		now: iso(completedAt ?? createdAt),
		nanos: Number(costNanos),
		usd: nanosToNumber(costNanos),
		usdText: nanosToUsd(costNanos),
		reason: job.error?.message,
		code: job.error?.code,
		statusUrl:
			job.kind === 'image'
				? undefined
				: addressOf(speaker, speaker.choices[job.kind].addressForm, statusPlaceOf(speaker, job)),
		resultUrl: `${publicUrl}${API_PREFIX}${resultPlaceOf(speaker, job)}`,
		cancelUrl: `${publicUrl}${API_PREFIX}/v1/cancel/${id}`,
		webPage: `${mediaUrl}/view/${id}`,
		side: `${mediaUrl}/thumbnails/${job.id}.jpg`,
	};
}

/**
 * The job that a request is about, where the dialect has it.
 * @param place below the base URL
 * @throws ApiError 404
 */
export function hearJob(speaker: Speaker, call: Call, place: string): Call {
	const job = jobAt(speaker, place);
	if (!job) throw new ApiError(404, 'job_not_found', 'There is no such job', { param: 'job_id' });
	return { ...call, params: { ...call.params, job_id: job.id } };
}
