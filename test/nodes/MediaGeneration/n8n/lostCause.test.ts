import { NodeApiError, type INode, type JsonObject } from 'n8n-workflow';
import { connectionFailure } from '../../../../nodes/MediaGeneration/http/send';

const node: INode = {
	id: 'a',
	name: 'Media Generation',
	type: 'mediaGeneration',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

const wrapped = (message: string, code?: string) =>
	new NodeApiError(node, Object.assign(new Error(message), { code }) as unknown as JsonObject);

/** As n8n 1.123 and 2.16 throw it. */
const withoutCause = (message: string, code?: string) =>
	Object.defineProperty(wrapped(message, code), 'cause', { value: undefined });

test.each([
	['connect ECONNREFUSED 10.0.0.5:443', 'ECONNREFUSED', { code: 'ECONNREFUSED', connecting: true }],
	['connect ETIMEDOUT 10.0.0.5:443', 'ETIMEDOUT', { code: 'ETIMEDOUT', connecting: true }],
	['connect ECONNREFUSED 10.0.0.9:3128', 'ECONNREFUSED', { code: 'EPROXY', connecting: true }],
	['getaddrinfo ENOTFOUND api.example.com', 'ENOTFOUND', { code: 'ENOTFOUND', connecting: true }],
	['getaddrinfo ENOTFOUND proxy.example.com', 'ENOTFOUND', { code: 'EPROXY', connecting: true }],
	['certificate has expired', 'CERT_HAS_EXPIRED', { code: 'CERT_HAS_EXPIRED', connecting: false }],
	['read ECONNRESET', 'ECONNRESET', { code: 'ECONNRESET', connecting: false }],
	['timeout of 1000ms exceeded', 'ECONNABORTED', { code: 'ECONNABORTED', connecting: false }],
	[
		'The request was blocked because it resolves to a restricted IP address',
		undefined,
		{ code: 'EBLOCKED', connecting: false },
	],
])('"%s" is known where n8n drops the cause', (message, code, told) => {
	expect(
		connectionFailure(withoutCause(message, code), [], 'https://api.example.com/api'),
	).toMatchObject(told);
});

test('where the cause is there, it counts, whatever the messages say', () => {
	const error = Object.defineProperty(wrapped('connect ECONNREFUSED 10.0.0.9:3128'), 'cause', {
		value: { code: 'ECONNRESET' },
	});
	expect(connectionFailure(error, [], 'https://api.example.com/api')).toMatchObject({
		code: 'ECONNRESET',
		connecting: false,
	});
});
