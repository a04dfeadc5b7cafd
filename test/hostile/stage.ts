import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { createSandbox, SESSION_HEADER, type OpenedAccount, type Sandbox } from '../../sandbox';
import { listening } from '../support/listening';
import { PIXEL } from '../support/pixel';
import type { World } from './inputCase';

/** A request as it came in. */
export interface SeenRequest {
	method: string;
	/** With the query, from the origin. */
	url: string;
	headers: IncomingMessage['headers'];
	body: string;
}

/** What the sandbox answered. */
export interface TrueAnswer {
	status: number;
	headers: Record<string, string>;
	body: Buffer;
}

/** Bytes as they go out, head and all, and what then becomes of the connection. */
export interface Wire {
	bytes: Buffer[];
	end: 'end' | 'reset' | 'hold';
	/** Milliseconds for which the connection is held open, when it is. */
	holdMs?: number;
}

/** In place of an honest answer: before the sandbox has seen the request, or after it has done it, and charged. */
export interface Deceit {
	when: 'before' | 'after';
	wire(answer: TrueAnswer): Wire;
}

/** One case's own account, and everything that became of it. */
export interface Act extends World {
	credentials: Record<string, ICredentialDataDecryptedObject>;
	/** What must never be seen anywhere. */
	secrets: string[];
	/** To the service, oldest first, without those that readied the account. */
	requests: SeenRequest[];
	/** What the service answered, in bytes as they went out, if they are not too many. */
	said: string[];
	/** To a host that is not the service's. */
	strayed: SeenRequest[];
	/** Of the host that is not the service's, for this case. */
	foreignUrl: string;
	/** Asked about each request. */
	deceive: (request: SeenRequest) => Deceit | undefined;
	/** How many submissions and chats were accepted and not given back. */
	paid(): number;
	/** Of the jobs that were made. */
	jobIds(): string[];
	/** What they were asked to show. */
	prompts(): string[];
	/** The IDs of keys that were made. */
	keysMade(): string[];
	/** Breaks the connections that this case still has, and forgets its account. */
	close(): void;
}

/** A service on the loopback address that does what the sandbox does, and answers as each case says. */
interface Stage {
	open(): Promise<Act>;
	close(): Promise<void>;
}

/** A stage for the tests of one file, which leave nothing to chance. */
export function useStage(): Pick<Stage, 'open'> {
	let stage: Stage;
	beforeAll(async () => {
		stage = await startStage();
		jest.spyOn(Math, 'random').mockReturnValue(0);
	});
	afterAll(async () => await stage.close());
	return { open: async () => await stage.open() };
}

/** Starts the service and the foreign host. */
async function startStage(): Promise<Stage> {
	const acts = new Map<string, Act>();
	const sockets = new Map<Act, Set<Socket>>();
	const server = await listening(
		(request, response) => void serve(request, response).catch(() => response.destroy()),
	);
	const foreign = await listening(
		(request, response) =>
			void serveForeign(request, response, acts).catch(() => response.destroy()),
	);
	const { url } = server;
	const renderer = {
		picture: async () => PIXEL,
		video: async () => Promise.reject(new Error('No videos here')),
	};
	const made = createSandbox({ speed: Infinity, publicUrl: url, renderer, keptRequests: 0 });

	async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const seen = await seenIn(request);
		if (seen.url === '/picture')
			return void response.writeHead(200, { 'content-type': 'image/png' }).end(PIXEL);
		const act = actOf(seen, acts, made);
		act?.requests.push(seen);
		if (act) sockets.get(act)?.add(request.socket);
		const deceit = act?.deceive(seen);
		const isVideo = /^\/media\/.*\.mp4$/.test(seen.url);
		const answer =
			deceit?.when === 'before' ? REFUSED : isVideo ? VIDEO : await truth(made, url, seen);
		const wire = deceit?.wire(answer);
		act?.said.push(
			...(wire?.bytes ?? [answer.body])
				.filter(({ length }) => length < LONGEST_SAID)
				.map((bytes) => bytes.toString()),
		);
		if (wire) send(request.socket, wire);
		else response.writeHead(answer.status, answer.headers).end(answer.body);
	}

	return {
		async open() {
			const account = made.addAccount({ balanceUsd: 1000 });
			const { keyId } = made.addKey(account.accountId, { name: 'To be managed' });
			const names = [account.accountId, account.apiKey, account.session];
			const jobId = await readyJob(made, url, account);
			const before = {
				holds: paidBy(made, account),
				keys: keysOf(made, account),
				jobs: new Set(jobsOf(made, account)),
			};
			const jobIds = () => jobsOf(made, account).filter((id) => !before.jobs.has(id));
			const act: Act = {
				...known(account, url),
				foreignUrl: `${foreign.url}/${account.accountId}`,
				pictureUrl: `${url}/picture`,
				keyId,
				jobId,
				deceive: () => undefined,
				paid: () => paidBy(made, account) - before.holds,
				jobIds,
				prompts: () => jobIds().map((id) => String(made.state.jobs.get(id)?.values.prompt)),
				keysMade: () => keysOf(made, account).filter((id) => !before.keys.includes(id)),
				close() {
					for (const socket of sockets.get(act) ?? []) socket.destroy();
					sockets.delete(act);
					for (const name of names) acts.delete(name);
					forget(made, account.accountId);
				},
			};
			sockets.set(act, new Set());
			for (const name of names) acts.set(name, act);
			return act;
		},
		async close() {
			await Promise.all([server, foreign].map(async (each) => await each.close()));
			await made.close();
		},
	};
}

