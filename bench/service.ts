import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const CHUNK = Buffer.alloc(1024 * 1024, 7);

/** A job of the service, and how it was asked about; times in milliseconds since the Unix epoch. */
export interface ServedJob {
	from: number;
	endsAt: number;
	looks: number;
	/** When its end was first told, in an answer. */
	toldAt?: number;
}

/**
 * A media service that does nothing but answer, so that what is measured is its caller: images and videos by the
 * documented paths, at once or as jobs, callbacks, one large file, and the model list of a chat service.
 */
export interface Service {
	baseUrl: string;
	apiKey: string;
	/** How long the next job takes, in milliseconds; 0 to answer with the result. */
	jobMs: () => number;
	/** The size of its files, in MiB. */
	fileMiB: number;
	jobs: Map<string, ServedJob>;
	/** Callbacks that were sent and are not answered yet, and how the others were answered; 0 is no answer. */
	callingBack: number;
	calledBack: number[];
	/** When workflows called to tell that they were there, by the last part of the path. */
	reached: Map<string, number>;
	/** Makes a job that has ended, for a delivery to tell of. */
	endedJob(): string;
	/** Forgets all jobs and calls. */
	forget(): void;
	close(): Promise<void>;
}

/** Starts the service on any free port of the loopback address. */
export async function startService(): Promise<Service> {
	const jobs = new Map<string, ServedJob>();
	const server = createServer((request, response) => {
		void textOf(request).then((body) => answer(service, request, body, response));
	});
	server.keepAliveTimeout = 60_000;
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const service: Service = {
		baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		apiKey: randomUUID(),
		jobMs: () => 0,
		fileMiB: 1,
		jobs,
		callingBack: 0,
		calledBack: [],
		reached: new Map(),
		forget: () => {
			jobs.clear();
			service.calledBack = [];
		},
		endedJob: () => {
			const id = randomUUID();
			jobs.set(id, { from: Date.now(), endsAt: Date.now(), looks: 0 });
			return id;
		},
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
	return service;
}

function answer(
	service: Service,
	{ method, url = '', headers }: IncomingMessage,
	body: string,
	response: ServerResponse,
): void {
	const path = url.replace(/\?.*/, '');
	if (path === '/file.mp4') return sendFile(service, response);
	if (path.startsWith('/reached/')) {
		service.reached.set(path.replace('/reached/', ''), Date.now());
		return sendJson(response, 200, {});
	}
	if (headers['x-api-key'] !== service.apiKey && !headers.authorization)
		return sendJson(response, 401, { error: { message: 'Wrong key' } });
	if (path.endsWith('/models'))
		return sendJson(response, 200, { object: 'list', data: CHAT_MODELS });
	if (method === 'POST' && path.endsWith('/generations'))
		return submit(service, path, body, response);
	const [, id = ''] = /\/jobs\/([^/]+)$/.exec(path) ?? [];
	const job = service.jobs.get(id);
	if (!job) return sendJson(response, 404, { error: { message: 'No such job' } });
	job.looks++;
	if (Date.now() < job.endsAt)
		return sendJson(response, 200, {
			job_id: id,
			status: 'processing',
			created_at: new Date(job.from).toISOString(),
		});
	job.toldAt ??= Date.now();
	sendJson(response, 200, resultOf(service, id, path));
}

function submit(service: Service, path: string, body: string, response: ServerResponse): void {
	const id = randomUUID();
	const takes = service.jobMs();
	service.jobs.set(id, { from: Date.now(), endsAt: Date.now() + takes, looks: 0 });
	if (takes === 0) return sendJson(response, 200, resultOf(service, id, path));
	const { callback_url } = JSON.parse(body) as { callback_url?: string };
	if (callback_url !== undefined)
		setTimeout(() => void callBack(service, callback_url, resultOf(service, id, path)), takes);
	sendJson(response, 202, {
		job_id: id,
		status: 'processing',
		status_url: `${service.baseUrl}${path.replace('generations', 'generation/jobs')}/${id}`,
	});
}

const resultOf = ({ baseUrl, jobs }: Service, job_id: string, path: string) => ({
	job_id,
	status: 'completed',
	url: path.includes('/videos/') ? `${baseUrl}/file.mp4` : `${baseUrl}/file.png`,
	...timesOf(jobs.get(job_id)),
	cost_usd: '0.030000000',
	cost_nanos: '30000000',
});

const timesOf = (
	{ from, endsAt }: Pick<ServedJob, 'from' | 'endsAt'> = { from: 0, endsAt: 0 },
) => ({
	generation_time: (endsAt - from) / 1000,
	created_at: new Date(from).toISOString(),
	completed_at: new Date(endsAt).toISOString(),
});

async function callBack(service: Service, url: string, body: object): Promise<void> {
	service.callingBack++;
	const answer = fetch(url, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
	const [outcome] = await Promise.allSettled([answer]);
	service.callingBack--;
	service.calledBack.push(outcome.status === 'fulfilled' ? outcome.value.status : 0);
}

function sendFile({ fileMiB }: Service, response: ServerResponse): void {
	response.writeHead(200, {
		'content-type': 'video/mp4',
		'content-length': fileMiB * CHUNK.length,
	});
	let left = fileMiB;
	const send = (): void => {
		while (left-- > 0) if (!response.write(CHUNK)) return void response.once('drain', send);
		response.end();
	};
	send();
}

function sendJson(response: ServerResponse, status: number, body: object): void {
	response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function textOf(request: IncomingMessage): Promise<string> {
	let text = '';
	for await (const chunk of request) text += String(chunk);
	return text;
}

const CHAT_MODELS = Array.from({ length: 60 }, (_, index) => ({
	id: `gpt-${index}`,
	object: 'model',
	created: 1_700_000_000,
	owned_by: 'openai',
}));
