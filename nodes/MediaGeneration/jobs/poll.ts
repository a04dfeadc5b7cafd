import { kinds, type ModelKind } from '../../../contract/catalog';
import { detailsOf, withDetails, type NodeFailure } from '../failures/details';
import { apiError, asNodeFailure, nodeFailure } from '../failures/failure';
import { optionLabels } from '../failures/labels';
import { wait } from '../n8n/wait';
import { atOrigin, onSameOrigin } from '../http/addresses';
import { Overdue, within } from '../support/deadline';
import { apiRequest, isPage } from '../http/request';
import { walk } from '../answers/core/walk';
import { findJobId, isOfJob } from '../answers/job/ids';
import { recordOf } from '../answers/job/jobRecord';
import { isDoubtful, readJob, type Job, type JobHints } from '../answers/job/job';
import type { Look } from './look';
import { candidates, rememberAddress, type JobAddress } from './addresses';
import { jobName } from './jobName';
import { firstLookOf, noteDuration, type ExpectedModel } from './firstLook';
import { isNoPlace, isNothingThere, isOutage, isSettling } from './lost';
import { stopped } from './stopped';
import type { Client, ExecutionClient } from '../http/client';
import { settled } from '../support/settled';

export type { JobAddress } from './addresses';

/** How often to look at a job, and for how long; all in seconds. */
export interface Patience {
	/** When to look first, where nothing is expected of the job. */
	firstLook: number;
	/** "Clients poll every 2-5 seconds". */
	shortest: number;
	longest: number;
	timeout: number;
}

const defaultPatience: Patience = { firstLook: 0, shortest: 2, longest: 5, timeout: 600 };

/** An answer about a job takes no time to make, so one that does not come is asked for again. */
export const STATUS_TIMEOUT_MS = 20_000;

/** Each pause is this part of the wait so far: a long job is asked about more seldom, and none is seen much too late. */
const OF_WAIT = 0.3;

/** How much a pause may differ from the others, so that many jobs are not asked about at once. */
const jitter = 0.2;

/** How to look at a job. */
export interface LookOptions {
	/** For each request, in milliseconds; 20 seconds when absent. */
	timeout?: number;
	/** What helps to read the answer. */
	hints?: JobHints;
	/** Ends the look, or the wait; n8n's Stop when absent. */
	stop?: AbortSignal;
}

/**
 * Asks the API once how a job stands: at the address that the server gave, as far as it lies on the base URL's origin,
 * else at the documented path, its siblings and the usual others, until one knows it. The key goes to no other origin.
 * A page for a browser is an answer where the service answered about jobs before, and where no other place has one.
 * Follows "Get image job status" of the API document.
 * @throws NodeOperationError when neither an ID nor a usable address is known; NodeApiError as {@link apiRequest}, and for
 * an error that may be one of the look rather than of the job
 */
export async function lookAt(
	client: Client,
	address: JobAddress,
	options: LookOptions = {},
): Promise<Look> {
	const look = await ask(client, address, options);
	if (isDoubtful(look.job)) throw unsaid(client, look.job);
	return look;
}

/** The error of a look that was answered with an error of its own: the job may run on, or have ended well. */
export function unsaid(client: Client, { job_id, status_url, error = {} }: Job): NodeFailure {
	const failure = apiError(
		client,
		`The service did not tell the status of job ${jobName({ job_id, status_url })}: ${error.message ?? 'it gave no reason'}`,
		'The job may still be running, and is charged if it is: check it again later with Get Job.',
	);
	return withDetails(failure, { ...error, job_id, status_url });
}

