import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSandbox, type Sandbox } from './app';
import { demo } from './accounts';
import { Door, listen } from './door';
import { SESSION_HEADER } from './http/authenticate';
import { listenerOf } from './http/listener';
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
	/** Refuses new connections for so many milliseconds from now on, and ends those that are open as soon as their requests are answered. */
	refuseConnections(milliseconds: number): Promise<void>;
	/** Ends {@link refuseConnections} before its time. Resolves when connections are accepted. */
	acceptConnections(): Promise<void>;
	/** Breaks all connections, stops all timers and saves the state. */
	close(): Promise<void>;
}

/**
 * Starts a sandbox on 127.0.0.1.
 * @param options those of the sandbox, and the port (0, the default, for any that is free)
 * @throws Error with the system's code when the port cannot be had (EADDRINUSE, EACCES) or the data file not be written
 */
export async function startSandbox({
	port = 0,
	...options
}: SandboxOptions & { port?: number } = {}): Promise<RunningSandbox> {
	let sandbox: Sandbox | undefined;
	const { log = () => {} } = options;
	// Only who has the port may go on with the saved state: another process might be at it.
	const server = await serverOf(() => sandbox?.app, port, log);
	// Serves results only, for a dialect that keeps them elsewhere.
	const media =
		options.dialect === undefined ? undefined : await serverOf(() => sandbox?.media, 0, log);
	const stopServers = async () => void (await Promise.all([stop(server), media && stop(media)]));
	const url = originOf(server);
	try {
		sandbox = createSandbox({ publicUrl: url, mediaUrl: media && originOf(media), ...options });
		await sandbox.save();
	} catch (error) {
		await stopServers();
		throw error;
	}
	const door = new Door(server, Number(new URL(url).port));
	const started = sandbox;
	return {
		baseUrl: url + API_PREFIX,
		apiKey: demo.apiKey,
		session: { header: SESSION_HEADER, value: demo.session },
		url,
		sandbox: started,
		refuseConnections: async (milliseconds) => door.shut(milliseconds),
		acceptConnections: () => door.open(),
		async close() {
			door.close();
			await stopServers();
			await started.close();
		},
	};
}

/** A server that hands requests on to an app, once there is one. */
async function serverOf(
	app: () => Sandbox['app'] | undefined,
	port: number,
	log: (line: string) => void,
): Promise<Server> {
	const listener = listenerOf(
		(request, env) => app()?.fetch(request, env) ?? new Response(null, { status: 503 }),
		log,
	);
	const server = createServer({ requireHostHeader: false }, listener);
	// An idle connection that is closed could meet the next request half-way. Clients close theirs.
	server.keepAliveTimeout = 0;
	await listen(server, port);
	return server;
}

function originOf(server: Server): string {
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function stop(server: Server): Promise<void> {
	const closed = once(server.close(), 'close');
	server.closeAllConnections();
	await closed;
}
