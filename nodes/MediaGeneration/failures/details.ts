import type { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { bounded } from '../support/bounded';
import { dataOf, defined } from '../support/data';
/** The errors that n8n shows with the node and the item's number. */
export type NodeFailure = NodeApiError | NodeOperationError;

/** What a failed item carries beside its message, for a workflow to act on. */
export interface ErrorDetails {
	/** The service's own words, from its error envelope. */
	message?: string;
	type?: string;
	param?: string;
	code?: string;
	http_code?: number;
	/** In how many seconds the service wants to be asked again, where it says so. */
	retry_after?: number;
	job_id?: string;
	/** Further jobs that were accepted with it, and are charged too. */
	other_job_ids?: unknown;
	/** The beginning of what was asked for, and of which model. */
	prompt?: string;
	model?: string;
	/** Which of several requests for its item it was. */
	variant?: number;
	of?: number;
	status_url?: string;
	/** Where the finished file is, when something failed after it was made. */
	url?: string;
	/** Of all files of a job that has no ID. */
	urls?: Array<string | undefined>;
	remedy?: string;
	/** Whether money may have been spent although no result came of it. */
	may_be_paid?: boolean;
	/** How often it was sent without anybody knowing whether that was paid for, and the most that this can have cost. */
	unclear_tries?: number;
	unclear_cost_usd?: number;
	/** The same of what costs nothing but exists once made, such as an API key. */
	may_be_made?: boolean;
	/** What the service says that it charged although it refused the request, in US dollars and in nanos. */
	cost_usd?: number;
	cost_nanos?: string;
	/** What a streamed answer had said before it broke. */
	partial_text?: string;
	/** What a downloaded file turned out to be, where it is not what was asked for. */
	file_type?: string;
	/** The service's answer, where nothing could be found in it. */
	answer?: unknown;
	allowed?: string[];
	jobs?: object[];
	failed?: object[];
	running_jobs?: string[];
}

/**
 * Remembers details on an error, for the failed item's output.
 * @param most so many characters of JSON at a time; by default enough for what a model had said before its answer broke
 */
export function withDetails<E extends NodeFailure>(
	error: E,
	details: ErrorDetails,
	most = MOST_OF_DETAILS,
): E {
	const known = dataOf(bounded(defined({ ...details }), { most }));
	detailsByError.set(error, { ...detailsOf(error), ...known });
	error.context.details = detailsOf(error);
	return error;
}

const MOST_OF_DETAILS = 128 * 1024;
/** The same of an error that names all jobs of a run. */
export const MOST_OF_SUMMARY = 8 * 1024 * 1024;

/** The details remembered on an error, if it is one of ours. */
export function detailsOf(error: unknown): ErrorDetails {
	return (typeof error === 'object' && error !== null && detailsByError.get(error)) || {};
}

const detailsByError = new WeakMap<object, ErrorDetails>();
