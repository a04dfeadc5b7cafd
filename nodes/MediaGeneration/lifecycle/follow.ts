import { mayBeLookupError } from '../answers/job/job';
import { detailsOf, withDetails, type NodeFailure } from '../failures/details';
import { asNodeFailure, nodeFailure } from '../failures/failure';
import { optionLabels } from '../failures/labels';
import type { ExecutionClient } from '../http/client';
import { wait } from '../n8n/wait';
import { Overdue, withDeadline } from '../support/deadline';
import { settled } from '../support/settled';
import type { JobAddress } from './jobAddress';
import { jobName } from './attempt';
import type { JobSnapshot } from './snapshot';
import { lookOrDoubt, STATUS_TIMEOUT_MS, type LookOptions } from './look';
import {
	isNothingThere,
	isTransient,
	isPropagating,
	statusCheckFailed,
	stoppedFailure,
} from './jobErrors';

/** How often to look at a job, and for how long, in seconds. */
export interface Patience {
	every?: number;
	giveUpAfter?: number;
	/** Whether a job that still runs then is given as it stands. */
	givesUp?: boolean;
}

/** "Clients poll every 2-5 seconds". */
const USUAL = { shortest: 2, longest: 5 };
const USUALLY_GIVEN_UP_AFTER = 600;

/** The catalog's times are wrong for most services: a job is looked at first after this part of them. */
const OF_ETA = 0.25;
/** Each pause is this part of the wait so far. */
const OF_WAIT = 0.3;
const JITTER = 0.2;
/** The shortest time for a last look, in milliseconds. */
export const SHORTEST_LOOK_MS = 1_000;
/** So many looks in a row may be answered with an error of their own. */
const MOST_DOUBTS = 4;

export interface FollowOptions extends Omit<LookOptions, 'stop'> {
	patience?: Patience;
	/** In milliseconds since the Unix epoch: a service may not know a job at once. */
	acceptedAt?: number;
	/** Whether the job surely exists, so that an outage is waited out from the first look on. */
	surelyExists?: boolean;
	/** In seconds. */
	etaSeconds?: number;
}

/**
 * Waits until a job has ended; outages too, once it is known to exist.
 * @throws NodeOperationError with the job's ID on Stop and when the time is up, unless the job is given then; NodeApiError
 * when the service refuses to tell, or answers with nothing but an error
 */
export async function follow(
	client: ExecutionClient,
	address: JobAddress,
	options: FollowOptions = {},
): Promise<JobSnapshot> {
	const { patience = {}, acceptedAt, etaSeconds = 0 } = options;
	const { every, giveUpAfter = USUALLY_GIVEN_UP_AFTER, givesUp = false } = patience;
	const { shortest, longest } = every === undefined ? USUAL : { shortest: every, longest: every };
	const startedAt = acceptedAt ?? Date.now();
	const deadline = startedAt + giveUpAfter * 1000;
	const age = () => (Date.now() - startedAt) / 1000;
	const due = etaSeconds > 0 ? Math.max(etaSeconds * OF_ETA, shortest) - age() : 0;
	const looks = new Looks(client, address, options);
	for (let pause = Math.min(every ?? Math.max(due, 0), giveUpAfter); ;) {
		const looked = await settled(looks.after(pause, deadline));
		if (looked.status === 'rejected')
			throw client.stop?.aborted
				? stoppedFailure(client, looks.last.raw === undefined ? {} : address)
				: looked.reason;
		if (looks.last.job.status !== 'processing') return looks.last;
		if (Date.now() >= deadline) {
			const failure = tooLate(client, looks, giveUpAfter);
			if (givesUp) return asItStands(looks.last, failure);
			throw failure;
		}
		const even = OF_WAIT * age() * (1 - JITTER + 2 * JITTER * Math.random());
		const inBounds = Math.min(Math.max(shortest, even), longest);
		const left = Math.max(deadline - Date.now(), 0) / 1000;
		pause = Math.min(Math.max(inBounds, detailsOf(looks.outage).retry_after ?? 0), left);
	}
}

class Looks {
	last: JobSnapshot;
	outage?: NodeFailure;
	private isReal: boolean;
	private doubts = 0;

	constructor(
		private readonly client: ExecutionClient,
		private readonly address: JobAddress,
		private readonly options: FollowOptions,
	) {
		this.isReal = options.surelyExists === true;
		this.last = { job: { ...address, status: 'processing', urls: [], extra: {} }, raw: undefined };
	}

	/** @throws what is no passing outage */
	async after(pause: number, deadline: number): Promise<void> {
		const { client, address, options } = this;
		await wait(pause * 1000, client.stop);
		const left = Math.max(deadline - Date.now(), SHORTEST_LOOK_MS);
		const timeout = Math.min(options.timeout ?? STATUS_TIMEOUT_MS, left);
		const ask = async (stop: AbortSignal) =>
			await lookOrDoubt(client, address, { ...options, stop, timeout });
		const outcome = await settled(withDeadline(left, client.stop, ask));
		if (outcome.status === 'fulfilled') this.take(outcome.value);
		else if (client.stop?.aborted) throw outcome.reason;
		else if (!(outcome.reason instanceof Overdue) && this.last.job.status === 'processing')
			this.miss(asNodeFailure(client, outcome.reason));
	}

	private take(snapshot: JobSnapshot): void {
		this.outage = undefined;
		this.doubts = mayBeLookupError(snapshot.job) ? this.doubts + 1 : 0;
		if (this.doubts === MOST_DOUBTS) throw statusCheckFailed(this.client, snapshot.job);
		if (this.doubts > 0) return;
		this.isReal = true;
		this.last = snapshot;
	}

	private miss(failure: NodeFailure): void {
		const { acceptedAt } = this.options;
		const isTooSoon =
			acceptedAt !== undefined && isNothingThere(failure) && isPropagating(acceptedAt);
		if (!(this.isReal && isTransient(failure)) && !isTooSoon) throw failure;
		this.outage = failure;
	}
}

function asItStands({ job, ...more }: JobSnapshot, { message: note }: NodeFailure): JobSnapshot {
	return { ...more, job: { ...job, extra: { ...job.extra, timed_out: true, note } } };
}

function tooLate(client: ExecutionClient, { last, outage }: Looks, seconds: number) {
	const { job_id, status_url, reported_status } = last.job;
	const state = reported_status ? ` (its state: ${reported_status})` : '';
	const [message, what] = outage
		? [
				`The service did not tell the status of job ${jobName(last.job)} when the ${seconds} s were over: ${outage.message}`,
				'The job may have ended, and is charged if it has not failed',
			]
		: [
				`Job ${jobName(last.job)} was still running after ${seconds} s${state}`,
				'The job keeps running and is still charged',
			];
	const then = `fetch it later with Get Job, or raise Options > ${optionLabels.timeout}`;
	const error = nodeFailure(client, message, `${what}: ${then}.`);
	return withDetails(error, { job_id, status_url });
}
