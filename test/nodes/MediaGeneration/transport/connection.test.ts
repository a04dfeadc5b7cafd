import { createServer as createTlsServer, type Server } from 'node:https';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import type { IDataObject } from 'n8n-workflow';
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
