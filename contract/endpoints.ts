import type { Scope } from './scopes';
import type * as z from 'zod/v4';
import * as billing from './schemas/billing';
import * as chat from './schemas/chat';
import * as jobs from './schemas/jobs';
import * as keys from './schemas/keys';
import * as models from './schemas/models';

/** One line of the API document: how an endpoint is reached, who may, and what goes in and out. */
export interface EndpointRow {
	method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
	/** Relative to the base URL; `{name}` marks a path parameter. */
	path: `/v1/${string}`;
	/** `apiKey`: the `x-api-key` header. `session`: a developer session, whose mechanism is not documented. */
	auth: 'apiKey' | 'session';
	/** What the key must hold; none where the document asks only for a valid key. */
	scope?: Scope;
	/** Whether an accepted request costs money. */
	spends: boolean;
	/** Whether a request that may have been accepted can be sent again: twice does no more than once. */
	repeatable: boolean;
	request?: z.ZodType;
	/** What a successful answer looks like, by HTTP status. */
	responses: Record<number, z.ZodType>;
}

/**
 * Every endpoint of the API document.
 * @assumed the job-status path of videos, and that edits are polled where images are: not shown
 * @assumed reading a job and estimating take any valid key of the account; setting limits takes `billing:read`,
 * as the document names no other billing scope
 */
export const endpoints = {
	generateImage: {
		method: 'POST',
		path: '/v1/images/generations',
		auth: 'apiKey',
		scope: 'image:gen:*',
		spends: true,
		repeatable: false,
		request: jobs.submission,
		responses: { 200: jobs.syncResult, 202: jobs.acceptance },
	},
	getImageJob: {
		method: 'GET',
		path: '/v1/images/generation/jobs/{job_id}',
		auth: 'apiKey',
		spends: false,
		repeatable: true,
		responses: { 200: jobs.imageJobStatus },
	},
	editImage: {
		method: 'POST',
		path: '/v1/images/studio/edit',
		auth: 'apiKey',
		scope: 'image:studio:*',
		spends: true,
		repeatable: false,
		request: jobs.submission,
		responses: { 200: jobs.syncResult, 202: jobs.acceptance },
	},
	generateVideo: {
		method: 'POST',
		path: '/v1/videos/generations',
		auth: 'apiKey',
		scope: 'video:gen:*',
		spends: true,
		repeatable: false,
		request: jobs.submission,
		responses: { 202: jobs.acceptance },
	},
	getVideoJob: {
		method: 'GET',
		path: '/v1/videos/generation/jobs/{job_id}',
		auth: 'apiKey',
		spends: false,
		repeatable: true,
		responses: { 200: jobs.videoJobStatus },
	},
	completeChat: {
		method: 'POST',
		path: '/v1/chat/completions',
		auth: 'apiKey',
		scope: 'chat:*',
		spends: true,
		repeatable: false,
		request: chat.completionRequest,
		responses: { 200: chat.completion },
	},
	listModels: {
		method: 'GET',
		path: '/v1/models',
		auth: 'apiKey',
		spends: false,
		repeatable: true,
		responses: { 200: models.modelList },
	},
	getBalance: {
		method: 'GET',
		path: '/v1/billing/balance',
		auth: 'apiKey',
		scope: 'billing:read',
		spends: false,
		repeatable: true,
		responses: { 200: billing.balance },
	},
	getTransactions: {
		method: 'GET',
		path: '/v1/billing/transactions',
		auth: 'apiKey',
		scope: 'billing:read',
		spends: false,
		repeatable: true,
		responses: { 200: billing.transactionPage },
	},
	estimateCost: {
		method: 'POST',
		path: '/v1/billing/estimate',
		auth: 'apiKey',
		spends: false,
		repeatable: true,
		request: billing.estimateRequest,
		responses: { 200: billing.estimate },
	},
	setLimits: {
		method: 'PUT',
		path: '/v1/billing/limits',
		auth: 'apiKey',
		scope: 'billing:read',
		spends: false,
		repeatable: true,
		request: billing.limitsRequest,
		responses: { 200: billing.limits },
	},
	getScopes: {
		method: 'GET',
		path: '/v1/api-keys/scopes',
		auth: 'session',
		scope: 'keys:*',
		spends: false,
		repeatable: true,
		responses: { 200: keys.scopeList },
	},
	listKeys: {
		method: 'GET',
		path: '/v1/api-keys',
		auth: 'session',
		scope: 'keys:*',
		spends: false,
		repeatable: true,
		responses: { 200: keys.keyList },
	},
	createKey: {
		method: 'POST',
		path: '/v1/api-keys',
		auth: 'session',
		scope: 'keys:*',
		spends: false,
		repeatable: false,
		request: keys.createRequest,
		responses: { 201: keys.createdKey },
	},
	deleteKey: {
		method: 'DELETE',
		path: '/v1/api-keys/{key_id}',
		auth: 'session',
		scope: 'keys:*',
		spends: false,
		repeatable: true,
		responses: { 200: keys.deletedKey },
	},
	revokeKey: {
		method: 'PATCH',
		path: '/v1/api-keys/{key_id}/revoke',
		auth: 'session',
		scope: 'keys:*',
		spends: false,
		repeatable: true,
		responses: { 200: keys.apiKey },
	},
	reactivateKey: {
		method: 'PATCH',
		path: '/v1/api-keys/{key_id}/reactivate',
		auth: 'session',
		scope: 'keys:*',
		spends: false,
		repeatable: true,
		responses: { 200: keys.apiKey },
	},
	rotateKey: {
		method: 'POST',
		path: '/v1/api-keys/{key_id}/rotate',
		auth: 'session',
		scope: 'keys:*',
		spends: false,
		repeatable: false,
		responses: { 201: keys.createdKey },
	},
} as const satisfies Record<string, EndpointRow>;

export type EndpointName = keyof typeof endpoints;

/** Whether an endpoint answers with the result itself where it is given no `callback_url`; one that does not gives a job in any case. */
export const answersAtOnce = (name: EndpointName): boolean => 200 in endpoints[name].responses;

/** Path prefixes of product areas that the document announces as coming soon. */
export const comingSoon = ['/v1/audio', '/v1/tools', '/v1/embeddings'] as const;

/**
 * The path of an endpoint with its path parameters filled in, each encoded.
 * @throws RangeError when a path parameter is not given
 */
export function pathOf(name: EndpointName, parameters: Record<string, string> = {}): string {
	return endpoints[name].path.replace(/\{(\w+)\}/g, (_, key: string) => {
		const value = parameters[key];
		if (!value || /^\.+$/.test(value))
			throw new RangeError(`${key} is needed for ${endpoints[name].path}`);
		return encodeURIComponent(value);
	});
}
