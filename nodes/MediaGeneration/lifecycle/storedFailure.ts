import { detailsOf, withDetails, type ErrorDetails, type NodeFailure } from '../failures/details';
import { apiError, type FailurePlace } from '../failures/failure';

/** A failure as plain data: n8n stores it, and it is an error again where the workflow goes on. */
export interface StoredFailure {
	message: string;
	description?: string;
	details: ErrorDetails;
}

export function storedFailure(failure: NodeFailure): StoredFailure {
	const { message, description } = failure;
	return { message, description: description ?? undefined, details: detailsOf(failure) };
}

/** The error that was stored. */
export function failureFrom(
	place: FailurePlace,
	{ message, description, details }: StoredFailure,
): NodeFailure {
	return withDetails(apiError(place, message, description, details.http_code), details);
}
