import { NodeApiError, type IDataObject } from 'n8n-workflow';
import { kinds, type Media, type ModelEntry } from '../../../contract/catalog';
import { nanosToNumber } from '../../../contract/money';
import type { AskedFields } from '../jobs/cost';
import { failedJob, othersIn, othersWords } from '../jobs/failedJob';
import { keep, lookIn } from '../jobs/kept';
import { afterAccepted, isNothingThere, isSettling } from '../jobs/lost';
import type { OutputOptions } from '../jobs/output';
import { lookAt, waitFor, withAnswer, type Patience } from '../jobs/poll';
import type { Look } from '../jobs/look';
import { stored } from '../jobs/stored';
import { codesIn, type AttemptEnd } from './ledger/attemptEnd';
import { forgotten, type Entry } from './ledger/entry';
import type { Attempt } from './ledger/rows';
import { namingModels } from '../failures/modelNames';
import { bounded } from '../support/bounded';
import { dataOf } from '../support/data';
import { withDetails } from '../failures/details';
import { asNodeFailure, type NodeFailure, type FailurePlace } from '../failures/failure';
import { asHandedBack } from '../http/addresses';
import { isDataUri } from '../files/dataUri';
import { saysNothingMade } from '../failures/nothingMade';
import { apiRequest, type ApiCall } from '../http/request';
import type { ApiAnswer } from '../failures/outcome';
import { acceptanceIn } from '../answers/job/acceptance';
import { isTakenIn, verdictOf } from '../answers/job/state';
import { chargedFields, chargedIn } from '../answers/money/amount';
import { otherJobs, othersNamed, tellsJob } from '../answers/job/ids';
import { isDoubtful, readJob, type Job, type JobHints } from '../answers/job/job';
import { spend, type Understood } from './spend';
import type { Note } from './notes';
import type { Run } from './run';
import { settled } from '../support/settled';

/** A checked request, ready to go. */
export interface SubmitRequest {
	model: ModelEntry;
	body: IDataObject;
	/** The name under which it is remembered, so that it is not paid for twice. */
	key: string;
	retryAmbiguous: boolean;
	/** Milliseconds; n8n's own when absent. */
	timeout?: number;
	/** What helps to read the answers. */
	hints: JobHints;
	/** How files that come within the answers are stored. */
	output: OutputOptions;
	/** What its items tell of it. */
	cost: AskedFields;
	/** Its part in the ledger, where one is kept. */
	entry?: Entry;
	/** The most that one try can cost, in nanos, where that is to be known. */
	price?: () => Promise<bigint | undefined>;
}

/** What was submitted, and whether that was now. */
interface Submitted extends Look {
	isNew: boolean;
}

/**
 * Submits a request that makes media and tells of its job as the service accepted it; or, if this
 * execution has submitted it before, of that job.
 * @throws NodeApiError when the service refuses it, or its answer leaves open whether it was accepted
 */
async function submit(run: Run, request: SubmitRequest): Promise<Submitted> {
	const { model, body, key, retryAmbiguous, timeout, hints, entry, price } = request;
	const { endpoint, makes, statusEndpoint } = kinds[model.kind];
	const baseUrl = await run.baseUrl(statusEndpoint);
	let isNew = false;
	const send = async (again: ApiCall['again']) => {
		const accepted = (given: ApiAnswer) => acceptanceIn(given, makes, hints);
		const { body: answer } = await apiRequest(run, {
			endpoint,
			body,
			again: retryAmbiguous ? again : undefined,
			timeout,
			accepted,
		});
		isNew = true;
		return answer;
	};
	const read = (raw: unknown, isOurs: boolean, note?: Note) =>
		understand(raw, { makes, baseUrl, hints: isOurs ? {} : hints, kept: note });
	const understood = await spend(
		run,
		{ endpoint, key, model: model.id, retryAmbiguous, entry, price },
		send,
		read,
	).catch((error: unknown) => {
		throw namingModels(asNodeFailure(run, error), model.kind);
	});
	const look = await storedFor(
		run,
		request,
		isNew ? await withResult(run, request, understood) : understood,
	);
	if (isNew && look.job.status === 'completed')
		run.notes.remember(key, { ...run.notes.recall(key), ...keep(look, run.share) });
	if (isNew && (!entry || look.job.extra.other_job_ids !== undefined))
		logAccepted(run, look, model.id);
	return { ...look, isNew };
}

