import type { IncomingMessage, ServerResponse } from 'node:http';
import { listening, type Listening } from './listening';

/** A bare HTTP server for the tests of one file: answers as each test says, and keeps what it was sent. */
export function useServer() {
	let server: Listening;
	const it = {
		url: '',
		requests: [] as IncomingMessage[],
		answer: (_: IncomingMessage, response: ServerResponse): unknown =>
			response.writeHead(404).end(),
	};
	beforeAll(async () => {
		server = await listening((request, response) => {
			it.requests.push(request);
			it.answer(request, response);
		});
		it.url = server.url;
	});
	afterAll(async () => await server.close());
	beforeEach(() => {
		it.requests = [];
	});
	return it;
}
