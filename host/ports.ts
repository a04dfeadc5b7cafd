import { createServer } from 'node:net';

const HOST = '127.0.0.1';
const TRIES = 50;

/**
 * A free TCP port on 127.0.0.1: `preferred` or the next free one after it; without `preferred`, any.
 * @throws Error when the 50 ports from `preferred` on are all taken
 */
export async function freePort(preferred?: number): Promise<number> {
	if (preferred === undefined) return (await tryListen(0)) as number;
	for (let port = preferred; port < preferred + TRIES; port++) {
		const found = await tryListen(port);
		if (found !== undefined) return found;
	}
	const last = preferred + TRIES - 1;
	throw new Error(
		`Ports ${preferred} to ${last} are all taken. Close what uses them or choose another port.`,
	);
}

async function tryListen(port: number): Promise<number | undefined> {
	return await new Promise((resolve, reject) => {
		const server = createServer();
		server.once('error', (error: NodeJS.ErrnoException) => {
			if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(undefined);
			else reject(error);
		});
		server.listen(port, HOST, () => {
			const address = server.address();
			const taken = typeof address === 'object' && address ? address.port : port;
			server.close(() => resolve(taken));
		});
	});
}
