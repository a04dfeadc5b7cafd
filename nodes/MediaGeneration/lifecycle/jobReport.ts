import { kinds, type ModelKind } from '../../../contract/catalog';
import { isCodeLike, type ServiceError } from '../answers/failure/serviceError';
import { otherJobs, tellsJob } from '../answers/job/ids';
import { mayBeLookupError, type Job, type JobHints } from '../answers/job/job';
import { isRunningOrDone, verdictOf } from '../answers/job/state';
import { chargedIn } from '../answers/money/amount';
import type { ErrorDetails } from '../failures/details';
import { asNodeFailure } from '../failures/failure';
import { saysNothingMade } from '../failures/nothingMade';
import { isDataUri, shownUrl } from '../files/dataUri';
import { download } from '../files/download';
import { outputFileName } from '../files/fileName';
import { asHandedBack } from '../http/addresses';
import type { FileClient } from '../http/client';
import { bounded } from '../support/bounded';
import { forCount } from '../support/counted';
import { dataOf } from '../support/data';
import { settled } from '../support/settled';
import type { Accepted, JobRef, Reason } from './attempt';
import type { JobReport, Understanding } from './events';
import {
	resultOf,
	snapshotFromStored,
	storedFailure,
	type InlineFileOutcome,
	type JobSnapshot,
} from './snapshot';

/** What an answer to a request for media means. @param share what n8n can store of it, in characters of JSON */
export function understandAcceptance(
	raw: unknown,
	read: Job,
	{ hints, baseUrl, share }: { hints: JobHints; baseUrl: string; share: number },
): Understanding<JobSnapshot> {
	const { job_id, status, urls, error = {}, reported_status } = read;
	const status_url =
		read.status_url === undefined ? undefined : asHandedBack(baseUrl, read.status_url);
	const isNamed = job_id !== undefined || status_url !== undefined;
	if (!isNamed && (status !== 'completed' || urls.length === 0))
		return {
			unclear: error,
			hasBegun: reported_status !== undefined && isRunningOrDone(verdictOf(reported_status)),
		};
	const job: Job = { ...read, status_url };
	const meaning = meaningOf(raw, job, hints);
	if (meaning === 'unclear') return { unclear: error };
	const others = otherJobs(raw, job_id);
	const extra = { ...job.extra };
	if (others.length > 0) extra.other_job_ids = bounded(others, { most: MOST_OTHERS });
	const value: JobSnapshot = { job: { ...job, extra }, raw, charged: chargedIn(raw) };
	const isElsewhere = status === 'completed' && urls.length === 0 && job.answer_url !== undefined;
	if (meaning === 'open' || isElsewhere) value.job.status = 'processing';
	// An ID beside the refusal of a request is that of the request.
	if (meaning === 'failed' && mayBeLookupError(job) && !tellsJob(raw))
		Object.assign(value.job, { job_id: undefined, reported_status: undefined });
	const as = reportOf(value, share);
	const isRefusal =
		as.state === 'failed' && job.status === 'failed' && job.failureEvidence !== 'state';
	if (!isRefusal) return { value, as };
	return { value, as: { state: 'refused', why: as.why, charged: as.charged } };
}

/** In characters of JSON. */
const MOST_OTHERS = 8_000;

/** `open`: the job is to be asked about. An ID that may be that of the request is no job's. */
function meaningOf(
	raw: unknown,
	job: Job,
	{ paths }: JobHints,
): 'fine' | 'failed' | 'open' | 'unclear' {
	if (job.status !== 'failed') return 'fine';
	const { failureEvidence, status_url, error = {} } = job;
	if (failureEvidence === 'state') return 'failed';
	if (failureEvidence === 'nothing' && (status_url !== undefined || tellsJob(raw))) return 'open';
	if (saysNothingMade(error)) return 'failed';
	const canBeAsked = status_url !== undefined || paths?.job_id !== undefined || tellsJob(raw, true);
	return canBeAsked ? 'open' : 'unclear';
}

/**
 * What a snapshot tells of an attempt. If the first of several jobs failed, the others run and are charged.
 * @param share what n8n can store of it, in characters of JSON
 */
export function reportOf(snapshot: JobSnapshot, share: number): JobReport {
	const { status, error } = snapshot.job;
	const charged = chargedIn(snapshot.raw) ?? snapshot.charged;
	const job = refOf(snapshot.job);
	if (status === 'processing')
		return { state: 'running', job, charged: charged === 0n ? undefined : charged };
	if (status === 'completed')
		return { state: 'made', job, result: resultOf(snapshot, share), charged };
	const why = whyFailed(error, job);
	return otherJobRefs(job.other_job_ids).length > 0
		? { state: 'unclear', job, why, charged }
		: { state: 'failed', job, why, result: resultOf(snapshot, share), charged };
}

