import { createServer as createTlsServer, request, type Server } from 'node:https';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { IDataObject, INode } from 'n8n-workflow';
import { detailsOf } from '../../../../nodes/MediaGeneration/failures/details';
import { networkFailure, wasRefused } from '../../../../nodes/MediaGeneration/failures/errors';
import { neverLeft } from '../../../../nodes/MediaGeneration/failures/outcome';
import { failureOf } from '../../../../nodes/MediaGeneration/http/send';
import { runNode } from '../../../support/engine';
import { modelId } from '../../../support/sandbox';
import { useServer } from '../../../support/server';
import { selfSigned } from '../../../support/tls';

const plain = useServer();
let secure: Server;
let arrived = 0;
let closedPort = 0;
beforeAll(async () => {
	secure = createTlsServer(selfSigned, (_, response) => {
		arrived++;
		response.end('{}');
	});
	await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve));
	const closed = createTcpServer();
	await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
	closedPort = (closed.address() as AddressInfo).port;
	await new Promise((resolve) => closed.close(resolve));
});
afterAll(async () => await new Promise((resolve) => secure.close(resolve)));
beforeEach(() => jest.spyOn(Math, 'random').mockReturnValue(0));
afterEach(() => jest.restoreAllMocks());

const draw = async (baseUrl: string) =>
	await runNode({
		parameters: { resource: 'image', operation: 'generate', prompt: 'a red fox', model: modelId('model-dev') },
		credentials: { mediaGenerationApi: { baseUrl, apiKey: 'a-key-that-is-long' } },
		settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
	});

test.each([
	['a server that speaks http where https is asked for', () => plain.url.replace('http:', 'https:'), /http/i],
	['a certificate that nobody vouches for', () => `https://127.0.0.1:${(secure.address() as AddressInfo).port}`, /certificate/i],
	['nobody there', () => `http://127.0.0.1:${closedPort}`, /Nothing answers/],
	['an address that is none', () => 'http://[bad', /Base URL/],
	['a port that is none', () => 'http://127.0.0.1:99999', /Base URL/],
])('%s: nothing was sent, so nothing may have been paid for', async (_, url, words) => {
	const { error } = await draw(`${url()}/api`);
	expect(error).toMatchObject({ name: expect.stringMatching(/^Node(Api|Operation)Error$/), message: expect.stringMatching(words) });
	expect((error?.context?.details as IDataObject | undefined)?.may_be_paid).toBeUndefined();
	expect(error?.message).not.toMatch(/^Not sent again/);
	expect(arrived).toBe(0);
});

test('TLS that breaks once the request has gone out: it may have been paid for', async () => {
	const server = createTcpServer((socket) => {
		const secured = new TLSSocket(socket, { isServer: true, ...selfSigned });
		secured.on('error', () => undefined);
		// A record that nobody has encrypted.
		secured.once('data', () => socket.write(Buffer.from('1703030020'.padEnd(74, '0'), 'hex')));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	const broken = await new Promise((resolve) => request({ port, method: 'POST', rejectUnauthorized: false }, resolve).on('error', resolve).end('{}'));
	await new Promise((resolve) => server.close(resolve));
	const failure = { ...failureOf(broken, []), host: `127.0.0.1:${port}` };
	expect(failure).toMatchObject({ code: expect.stringMatching(/^ERR_SSL_/), connecting: false });
	const error = networkFailure({} as INode, failure, 0, { spends: true, repeatable: false });
	expect(error.message).toMatch(/^The connection to .* broke \(ERR_SSL_/);
	expect(detailsOf(error)).toMatchObject({ may_be_paid: true });
	expect(wasRefused(error)).toBe(false);
});

test.each([
	['EHOSTUNREACH', 'read', false],
	['EHOSTUNREACH', 'connect', true],
	['ENETDOWN', 'write', false],
	['ECONNREFUSED', 'connect', true],
])('%s at %s: surely not sent is %s', (code, syscall, expected) => {
	const each = Object.assign(new Error(code), { code, syscall });
	expect(neverLeft(failureOf(each, []))).toBe(expected);
	// Of a host with several addresses.
	expect(neverLeft(failureOf(Object.assign(new AggregateError([each]), { code }), []))).toBe(expected);
});

const error = (message: string, fields: object = {}) => Object.assign(new Error(message), fields);
const wrapped = (levels: number, inner: Error): Error => (levels === 0 ? inner : wrapped(levels - 1, error('wrapped', { cause: inner })));

test.each<[string, unknown, object]>([
	['a plain error', error('lost'), { code: undefined, connecting: false, message: 'lost' }],
	['its code', error('lost', { code: 'ECONNRESET', syscall: 'read' }), { code: 'ECONNRESET', connecting: false, message: 'lost' }],
	['a number for a code', error('lost', { code: 500, cause: error('inner', { code: 'EPIPE' }) }), { code: 'EPIPE', connecting: false, message: 'lost' }],
	['the outermost code', error('lost', { code: 'OUTER', cause: error('inner', { code: 'INNER' }) }), { code: 'OUTER', connecting: false, message: 'lost' }],
	['a name that could not be looked up', error('lost', { syscall: 'getaddrinfo', code: 'ENODATA' }), { code: 'ENODATA', connecting: true, message: 'lost' }],
	['a cause five levels down', wrapped(5, error('inner', { code: 'EPIPE' })), { code: 'EPIPE', connecting: false, message: 'wrapped' }],
	['no cause further down', wrapped(6, error('inner', { code: 'EPIPE' })), { code: undefined, connecting: false, message: 'wrapped' }],
	[
		'one of several addresses',
		error('lost', { errors: [null, 'x', error('one', { code: 'ETIMEDOUT' })] }),
		{ code: 'ETIMEDOUT', connecting: false, message: 'lost' },
	],
	['text', 'no a-secret-of-mine', { code: undefined, connecting: false, message: 'no [hidden]' }],
	['nothing', undefined, { code: undefined, connecting: false, message: 'undefined' }],
])('a failure is known by %s', (_, thrown, failure) => {
	expect(failureOf(thrown, ['a-secret-of-mine'])).toEqual(failure);
});
