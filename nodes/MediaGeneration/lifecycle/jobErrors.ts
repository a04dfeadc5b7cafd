import type { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { formatUsd } from '../../../contract/money';
import type { Job } from '../answers/job/job';
import { chargedIn } from '../answers/money/amount';
import { withDetails } from '../failures/details';
import { apiError, nodeFailure, type FailurePlace } from '../failures/failure';
import { remedyFor } from '../failures/table';
import type { JobRef } from './attempt';
import { jobName } from './jobName';
import { othersWords } from './jobReport';
import type { JobSnapshot } from './snapshot';

/** The error of a job that ended badly, naming the job and what the service said of the failure. */
export function failedJob(place: FailurePlace, { job, raw }: JobSnapshot): NodeApiError {
	const said = job.error ?? {};
	const { job_id, status_url, reported_status = 'failed', extra } = job;
	const { other_job_ids } = extra;
	const name = job_id ? `Job ${job_id}` : 'The job';
	const message = `${name} ${reported_status}: ${said.message ?? 'the service gave no reason'}`;
	const remedy = remedyFor(undefined, { ...said, message });
	const paid = paidWords(raw);
	const words = [remedy, said.type, said.code, said.param, paid, othersWords(other_job_ids)];
	const description = words.filter(Boolean).join(' · ') || undefined;
	const details = { ...said, job_id, other_job_ids, status_url, remedy };
	return withDetails(apiError(place, message, description), details);
}

function paidWords(raw: unknown): string {
	const charged = chargedIn(raw);
	if (charged === undefined)
		return 'The service does not say whether it was charged: see Billing > Get Transactions';
	return charged === 0n ? 'It was not charged' : `It was charged ${formatUsd(charged)}`;
}

/** The error of a look that was answered with an error of its own: the job may run on, or have ended well. */
export function statusNotTold(
	place: FailurePlace,
	{ job_id, status_url, error = {} }: Job,
): NodeApiError {
	const name = jobName({ job_id, status_url });
	const failure = apiError(
		place,
		`The service did not tell the status of job ${name}: ${error.message ?? 'it gave no reason'}`,
		'The job may still be running, and is charged if it is: check it again later with Get Job.',
	);
	return withDetails(failure, { ...error, job_id, status_url });
}

/** The error of what Stop has ended; with the job, where one goes on. */
export function stoppedFailure(
	place: FailurePlace,
	{ job_id, status_url, other_job_ids }: JobRef = {},
): NodeOperationError {
	const name = jobName({ job_id, status_url });
	const words =
		name === ''
			? 'Stopped.'
			: `Stopped. Job ${name} keeps running and is still charged; Get Job fetches it.`;
	return withDetails(nodeFailure(place, words), { job_id, status_url, other_job_ids });
}
