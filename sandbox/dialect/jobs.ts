import { nanosToNumber, nanosToUsd } from '../../contract/money';
import { ApiError } from '../errors';
import { API_PREFIX } from '../http/prefixes';
import type { Answer, Call } from '../http/handler';
import type { Job } from '../jobs/job';
import { contentTypeOf } from '../media/plan';
import { speaksOf, type JobChoices } from './choices';
import { addressesIn, base64In } from './files';
import { fieldsOf, fill, merge, type Values } from './fill';
import { idOf } from './ids';
import { jobAt, placeOf, resultPlaceOf } from './places';
import { addressOf, strayIds, type Speaker, type Teller, type Told } from './speaker';

/** The acceptance, the result or the state of a job. */
export const tellJob: Teller = async (speaker, answer, call) => {
	const job = jobOf(speaker, answer);
	if (job.kind === 'image') return await tellImageJob(speaker, answer, job);
	const choices = speaker.choices[job.kind];
	const accepting = call.params.job_id === undefined;
	const told =
		call.params.part === 'result'
			? await resultOf(speaker, choices, job)
			: await jobFields(speaker, job, accepting ? 'acceptance' : 'status');
	const body = fill(choices.envelope, { ...strayIds, body: told });
	return { status: accepting ? statusOf(choices, job) : answer.status, body };
};

/** A job that is done when its request is answered was not accepted for later. */
function statusOf({ accepted }: JobChoices, { mode }: Job): number {
	return mode === 'sync' && accepted === 202 ? 200 : accepted;
}

/** A job as a delivery tells it: nothing of that is documented, so an image's is told as an edit's. */
export async function deliveredJob(speaker: Speaker, job: Job): Promise<unknown> {
	const { event } = speaker.choices;
	const name = `${job.kind}.${job.status}`;
	return fill(event, {
		...strayIds,
		id: idOf(speaker, job),
		event: name,
		now: iso(job.completedAt),
		job: await jobFields(speaker, job, 'delivery'),
	});
}

/** The documented fields as they are; what else there is, in the dialect's way. */
async function tellImageJob(speaker: Speaker, { status, body }: Answer, job: Job): Promise<Told> {
	const { file, failed, error, cost, decoy, side } = speaker.choices.image;
	const known = valuesOf(speaker, job);
	const fields = Object.fromEntries(
		Object.entries(body).filter(([name]) => !['cost_nanos', 'error'].includes(name)),
	);
	const finished = job.status === 'completed' && status === 200;
	const urlField = ['url', 'image_url'].find((name) => name in fields);
	const [url] = finished ? await addressesIn(speaker, file, job) : [];
	const parts = [
		fieldsOf(decoy, known),
		...(finished ? [fieldsOf(cost, known), fieldsOf(side, known)] : []),
		...(job.status === 'failed' ? [fieldsOf(error, known)] : []),
	];
	const told = {
		...fields,
		...(urlField && url && { [urlField]: url }),
		...(job.status === 'failed' && { status: failed }),
	};
	return { status, body: { ...told, ...merge(...parts, told) } };
}

/** What a job is told in. */
type Occasion = 'acceptance' | 'status' | 'delivery';

async function jobFields(speaker: Speaker, job: Job, as: Occasion): Promise<Values> {
	const choices = speaker.choices[job.kind === 'image' ? 'studio' : job.kind];
	const known = { ...valuesOf(speaker, job), ...stateOf(choices, job, as === 'acceptance') };
	const pending = job.status === 'processing';
	const id = (as === 'status' ? choices.repeated.instead : undefined) ?? choices.id;
	const parts = [choices.decoy, id, choices.state, choices.model, choices.times];
	if (pending || as === 'acceptance' || !choices.path.usual) parts.push(choices.address);
	if (job.status === 'failed') parts.push(choices.error);
	const filled = parts.map((part) => fieldsOf(part, known));
	if (job.status === 'completed')
		filled.push(
			fieldsOf(choices.cost, known),
			fieldsOf(choices.side, known),
			await endOf(speaker, choices, job, as, known),
		);
	return merge(...filled);
}

