import { NodeOperationError, sleep, type IExecuteFunctions } from 'n8n-workflow';
import type { ModelKind } from '../../../contract/catalog';
import { asNodeFailure } from '../support/failure';
import { apiRequest, ownOriginUrl, type RequestContext } from '../transport/request';
import { withDetails } from '../support/details';
import { jobKinds } from './kinds';
import { readJob, type Job } from '../wire/job';
import { stopped } from './stopped';

/** How to wait for a job; all in seconds. */
export interface Patience {
	/** When a first look is worth it: the model's ETA, less what has passed. */
	firstLook: number;
	/** "Clients poll every 2-5 seconds". */
	shortest: number;
	longest: number;
	timeout: number;
}

const defaultPatience: Patience = { firstLook: 0, shortest: 2, longest: 5, timeout: 600 };

/** An answer about a job takes no time to make, so one that does not come is asked for again. */
const STATUS_TIMEOUT_MS = 60_000;

/** How much a pause may differ from the others, so that many jobs are not asked about at once. */
const jitter = 0.2;

/** Where one job is asked after. */
export interface JobAddress {
	kind: ModelKind;
	job_id?: string;
	status_url?: string;
}

/** One answer about a job, and the answer as it came. */
export interface Look {
	job: Job;
	raw: unknown;
}

/**
 * Asks the API once how a job stands: at the `status_url` that the server gave if it lies on the base
 * URL's origin, else at the documented path. The key goes to no other origin.
 * Follows "Get image job status" of the API document.
 * @throws NodeOperationError when neither an ID nor a usable address is known; NodeApiError as {@link apiRequest}
 */
export async function lookAt(context: RequestContext, address: JobAddress, itemIndex: number): Promise<Look> {
	const { media, statusEndpoint } = jobKinds[address.kind];
	const url = address.status_url ? await ownOriginUrl(context, statusEndpoint, address.status_url) : undefined;
	if (!url && !address.job_id) {
		throw new NodeOperationError(context.getNode(), 'The service gave neither a job ID nor an address to ask at', { itemIndex });
	}
	const { body } = await apiRequest(context, {
		endpoint: statusEndpoint,
		url,
		path: address.job_id ? { job_id: address.job_id } : undefined,
		itemIndex,
		timeout: STATUS_TIMEOUT_MS,
	}).catch((error: unknown) => {
		throw withDetails(asNodeFailure(context.getNode(), error, itemIndex), { job_id: address.job_id, status_url: address.status_url });
	});
	const job = readJob(body, media);
	return { job: { ...job, job_id: job.job_id ?? address.job_id, status_url: job.status_url ?? url }, raw: body };
}

/**
 * Waits until a job has ended, well or badly: a first look near the expected time, then every two to
 * five seconds with jitter, looking more seldom as time passes. Stop ends the wait at once.
 * @throws NodeOperationError with the job's ID when the time-out passes first
 */
export async function waitFor(
	context: IExecuteFunctions,
	address: JobAddress,
	itemIndex: number,
	patience: Partial<Patience> = {},
): Promise<Look> {
	const { firstLook, shortest, longest, timeout } = { ...defaultPatience, ...patience };
	const signal = context.getExecutionCancelSignal();
	const deadline = Date.now() + timeout * 1000;
	let pause = Math.min(firstLook, timeout);
	for (let looks = 0; ; looks++) {
		await sleep(pause * 1000, signal).catch(() => {
			throw stopped(context, [address], itemIndex);
		});
		const look = await lookAt(context, address, itemIndex).catch((error: unknown) => {
			throw signal?.aborted ? stopped(context, [address], itemIndex) : asNodeFailure(context.getNode(), error, itemIndex);
		});
		if (look.job.status !== 'processing') return look;
		const left = (deadline - Date.now()) / 1000;
		if (left <= 0) throw tooLate(context, look.job, timeout, itemIndex);
		const base = Math.min(shortest * 1.25 ** looks, longest);
		const uneven = base * (1 - jitter + 2 * jitter * Math.random());
		pause = Math.min(Math.max(shortest, Math.min(uneven, longest)), left);
	}
}

function tooLate(context: IExecuteFunctions, job: Job, timeout: number, itemIndex: number) {
	const error = new NodeOperationError(
		context.getNode(),
		`Job ${job.job_id ?? job.status_url} was still running after ${timeout} s`,
		{
			itemIndex,
			description: 'It goes on, and costs what it costs: pick it up later with Get Job, or raise Options > Give Up After (Seconds).',
		},
	);
	return withDetails(error, { job_id: job.job_id, status_url: job.status_url });
}
