import type { EndpointRow } from '../../contract/endpoints';
import { grants } from '../../contract/scopes';
import type { Context } from '../context';
import { ApiError } from '../errors';
import type { Caller } from './handler';

/** The header of "Authentication" that carries the API key. */
export const KEY_HEADER = 'x-api-key';

/** The header that carries a developer session. @assumed: its mechanism is not shown */
export const SESSION_HEADER = 'x-developer-session';

/**
 * Finds who calls: "Authentication" of the API document.
 * @throws ApiError 401
 */
export function authenticate(
	{ auth }: Pick<EndpointRow, 'auth'>,
	headers: Headers,
	{ keys, state }: Context,
): Caller {
	if (auth === 'session') return sessionCaller(headers.get(SESSION_HEADER), keys);
	const secret = headers.get(KEY_HEADER);
	if (!secret)
		throw new ApiError(401, 'missing_api_key', `Send an API key in the ${KEY_HEADER} header`);
	const key = keys.find(secret);
	const account = key && state.accounts.get(key.accountId);
	if (!account) throw new ApiError(401, 'invalid_api_key', 'There is no such API key');
	if (key.status === 'revoked')
		throw new ApiError(401, 'revoked_api_key', 'This API key is revoked');
	keys.touch(key);
	return { account, key, scopes: key.scopes };
}

/**
 * Checks that the caller may do what a scope names.
 * @throws ApiError 403
 */
export function authorize({ scope }: EndpointRow, { scopes }: Caller): void {
	if (scope && !grants(scopes, scope)) {
		throw new ApiError(403, 'insufficient_scope', `This needs the scope ${scope}`);
	}
}

function sessionCaller(value: string | null, keys: Context['keys']): Caller {
	if (!value) {
		throw new ApiError(
			401,
			'missing_session',
			`This needs a developer session in the ${SESSION_HEADER} header`,
		);
	}
	const account = keys.accountOfSession(value);
	if (!account) throw new ApiError(401, 'invalid_session', 'There is no such developer session');
	return { account, scopes: account.sessionScopes };
}
