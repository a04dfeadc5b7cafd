import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSandbox, type Sandbox } from './app';
import { demo } from './demo';
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
	/**
	 * Refuses new connections for so many milliseconds, and ends those that are open as soon as their requests are
	 * answered. While it refuses already, this waits for the end of that first. Resolves when it refuses.
	 * @throws Error when the sandbox is closed
	 */
	refuseConnections(milliseconds: number): Promise<void>;
	/** Ends {@link refuseConnections} before its time. Resolves when connections are accepted. */
	acceptConnections(): Promise<void>;
	/** Breaks all connections, stops all timers and saves the state. */
	close(): Promise<void>;
}

/** Milliseconds until an idle connection is closed: never, as that could meet the next request half-way. Clients close theirs. */
const KEEP_ALIVE = 0;

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
	const listener = listenerOf(
		(request, env) => sandbox?.app.fetch(request, env) ?? new Response(null, { status: 503 }),
		log,
	);
	const server = createServer({ requireHostHeader: false }, listener);
	server.keepAliveTimeout = KEEP_ALIVE;
	// Only who has the port may go on with the saved state: another process might be at it.
	await listen(server, port);
	const url = originOf(server);
	const media =
		options.dialect === undefined ? undefined : await listenForMedia(() => sandbox?.media, log);
	try {
		sandbox = createSandbox({ publicUrl: url, mediaUrl: media && originOf(media), ...options });
		await sandbox.save();
	} catch (error) {
		await Promise.all([stop(server), media && stop(media)]);
		throw error;
	}
	return running(url, server, media, sandbox);
}

/** A second server on any free port, which serves results only. */
async function listenForMedia(
	media: () => Sandbox['media'] | undefined,
	log: (line: string) => void,
): Promise<Server> {
	const server = createServer(
		{ requireHostHeader: false },
		listenerOf(
			(request, env) => media()?.fetch(request, env) ?? new Response(null, { status: 503 }),
			log,
		),
	);
	server.keepAliveTimeout = KEEP_ALIVE;
	await listen(server, 0);
	return server;
}

function originOf(server: Server): string {
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function running(
	url: string,
	server: Server,
	media: Server | undefined,
	sandbox: Sandbox,
): RunningSandbox {
	const door = new Door(server, Number(new URL(url).port));
	return {
		baseUrl: url + API_PREFIX,
		apiKey: demo.apiKey,
		session: { header: SESSION_HEADER, value: demo.session },
		url,
		sandbox,
		refuseConnections: (milliseconds) => door.shut(milliseconds),
		acceptConnections: () => door.open(),
		async close() {
			door.close();
			await Promise.all([stop(server), media && stop(media)]);
			await sandbox.close();
		},
	};
}

async function stop(server: Server): Promise<void> {
	const closed = new Promise((resolve) => server.close(resolve));
	server.closeAllConnections();
	await closed;
}
