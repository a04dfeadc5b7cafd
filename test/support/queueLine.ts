import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A line to a server that others use too: it can be cut, which looks like the server's end, and mended. */
export class Line {
	private readonly sockets = new Set<Socket>();
	private server: Server;

	private constructor(private readonly to: { host: string; port: number }) {
		this.server = this.listener();
	}

	/** Lays a line to a server, on a free port of 127.0.0.1. */
	static async to(url: URL): Promise<Line> {
		const line = new Line({ host: url.hostname, port: Number(url.port) });
		await line.listen(0);
		return line;
	}

	/** Where the line begins. */
	get port(): number {
		return this.listeningOn;
	}

	private listeningOn = 0;

	/** Breaks every connection, and refuses new ones. */
	async cut(): Promise<void> {
		const closed = new Promise((resolve) => this.server.close(resolve));
		for (const socket of this.sockets) socket.destroy();
		await closed;
	}

	/** Takes connections again, on the same port. */
	async mend(): Promise<void> {
		this.server = this.listener();
		await this.listen(this.listeningOn);
	}

	private listener(): Server {
		return createServer((from) => {
			const onward = connect(this.to);
			for (const [socket, other] of [
				[from, onward],
				[onward, from],
			] as const) {
				this.sockets.add(socket);
				socket.on('error', () => other.destroy());
				socket.on('close', () => {
					this.sockets.delete(socket);
					other.destroy();
				});
				socket.pipe(other);
			}
		});
	}

	private async listen(port: number): Promise<void> {
		await new Promise<void>((resolve, reject) => {
			this.server.once('error', reject);
			this.server.listen(port, '127.0.0.1', resolve);
		});
		this.listeningOn = (this.server.address() as AddressInfo).port;
	}
}
