import type { Row } from '../draw';
import type { Template } from '../fill';
import type { Envelope } from './envelopes';

/** A key's record, without the secret. `key_id` has its documented name; the scopes are documented, their field is not. */
export const recordShapes: readonly (Row & { record: Template })[] = [
	{
		name: 'name, scopes, status',
		record: {
			key_id: '$id',
			name: '$name',
			scopes: '$scopes',
			status: '$status',
			created_at: '$at',
			last_used_at: '$used',
		},
	},
	{
		name: 'label, permissions, state',
		record: {
			key_id: '$id',
			label: '$name',
			permissions: '$scopes',
			state: '$STATUS',
			createdAt: '$at',
		},
	},
	{
		name: 'display_name, is_active',
		record: {
			key_id: '$id',
			display_name: '$name',
			scopes: '$scopes',
			is_active: '$active',
			prefix: 'mg-…',
		},
	},
	{
		name: 'title, scopes as text, revoked',
		record: {
			key_id: '$id',
			title: '$name',
			scopes: '$scopeText',
			revoked: '$revoked',
			expires_at: null,
		},
	},
	{
		name: 'key_name, allowed_scopes',
		record: {
			key_id: '$id',
			key_name: '$name',
			allowed_scopes: '$scopes',
			status: '$status',
			owner: { user_id: 'user_8f1c', name: 'Demo' },
		},
	},
	{
		name: 'Name, Scopes, Status',
		record: {
			key_id: '$id',
			Name: '$name',
			Scopes: '$scopes',
			Status: '$status',
			CreatedAt: '$at',
		},
	},
	{
		name: 'meta.name',
		record: {
			key_id: '$id',
			meta: { name: '$name', created_at: '$at' },
			scopes: '$scopes',
			status: '$status',
		},
	},
	{
		name: 'an own id beside key_id',
		record: {
			id: 41,
			key_id: '$id',
			description: '$name',
			scopes: '$scopeObjects',
			revoked_at: '$revokedAt',
			created: '$unix',
		},
	},
];

/** Envelopes of an answer with a secret: `$record` with the secret in it, or `$plain` without and `$secret` beside it. */
export const secretShapes: readonly Envelope[] = [
	{ name: 'bare', wraps: '$record' },
	{ name: 'data', wraps: { data: '$record' } },
	{ name: 'key', wraps: { key: '$record', message: 'Store the secret now.' } },
	{ name: 'api_key', wraps: { api_key: '$record' } },
	{ name: 'secret beside key', wraps: { key: '$plain', secret_key: '$secret' } },
	{ name: 'secret beside api_key', wraps: { secret_key: '$secret', api_key: '$plain' } },
	{ name: 'secret beside data', wraps: { success: true, secret_key: '$secret', data: '$plain' } },
	{ name: 'data with key and secret', wraps: { data: { key: '$plain', secret_key: '$secret' } } },
	{
		name: 'secret in credentials',
		wraps: { key: '$plain', credentials: { secret_key: '$secret' } },
	},
	{ name: 'result', wraps: { request_id: '$requestId', result: '$record' } },
	{ name: 'a list of one', wraps: ['$record'] },
];

/** What a rotation adds: it tells of the original key too. */
export const rotationExtras: readonly (Row & { extra: Template })[] = [
	{ name: 'nothing', extra: {} },
	{ name: 'nothing', extra: {} },
	{ name: 'rotated_from', extra: { rotated_from: '$originalId' } },
	{ name: 'previous_key', extra: { previous_key: { key_id: '$originalId', status: 'active' } } },
];

/** What revoking and reactivating answer. */
export const changeShapes: readonly (Row & { status: 200 | 204; body: Template })[] = [
	{ name: 'the record', status: 200, body: '$record' },
	{ name: 'data', status: 200, body: { data: '$record' } },
	{ name: 'key', status: 200, body: { key: '$record' } },
	{ name: 'success', status: 200, body: { success: true } },
	{ name: 'message', status: 200, body: { message: 'Done' } },
	{ name: '204', status: 204, body: null },
];

/** What deleting answers. */
export const deletionShapes: readonly (Row & { status: 200 | 202 | 204; body: Template })[] = [
	{ name: '204', status: 204, body: null },
	{ name: '204', status: 204, body: null },
	{ name: 'key_id, deleted', status: 200, body: { key_id: '$id', deleted: true } },
	{ name: 'success', status: 200, body: { success: true } },
	{ name: 'empty object', status: 200, body: {} },
	{ name: 'null', status: 200, body: null },
	{ name: 'text in JSON', status: 200, body: 'deleted' },
	{ name: 'data null', status: 200, body: { success: true, data: null } },
	{ name: 'accepted', status: 202, body: { message: 'The key is being deleted' } },
];

/** HTTP statuses of an answer that makes a key. */
export const createdStatuses: readonly (Row & { status: 200 | 201 })[] = [
	{ name: '201', status: 201 },
	{ name: '200', status: 200 },
];

/** The list of scopes: `$each` of `$scope` and `$access`, `$texts`, `$byScope`, or `$groups` by product. */
export const scopeShapes: readonly Envelope[] = [
	{
		name: 'data of scope and access',
		wraps: { data: { $each: { scope: '$scope', access: '$access' } } },
	},
	{ name: 'scopes as texts', wraps: { scopes: '$texts' } },
	{ name: 'a bare list of texts', wraps: '$texts' },
	{ name: 'data as texts', wraps: { object: 'list', data: '$texts' } },
	{ name: 'by scope', wraps: { scopes: '$byScope' } },
	{ name: 'by scope, bare', wraps: '$byScope' },
	{
		name: 'name and description',
		wraps: { scopes: { $each: { name: '$scope', description: '$access' } } },
	},
	{
		name: 'id and label',
		wraps: { items: { $each: { id: '$scope', label: '$access', default: false } } },
	},
	{ name: 'value and title', wraps: { result: { $each: { value: '$scope', title: '$access' } } } },
	{ name: 'groups', wraps: { groups: '$groups' } },
	{
		name: 'Scope and Access',
		wraps: { Scopes: { $each: { Scope: '$scope', Access: '$access' } } },
	},
	{
		name: 'a list of SCOPE',
		wraps: { Data: { $each: { SCOPE: '$scope', DESCRIPTION: '$access' } } },
	},
	{
		name: 'key and details',
		wraps: {
			data: { available_scopes: { $each: { key: '$scope', details: { text: '$access' } } } },
		},
	},
];
