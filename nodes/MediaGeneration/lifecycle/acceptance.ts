import { otherJobs, tellsJob } from '../answers/job/ids';
import { mayBeLookupError, type Job, type JobHints } from '../answers/job/job';
import { isTakenIn, verdictOf } from '../answers/job/state';
import { chargedIn } from '../answers/money/amount';
import { saysNothingMade } from '../failures/nothingMade';
import { asHandedBack } from '../http/addresses';
import { bounded } from '../support/bounded';
import { othersIn, reportOf } from './jobReport';
import type { Understanding } from './paidRequest';
import type { JobSnapshot } from './snapshot';

/** What an answer to a request for media means. */
export function understandAcceptance(
	raw: unknown,
	read: Job,
	{ hints, baseUrl, share }: { hints: JobHints; baseUrl: string; share: number },
): Understanding<JobSnapshot> {
	const { job_id, status, urls, error, reported_status } = read;
	const status_url =
		read.status_url === undefined ? undefined : asHandedBack(baseUrl, read.status_url);
	const isNamed = job_id !== undefined || status_url !== undefined;
	if (!isNamed && (status !== 'completed' || urls.length === 0)) {
		const hasBegun = reported_status !== undefined && isTakenIn(verdictOf(reported_status));
		return { unclear: error ?? {}, hasBegun };
	}
	const job: Job = { ...read, status_url };
	const fate = fateOf(raw, job, hints);
	if (fate === 'unclear') return { unclear: error ?? {} };
	const others = otherJobs(raw, job_id);
	const other_job_ids = others.length > 0 ? bounded(others, { most: MOST_OTHERS }) : undefined;
	const extra = { ...job.extra, ...othersIn({ other_job_ids }) };
	const value: JobSnapshot = { job: { ...job, extra }, raw, charged: chargedIn(raw) };
	const isElsewhere = status === 'completed' && urls.length === 0 && job.answer_url !== undefined;
	if (fate === 'open' || isElsewhere) value.job = { ...job, status: 'processing', extra };
	// An ID beside the refusal of a request is that of the request.
	if (fate === 'failed' && mayBeLookupError(job) && !tellsJob(raw))
		value.job = { ...value.job, job_id: undefined, reported_status: undefined };
	const as = reportOf(value, share);
	const isRefusal =
		as.state === 'failed' && job.status === 'failed' && job.failureEvidence !== 'state';
	if (!isRefusal) return { value, as };
	return { value, as: { state: 'refused', why: as.why, charged: as.charged } };
}

/** In characters of JSON. */
const MOST_OTHERS = 8_000;

/** `open`: the job is to be asked about. An ID that may be that of the request is no job's. */
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
	const canBeAsked = status_url !== undefined || paths?.job_id !== undefined || tellsJob(raw, true);
	return canBeAsked ? 'open' : 'unclear';
}
