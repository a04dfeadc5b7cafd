import { NodeApiError, NodeOperationError, type INode, type JsonObject } from 'n8n-workflow';
import { remedyFor } from './remedies';
import type { ServiceError } from './serviceError';

/** What a failed item carries beside its message, for a workflow to act on. */
export type ErrorDetails = ServiceError & { http_code?: number; job_id?: string; status_url?: string; remedy?: string };

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

/** The error of a request that got no answer: what failed, at which host, and what to do. */
export function networkFailure(
	node: INode,
	failure: { code?: string; message: string },
	host: string,
	itemIndex: number,
): NodeApiError {
	const { message, remedy } = networkWords(failure, host);
	const error = new NodeApiError(node, {} as JsonObject, { message, description: remedy, itemIndex });
	error.message = message;
	return withDetails(error, { code: failure.code, message, remedy });
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

function networkWords({ code, message }: { code?: string; message: string }, host: string) {
	switch (code) {
		case 'ECONNREFUSED':
			return {
				message: `Nothing answers at ${host}: the connection was refused`,
				remedy: 'Check the Base URL of the credential and that the service runs. Nothing was sent, so nothing was paid.',
			};
		case 'ENOTFOUND':
		case 'EAI_AGAIN':
			return {
				message: `The host ${host} is not known`,
				remedy: 'Check the Base URL of the credential and the network. Nothing was sent, so nothing was paid.',
			};
		case 'ECONNABORTED':
		case 'ETIMEDOUT':
		case 'ESOCKETTIMEDOUT':
			return {
				message: `No answer from ${host} in time`,
				remedy: 'The request may have been accepted and paid for all the same: look at your transactions before sending it again.',
			};
		default:
			return {
				message: `The connection to ${host} broke (${code ?? message})`,
				remedy: 'The request may have been accepted and paid for all the same: look at your transactions before sending it again.',
			};
	}
}
