import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/** How long to wait for a port that somebody else holds, in milliseconds. */
const PORT_TAKEN_MS = 20;

/** Listens on the loopback address. @throws Error with the system's code when the port cannot be had */
export async function listen(server: Server, port: number): Promise<void> {
	await once(server.listen(port, '127.0.0.1'), 'listening');
}

/** Through which connections come in, or do not for a while. */
export class Door {
	private readonly answering = new Set<ServerResponse>();
	private timer: NodeJS.Timeout | undefined;
	private closed = false;

	/** @param port at which the server listens already */
	constructor(
		private readonly server: Server,
		private readonly port: number,
	) {
		server.on('request', (_, response) => {
			this.answering.add(response);
			response.once('close', () => this.answering.delete(response));
		});
	}

	/** See `RunningSandbox.refuseConnections`. */
	shut(milliseconds: number): void {
		clearTimeout(this.timer);
		this.server.close();
		for (const response of this.answering) response.shouldKeepAlive = false;
		this.timer = setTimeout(() => void this.open(), milliseconds);
	}

	/** Stays shut from now on. */
	close(): void {
		this.closed = true;
		clearTimeout(this.timer);
	}

	/** Takes the port back, as soon as whoever got it meanwhile lets go of it. Nothing happens to an open door. */
	async open(): Promise<void> {
		clearTimeout(this.timer);
		while (!this.closed && !this.server.listening) {
			const [outcome] = await Promise.allSettled([listen(this.server, this.port)]);
			if (outcome.status === 'fulfilled') return;
			if ((outcome.reason as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw outcome.reason;
			await delay(PORT_TAKEN_MS, undefined, { ref: false });
		}
	}
}
