import type { NodeApiError } from 'n8n-workflow';
import type { EndpointRow } from '../../../contract/endpoints';
import { withDetails, type ErrorDetails, type NodeFailure } from './details';
import { apiError, type FailurePlace } from './failure';
import type { ServiceError } from '../answers/failure/serviceError';
import { networkWords, surelyNotSent, type NetworkFailure } from './connection';
import { remedyIfCharged } from './charged';
import { remedyFor } from './remedies';

type Effect = Pick<EndpointRow, 'spends' | 'repeatable'>;

/**
 * What is known of an error: the service surely did not accept the last try (any other leaves it open); the message is this
 * package's own (the service's may quote what was sent).
 */
type FailureMark = 'refused' | 'in own words';

const marks = new WeakMap<NodeFailure, readonly FailureMark[]>();

/** Whether an error has a mark. */
export const isMarked = (failure: NodeFailure, mark: FailureMark): boolean =>
	marks.get(failure)?.includes(mark) ?? false;

/** Marks an error, and returns it. */
export function marked<E extends NodeFailure>(failure: E, mark: FailureMark): E {
	marks.set(failure, [...(marks.get(failure) ?? []), mark]);
	return failure;
}

/** The error of an answer that is not a success: the service's message, then the remedy. */
export function serviceFailure(
	place: FailurePlace,
	status: number,
	service: ServiceError,
	more: ErrorDetails = {},
): NodeApiError {
	const remedy =
		unclearRemedy(more) ??
		remedyIfCharged(more) ??
		more.remedy ??
		remedyFor(status, service) ??
		defaultRemedy(status);
	const named = [
		`HTTP ${status}`,
		service.type && `type ${service.type}`,
		service.code && `code ${service.code}`,
		service.param && `parameter ${service.param}`,
		more.job_id && `job ${more.job_id}`,
	];
	const error = apiError(
		place,
		service.message ??
			`The service answered with HTTP status ${status} and ${service.code ? `the code ${service.code}` : 'no message'}`,
		`${remedy} (${named.filter(Boolean).join(', ')})`,
		status,
	);
	return withDetails(error, { ...service, http_code: status, ...more, remedy });
}

const defaultRemedy = (status: number) =>
	status >= 400
		? 'The service refused the request: change what its message names, or try again later.'
		: 'Check the Base URL of the credential; it ends with /api.';

/**
 * The error of a request that got no answer.
 * @param isOpen whether an earlier try may have been accepted
 */
export function networkFailure(
	place: FailurePlace,
	failure: NetworkFailure,
	effect: Effect,
	isOpen = false,
): NodeApiError {
	const { message, remedy } = networkWords(failure);
	const unsent = surelyNotSent(failure) && !isOpen;
	const left = unsent ? {} : unclear(effect);
	const description =
		unclearRemedy(left) ?? (unsent ? `${remedy} This request was not sent.` : remedy);
	const error = withDetails(apiError(place, message, description), {
		code: failure.code,
		message,
		remedy: description,
		...left,
	});
	if (failure.code !== undefined) marked(error, 'in own words');
	return surelyNotSent(failure) ? marked(error, 'refused') : error;
}

/** The details of a request that may have been accepted. */
export function unclear({ spends, repeatable }: Effect): ErrorDetails {
	if (spends) return { may_be_paid: true };
	return repeatable ? {} : { may_be_made: true };
}

/** What to do about a request that may have been accepted, by its details. */
export function unclearRemedy({ may_be_paid, may_be_made }: ErrorDetails): string | undefined {
	if (may_be_paid)
		return 'The request may still have been accepted and paid for: check Billing > Get Transactions before sending it again.';
	return may_be_made
		? 'The API key may still have been created: check API Key > Get Many before trying again, and delete keys you do not need.'
		: undefined;
}

/** Replaces the remedy of a failure that came after the paid part. */
export function withRemedyOncePaid<E extends NodeFailure>(error: E, remedy: string): E {
	error.description = remedy;
	return withDetails(error, { remedy });
}
