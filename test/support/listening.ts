import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A test's own server. */
export interface Listening {
	/** Its origin, on a free port of the loopback address. */
	url: string;
	/** Breaks what is open and stops. */
	close(): Promise<void>;
}

/** Starts a bare HTTP server that answers as `handler` does. */
export async function listening(handler: RequestListener): Promise<Listening> {
	const server = createServer(handler);
	// One that closes idle connections may close one that is just being used again.
	server.keepAliveTimeout = 0;
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		async close() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
