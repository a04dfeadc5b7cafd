import { createServer as createHttpServer } from 'node:http';
import { createServer as createTlsServer, request, type Server } from 'node:https';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { IDataObject, INode } from 'n8n-workflow';
import { detailsOf } from '../../../../nodes/MediaGeneration/failures/details';
import { networkFailure, isMarked } from '../../../../nodes/MediaGeneration/failures/errors';
import { surelyNotSent } from '../../../../nodes/MediaGeneration/failures/connection';
import { connectionFailure } from '../../../../nodes/MediaGeneration/http/send';
import { runNode } from '../../../support/engine';
import { IMAGE } from '../../../support/sandbox';
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
		parameters: { ...IMAGE, prompt: 'a red fox' },
		credentials: { mediaGenerationApi: { baseUrl, apiKey: 'a-key-that-is-long' } },
		settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
	});

test.each([
	[
		'a server that speaks http where https is asked for',
		() => plain.url.replace('http:', 'https:'),
		/http/i,
	],
	[
		'a certificate that nobody vouches for',
		() => `https://127.0.0.1:${(secure.address() as AddressInfo).port}`,
		/certificate/i,
	],
	['nobody there', () => `http://127.0.0.1:${closedPort}`, /Nothing answers/],
])('%s: nothing was sent, so nothing may have been paid for', async (_, url, words) => {
	const { error } = await draw(`${url()}/api`);
	expect(error).toMatchObject({
		name: expect.stringMatching(/^Node(Api|Operation)Error$/),
		message: expect.stringMatching(words),
	});
	expect((error?.context?.details as IDataObject | undefined)?.may_be_paid).toBeUndefined();
	expect(error?.message).not.toMatch(/Not sent again/);
	expect(arrived).toBe(0);
});

describe('through a proxy', () => {
	/** Has n8n go through a proxy that answers so, and gives what the node says. */
	async function through(port: number) {
		const saved = process.env.HTTPS_PROXY;
		process.env.HTTPS_PROXY = `http://127.0.0.1:${port}`;
		const { error } = await draw('https://api.example.com/api');
		if (saved === undefined) delete process.env.HTTPS_PROXY;
		else process.env.HTTPS_PROXY = saved;
		return { message: error?.message, details: error?.context?.details as IDataObject };
	}

	test.each([
		['wants a login', '407 Proxy Authentication Required', 'Proxy-Authenticate: Basic'],
		['does not let the host through', '403 Forbidden', 'X-Squid-Error: ERR_ACCESS_DENIED 0'],
	])('one that %s: nothing was sent, and the proxy is named', async (_, status, header) => {
		const proxy = createHttpServer();
		proxy.on('connect', (_request, socket) =>
			socket.end(`HTTP/1.1 ${status}\r\n${header}\r\nContent-Length: 0\r\n\r\n`),
		);
		await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
		const { message, details } = await through((proxy.address() as AddressInfo).port);
		await new Promise((resolve) => proxy.close(resolve));
		expect(message).toMatch(
			new RegExp(
				`^The proxy that this n8n uses does not connect it to api\\.example\\.com .*${status.slice(0, 3)}`,
			),
		);
		expect(details.may_be_paid).toBeUndefined();
		expect(details.remedy).toMatch(/HTTPS_PROXY .* This request was not sent\.$/);
	});

	test('one that is not there: the proxy is named, and not the service', async () => {
		const { message, details } = await through(closedPort);
		expect(message).toMatch(
			/^The proxy that this n8n uses does not connect it to api\.example\.com/,
		);
		expect(details.may_be_paid).toBeUndefined();
	});
});

test('an answer in zstd, which n8n does not unpack, may have been paid for', async () => {
	plain.answer = (_, response) => {
		response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'zstd' });
		response.end(Buffer.from('28b52ffd2400', 'hex'));
	};
	const { error } = await draw(`${plain.url}/api`);
	expect(error?.message).toMatch(/The service’s answer could not be read\. Not sent again$/);
	expect(error?.context?.details).toMatchObject({ may_be_paid: true });
	expect(plain.requests).toHaveLength(1);
});

