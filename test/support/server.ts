import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A bare HTTP server for the tests of one file: answers as each test says, and keeps what it was sent. */
export function useServer() {
	let server: Server;
	const it = {
		url: '',
		requests: [] as IncomingMessage[],
		answer: (_: IncomingMessage, response: ServerResponse): unknown => response.writeHead(404).end(),
	};
	beforeAll(async () => {
		server = createServer((request, response) => {
			it.requests.push(request);
			it.answer(request, response);
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		it.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	});
	afterAll(async () => {
		server.closeAllConnections();
		await new Promise((resolve) => server.close(resolve));
	});
	beforeEach(() => {
		it.requests = [];
	});
	return it;
}
