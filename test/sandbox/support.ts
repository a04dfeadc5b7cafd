import axios, { type AxiosResponse } from 'axios';
import type { IncomingHttpHeaders } from 'node:http';
import { json } from 'node:stream/consumers';
import sharp from 'sharp';
import { endpoints, pathOf, type EndpointName, type EndpointRow } from '../../contract/endpoints';
import { errorEnvelope, type ErrorEnvelope } from '../../contract/schemas/errors';
import {
	SESSION_HEADER,
	startSandbox,
	type RunningSandbox,
	type SandboxOptions,
} from '../../sandbox';
import { listening, type Listening } from '../support/listening';

/** What a test sends beside the endpoint's name. */
export interface Sent {
	body?: unknown;
	params?: Record<string, string>;
	query?: Record<string, string>;
	key?: string;
	session?: string;
}

const opened: Array<{ close(): Promise<unknown> }> = [];

/** A running sandbox that closes after the test; jobs take no time unless the test says so. */
export async function serve(options: SandboxOptions = {}): Promise<RunningSandbox> {
	const running = await startSandbox({ speed: Infinity, ...options });
	opened.push(running);
	return running;
}

/** Closes whatever the test opened. */
export async function closeAll(): Promise<void> {
	for (const each of opened.splice(0).reverse()) await each.close();
}

/** Sends a request as it is, and answers whatever comes back. */
export function send(
	running: RunningSandbox,
	name: EndpointName,
	{ body, params, query, key, session }: Sent = {},
): Promise<AxiosResponse> {
	const row: EndpointRow = endpoints[name];
	return axios.request({
		method: row.method,
		url: running.baseUrl + pathOf(name, params),
		params: query,
		headers:
			row.auth === 'session'
				? { [SESSION_HEADER]: session ?? running.session.value }
				: { 'x-api-key': key ?? running.apiKey },
		data: body,
		validateStatus: null,
	});
}

/** Sends a request that must succeed with an answer of the endpoint's schema. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export async function ok(running: RunningSandbox, name: EndpointName, sent?: Sent): Promise<any> {
	const { status, data } = await send(running, name, sent);
	const row: EndpointRow = endpoints[name];
	const schema = row.responses[status];
	if (!schema) throw new Error(`${name} answered ${status}: ${JSON.stringify(data)}`);
	return schema.parse(data);
}

/** Sends a request that must be refused in the envelope; the answer is its status and error. */
export async function refused(
	running: RunningSandbox,
	name: EndpointName,
	sent?: Sent,
): Promise<ErrorEnvelope['error'] & { status: number }> {
	const { status, data } = await send(running, name, sent);
	if (status < 400) throw new Error(`${name} was not refused: ${JSON.stringify(data)}`);
	return { status, ...errorEnvelope.parse(data).error };
}

/** That a request is refused in the envelope with this. */
export async function refuses(
	running: RunningSandbox,
	name: EndpointName,
	sent: Sent,
	expected: Partial<ErrorEnvelope['error'] & { status: number }>,
): Promise<void> {
	expect(await refused(running, name, sent)).toMatchObject(expected);
}

/** That a request is refused for one parameter. */
export async function blames(
	running: RunningSandbox,
	name: EndpointName,
	sent: Sent,
	param: string,
): Promise<void> {
	await refuses(running, name, sent, { status: 400, param });
}

/** That a request is answered with this status. */
export async function answers(
	running: RunningSandbox,
	name: EndpointName,
	sent: Sent,
	expected: number,
): Promise<void> {
	expect((await send(running, name, sent)).status).toBe(expected);
}

/** Fetches a file. */
export async function download(url: string): Promise<{ content: Buffer; type: string }> {
	const { data, headers } = await axios.get<ArrayBuffer>(url, { responseType: 'arraybuffer' });
	expect(Number(headers['content-length'])).toBe(data.byteLength);
	return { content: Buffer.from(data), type: String(headers['content-type']) };
}

/** A request that a test's own server received. */
interface Received {
	path: string;
	headers: IncomingHttpHeaders;
	body: unknown;
}

/** A test's own server: serves files and takes callbacks. */
export interface Peer extends Listening {
	files: Map<
		string,
		{ status?: number; headers?: Record<string, string>; content: Buffer | string }
	>;
	/** What POSTs are answered, in order; then 200. */
	answers: number[];
	received: Received[];
	/** Resolves once so many POSTs came. */
	receivedCount(count: number): Promise<void>;
}

/** Starts a test's own server, which closes after the test. */
export async function startPeer(): Promise<Peer> {
	let wake = () => {};
	const peer: Omit<Peer, keyof Listening> = {
		files: new Map(),
		answers: [],
		received: [],
		async receivedCount(count) {
			while (peer.received.length < count) await new Promise<void>((resolve) => (wake = resolve));
		},
	};
	const server = await listening((request, response) => {
		const path = request.url ?? '';
		if (request.method === 'GET') {
			const {
				status = 200,
				headers = {},
				content,
			} = peer.files.get(path) ?? { status: 404, content: 'nothing here' };
			response.writeHead(status, headers).end(content);
			return;
		}
		void json(request).then((body) => {
			response.writeHead(peer.answers.shift() ?? 200).end();
			peer.received.push({ path, headers: request.headers, body });
			wake();
		});
	});
	opened.push(server);
	return Object.assign(peer, server);
}

/** A plain PNG of one colour. */
export function colouredPng(width: number, height: number, background: string): Promise<Buffer> {
	return sharp({ create: { width, height, channels: 3, background } })
		.png()
		.toBuffer();
}