/** The same with the result, where the acceptance says that the job is done and only where that is to be had. */
async function withResult(run: Run, { model, hints }: SubmitRequest, look: Look): Promise<Look> {
	if (look.job.status !== 'completed') return look;
	const outcome = await settled(withAnswer(run, look.raw, { kind: model.kind, hints }));
	if (outcome.status === 'rejected') return look;
	const { body, job } = outcome.value;
	return {
		...look,
		job: { ...look.job, urls: job.urls, extra: { ...job.extra, ...look.job.extra } },
		raw: body,
	};
}

interface Reading {
	makes: Media;
	/** Where a job is asked about is told in a form that Get Job takes. */
	baseUrl: string;
	hints: JobHints;
	/**
	 * The note of a job that had not failed, where the answer is a later one than its acceptance: that may name no job, or
	 * call the ID of something else one.
	 */
	kept?: Note;
}

function understand(raw: unknown, { makes, baseUrl, hints, kept }: Reading): Understood<Look> {
	const { job: read, files } = (kept && lookIn(kept)) ?? { job: readJob(raw, makes, hints) };
	const told = read.status_url === undefined ? undefined : asHandedBack(baseUrl, read.status_url);
	const job = {
		...read,
		job_id: kept?.job_id ?? read.job_id,
		status_url: kept?.status_url ?? told,
	};
	const { job_id, status_url, status, urls, error } = job;
	const isNamed = job_id !== undefined || status_url !== undefined;
	if (!isNamed && (status !== 'completed' || urls.length === 0)) {
		return {
			unclear: error ?? {},
			isBegun: job.reported_status !== undefined && isTakenIn(verdictOf(job.reported_status)),
		};
	}
	const fate = kept && status === 'failed' ? 'open' : fateOf(raw, job, hints);
	if (fate === 'unclear') return { unclear: error ?? {} };
	const accepted = kept?.told ?? toldOnce(raw, job_id);
	const extra = { ...job.extra, ...othersIn(accepted) };
	const isRequests = fate === 'failed' && isDoubtful(job) && !tellsJob(raw);
	const look: Look = {
		job: {
			...job,
			...(fate === 'open' && { status: 'processing' }),
			...(isRequests && { job_id: undefined, reported_status: undefined }),
			extra,
		},
		raw,
		accepted,
		files,
	};
	const note = { job_id, status_url, told: accepted };
	const ending = endingOf(look);
	const isRefusal = job.status === 'failed' && fate === 'failed' && job.failureEvidence !== 'state';
	return {
		result: look,
		ending: isRefusal ? { ...ending, cost: ending.cost ?? 0n } : ending,
		...(!cameToNothing(look) && { note }),
	};
}

/**
 * What an acceptance that tells of a failure means: its job or the request has surely `failed`, a look at the job is to
 * tell, or nobody knows what was made. An ID that may be the request's is none to look at.
 */
function fateOf(
	raw: unknown,
	job: Job,
	{ paths }: JobHints,
): 'fine' | 'failed' | 'open' | 'unclear' {
	if (job.status !== 'failed') return 'fine';
	const { failureEvidence, status_url, error = {} } = job;
	if (failureEvidence === 'state') return 'failed';
	if (failureEvidence === 'nothing' && (status_url !== undefined || tellsJob(raw))) return 'open';
	if (saysNothingMade(error)) return 'failed';
	return status_url !== undefined || paths?.job_id !== undefined || tellsJob(raw, true)
		? 'open'
		: 'unclear';
}

