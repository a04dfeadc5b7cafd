import type { IncomingMessage, ServerResponse } from 'node:http';
import { listening, type Listening } from './listening';

/** A bare HTTP server for the tests of one file: answers as each test says, and keeps what it was sent. */
export function useServer() {
	let server: Listening;
	const nothing = (_: IncomingMessage, response: ServerResponse): unknown =>
		response.writeHead(404).end();
	const it = { url: '', requests: [] as IncomingMessage[], answer: nothing };
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
		it.answer = nothing;
	});
	return it;
}
