import { kinds, type ModelKind } from '../../../contract/catalog';
import { findJobId, idKey, isOfJob } from '../answers/job/ids';
import { isDoubtful, readJob, type Job, type JobHints } from '../answers/job/job';
import { recordOf } from '../answers/job/jobRecord';
import { walk } from '../answers/core/walk';
import { detailsOf, withDetails, type NodeFailure } from '../failures/details';
import { apiError, asNodeFailure, nodeFailure } from '../failures/failure';
import { optionLabels } from '../failures/labels';
import { atOrigin, onSameOrigin } from '../http/addresses';
import type { Client } from '../http/client';
import { apiRequest, isPage } from '../http/request';
import { settled } from '../support/settled';
import { candidates, decoded, type JobAddress } from './jobAddress';
import { jobName } from './jobName';
import type { JobSnapshot } from './jobSnapshot';
import { isNoPlace, isNothingThere } from './lookFailure';

/** An answer about a job takes no time to make, so one that does not come is asked for again; in milliseconds. */
export const STATUS_TIMEOUT_MS = 20_000;

export interface LookOptions {
	/** For each request, in milliseconds; 20 seconds when absent. */
	timeout?: number;
	hints?: JobHints;
	/** Ends the look; n8n's Stop when absent. */
	stop?: AbortSignal;
	/** Whether each place is asked only once, as somebody waits for the answer who comes again. */
	once?: boolean;
}

/**
 * Asks the API once how a job stands: where the service said, at the documented path, and where services usually keep
 * jobs, all on the base URL's origin. A page for a browser is an answer only where no other place has one. Follows "Get
 * image job status" of the API document.
 * @throws NodeOperationError when neither an ID nor a usable address is known; NodeApiError as {@link apiRequest}, and
 * for an error that may be one of the look rather than of the job
 */
export async function lookAt(
	client: Client,
	address: JobAddress,
	options: LookOptions = {},
): Promise<JobSnapshot> {
	const snapshot = await askAt(client, address, options);
	if (isDoubtful(snapshot.job)) throw statusNotTold(client, snapshot.job);
	return snapshot;
}

/** The error of a look that was answered with an error of its own: the job may run on, or have ended well. */
export function statusNotTold(
	client: Client,
	{ job_id, status_url, error = {} }: Job,
): NodeFailure {
	const failure = apiError(
		client,
		`The service did not tell the status of job ${jobName({ job_id, status_url })}: ${error.message ?? 'it gave no reason'}`,
		'The job may still be running, and is charged if it is: check it again later with Get Job.',
	);
	return withDetails(failure, { ...error, job_id, status_url });
}