/** A look with the files that came within its answer put into n8n's store: at once, so that none is kept in memory. */
export async function storedFor(
	run: Run,
	{ model, output, cost }: SubmitRequest,
	look: Look,
): Promise<Look> {
	return await stored(run, look, {
		kind: model.kind,
		model: model.id,
		prompt: cost.prompt,
		output,
		share: run.share,
	});
}

/** What only the acceptance may tell of a job, in this package's own words: what was charged, and further jobs that are charged too. */
function toldOnce(raw: unknown, jobId: string | undefined): IDataObject {
	const other_job_ids = otherJobs(raw, jobId);
	return dataOf(
		bounded(
			{ ...chargedFields(raw), ...(other_job_ids.length > 0 && { other_job_ids }) },
			{ most: MOST_TOLD },
		),
	);
}

/** In characters of JSON: some two hundred IDs. */
const MOST_TOLD = 8_000;

/**
 * As {@link submit}, for somebody who will not wait for the job. One that the ledger has for the request's key is looked at once,
 * as nobody may have seen its end.
 * @throws as {@link submit}, and as {@link forgotten} when neither the service nor the ledger knows its result any more
 */
export async function submitOrTakeUp(run: Run, request: SubmitRequest): Promise<Look> {
	const submitted = await submit(run, request);
	const { model, entry, hints, timeout } = request;
	const { job_id, status_url } = submitted.job;
	if (!entry?.reused || (job_id === undefined && status_url === undefined)) return submitted;
	const looked = await settled(
		lookAt(run, { kind: model.kind, job_id, status_url }, { hints, timeout }),
	);
	if (looked.status === 'fulfilled') {
		noteEnd(run, request, looked.value);
		return await storedFor(run, request, looked.value);
	}
	const failure = withDetails(asNodeFailure(run, looked.reason), { job_id, status_url });
	if (entry.made) return lookOf(request, entry.made);
	if (isForgotten(failure, entry.reused)) throw forgotten(run, entry.reused, failure);
	run.context.logger.debug(
		`The job of an earlier request could not be looked at: ${failure.message}`,
	);
	return submitted;
}

/** Whether a request has nothing to show: its job failed, and no others were accepted with it. */
function cameToNothing({ job, accepted }: Look): boolean {
	return job.status === 'failed' && othersIn(accepted).other_job_ids === undefined;
}

/** Writes down how a request's job has ended, if it has: what came to nothing frees its key, and is made anew by a retry. */
export function noteEnd(run: Run, { entry, key, model }: SubmitRequest, look: Look): void {
	if (look.job.status === 'processing') return;
	const ending = endingOf(look);
	entry?.end(ending);
	const note = run.notes.recall(key);
	if (note?.price !== undefined) {
		const counted = run.account.settle(run.itemIndex, model.id, BigInt(note.price), ending);
		run.notes.remember(key, { ...note, price: counted?.toString() });
	}
	if (cameToNothing(look)) run.notes.forget(key);
}

/** Whether the service knows nothing of the job of an earlier request, and no longer because that was accepted just now. */
const isForgotten = (failure: NodeFailure, { toldAt }: Attempt) =>
	isNothingThere(failure) && !isSettling(Date.parse(toldAt));

/** A job as the ledger knows it, for a service that has forgotten it. */
function lookOf({ model }: SubmitRequest, raw: IDataObject): Look {
	return { job: readJob(raw, kinds[model.kind].makes), raw };
}

/** What a ledger is told of a job. It knows of one for each request, so where only others are left nobody knows what was paid for. */
function endingOf({ job, raw, accepted }: Look): AttemptEnd {
	const { job_id, status_url, status, urls, error } = job;
	const [result_url] = urls.filter((url) => !isDataUri(url));
	const charged = chargedIn(raw) ?? chargedIn(accepted);
	// What an open job has cost so far is not what it costs.
	const cost = status === 'processing' && charged === 0n ? undefined : charged;
	const told = { job_id, status_url, result_url, cost };
	if (status !== 'failed') return { state: status === 'processing' ? 'accepted' : status, ...told };
	const others = othersWords(othersIn(accepted).other_job_ids);
	const because = (why: string | undefined) =>
		[why, others].filter(Boolean).join('. ') || undefined;
	return {
		...told,
		state: others === '' ? status : 'may_be_paid',
		reason: because(error?.message),
		own: because(error && codesIn(error)),
	};
}

