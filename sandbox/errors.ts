import type { ErrorEnvelope } from '../contract/schemas/errors';

const types: Record<number, string> = {
	401: 'authentication_error',
	402: 'billing_error',
	403: 'permission_error',
	429: 'rate_limit_error',
	500: 'server_error',
};

/**
 * A refusal that the caller is told of, in the envelope of "Errors" of the API document. @assumed all codes but `model_not_found`: they are not shown.
 * Anything else that is thrown is answered with a neutral 500.
 */
export class ApiError extends Error {
	readonly type: string;
	readonly param: string | null;
	readonly headers: Record<string, string>;

	/** @param status the HTTP status of the answer */
	constructor(
		readonly status: number,
		readonly code: string,
		message: string,
		{ param, headers }: { param?: string; headers?: Record<string, string> } = {},
	) {
		super(message);
		this.type = types[status] ?? 'invalid_request_error';
		this.param = param ?? null;
		this.headers = headers ?? {};
	}
}

/** The envelope of "Errors". */
export function errorBody({ message, type, param, code }: ApiError): ErrorEnvelope {
	return { error: { message, type, param: param ?? '', code } };
}

/** A refusal as it is answered. */
export function errorResponse(error: ApiError): Response {
	const { status, headers } = error;
	return Response.json(errorBody(error), { status, headers });
}

/** A 400 that names the parameter to blame. */
export function invalid(param: string, message: string, code = 'invalid_parameter'): ApiError {
	return new ApiError(400, code, message, { param });
}

/** A 429 that says when to come again. @param seconds whole ones */
export function rateLimited(seconds: number): ApiError {
	return new ApiError(429, 'rate_limit_exceeded', 'Rate limit exceeded', {
		headers: { 'Retry-After': String(seconds) },
	});
}

/** The 403 for a prompt that moderation does not let through. */
export function moderated(): ApiError {
	return new ApiError(403, 'content_moderation_failed', 'Content moderation failed', {
		param: 'prompt',
	});
}

/** The 500 that tells nothing of what went wrong inside. */
export function internalError(): ApiError {
	return new ApiError(500, 'internal_error', 'Internal server error');
}
