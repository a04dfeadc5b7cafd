import { kinds, type ModelKind } from '../../../contract/catalog';
import { isCodeLike, type ServiceError } from '../answers/failure/serviceError';
import type { Job } from '../answers/job/job';
import { chargedIn } from '../answers/money/amount';
import { asNodeFailure } from '../failures/failure';
import type { ErrorDetails } from '../failures/details';
import { isDataUri, shownUrl } from '../files/dataUri';
import { download } from '../files/download';
import { outputFileName } from '../files/fileName';
import type { FileClient } from '../http/client';
import { bounded } from '../support/bounded';
import { forCount } from '../support/counted';
import { dataOf } from '../support/data';
import { settled } from '../support/settled';
import type { Accepted, JobRef, Reason } from './attempt';
import type { JobReport } from './events';
import {
	resultOf,
	snapshotFrom,
	storedFailure,
	type FileInAnswer,
	type JobSnapshot,
} from './snapshot';

/**
 * What a snapshot tells of an attempt. Where the first of several jobs failed, the others run and are charged, so
 * nothing is to be paid for again.
 * @param share what n8n can store of it, in characters of JSON
 */
export function reportOf(snapshot: JobSnapshot, share: number): JobReport {
	const { job, raw, charged: before } = snapshot;
	const { job_id, status_url, status, error, extra } = job;
	const ref: JobRef = { job_id, status_url, other_job_ids: extra.other_job_ids };
	const charged = chargedIn(raw) ?? before;
	if (status === 'completed')
		return { state: 'made', job: ref, result: resultOf(snapshot, share), charged };
	if (status === 'failed' && otherJobRefs(ref.other_job_ids).length > 0)
		return { state: 'unclear', job: ref, why: reasonOf(error, ref), charged };
	if (status === 'failed') {
		const result = resultOf(snapshot, share);
		return { state: 'failed', job: ref, why: reasonOf(error, ref), result, charged };
	}
	return { state: 'running', job: ref, charged: charged === 0n ? undefined : charged };
}

function reasonOf(error: ServiceError | undefined, { other_job_ids }: JobRef): Reason {
	const others = otherJobsNote(other_job_ids);
	const join = (why: string | undefined) => [why, others].filter(Boolean).join('. ');
	return { message: join(error?.message), own: join(error && codesIn(error)) };
}

/** The snapshot of an attempt that was accepted. */
export function snapshotOf(attempt: Accepted): JobSnapshot {
	const { job: ref, charged } = attempt;
	const stored = 'result' in attempt ? snapshotFrom(attempt.result) : undefined;
	const read: Job = stored?.job ?? { status: 'processing', urls: [], extra: {} };
	const { job_id = read.job_id, status_url = read.status_url } = ref;
	const job = { ...read, job_id, status_url, extra: { ...read.extra, ...othersIn(ref) } };
	return { job, raw: stored ? stored.raw : { job_id, status_url }, charged, files: stored?.files };
}

/** The further jobs that were accepted with one. */
export const othersIn = ({ other_job_ids }: Pick<JobRef, 'other_job_ids'>) =>
	other_job_ids === undefined ? {} : { other_job_ids };

/** Kept IDs of other jobs, each as a job. */
export const otherJobRefs = (ids: unknown): Array<{ job_id: string }> =>
	(Array.isArray(ids) ? ids : []).flatMap((id: unknown) =>
		typeof id === 'string' ? [{ job_id: id }] : [],
	);

/** That other jobs were accepted with one. */
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

/** What the user wants of a job's files. */
export interface FileOptions {
	download: boolean;
	/** Without an extension; made from the model and the job when empty. */
	fileName?: string;
	/** Whether a file is given as a link to its copy in n8n. */
	asLink?: boolean;
	/** In bytes. */
	maxBytes: number;
}

/** What was asked for, as far as files go. */
export interface Wanted {
	kind: ModelKind;
	model?: string;
	asked: { prompt?: string };
	output: FileOptions;
}

/**
 * A snapshot with the files that came within the answer in n8n's store, so that none is kept in memory. One that
 * cannot be stored is told in its place.
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
	const files: Array<FileInAnswer | null> = [];
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
): Promise<FileInAnswer> {
	const { job_id, urls } = job;
	const number = urls.length > 1 ? index + 1 : undefined;
	const name = outputFileName({ model: job.model ?? model, job_id }, { fileName, prompt, number });
	const file = { url: urls[index] ?? '', name, media: kinds[kind].makes, job_id, maxBytes };
	const outcome = await settled(download(client, file));
	return outcome.status === 'fulfilled'
		? { file: outcome.value }
		: { why: storedFailure(asNodeFailure(client, outcome.reason)) };
}