/** One line for an operator, as a crash takes away all that n8n knows of an execution. It holds no prompt. */
function logAccepted(run: Run, { job, raw }: Look, model: string): void {
	const { id, name } = run.context.getWorkflow();
	const cost = chargedIn(raw);
	run.context.logger.info(
		`Media Generation accepted: ${JSON.stringify({ job_id: job.job_id, status_url: job.job_id === undefined ? job.status_url : undefined, other_job_ids: job.extra.other_job_ids, model, workflow: name, workflow_id: id, execution_id: run.context.getExecutionId(), node: run.node.name, item: run.itemIndex, variant: run.variant?.variant, cost_usd: cost === undefined ? undefined : nanosToNumber(cost) })}`,
	);
}

/**
 * Submits a request that makes media and returns its job, finished: at once where the service answers
 * synchronously, else after waiting for it.
 * @throws NodeApiError when the service refuses it or the job fails; the error carries the job's ID; as
 * {@link forgotten} when neither the service nor the ledger knows its result any more
 */
export async function submitAndFinish(
	run: Run,
	request: SubmitRequest,
	patience: Partial<Patience>,
): Promise<Look> {
	const { isNew, ...submitted } = await submit(run, request);
	const { job, accepted } = submitted;
	if (job.status !== 'processing') return { ...submitted, job: finished(run, submitted) };
	const { job_id, status_url } = job;
	const isFresh = !request.entry?.reused;
	const seen = await waitFor(
		run,
		{ kind: request.model.kind, job_id, status_url },
		{
			patience: isNew ? patience : { ...patience, firstLook: 0 },
			fresh: isFresh,
			paid: true,
			others: othersNamed(othersIn(accepted).other_job_ids),
			model: isNew ? request.model : undefined,
			hints: request.hints,
			timeout: request.timeout,
		},
	).catch((error: unknown) => {
		const failure = withDetails(asNodeFailure(run, error), {
			job_id,
			status_url,
			...othersIn(accepted),
		});
		const { reused, made } = request.entry ?? {};
		if (made && isNothingThere(failure)) return lookOf(request, made);
		if (reused && isForgotten(failure, reused)) throw forgotten(run, reused, failure);
		throw failure instanceof NodeApiError
			? afterAccepted(failure, { job_id, status_url })
			: failure;
	});
	noteEnd(run, request, { ...seen, accepted });
	const look = await storedFor(run, request, seen);
	// What was made before is asked of the ledger again.
	if (isFresh && look.job.status !== 'failed') rememberEnd(run, request, { ...look, accepted });
	const { model = job.model, webhook_url = job.webhook_url } = look.job;
	const extra = { ...look.job.extra, ...othersIn(accepted) };
	return {
		...look,
		accepted,
		job: finished(run, { job: { ...look.job, model, webhook_url, extra }, raw: look.raw }),
	};
}

/** Keeps how a job ended, under the name that it is known by: its last answer may not tell that. */
function rememberEnd(run: Run, { key, entry }: SubmitRequest, look: Look): void {
	const { job_id, status_url } = look.job;
	run.notes.remember(key, {
		job_id,
		status_url,
		told: dataOf(look.accepted),
		...keep(look, run.share),
		attempt: entry?.attempt,
	});
}

/**
 * The job itself, unless it ended badly.
 * @throws NodeApiError as {@link failedJob}
 */
function finished(place: FailurePlace, look: Look): Job {
	if (look.job.status === 'failed') throw failedJob(place, look);
	return look.job;
}
