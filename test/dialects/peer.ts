import { json } from 'node:stream/consumers';
import { listening } from '../support/listening';
import { PIXEL } from '../support/pixel';

/** A delivery that came. */
export interface Delivery {
	body: unknown;
}

/** A server of somebody else: gives a picture to edit, and takes callbacks. */
export interface Peer {
	url: string;
	/** Address and headers of whatever arrived. */
	requests: object[];
	/** The next delivery that comes at an address, or beneath it. */
	next(address: string): Promise<Delivery>;
	close(): Promise<void>;
}

/** Starts such a server on the loopback address. */
export async function openPeer(): Promise<Peer> {
	const came: Array<Delivery & { path: string }> = [];
	const requests: object[] = [];
	let wake = () => {};
	const { url, close } = await listening((request, response) => {
		requests.push({ url: request.url, headers: request.headers });
		if (request.method === 'GET') {
			response.writeHead(200, { 'content-type': 'image/png' }).end(PIXEL);
			return;
		}
		const { pathname: path } = new URL(request.url ?? '/', 'http://peer');
		void json(request).then((body) => {
			response.writeHead(200).end();
			came.push({ path, body });
			wake();
		});
	});
	return {
		requests,
		url,
		close,
		async next(address) {
			for (;;) {
				const at = came.findIndex(({ path }) => path === address || path.startsWith(`${address}/`));
				if (at >= 0) return came.splice(at, 1)[0]!;
				await new Promise<void>((resolve) => (wake = resolve));
			}
		},
	};
}
