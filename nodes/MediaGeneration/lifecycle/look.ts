import { kinds, type ModelKind } from '../../../contract/catalog';
import { findJobId, idKey, isOfJob, narrowedToJob } from '../answers/job/ids';
import { mayBeLookupError, readJob, type JobHints } from '../answers/job/job';
import { walk } from '../answers/core/walk';
import { detailsOf, withDetails, type NodeFailure } from '../failures/details';
import { asNodeFailure, nodeFailure } from '../failures/failure';
import { optionLabels } from '../failures/labels';
import { atOrigin, sameOriginUrl } from '../http/addresses';
import type { Client } from '../http/client';
import { apiRequest, isPage } from '../http/request';
import { settled } from '../support/settled';
import { candidates, decoded, type JobAddress } from './jobAddress';
import { statusCheckFailed, isNoPlace, isNothingThere } from './jobErrors';
import type { JobSnapshot } from './snapshot';

/** For one request, in milliseconds: such an answer takes no time to make. */
export const STATUS_TIMEOUT_MS = 20_000;

export interface LookOptions {
	/** For each request, in milliseconds. */
	timeout?: number;
	hints?: JobHints;
	/** n8n's Stop when absent. */
	stop?: AbortSignal;
	/** Whether each place is asked only once, for a sender that waits and tries again. */
	once?: boolean;
}

/**
 * Asks the API once how a job stands: where the service said, at the documented path, and where services usually keep
 * jobs. A page for a browser counts only where nothing else answers. Follows "Get image job status" of the API document.
 * @throws NodeOperationError when neither an ID nor a usable address is known; NodeApiError as {@link apiRequest}, and
 * for an error that may be that of the look
 */
export async function lookAt(
	client: Client,
	address: JobAddress,
	options: LookOptions = {},
): Promise<JobSnapshot> {
	const snapshot = await lookOrDoubt(client, address, options);
	if (mayBeLookupError(snapshot.job)) throw statusCheckFailed(client, snapshot.job);
	return snapshot;
}

/** As {@link lookAt}, but an error that may be that of the look is given as a failed job, {@link mayBeLookupError}. */
export async function lookOrDoubt(
	client: Client,
	address: JobAddress,
	options: LookOptions,
): Promise<JobSnapshot> {
	const baseUrl = await client.baseUrl(kinds[address.kind].statusEndpoint);
	const { job_id, status_url } = address;
	let unknown: NodeFailure | undefined;
	let page: JobSnapshot | undefined;
	for (const { url, isGuess } of candidates(baseUrl, address)) {
		const outcome = await settled(askOnce(client, baseUrl, address, url, options));
		if (outcome.status === 'fulfilled') {
			const { snapshot } = outcome.value;
			if (!isPage({ body: snapshot.raw })) return snapshot;
			page ??= snapshot;
			continue;
		}
		const failure = withDetails(asNodeFailure(client, outcome.reason), { job_id, status_url });
		if (isGuess ? isNoPlace(failure) : isNothingThere(failure)) unknown ??= failure;
		else if (!page) throw failure;
	}
	if (page) return page;
	throw (
		unknown ??
		nodeFailure(
			client,
			'The service gave neither a job ID nor a status URL',
			`Set Options > ${optionLabels.answerPaths} > Job ID, or check Billing > Get Transactions.`,
		)
	);
}

/** The ID that the answer tells may be that of the request or of a file. */
async function askOnce(
	client: Client,
	baseUrl: string,
	{ kind, job_id: known }: JobAddress,
	url: string,
	options: LookOptions,
): Promise<{ snapshot: JobSnapshot; answeredId?: string }> {
	const { statusEndpoint: endpoint } = kinds[kind];
	const { timeout = STATUS_TIMEOUT_MS, stop, once } = options;
	const answer = await apiRequest(client, { endpoint, url, timeout, stop, once });
	const record = narrowedToJob(answer.body, known);
	const hints = { ...options.hints, jobId: known };
	const { raw, job } = await withResult(client, baseUrl, record, kind, { timeout, stop, hints });
	const told = findJobId(walk(record));
	const isOwn =
		(told && isOfJob(told)) || [url, decoded(url)].some((text) => text?.includes(job.job_id ?? ''));
	const job_id = known ?? (isOwn ? job.job_id : undefined);
	// Of the meanings of a relative address, that which has answered.
	const again = atOrigin(baseUrl, job.status_url ?? url);
	const status_url = again.includes(url) ? url : (again[0] ?? url);
	return { snapshot: { job: { ...job, job_id, status_url }, raw }, answeredId: job.job_id };
}

