import type { Template } from '../fill';

/** A key's record, without the secret. `key_id` has its documented name; the scopes are documented, their field is not. */
export const recordShapes: readonly Template[] = [
	{
		key_id: '$id',
		name: '$name',
		scopes: '$scopes',
		status: '$status',
		created_at: '$at',
		last_used_at: '$used',
	},
	{ key_id: '$id', label: '$name', permissions: '$scopes', state: '$STATUS', createdAt: '$at' },
	{ key_id: '$id', display_name: '$name', scopes: '$scopes', is_active: '$active', prefix: 'mg-…' },
	{ key_id: '$id', title: '$name', scopes: '$scopeText', revoked: '$revoked', expires_at: null },
	{
		key_id: '$id',
		meta: { name: '$name', created_at: '$at' },
		scopes: '$scopes',
		status: '$status',
	},
	{
		id: 41,
		key_id: '$id',
		description: '$name',
		scopes: '$scopeObjects',
		revoked_at: '$revokedAt',
		created: '$unix',
	},
];

/** Envelopes of an answer with a secret: `$record` with the secret in it, or `$plain` without and `$secret` beside it. */
export const secretShapes: readonly Template[] = [
	'$record',
	{ data: '$record' },
	{ key: '$record', message: 'Store the secret now.' },
	{ key: '$plain', secret_key: '$secret' },
	{ secret_key: '$secret', api_key: '$plain' },
	{ data: { key: '$plain', secret_key: '$secret' } },
	{ key: '$plain', credentials: { secret_key: '$secret' } },
	{ request_id: '$requestId', result: '$record' },
	['$record'],
];

/** What a rotation adds: it tells of the original key too. */
export const rotationExtras: readonly Template[] = [
	{},
	{},
	{ rotated_from: '$originalId' },
	{ previous_key: { key_id: '$originalId', status: 'active' } },
];

/** What revoking and reactivating answer. */
export const changeShapes: readonly { status: 200 | 204; body: Template }[] = [
	{ status: 200, body: '$record' },
	{ status: 200, body: { data: '$record' } },
	{ status: 200, body: { key: '$record' } },
	{ status: 200, body: { success: true } },
	{ status: 204, body: null },
];

/** What deleting answers. */
export const deletionShapes: readonly { status: 200 | 202 | 204; body: Template }[] = [
	{ status: 204, body: null },
	{ status: 204, body: null },
	{ status: 200, body: { key_id: '$id', deleted: true } },
	{ status: 200, body: { success: true } },
	{ status: 200, body: {} },
	{ status: 200, body: null },
	{ status: 200, body: 'deleted' },
	{ status: 200, body: { success: true, data: null } },
	{ status: 202, body: { message: 'The key is being deleted' } },
];

/** HTTP statuses of an answer that makes a key. */
export const createdStatuses = [201, 200];

/** The list of scopes: `$each` of `$scope` and `$access`, `$texts`, `$byScope`, or `$groups` by product. */
export const scopeShapes: readonly Template[] = [
	{ data: { $each: { scope: '$scope', access: '$access' } } },
	{ scopes: '$texts' },
	'$texts',
	{ object: 'list', data: '$texts' },
	{ scopes: '$byScope' },
	'$byScope',
	{ scopes: { $each: { name: '$scope', description: '$access' } } },
	{ items: { $each: { id: '$scope', label: '$access', default: false } } },
	{ groups: '$groups' },
	{ Data: { $each: { SCOPE: '$scope', DESCRIPTION: '$access' } } },
	{ data: { available_scopes: { $each: { key: '$scope', details: { text: '$access' } } } } },
];
