import { NodeApiError, NodeOperationError, type INode, type JsonObject } from 'n8n-workflow';
import type { NetworkFailure } from './outcome';
import { remedyFor } from './remedies';
import type { ServiceError } from '../wire/serviceError';

/** What a failed item carries beside its message, for a workflow to act on. */
export type ErrorDetails = ServiceError & { http_code?: number; job_id?: string; status_url?: string; remedy?: string; may_be_paid?: boolean; allowed?: string[]; jobs?: object[]; failed?: object[]; running_jobs?: string[] };

/**
 * The error of an answer that is not a success: the service's own words first, then what they mean and
 * what to do. Carries no header and no key.
 */
export function serviceFailure(
	node: INode,
	status: number,
	service: ServiceError,
	itemIndex: number,
	more: ErrorDetails = {},
): NodeApiError {
	const remedy = remedyFor(status, service) ?? 'Check the Base URL of the credential; it ends with /api.';
	const message = service.message ?? `The service answered with HTTP status ${status} and no message`;
	const named = [
		`HTTP ${status}`,
		service.type && `type ${service.type}`,
		service.code && `code ${service.code}`,
		service.param && `parameter ${service.param}`,
		more.job_id && `job ${more.job_id}`,
	].filter(Boolean);
	const error = new NodeApiError(node, {} as JsonObject, {
		message,
		description: `${remedy} (${named.join(', ')})`,
		httpCode: String(status),
		itemIndex,
	});
	error.message = message;
	return withDetails(error, { ...service, http_code: status, remedy, ...more });
}

/**
 * The error of a request that got no answer: what failed, at which host, and what to do.
 * @param spends whether the request may have been paid for all the same, if it was sent
 */
export function networkFailure(node: INode, failure: NetworkFailure, itemIndex: number, spends: boolean): NodeApiError {
	const { message, remedy, sent } = networkWords(failure);
	const paid = spends && sent;
	const description = paid ? 'The request may have been accepted and paid for all the same: look at your transactions before sending it again.' : remedy;
	const error = new NodeApiError(node, {} as JsonObject, { message, description, itemIndex });
	error.message = message;
	return withDetails(error, { code: failure.code, message, remedy: description, may_be_paid: paid || undefined });
}

/** What to do about a failure that comes after the paid part is done, in place of what it would mean before. */
export function afterPayment<E extends NodeApiError | NodeOperationError>(error: E, remedy: string): E {
	error.description = remedy;
	return withDetails(error, { remedy });
}

/** The error of input that would be refused; nothing was sent. */
export function inputFailure(node: INode, message: string, itemIndex: number, description?: string): NodeOperationError {
	return new NodeOperationError(node, message, { itemIndex, description });
}

/** Remembers details on an error, for the failed item's output. */
export function withDetails<E extends NodeApiError | NodeOperationError>(error: E, details: ErrorDetails): E {
	const known = Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined));
	error.context.details = { ...(error.context.details as object | undefined), ...known };
	return error;
}

/** The details remembered on an error, if it is one of ours. */
export function detailsOf(error: unknown): ErrorDetails {
	const context = (error as { context?: { details?: ErrorDetails } }).context;
	return context?.details ?? {};
}

function networkWords({ code, message, host }: NetworkFailure): { message: string; remedy: string; sent: boolean } {
	const check = 'Check the Base URL of the credential and that the service runs. This request was not sent.';
	switch (code) {
		case 'ECONNREFUSED':
			return { message: `Nothing answers at ${host}: the connection was refused`, remedy: check, sent: false };
		case 'ENOTFOUND':
		case 'EAI_AGAIN':
			return { message: `The host ${host} is not known`, remedy: check, sent: false };
		case 'ECONNABORTED':
		case 'ETIMEDOUT':
		case 'ESOCKETTIMEDOUT':
			return { message: `No answer from ${host} in time`, remedy: 'Try again later.', sent: true };
		default:
			return { message: `The connection to ${host} broke (${code ?? message})`, remedy: 'Try again later.', sent: true };
	}
}
