import { createAdaptorServer } from '@hono/node-server';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSandbox, type Sandbox } from './app';
import { demo } from './demo';
import { SESSION_HEADER } from './http/authenticate';
import { API_PREFIX } from './http/prefixes';
import type { SandboxOptions } from './options';

/** A sandbox that listens on the loopback address. */
export interface RunningSandbox {
	/** Of the API, for the credential of a client: ends with `/api`. */
	baseUrl: string;
	/** The demo account's key. */
	apiKey: string;
	/** The header that carries the demo account's developer session. */
	session: { header: string; value: string };
	/** Origin, without a slash at the end. */
	url: string;
	sandbox: Sandbox;
	/** Breaks all connections, stops all timers and saves the state. */
	close(): Promise<void>;
}

/**
 * Starts a sandbox on 127.0.0.1.
 * @param options those of the sandbox, and the port (0, the default, for any that is free)
 * @throws Error with the system's code (EADDRINUSE, EACCES) when the port cannot be had
 */
export async function startSandbox({ port = 0, ...options }: SandboxOptions & { port?: number } = {}): Promise<RunningSandbox> {
	const sandbox = createSandbox(options);
	const server = createAdaptorServer({ fetch: sandbox.app.fetch, overrideGlobalObjects: false }) as Server;
	try {
		await listen(server, port);
	} catch (error) {
		await sandbox.close();
		throw error;
	}
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	sandbox.context.publicUrl = options.publicUrl ?? url;
	return {
		baseUrl: url + API_PREFIX,
		apiKey: demo.apiKey,
		session: { header: SESSION_HEADER, value: demo.session },
		url,
		sandbox,
		async close() {
			const closed = new Promise((resolve) => server.close(resolve));
			server.closeAllConnections();
			await closed;
			await sandbox.close();
		},
	};
}

function listen(server: Server, port: number): Promise<void> {
	return new Promise((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, '127.0.0.1', () => {
			server.off('error', reject);
			resolve();
		});
	});
}