/** What a case is given of its account, and nothing seen yet. */
const known = ({ apiKey, session }: OpenedAccount, url: string) => ({
	credentials: {
		mediaGenerationApi: {
			baseUrl: `${url}/api`,
			apiKey,
			callbacksCarryProof: true,
			sharedSecret: CALLBACK_SECRET,
		},
		mediaGenerationSessionApi: {
			baseUrl: `${url}/api`,
			mechanism: 'header',
			headerName: SESSION_HEADER,
			sessionToken: session,
		},
	},
	secrets: [apiKey, session, CALLBACK_SECRET],
	requests: [],
	said: [],
	strayed: [],
});

/** Of the credential; never sent anywhere. */
const CALLBACK_SECRET = 'callback-secret-that-nobody-sees';
/** Bytes of an answer that are kept. */
const LONGEST_SAID = 100_000;
const REFUSED: TrueAnswer = {
	status: 400,
	headers: { 'content-type': 'application/json' },
	body: Buffer.from(
		'{"error":{"message":"No such luck","type":"invalid_request_error","param":null,"code":"refused"}}',
	),
};
const VIDEO: TrueAnswer = {
	status: 200,
	headers: { 'content-type': 'video/mp4' },
	body: Buffer.from('no real film'),
};

async function truth(
	sandbox: Sandbox,
	origin: string,
	{ method, url, headers, body }: SeenRequest,
): Promise<TrueAnswer> {
	const given = Object.entries(headers).filter(
		(entry): entry is [string, string] =>
			typeof entry[1] === 'string' && entry[0] !== 'connection' && entry[0] !== 'transfer-encoding',
	);
	const answer = await sandbox.app.fetch(
		new Request(`${origin}${url}`, {
			method,
			headers: Object.fromEntries(given),
			body: body === '' ? undefined : body,
		}),
	);
	const kept: Record<string, string> = {};
	answer.headers.forEach((value, name) => (kept[name] = value));
	return {
		status: answer.status,
		headers: kept,
		body: Buffer.from(await answer.arrayBuffer()),
	};
}

/** A finished picture for Get Job to find. */
async function readyJob(
	sandbox: Sandbox,
	origin: string,
	{ apiKey }: OpenedAccount,
): Promise<string> {
	const body = JSON.stringify({ prompt: 'ready', model: 'model-dev' });
	const answer = await truth(sandbox, origin, {
		method: 'POST',
		url: '/api/v1/images/generations',
		headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
		body,
	});
	return (JSON.parse(answer.body.toString()) as { job_id: string }).job_id;
}

function actOf(
	{ url, headers }: SeenRequest,
	acts: Map<string, Act>,
	{ state }: Sandbox,
): Act | undefined {
	const file = /^\/media\/(.{36})/.exec(url)?.[1];
	const name = file
		? state.jobs.get(file)?.accountId
		: (headers['x-api-key'] ?? headers[SESSION_HEADER]);
	return acts.get(String(name));
}

async function serveForeign(
	request: IncomingMessage,
	response: ServerResponse,
	acts: Map<string, Act>,
): Promise<void> {
	const seen = await seenIn(request);
	acts.get(seen.url.split('/')[1] ?? '')?.strayed.push(seen);
	response.writeHead(200, { 'content-type': 'image/png', connection: 'close' }).end(PIXEL);
}

/** Longer than anybody should wait; in milliseconds. */
const HELD_MS = 600_000;

function send(socket: Socket, { bytes, end, holdMs = HELD_MS }: Wire): void {
	socket.on('error', () => socket.destroy());
	for (const chunk of bytes) if (!socket.destroyed) socket.write(chunk);
	if (end === 'end') socket.end();
	// What was written before it is on its way by then.
	else if (end === 'reset') socket.write('', () => socket.resetAndDestroy());
	else setTimeout(() => socket.destroy(), holdMs).unref();
}

function paidBy({ state }: Sandbox, { accountId }: OpenedAccount): number {
	const entries = state.accounts.get(accountId)?.entries ?? [];
	const count = (type: string) => entries.filter((entry) => entry.type === type).length;
	return count('hold') - (count('release') - count('charge'));
}

const jobsOf = ({ state }: Sandbox, { accountId }: OpenedAccount) =>
	[...state.jobs.values()].filter((job) => job.accountId === accountId).map(({ id }) => id);
const keysOf = ({ state }: Sandbox, { accountId }: OpenedAccount) =>
	[...state.keys.values()].filter((key) => key.accountId === accountId).map(({ id }) => id);

function forget({ state, context }: Sandbox, accountId: string): void {
	for (const record of [...state.keys.values()])
		if (record.accountId === accountId) context.keys.delete(record);
	for (const job of [...state.jobs.values()])
		if (job.accountId === accountId) state.jobs.delete(job.id);
	state.accounts.delete(accountId);
}

const seenIn = async (request: IncomingMessage): Promise<SeenRequest> => ({
	method: request.method ?? '',
	url: request.url ?? '',
	headers: request.headers,
	body: await text(request),
});
