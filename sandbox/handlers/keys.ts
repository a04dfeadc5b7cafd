import { isScope, scopes as documented } from '../../contract/scopes';
import { iso } from '../clock';
import type { Context } from '../context';
import { ApiError, invalid } from '../errors';
import type { Call, Handler } from '../http/handler';
import type { NewKey } from '../keyring';
import type { KeyRecord } from '../state';

/** "Lists the scopes". */
export const getScopes: Handler<'getScopes'> = async () => ({
	status: 200,
	body: { data: Object.entries(documented).map(([scope, access]) => ({ scope, access })) },
});

/** "Lists the caller's keys". Never their secrets. */
export const listKeys: Handler<'listKeys'> = async ({ keys }, { caller }) => ({
	status: 200,
	body: { data: keys.keysOf(caller.account).map(told) },
});

/** "Creates a key; `secret_key` is in the response only this once". */
export const createKey: Handler<'createKey'> = async ({ keys }, { caller, body }) => {
	const { name, scopes } = body;
	const unknown = scopes.find((scope) => !isScope(scope));
	if (unknown !== undefined) throw invalid('scopes', `There is no scope ${unknown.slice(0, 100)}`);
	return withSecret(keys.create(caller.account, { name, scopes: [...new Set(scopes)] }));
};

/** "Permanently deletes a key". */
export const deleteKey: Handler<'deleteKey'> = async (context, call) => {
	const record = ownKey(context, call);
	context.keys.delete(record);
	return { status: 200, body: { key_id: record.id, deleted: true } };
};

/** "Revokes a key". @assumed revoking a revoked key changes nothing and succeeds */
export const revokeKey: Handler<'revokeKey'> = async (context, call) =>
	setStatus(context, call, 'revoked');

/** "Reactivates a revoked key". @assumed reactivating an active key changes nothing and succeeds */
export const reactivateKey: Handler<'reactivateKey'> = async (context, call) =>
	setStatus(context, call, 'active');

/**
 * "Generates a replacement key with the same configuration": the state table leaves the original as it is.
 * @assumed the replacement is active
 */
export const rotateKey: Handler<'rotateKey'> = async (context, call) => {
	const { name, scopes } = ownKey(context, call);
	return withSecret(context.keys.create(call.caller.account, { name, scopes }));
};

function setStatus(context: Context, call: Call, status: KeyRecord['status']) {
	const record = ownKey(context, call);
	context.keys.setStatus(record, status);
	return { status: 200 as const, body: told(record) };
}

function ownKey({ state }: Context, { caller, params }: Call): KeyRecord {
	const record = state.keys.get(params.key_id ?? '');
	if (record?.accountId !== caller.account.id)
		throw new ApiError(404, 'key_not_found', 'There is no such API key', { param: 'key_id' });
	return record;
}

/** An "API key" without its secret. */
const told = ({ id, name, scopes, status, createdAt, lastUsedAt }: KeyRecord) => ({
	key_id: id,
	name,
	scopes,
	status,
	created_at: iso(createdAt),
	last_used_at: lastUsedAt === null ? null : iso(lastUsedAt),
});

/** The one answer that holds a key's secret. */
const withSecret = ({ record, secret }: NewKey) => ({
	status: 201 as const,
	body: { ...told(record), secret_key: secret },
});