test('what n8n itself blocked was never sent, and n8n is named', () => {
	const blocked = Object.assign(new Error('The request was blocked'), {
		name: 'SsrfBlockedIpError',
	});
	const failure = connectionFailure(
		new Error('wrapped', { cause: blocked }),
		[],
		'http://10.0.0.5/api',
	);
	const error = networkFailure({ node: {} as INode }, failure, { spends: true, repeatable: false });
	expect(error.message).toMatch(/^This n8n does not let its workflows reach 10\.0\.0\.5: .*SSRF/);
	expect(error.description).toMatch(/N8N_SSRF_ALLOWED_HOSTNAMES .* This request was not sent\.$/);
	expect(detailsOf(error).may_be_paid).toBeUndefined();
	expect(isMarked(error, 'refused')).toBe(true);
});

test.each([
	['cut short', { 'content-length': '200' }],
	['that is not packed as it says', { 'content-encoding': 'gzip' }],
])('a refusal whose answer is %s is one all the same', async (_, headers) => {
	plain.answer = (__, response) => {
		response.writeHead(401, headers).write('{"error":{"message":"Invalid API key"');
		setImmediate(() => response.destroy());
	};
	const { error } = await draw(`${plain.url}/api`);
	expect(error?.description).toMatch(/^The API key, .* was not accepted.*HTTP 401/);
	expect(error?.context?.details).not.toHaveProperty('may_be_paid');
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
	const broken = await new Promise((resolve) =>
		request({ port, method: 'POST', rejectUnauthorized: false }, resolve)
			.on('error', resolve)
			.end('{}'),
	);
	await new Promise((resolve) => server.close(resolve));
	const failure = connectionFailure(broken, [], `https://127.0.0.1:${port}`);
	expect(failure).toMatchObject({ code: expect.stringMatching(/^ERR_SSL_/), connecting: false });
	const error = networkFailure({ node: {} as INode }, failure, { spends: true, repeatable: false });
	expect(error.message).toMatch(/^The connection to .* broke \(ERR_SSL_/);
	expect(detailsOf(error)).toMatchObject({ may_be_paid: true });
	expect(isMarked(error, 'refused')).toBe(false);
});

test.each([
	['EHOSTUNREACH', 'read', false],
	['EHOSTUNREACH', 'connect', true],
	['ENETDOWN', 'write', false],
	['ECONNREFUSED', 'connect', true],
])('%s at %s: surely not sent is %s', (code, syscall, expected) => {
	const each = Object.assign(new Error(code), { code, syscall });
	expect(surelyNotSent(connectionFailure(each, [], 'https://h.example.com'))).toBe(expected);
	// Of a host with several addresses.
	expect(
		surelyNotSent(
			connectionFailure(
				Object.assign(new AggregateError([each]), { code }),
				[],
				'https://h.example.com',
			),
		),
	).toBe(expected);
});

const error = (message: string, fields: object = {}) => Object.assign(new Error(message), fields);
const wrapped = (levels: number, inner: Error): Error =>
	levels === 0 ? inner : wrapped(levels - 1, error('wrapped', { cause: inner }));

test.each<[string, unknown, object]>([
	[
		'its code',
		error('lost', { code: 'ECONNRESET', syscall: 'read' }),
		{ code: 'ECONNRESET', connecting: false, message: 'lost' },
	],
	[
		'the outermost code',
		error('lost', { code: 'OUTER', cause: error('inner', { code: 'INNER' }) }),
		{ code: 'OUTER', connecting: false, message: 'lost' },
	],
	[
		'a cause five levels down',
		wrapped(5, error('inner', { code: 'EPIPE' })),
		{ code: 'EPIPE', connecting: false, message: 'wrapped' },
	],
	[
		'one of several addresses',
		error('lost', { errors: [null, 'x', error('one', { code: 'ETIMEDOUT' })] }),
		{ code: 'ETIMEDOUT', connecting: false, message: 'lost' },
	],
	['text', 'no a-secret-of-mine', { code: undefined, connecting: false, message: 'no [hidden]' }],
	['nothing', undefined, { code: undefined, connecting: false, message: 'undefined' }],
])('a failure is known by %s', (_, thrown, failure) => {
	expect(connectionFailure(thrown, ['a-secret-of-mine'], 'https://h.example.com/api')).toEqual({
		...failure,
		host: 'h.example.com',
	});
});