/** The result of a job that is done, or where it is to be had; and what it tells of a file that was not made. */
async function endOf(
	speaker: Speaker,
	choices: JobChoices,
	job: Job,
	as: Occasion,
	known: Values,
): Promise<Values> {
	// Who is told of an ID alone has to ask, and cannot know of what kind the job is before the result tells.
	const part =
		as === 'delivery' || !speaksOf(speaker.choices.event, '$job') ? undefined : choices.step.part;
	const lost = isPartial(job) ? fieldsOf(choices.partial.part, { reason: NOT_MADE }) : {};
	return merge(
		part === undefined || job.kind === 'image' || isPartial(job)
			? await resultOf(speaker, choices, job)
			: fieldsOf(part, known),
		lost,
	);
}

/** Words in a prompt that keep the last of several files from being made. */
const isPartial = ({ values }: Job) => String(values.prompt).includes('[partial]');
const NOT_MADE = 'The last one was refused by the filter';

async function resultOf(
	speaker: Speaker,
	{ result, file, base64 }: JobChoices,
	job: Job,
): Promise<Values> {
	const made = await filesOf(speaker, { file, base64 }, job);
	const each = isPartial(job) ? made.slice(0, -1) : made;
	const part = each.length > 1 ? (result.several ?? result.part) : result.part;
	return fieldsOf(part, { each, file: each[0], mime: contentTypeOf(job.plan) });
}

async function filesOf(
	speaker: Speaker,
	{ file, base64 }: Pick<JobChoices, 'file' | 'base64'>,
	job: Job,
): Promise<string[]> {
	return file
		? await addressesIn(speaker, file, job)
		: await base64In(speaker, base64 === true, job);
}

/** A job that has ended before its acceptance is out is accepted as one that has not. */
function stateOf({ words, partial }: JobChoices, job: Job, accepting: boolean): Values {
	const submitted = accepting && job.mode === 'async';
	const [queued, running, completed, failed] = words;
	if (submitted) return { word: queued, done: false, progress: 0 };
	if (job.status === 'processing') return { word: running, done: false, progress: 50 };
	if (isPartial(job) && partial.word !== undefined)
		return { word: partial.word, done: true, progress: 100 };
	return { word: job.status === 'completed' ? completed : failed, done: true, progress: 100 };
}

function valuesOf(speaker: Speaker, job: Job): Values {
	const { publicUrl, mediaUrl } = speaker.context;
	const id = idOf(speaker, job);
	const seconds = job.completedAt === null ? undefined : (job.completedAt - job.createdAt) / 1000;
	const {
		image_url: picture,
		image_urls: pictures,
		video_url: clip,
	} = job.values as Record<string, unknown>;
	return {
		...strayIds,
		id,
		model: job.model,
		prompt: job.values.prompt,
		inputUrl: picture ?? (pictures as string[] | undefined)?.[0] ?? clip,
		callback: job.delivery?.url,
		created: iso(job.createdAt),
		completed: job.completedAt === null ? undefined : iso(job.completedAt),
		createdUnix: Math.floor(job.createdAt / 1000),
		completedUnix: job.completedAt === null ? undefined : Math.floor(job.completedAt / 1000),
		now: iso(job.completedAt ?? job.createdAt),
		seconds,
		nanos: Number(job.costNanos),
		usd: nanosToNumber(job.costNanos),
		usdText: nanosToUsd(job.costNanos),
		reason: job.error?.message,
		code: job.error?.code,
		statusUrl: statusUrl(speaker, job),
		resultUrl: `${publicUrl}${API_PREFIX}${resultPlaceOf(speaker, job)}`,
		cancelUrl: `${publicUrl}${API_PREFIX}/v1/cancel/${String(id)}`,
		webPage: `${mediaUrl}/view/${String(id)}`,
		side: `${mediaUrl}/thumbnails/${job.id}.jpg`,
	};
}

function statusUrl(speaker: Speaker, job: Job): string | undefined {
	if (job.kind === 'image') return undefined;
	return addressOf(speaker, speaker.choices[job.kind].addressForm, placeOf(speaker, job));
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

function jobOf({ context }: Speaker, { body }: Answer): Job {
	const { job_id } = body as { job_id: string };
	const job = context.state.jobs.get(job_id);
	if (!job) throw new Error(`There is no job ${job_id}`);
	return job;
}

function iso(ms: number | null): string {
	return new Date(ms ?? 0).toISOString();
}
