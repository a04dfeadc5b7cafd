import { NodeApiError, type INode, type JsonObject } from 'n8n-workflow';
import { connectionFailure } from '../../../../nodes/MediaGeneration/http/send';

const node: INode = { id: 'a', name: 'Media Generation', type: 'mediaGeneration', typeVersion: 1, position: [0, 0], parameters: {} };

/** As n8n 1.123 and 2.16 throw it. */
function withoutCause(message: string, code: string): NodeApiError {
	const error = new NodeApiError(node, Object.assign(new Error(message), { code }) as unknown as JsonObject);
	return Object.defineProperty(error, 'cause', { value: undefined });
}

test.each([
	['connect ECONNREFUSED 10.0.0.5:443', 'ECONNREFUSED', { code: 'ECONNREFUSED', connecting: true }],
	['connect ETIMEDOUT 10.0.0.5:443', 'ETIMEDOUT', { code: 'ETIMEDOUT', connecting: true }],
	['connect ECONNREFUSED 10.0.0.9:3128', 'ECONNREFUSED', { code: 'EPROXY', connecting: true }],
	['getaddrinfo ENOTFOUND api.example.com', 'ENOTFOUND', { code: 'ENOTFOUND', connecting: true }],
	['getaddrinfo ENOTFOUND proxy.example.com', 'ENOTFOUND', { code: 'EPROXY', connecting: true }],
	['certificate has expired', 'CERT_HAS_EXPIRED', { code: 'CERT_HAS_EXPIRED', connecting: false }],
	['read ECONNRESET', 'ECONNRESET', { code: 'ECONNRESET', connecting: false }],
	['timeout of 1000ms exceeded', 'ECONNABORTED', { code: 'ECONNABORTED', connecting: false }],
])('"%s" is known where n8n drops the cause', (message, code, told) => {
	expect(connectionFailure(withoutCause(message, code), [], 'https://api.example.com/api')).toMatchObject(told);
});
