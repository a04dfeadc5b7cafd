import type { NodeApiError } from 'n8n-workflow';
import { formatUsd } from '../../../contract/money';
import { othersNamed } from '../answers/job/ids';
import { chargedIn } from '../answers/money/amount';
import { withDetails } from '../failures/details';
import { apiError, type FailurePlace } from '../failures/failure';
import { remedyFor } from '../failures/remedies';
import { dataOf } from '../support/data';
import type { Look } from './look';

/** The error of a job that ended badly, naming the job and what the service said of the failure. */
export function failedJob(place: FailurePlace, { job, raw }: Look): NodeApiError {
	const said = job.error ?? {};
	const message = `${job.job_id ? `Job ${job.job_id}` : 'The job'} ${job.reported_status ?? 'failed'}: ${said.message ?? 'the service gave no reason'}`;
	const remedy = remedyFor(undefined, { ...said, message });
	const description =
		[remedy, said.type, said.code, said.param, paidWords(raw), othersWords(job.extra.other_job_ids)]
			.filter(Boolean)
			.join(' · ') || undefined;
	return withDetails(apiError(place, message, description), {
		...said,
		job_id: job.job_id,
		other_job_ids: job.extra.other_job_ids,
		status_url: job.status_url,
		remedy,
	});
}

/** Whether a job that failed was paid for, as far as the service tells it. */
function paidWords(raw: unknown): string {
	const charged = chargedIn(raw);
	if (charged === undefined)
		return 'The service does not say whether it was charged: see Billing > Get Transactions';
	return charged === 0n ? 'It was not charged' : `It was charged ${formatUsd(charged)}`;
}

/** That a job was not the only one of its request. */
export function othersWords(ids: unknown): string {
	const names = othersNamed(ids).map(({ job_id }) => job_id);
	return names.length === 0
		? ''
		: `Accepted with it, and charged too: ${names.join(', ')}; Get Job fetches ${names.length === 1 ? 'it' : 'them'}`;
}

/** The further jobs that an acceptance told of. */
export function othersIn(told: unknown) {
	const { other_job_ids } = dataOf(told);
	return other_job_ids === undefined ? {} : { other_job_ids };
}
