import type { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { catalog, type ModelKind } from '../../../contract/catalog';
import { bounded } from '../support/bounded';
import { dataOf, defined } from '../support/data';

/** n8n's errors of a node. */
export type NodeFailure = NodeApiError | NodeOperationError;

/** The `details` of a failed item, for a workflow to act on. */
export interface ErrorDetails {
	/** The service's own words, from its error envelope. */
	message?: string;
	type?: string;
	param?: string;
	code?: string;
	http_code?: number;
	/** The seconds of Retry-After. */
	retry_after?: number;
	job_id?: string;
	/** Further jobs that were accepted, and are charged too. */
	other_job_ids?: unknown;
	prompt?: string;
	model?: string;
	variant?: number;
	of?: number;
	status_url?: string;
	/** Where the finished file is. */
	url?: string;
	/** Where all files of a job without an ID are. */
	urls?: Array<string | undefined>;
	remedy?: string;
	/** Whether money may have been spent without a result. */
	may_be_paid?: boolean;
	/** Tries that may have been paid for without a result, and up to how much. */
	unclear_tries?: number;
	unclear_cost_usd?: number;
	/** Whether something free may have been made, such as an API key. */
	may_be_made?: boolean;
	/** The service's charge for a refused request. */
	cost_usd?: number;
	cost_nanos?: string;
	/** The text of a stream before it broke. */
	partial_text?: string;
	/** The type of a downloaded file that is not the wanted media. */
	file_type?: string;
	/** The service's answer if nothing was found in it. */
	answer?: unknown;
	allowed?: string[];
	jobs?: object[];
	failed?: object[];
	running_jobs?: string[];
}

/**
 * Remembers details on an error, for the failed item's output.
 * @param most the most characters of JSON to keep
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
/** The limit for an error that names all jobs of a run. */
export const MOST_OF_SUMMARY = 8 * 1024 * 1024;

/** The details remembered on an error. */
export function detailsOf(error: unknown): ErrorDetails {
	return (typeof error === 'object' && error !== null && detailsByError.get(error)) || {};
}

const detailsByError = new WeakMap<object, ErrorDetails>();

/** Adds the models to choose from to a failure that blames the model. */
export function withLiveModels(failure: NodeFailure, kind: ModelKind): NodeFailure {
	if (detailsOf(failure).param !== 'model') return failure;
	return withDetails(failure, {
		allowed: catalog
			.filter((model) => model.kind === kind && model.status === 'Live')
			.map(({ id }) => id),
	});
}
