import type { NodeApiError } from 'n8n-workflow';
import { formatUsd } from '../../../contract/money';
import { chargedIn } from '../answers/money/amount';
import { withDetails } from '../failures/details';
import { apiError, type FailurePlace } from '../failures/failure';
import { remedyFor } from '../failures/table';
import { othersWords } from './jobReport';
import type { JobSnapshot } from './jobSnapshot';

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