/** As {@link lookAt}, but an answer that may be about the look alone is given as a job that failed, {@link isDoubtful}. */
export async function askAt(
	client: Client,
	address: JobAddress,
	options: LookOptions,
): Promise<JobSnapshot> {
	const baseUrl = await client.baseUrl(kinds[address.kind].statusEndpoint);
	const { job_id, status_url } = address;
	let unknown: NodeFailure | undefined;
	let page: JobSnapshot | undefined;
	for (const { url, isGuess } of candidates(baseUrl, address)) {
		const outcome = await settled(askOnce(client, address, url, options));
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
	throw unknown ?? noAddress(client);
}

const noAddress = (client: Client) =>
	nodeFailure(
		client,
		'The service gave neither a job ID nor a status URL',
		`Set Options > ${optionLabels.answerPaths} > Job ID, or check Billing > Get Transactions.`,
	);

/** Asks at one address; gives the ID that the answer tells too, which may be that of the request or the file, and not the job's. */
async function askOnce(
	client: Client,
	{ kind, job_id: asked }: JobAddress,
	url: string,
	{ timeout = STATUS_TIMEOUT_MS, hints, stop, once }: LookOptions,
): Promise<{ snapshot: JobSnapshot; answeredId?: string }> {
	const { statusEndpoint } = kinds[kind];
	const baseUrl = await client.baseUrl(statusEndpoint);
	const answer = await apiRequest(client, {
		endpoint: statusEndpoint,
		url,
		timeout,
		stop,
		once,
	});
	const record = recordOf(answer.body, asked);
	const look = { kind, timeout, stop, hints: { ...hints, jobId: asked } };
	const { raw, job } = await withResult(client, record, look);
	const told = findJobId(walk(record));
	const isOwn =
		(told && isOfJob(told)) || [url, decoded(url)].some((text) => text?.includes(job.job_id ?? ''));
	const job_id = asked ?? (isOwn ? job.job_id : undefined);
	const snapshot = { job: { ...job, job_id, status_url: askAgainAt(baseUrl, job, url) }, raw };
	return { snapshot, answeredId: job.job_id };
}

/** Of what an address that the answer gives can mean, the one that has answered; it can be asked at again. */
function askAgainAt(baseUrl: string, { status_url }: Job, url: string): string {
	const told = atOrigin(baseUrl, status_url ?? url);
	return told.includes(url) ? url : (told[0] ?? url);
}

/** The answer itself; or where it says that its job is done and the result is elsewhere on the API's origin, that. */
export async function withResult(
	client: Client,
	body: unknown,
	{ kind, timeout = STATUS_TIMEOUT_MS, hints, stop }: LookOptions & { kind: ModelKind },
): Promise<JobSnapshot> {
	const { makes: media, statusEndpoint } = kinds[kind];
	const job = readJob(body, media, hints);
	if (job.status !== 'completed' || job.answer_url === undefined) return { raw: body, job };
	const baseUrl = await client.baseUrl(statusEndpoint);
	const [url] = atOrigin(baseUrl, job.answer_url);
	const hasFile = job.urls.length > 0;
	// Beside what may be the result only the service itself is asked, and nothing depends on what it says.
	if (url === undefined || (hasFile && onSameOrigin(baseUrl, job.answer_url) === undefined))
		return { raw: body, job };
	const outcome = await settled(
		apiRequest(client, { endpoint: statusEndpoint, url, timeout, stop }),
	);
	if (outcome.status === 'rejected' && !hasFile)
		throw withDetails(asNodeFailure(client, outcome.reason), { url });
	const answer = outcome.status === 'fulfilled' ? outcome.value : undefined;
	const found = readJob(answer?.body, media, hints);
	if (!answer || found.urls.length === 0) return { raw: body, job };
	const extra = { ...found.extra, ...job.extra };
	return { raw: { status: body, answer: answer.body }, job: { ...job, urls: found.urls, extra } };
}

/**
 * Asks the API once about a job that somebody unknown tells of; only an answer about this very job counts.
 * @returns nothing when the service knows no such job
 * @throws NodeApiError or NodeOperationError when the service could not say
 */
export async function verifyDeliveredJob(
	client: Client,
	delivered: JobAddress & { job_id: string },
): Promise<JobSnapshot | undefined> {
	const baseUrl = await client.baseUrl(kinds[delivered.kind].statusEndpoint);
	const [documented] = candidates(baseUrl, { ...delivered, status_url: undefined });
	const told = new Set(
		delivered.status_url === undefined ? [] : atOrigin(baseUrl, delivered.status_url),
	);
	let failure: unknown;
	for (const { url } of candidates(baseUrl, delivered, false)) {
		// What a stranger tells counts only if it names the job, and what fails there proves nothing unless it may pass.
		const isTold = told.has(url) && url !== documented?.url;
		const outcome = await settled(askOnce(client, delivered, url, { once: true }));
		if (outcome.status === 'rejected') {
			const why = asNodeFailure(client, outcome.reason);
			if (!(isTold ? isNoPlace(why) : saysNoJob(why))) failure ??= why;
			continue;
		}
		const { snapshot, answeredId } = outcome.value;
		const problem = problemOf(client, snapshot, url);
		if (problem && !isTold) failure ??= problem;
		if (problem || !isAbout(delivered.job_id, answeredId, !isTold)) continue;
		const { job, raw } = snapshot;
		return { job: { ...job, job_id: answeredId ?? job.job_id }, raw };
	}
	if (failure !== undefined) throw failure;
	return undefined;
}

/** What stands where a job's ID should, and names a place of the API rather than a job: `health`, `rate-limits`. */
const WORDS = /^[a-z]+([_.-][a-z]+)*$/;

/** Whether an answer is about the job: by its ID, or by its place where it tells none. */
const isAbout = (jobId: string, answeredId: string | undefined, isPlaceOfJobs: boolean): boolean =>
	answeredId === undefined
		? isPlaceOfJobs && !WORDS.test(jobId)
		: idKey(answeredId) === idKey(jobId);

function problemOf(client: Client, { job, raw }: JobSnapshot, url: string) {
	if (isPage({ body: raw }))
		return nodeFailure({ node: client.node }, `The service answers with a web page at ${url}`);
	return isDoubtful(job) ? statusNotTold(client, job) : undefined;
}

/** Whether the service says that there is no such job, or that this can be the ID of none. */
const saysNoJob = (failure: NodeFailure): boolean =>
	[400, 403, 404, 405, 410, 422].includes(detailsOf(failure).http_code ?? 0);
