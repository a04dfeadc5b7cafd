import { createServer, type Server } from 'node:http';
import { writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';
import { chatModels, mediaModels, startSandbox, type Job, type OpenedAccount, type RunningSandbox, type SandboxOptions } from '../../sandbox';
import { fileNamesOf } from '../../sandbox/media/plan';
import { runNode, type NodeResult, type NodeRun } from '../support/engine';
import { HoldingClock } from './clock';

/** A picture that any reader takes for one; what follows its end tells pictures apart. */
const PICTURE = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64');
const CLIP = Buffer.from('000000206674797069736f6d0000020069736f6d69736f32617663316d703431', 'hex');

/** Few models, so that lists are short; among them one that may not be shown as usable. */
const SERVED = ['model-dev', 'standard', 't2v-turbo', 'sandbox-deprecated', 'sandbox-image-quality', 'sandbox-edit-sequential', 'sandbox-video-audio', 'sandbox-video-routed'];

const KEYS = 6;

/** A delivery that came. */
export interface Delivery {
	query: Record<string, string>;
	body: unknown;
}

/** What the API answered. */
export interface ApiAnswer {
	request: string;
	status: number;
	body: string;
}

/** A sandbox that speaks one dialect, and what the cells need around it. */
export interface World {
	seed: number;
	running: RunningSandbox;
	account: OpenedAccount;
	credentials: Record<string, ICredentialDataDecryptedObject>;
	clock: HoldingClock;
	/** What the API answered so far, for the report of a failure. */
	answers: ApiAnswer[];
	/** Runs the action node as the account. */
	node(parameters: object, more?: Partial<NodeRun>): Promise<NodeResult>;
	/** Holds jobs back until they have been looked at so often. */
	holdFor(looks: number): void;
	/** Forgets what a cell before left: deliveries on their way, jobs held back, answers. */
	beginCell(): void;
	/** Where the callbacks of this cell go. */
	readonly callbackUrl: string;
	/** The next of them that comes. */
	nextDelivery(): Promise<Delivery>;
	/** What arrived at the server that gives the picture and takes callbacks. */
	peerRequests: readonly object[];
	/** A picture to edit. */
	pictureUrl: string;
	/** A job's ID as the dialect tells it. */
	idOf(job: Job): string | number;
	/** The last job of the account. */
	lastJob(): Job;
	close(): Promise<void>;
}

/** The bytes of one file of a job. */
export function bytesOfFile(job: Job, index = 0): Buffer {
	return Buffer.concat([job.plan.type === 'video' ? CLIP : PICTURE, Buffer.from(`${fileNamesOf(job.id, job.plan)[index]}`)]);
}

const fileOf = (plan: object, jobs: Iterable<Job>, index: number): Buffer => {
	const job = [...jobs].find((each) => each.plan === plan);
	if (!job) throw new Error('There is no job with this plan');
	return bytesOfFile(job, index);
};

/** Opens a world with a fresh sandbox and a fresh account. */
export async function openWorld(seed: number): Promise<World> {
	const clock = new HoldingClock();
	let looksLeft = 0;
	let cell = 0;
	const faults: SandboxOptions['faults'] = ({ method, path }) => {
		if (method === 'GET' && clock.holds && !path.startsWith('/media') && --looksLeft < 0) clock.release();
		return undefined;
	};
	const running: RunningSandbox = await startSandbox({
		dialect: seed,
		clock,
		faults,
		models: { media: mediaModels.filter(({ id }) => SERVED.includes(id)), chat: chatModels },
		renderer: {
			picture: async (plan, index) => fileOf(plan, running.sandbox.state.jobs.values(), index),
			video: async (plan, _, path) => await writeFile(path, fileOf(plan, running.sandbox.state.jobs.values(), 0)),
		},
	});
	const { sandbox, baseUrl, session } = running;
	const answers = listenTo(running);
	const account = sandbox.addAccount({ balanceUsd: '1000' });
	for (let count = 1; count <= KEYS; count += 1) sandbox.addKey(account.accountId, { name: `Key ${count}`, scopes: ['image:*', 'billing:read'] });
	const peer = await openPeer();
	const credentials = {
		mediaGenerationApi: { baseUrl, apiKey: account.apiKey, callbackHeader: 'x-callback-secret', callbackSecret: 'a secret of the tests' },
		mediaGenerationSessionApi: { baseUrl, mechanism: 'header', headerName: session.header, sessionToken: account.session },
	};
	return {
		seed,
		running,
		account,
		credentials,
		clock,
		answers,
		node: async (parameters, more) => await runNode({ parameters: parameters as INodeParameters, credentials, ...more }),
		holdFor(looks) {
			looksLeft = looks;
			clock.hold();
		},
		beginCell() {
			clock.release();
			answers.length = 0;
			cell += 1;
		},
		get callbackUrl() {
			return `${peer.url}/callback/${cell}`;
		},
		nextDelivery: async () => await peer.next(`/callback/${cell}`),
		peerRequests: peer.requests,
		pictureUrl: `${peer.url}/picture.png`,
		idOf: (job) => sandbox.context.speech?.idOf(job) ?? job.id,
		lastJob: () => [...sandbox.state.jobs.values()].filter(({ accountId }) => accountId === account.accountId).at(-1)!,
		async close() {
			clock.release();
			await running.close();
			await peer.close();
		},
	};
}

/** Keeps what the API answers, as it goes out. */
function listenTo({ sandbox }: RunningSandbox): ApiAnswer[] {
	const answers: ApiAnswer[] = [];
	const { app } = sandbox;
	const answer = app.fetch;
	app.fetch = async (request, ...more) => {
		const response = await answer(request, ...more);
		const { pathname, search } = new URL(request.url);
		const isText = /json|event-stream/.test(response.headers.get('content-type') ?? '') || response.status === 204;
		answers.push({ request: `${request.method} ${pathname}${search}`, status: response.status, body: isText ? await response.clone().text() : `(${response.headers.get('content-type')})` });
		return response;
	};
	return answers;
}

/** A server that gives a picture and takes callbacks. */
async function openPeer() {
	const came: Array<Delivery & { path: string }> = [];
	const requests: object[] = [];
	let wake = () => {};
	const server: Server = createServer(async (request, response) => {
		requests.push({ url: request.url, headers: request.headers });
		if (request.method === 'GET') return response.writeHead(200, { 'content-type': 'image/png' }).end(PICTURE);
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		response.writeHead(200).end();
		const { pathname: path, searchParams } = new URL(request.url ?? '/', 'http://peer');
		came.push({ path, query: Object.fromEntries(searchParams), body: JSON.parse(Buffer.concat(chunks).toString()) });
		wake();
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		requests,
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		/** The next that comes at an address, or beneath it. */
		async next(address: string): Promise<Delivery> {
			for (;;) {
				const at = came.findIndex(({ path }) => path === address || path.startsWith(`${address}/`));
				if (at >= 0) return came.splice(at, 1)[0]!;
				await new Promise<void>((resolve) => (wake = resolve));
			}
		},
		async close() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