/** How a job is known from then on. */
export const refOf = ({ job_id, status_url, extra }: Job): JobRef => ({
	job_id,
	status_url,
	...othersIn(extra),
});

function whyFailed(error: ServiceError | undefined, { other_job_ids }: JobRef): Reason {
	const others = otherJobsNote(other_job_ids);
	const join = (why: string | undefined) => [why, others].filter(Boolean).join('. ');
	return { message: join(error?.message), own: join(error && codesIn(error)) };
}

/** The snapshot of an attempt that was accepted. */
export function snapshotOf(attempt: Accepted): JobSnapshot {
	const { job: ref, charged } = attempt;
	const stored = 'result' in attempt ? snapshotFromStored(attempt.result) : undefined;
	const read: Job = stored?.job ?? { status: 'processing', urls: [], extra: {} };
	const { job_id = read.job_id, status_url = read.status_url } = ref;
	const job = { ...read, job_id, status_url, extra: { ...read.extra, ...othersIn(ref) } };
	return { job, raw: stored ? stored.raw : { job_id, status_url }, charged, files: stored?.files };
}

/** The further jobs that were accepted with one. */
export const othersIn = ({ other_job_ids }: { other_job_ids?: unknown }) =>
	other_job_ids === undefined ? {} : { other_job_ids };

/** Kept IDs of other jobs, each as a job. */
export const otherJobRefs = (ids: unknown): Array<{ job_id: string }> =>
	(Array.isArray(ids) ? ids : []).flatMap((id: unknown) =>
		typeof id === 'string' ? [{ job_id: id }] : [],
	);

export function otherJobsNote(ids: unknown): string {
	const names = otherJobRefs(ids).map(({ job_id }) => job_id);
	return names.length === 0
		? ''
		: `Accepted with it, and charged too: ${names.join(', ')}; Get Job fetches ${forCount(names.length, 'it', 'them')}`;
}

const NOT_KEPT = 'The service’s words are not kept, as they may quote the prompt';

/** What a service said of a failure, in codes alone: its sentences may quote what was sent. */
export function codesIn({ http_code, type, code, param }: ErrorDetails): string {
	const named = Object.entries({ type, code, parameter: param }).flatMap(([name, value]) =>
		value && isCodeLike(value) ? [`${name} ${value}`] : [],
	);
	const status = http_code === undefined ? [] : [`HTTP ${http_code}`];
	return [...status, ...named].join(', ') || NOT_KEPT;
}

export interface FileOptions {
	download: boolean;
	/** Without an extension; made from the model and the job when empty. */
	fileName?: string;
	/** Whether a file is given as a link to its copy in n8n. */
	asLink?: boolean;
	/** In bytes. */
	maxBytes: number;
}

export interface Wanted {
	kind: ModelKind;
	model?: string;
	asked: { prompt?: string };
	output: FileOptions;
}

/**
 * A snapshot with the files of its answer in n8n's store; one that cannot be stored is told in its place.
 * @param share what n8n can store of it, in characters of JSON
 */
export async function withStoredFiles(
	client: FileClient,
	snapshot: JobSnapshot,
	wanted: Wanted,
	share: number,
): Promise<JobSnapshot> {
	const { job, raw } = snapshot;
	if (snapshot.files) return snapshot;
	const { download: isFetched, asLink } = wanted.output;
	const files: Array<InlineFileOutcome | null> = [];
	const instead = new Map<string, string>();
	for (const [index, url] of job.urls.entries()) {
		// Such a file is nowhere else. An agent is given links alone.
		const isStored = isDataUri(url) && (isFetched || !asLink);
		const inAnswer = isStored ? await storedOne(client, job, wanted, index) : null;
		files.push(inAnswer);
		if (inAnswer === null || !('file' in inAnswer) || shownUrl(url) === url) continue;
		for (const text of [url, url.slice(url.indexOf(',') + 1)]) instead.set(text, shownUrl(url));
	}
	const most = Math.floor(share / (16 * Math.max(1, files.length)));
	const extra = dataOf(bounded(job.extra, { most, instead }));
	const urls = job.urls.map(shownUrl);
	return { ...snapshot, job: { ...job, urls, extra }, raw: bounded(raw, { most, instead }), files };
}

async function storedOne(
	client: FileClient,
	job: Job,
	{ kind, model, asked: { prompt }, output: { fileName, maxBytes } }: Wanted,
	index: number,
): Promise<InlineFileOutcome> {
	const { job_id, urls } = job;
	const number = urls.length > 1 ? index + 1 : undefined;
	const name = outputFileName({ model: job.model ?? model, job_id }, { fileName, prompt, number });
	const file = { url: urls[index] ?? '', name, media: kinds[kind].makes, job_id, maxBytes };
	const outcome = await settled(download(client, file));
	return outcome.status === 'fulfilled'
		? { file: outcome.value }
		: { why: storedFailure(asNodeFailure(client, outcome.reason)) };
}