/** The answer; or where its result is elsewhere on the API's origin, that. */
async function withResult(
	client: Client,
	baseUrl: string,
	body: unknown,
	kind: ModelKind,
	{ timeout, hints, stop }: LookOptions,
): Promise<JobSnapshot> {
	const { makes: media, statusEndpoint: endpoint } = kinds[kind];
	const job = readJob(body, media, hints);
	if (job.status !== 'completed' || job.answer_url === undefined) return { raw: body, job };
	const [url] = atOrigin(baseUrl, job.answer_url);
	const hasFile = job.urls.length > 0;
	// Beside what may be the result only the service itself is asked.
	if (url === undefined || (hasFile && sameOriginUrl(baseUrl, job.answer_url) === undefined))
		return { raw: body, job };
	const outcome = await settled(apiRequest(client, { endpoint, url, timeout, stop }));
	if (outcome.status === 'rejected' && !hasFile)
		throw withDetails(asNodeFailure(client, outcome.reason), { url });
	const answer = outcome.status === 'fulfilled' ? outcome.value : undefined;
	const found = readJob(answer?.body, media, hints);
	if (!answer || found.urls.length === 0) return { raw: body, job };
	const extra = { ...found.extra, ...job.extra };
	return { raw: { status: body, answer: answer.body }, job: { ...job, urls: found.urls, extra } };
}

/**
 * Asks the API once about a job that a stranger tells of; only an answer about this very job counts.
 * @returns nothing when the service knows no such job
 * @throws NodeApiError or NodeOperationError when it could not say
 */
export async function verifyDeliveredJob(
	client: Client,
	delivered: JobAddress & { job_id: string },
): Promise<JobSnapshot | undefined> {
	const baseUrl = await client.baseUrl(kinds[delivered.kind].statusEndpoint);
	const [documented] = candidates(baseUrl, { ...delivered, status_url: undefined });
	const told = new Set(atOrigin(baseUrl, delivered.status_url ?? ''));
	let failure: unknown;
	for (const { url } of candidates(baseUrl, delivered, false)) {
		// What a stranger tells counts only if it names the job, and a failure there proves nothing unless it may pass.
		const isTold = told.has(url) && url !== documented?.url;
		const outcome = await settled(askOnce(client, baseUrl, delivered, url, { once: true }));
		if (outcome.status === 'rejected') {
			const why = asNodeFailure(client, outcome.reason);
			if (!(isTold ? isNoPlace(why) : saysNoJob(why))) failure ??= why;
			continue;
		}
		const { snapshot, answeredId } = outcome.value;
		const { job, raw } = snapshot;
		const isNoAnswer = isPage({ body: raw }) || mayBeLookupError(job);
		if (isNoAnswer && !isTold) failure ??= statusCheckFailed(client, job);
		if (!isNoAnswer && isAbout(delivered.job_id, answeredId, !isTold))
			return { job: { ...job, job_id: answeredId ?? job.job_id }, raw };
	}
	if (failure !== undefined) throw failure;
	return undefined;
}

/** Places of the API rather than jobs: `health`, `rate-limits`. */
const WORDS = /^[a-z]+([_.-][a-z]+)*$/;

/** By its ID, or by its place where it tells none. */
const isAbout = (jobId: string, answeredId: string | undefined, isPlaceOfJobs: boolean): boolean =>
	answeredId === undefined
		? isPlaceOfJobs && !WORDS.test(jobId)
		: idKey(answeredId) === idKey(jobId);

const saysNoJob = (failure: NodeFailure): boolean =>
	[400, 403, 404, 405, 410, 422].includes(detailsOf(failure).http_code ?? 0);
