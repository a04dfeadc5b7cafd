import { once } from 'node:events';
import {
	createServer,
	request as httpRequest,
	type IncomingMessage,
	type ServerResponse,
} from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

import { freePort } from '../child';

/** Which webhook process gets a request: each in turn, any, or none. */
type Choice = 'roundRobin' | 'random' | 'none';

/** A request that a process took. */
export interface Passed {
	method: string;
	/** With its query. */
	path: string;
	/** `null` where the caller left before there was an answer. */
	status: number | null;
	/** When it came and when it was done with, in milliseconds since the Unix epoch. */
	from: number;
	to: number;
}

export interface ProxyOptions {
	/** The preferred port; the next free one is taken when it is in use. Default: any free port. */
	port?: number | undefined;
	/** Told of each request that a process took. */
	onPassed?: ((passed: Passed) => void) | undefined;
}

/** Where a proxy leads, as in `http://127.0.0.1:5679`; asked anew for each request. */
export interface Targets {
	main: () => string;
	webhooks: () => readonly string[];
}

/** What stands before n8n in queue mode, as a load balancer would. */
export interface WebhookProxy {
	/** Its origin, without a slash at the end: what n8n is told as `N8N_WEBHOOK_URL`. */
	url: string;
	/** How webhook processes are chosen; at first each in turn. */
	choice: Choice;
	stop(): Promise<void>;
}

/** What webhook processes serve. Everything else, test webhooks included, is the main process's. */
const FOR_WEBHOOKS = /^\/(webhook|webhook-waiting|form|form-waiting)(\/|$)/;

/**
 * Starts a proxy on 127.0.0.1 that gives calls to webhooks to the webhook processes and all others to the main
 * process. A process that refuses the connection is passed over; a request that was sent is never sent again.
 */
export async function startProxy(
	targets: Targets,
	{ port, onPassed }: ProxyOptions = {},
): Promise<WebhookProxy> {
	let turn = 0;
	const order = (path: string): string[] => {
		if (!FOR_WEBHOOKS.test(path)) return [targets.main()];
		const all = targets.webhooks();
		if (proxy.choice === 'none') return [];
		const first =
			proxy.choice === 'random' ? Math.floor(Math.random() * all.length) : turn++ % all.length;
		return [...all.slice(first), ...all.slice(0, first)];
	};
	const server = createServer((request, response) => {
		const from = Date.now();
		const { method = 'GET', url: path = '/' } = request;
		void pass(request, response, order(path)).then((isTaken) => {
			const status = response.headersSent ? response.statusCode : null;
			if (isTaken) onPassed?.({ method, path, status, from, to: Date.now() });
		});
	});
	await once(server.listen(await freePort(port), '127.0.0.1'), 'listening');
	const proxy: WebhookProxy = {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		choice: 'roundRobin',
		async stop() {
			const closed = once(server.close(), 'close');
			server.closeAllConnections();
			await closed;
		},
	};
	return proxy;
}

/** Passes a request on to the first target that takes the connection; resolves once the answer is out, with whether any did. */
async function pass(
	request: IncomingMessage,
	response: ServerResponse,
	targets: readonly string[],
): Promise<boolean> {
	for (const target of targets) {
		const socket = await connected(target);
		if (socket === undefined) continue;
		await forward(request, response, socket);
		return true;
	}
	response.writeHead(502).end(`None of ${targets.length} n8n processes takes the connection`);
	return false;
}

async function connected(target: string): Promise<Socket | undefined> {
	const { hostname, port } = new URL(target);
	const socket = connect({ host: hostname, port: Number(port) });
	const [outcome] = await Promise.allSettled([once(socket, 'connect')]);
	return outcome.status === 'fulfilled' ? socket : undefined;
}

async function forward(
	request: IncomingMessage,
	response: ServerResponse,
	socket: Socket,
): Promise<void> {
	if (response.destroyed) {
		socket.destroy();
		return;
	}
	const { method, url: path, headers } = request;
	const onward = httpRequest({
		method,
		path,
		headers: { ...headers, connection: 'close' },
		createConnection: () => socket,
	});
	await new Promise<void>((resolve) => {
		response.once('close', () => {
			socket.destroy();
			resolve();
		});
		onward.once('error', (error) => {
			if (response.headersSent) response.destroy();
			else response.writeHead(502).end(error.message);
		});
		onward.once('response', (answer) => {
			response.writeHead(answer.statusCode ?? 502, answer.headers);
			answer.once('error', () => response.destroy());
			answer.pipe(response);
		});
		request.pipe(onward);
	});
}
