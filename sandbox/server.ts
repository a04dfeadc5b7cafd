import { createAdaptorServer } from '@hono/node-server';
import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
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
	/**
	 * Refuses new connections for so many milliseconds, and ends those that are open as soon as their requests are
	 * answered. Whether it does: not if it refuses already.
	 */
	refuseConnections(milliseconds: number): boolean;
	/** Breaks all connections, stops all timers and saves the state. */
	close(): Promise<void>;
}

/** How long to wait for a port that somebody else holds, in milliseconds. */
const PORT_TAKEN_MS = 20;

/** Milliseconds for which an idle connection stays open: longer than clients keep one for reuse. */
const KEEP_ALIVE = 65_000;

/**
 * Starts a sandbox on 127.0.0.1.
 * @param options those of the sandbox, and the port (0, the default, for any that is free)
 * @throws Error with the system's code when the port cannot be had (EADDRINUSE, EACCES) or the data file not be written
 */
export async function startSandbox({ port = 0, ...options }: SandboxOptions & { port?: number } = {}): Promise<RunningSandbox> {
	let sandbox: Sandbox | undefined;
	const server = createAdaptorServer({
		fetch: (request, env) => sandbox?.app.fetch(request, env) ?? new Response(null, { status: 503 }),
		overrideGlobalObjects: false,
	}) as Server;
	server.keepAliveTimeout = KEEP_ALIVE;
	// Only who has the port may go on with the saved state: another process might be at it.
	await listen(server, port);
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	try {
		sandbox = createSandbox({ publicUrl: url, ...options });
		await sandbox.save();
	} catch (error) {
		await stop(server);
		throw error;
	}
	return running(url, server, sandbox);
}

function running(url: string, server: Server, sandbox: Sandbox): RunningSandbox {
	const open = openResponses(server);
	let door: NodeJS.Timeout | undefined;
	let closed = false;
	return {
		baseUrl: url + API_PREFIX,
		apiKey: demo.apiKey,
		session: { header: SESSION_HEADER, value: demo.session },
		url,
		sandbox,
		refuseConnections(milliseconds) {
			if (!server.listening) return false;
			server.close();
			for (const response of open) response.shouldKeepAlive = false;
			door = setTimeout(() => void listenAgain(server, Number(new URL(url).port), () => closed), milliseconds);
			return true;
		},
		async close() {
			closed = true;
			clearTimeout(door);
			await stop(server);
			await sandbox.close();
		},
	};
}

/** The responses that are not finished yet, at any time. */
function openResponses(server: Server): ReadonlySet<ServerResponse> {
	const open = new Set<ServerResponse>();
	server.on('request', (_, response) => {
		open.add(response);
		response.once('close', () => open.delete(response));
	});
	return open;
}

async function stop(server: Server): Promise<void> {
	const closed = new Promise((resolve) => server.close(resolve));
	server.closeAllConnections();
	await closed;
}

/** Takes the port back, as soon as whoever got it meanwhile lets go of it. */
async function listenAgain(server: Server, port: number, isClosed: () => boolean): Promise<void> {
	while (!isClosed()) {
		const [outcome] = await Promise.allSettled([listen(server, port)]);
		if (outcome.status === 'fulfilled') return;
		if ((outcome.reason as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw outcome.reason;
		await delay(PORT_TAKEN_MS, undefined, { ref: false });
	}
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