/** As {@link lookAt}, but an answer that may be about the look alone is given as a job that failed, {@link isDoubtful}. */
async function ask(client: Client, address: JobAddress, options: LookOptions): Promise<Look> {
	const { timeout = STATUS_TIMEOUT_MS, stop } = options;
	const { statusEndpoint } = kinds[address.kind];
	const baseUrl = await client.baseUrl(statusEndpoint);
	let unknown: NodeFailure | undefined;
	let page: Look | undefined;
	for (const { url, isKnown, isGuess } of candidates(baseUrl, address)) {
		const outcome = await settled(
			apiRequest(client, { endpoint: statusEndpoint, url, timeout, stop }),
		);
		if (outcome.status === 'fulfilled') {
			const hints = { ...options.hints, jobId: address.job_id };
			const record = recordOf(outcome.value.body, address.job_id);
			const { body, job } = await withAnswer(client, record, {
				...options,
				hints,
				kind: address.kind,
			});
			// What else an answer calls an ID, such as that of the request or the file, is not the job's.
			const told = findJobId(walk(record));
			const isOwn =
				(told && isOfJob(told)) ||
				[job.job_id ?? '', encodeURIComponent(job.job_id ?? '')].some((id) => url.includes(id));
			const job_id = address.job_id ?? (isOwn ? job.job_id : undefined);
			if (job.job_id === job_id) rememberAddress(baseUrl, { ...address, job_id }, url);
			const look: Look = {
				job: { ...job, job_id, status_url: askAgainAt(baseUrl, job, url) },
				raw: body,
			};
			if (isKnown || !isPage({ body })) return look;
			page ??= look;
			continue;
		}
		const failure = withDetails(asNodeFailure(client, outcome.reason), {
			job_id: address.job_id,
			status_url: address.status_url,
		});
		if (isGuess ? isNoPlace(failure) : isNothingThere(failure)) {
			unknown ??= failure;
			continue;
		}
		if (page) return page;
		throw failure;
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

/** Of what an address that the answer gives can mean, the one that has answered; it can be asked at again. */
export function askAgainAt(baseUrl: string, { status_url }: Job, url: string): string {
	const told = atOrigin(baseUrl, status_url ?? url);
	return told.includes(url) ? url : (told[0] ?? url);
}

/** The answer itself; or where it says that its job is done and the result is elsewhere on the API's origin, that. */
export async function withAnswer(
	client: Client,
	body: unknown,
	{ kind, timeout = STATUS_TIMEOUT_MS, hints, stop }: LookOptions & { kind: ModelKind },
) {
	const { makes: media, statusEndpoint } = kinds[kind];
	const job = readJob(body, media, hints);
	if (job.status !== 'completed' || job.answer_url === undefined) return { body, job };
	const baseUrl = await client.baseUrl(statusEndpoint);
	const [url] = atOrigin(baseUrl, job.answer_url);
	const hasFile = job.urls.length > 0;
	// Beside what may be the result only the service itself is asked, and nothing depends on what it says.
	if (url === undefined || (hasFile && onSameOrigin(baseUrl, job.answer_url) === undefined))
		return { body, job };
	const outcome = await settled(
		apiRequest(client, { endpoint: statusEndpoint, url, timeout, stop }),
	);
	if (outcome.status === 'rejected' && !hasFile) throw outcome.reason;
	const answer = outcome.status === 'fulfilled' ? outcome.value : undefined;
	const found = readJob(answer?.body, media, hints);
	return answer && found.urls.length > 0
		? {
				body: { status: body, answer: answer.body },
				job: { ...job, urls: found.urls, extra: { ...found.extra, ...job.extra } },
			}
		: { body, job };
}

/** So many looks in a row that are answered with an error of their own are not for long. */
const MOST_DOUBTS = 4;

/** How often a job that is done is looked at again for a file that is not there yet: some services tell the end first. */
const MOST_EMPTY = 2;

/** What a wait for a job may be told: how patient to be, and what is known of the job. */
export interface WaitOptions extends LookOptions {
	patience?: Partial<Patience>;
	/** Whether the job was accepted by this run, so that the service may not know it yet. */
	fresh?: boolean;
	/** When, in milliseconds since the Unix epoch; just now when absent. */
	acceptedAt?: number;
	/** Whether the job surely exists, so that an outage of the service is waited out from the first look on. */
	paid?: boolean;
	/** Further jobs that were accepted with it: told too when the user stops the workflow. */
	others?: Array<{ job_id: string }>;
	/** The model of a job that this run had accepted: what its jobs took until now says when to look first. */
	model?: ExpectedModel;
}

/**
 * Waits until a job has ended, well or badly: a first look when its model's jobs may have ended, unless `patience` says when,
 * then every two to five seconds with jitter, more seldom the longer the job takes. Stop ends the wait at once.
 * A service that is out of order is asked again until the time-out, once the job is known to exist.
 * @throws NodeOperationError with the job's ID when the time-out passes first; NodeApiError when the service refuses to tell,
 * or several looks in a row were answered with nothing but an error
 */
export async function waitFor(
	client: ExecutionClient,
	address: JobAddress,
	options: WaitOptions = {},
): Promise<Look> {
	const outcome = await settled(untilEnded(client, address, options));
	if (outcome.status === 'fulfilled') return outcome.value;
	throw client.stop?.aborted
		? stopped(client, [address, ...(options.others ?? [])])
		: outcome.reason;
}

/** As {@link waitFor}, for a wait of which nobody is told when it is stopped. */
export async function untilEnded(
	client: ExecutionClient,
	address: JobAddress,
	{
		patience = {},
		fresh = false,
		paid = false,
		model,
		acceptedAt: startedAt = Date.now(),
		...options
	}: WaitOptions,
): Promise<Look> {
	const { firstLook, shortest, longest, timeout } = { ...defaultPatience, ...patience };
	const signal = options.stop ?? client.stop;
	const deadline = startedAt + timeout * 1000;
	const baseUrl = await client.baseUrl(kinds[address.kind].statusEndpoint);
	const age = () => (Date.now() - startedAt) / 1000;
	const due = model && Math.max(firstLookOf(baseUrl, model), shortest);
	// Who says how often to look has decided when to look first.
	let pause = Math.min(
		due !== undefined && patience.firstLook === undefined ? Math.max(due - age(), 0) : firstLook,
		timeout,
	);
	let sawRunning = false;
	let doubts = 0;
	let empty = 0;
	let isReal = paid;
	let outage: NodeFailure | undefined;
	let last: Look = {
		job: { ...address, status: 'processing', urls: [], extra: {} },
		raw: undefined,
	};
	for (;;) {
		await wait(pause * 1000, signal);
		const left = Math.max(deadline - Date.now(), SHORTEST_LOOK_MS);
		const outcome = await settled(
			within(
				left,
				signal,
				async (stop) =>
					await ask(client, address, {
						...options,
						stop,
						timeout: Math.min(options.timeout ?? STATUS_TIMEOUT_MS, left),
					}),
			),
		);
		if (outcome.status === 'fulfilled') {
			const { value } = outcome;
			outage = undefined;
			doubts = isDoubtful(value.job) ? doubts + 1 : 0;
			isReal ||= doubts === 0;
			if (doubts === MOST_DOUBTS) throw unsaid(client, value.job);
			if (doubts === 0) last = value;
			sawRunning ||= last.job.status === 'processing';
		} else if (signal?.aborted) throw outcome.reason;
		// A job that is done stays so, whatever becomes of another look.
		else if (!(outcome.reason instanceof Overdue) && last.job.status === 'processing') {
			outage = asNodeFailure(client, outcome.reason);
			if (
				!(isReal && isOutage(outage)) &&
				!(fresh && isNothingThere(outage) && isSettling(startedAt))
			)
				throw outage;
		}
		const isComing =
			last.job.status === 'completed' && last.job.awaitsFile === true && empty++ < MOST_EMPTY;
		if (last.job.status !== 'processing' && !(isComing && Date.now() < deadline)) {
			// One that had ended before it was looked at may have ended at any time until then.
			if (model && last.job.status === 'completed')
				noteDuration(baseUrl, model, sawRunning ? age() : Math.min(age(), due ?? Infinity));
			return last;
		}
		if (Date.now() >= deadline) throw tooLate(client, last.job, timeout, outage);
		const inBounds = (seconds: number) => Math.min(Math.max(shortest, seconds), longest);
		const even = inBounds(OF_WAIT * age());
		const asked = outage ? (detailsOf(outage).retry_after ?? 0) : 0;
		pause = Math.min(
			Math.max(inBounds(even * (1 - jitter + 2 * jitter * Math.random())), asked),
			Math.max(deadline - Date.now(), 0) / 1000,
		);
	}
}

/** A last look, at the end of the time, is given so long. */
export const SHORTEST_LOOK_MS = 1_000;

/** @param outage why the service did not tell the job's status when it was asked last */
function tooLate(client: ExecutionClient, job: Job, timeout: number, outage?: NodeFailure) {
	const name = jobName(job);
	const error = nodeFailure(
		client,
		outage
			? `The service did not tell the status of job ${name} when the ${timeout} s were over: ${outage.message}`
			: `Job ${name} was still running after ${timeout} s${job.reported_status ? ` (its state: ${job.reported_status})` : ''}`,
		`${outage ? 'The job may have ended, and is charged if it has not failed' : 'The job keeps running and is still charged'}: fetch it later with Get Job, or raise Options > ${optionLabels.timeout}.`,
	);
	return withDetails(error, { job_id: job.job_id, status_url: job.status_url });
}
