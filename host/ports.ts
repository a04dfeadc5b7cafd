import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

const HOST = '127.0.0.1';
const TRIES = 50;

/**
 * A free TCP port on 127.0.0.1: `preferred` or the next free one after it; without `preferred`, any.
 * @throws Error when the 50 ports from `preferred` on are all taken
 */
export async function freePort(preferred = 0): Promise<number> {
	for (let port = preferred; port < preferred + TRIES; port++) {
		const server = createServer().listen(port, HOST);
		try {
			await once(server, 'listening');
			const free = (server.address() as AddressInfo).port;
			await once(server.close(), 'close');
			return free;
		} catch (error) {
			const { code = '' } = error as NodeJS.ErrnoException;
			if (!['EADDRINUSE', 'EACCES'].includes(code)) throw error;
		}
	}
	const last = preferred + TRIES - 1;
	throw new Error(
		`Ports ${preferred} to ${last} are all taken. Close what uses them or choose another port.`,
	);
}
