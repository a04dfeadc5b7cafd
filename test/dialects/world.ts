import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';
import {
	chatModels,
	mediaModels,
	realClock,
	startSandbox,
	type Cancel,
	type Clock,
	type Job,
	type OpenedAccount,
	type RunningSandbox,
} from '../../sandbox';
import { idOf } from '../../sandbox/dialect/places';
import { runNode, type NodeResult, type NodeRun } from '../support/engine';
import { quickRenderer } from './files';
import { openPeer, type Delivery } from './peer';

/** Few models, so that lists are short; among them one that may not be shown as usable. */
const SERVED =
	'model-dev standard t2v-turbo sandbox-deprecated sandbox-image-quality sandbox-edit-sequential sandbox-video-audio sandbox-video-routed'.split(
		' ',
	);

const KEYS = 6;

/** What the secret header of callbacks holds. */
export const CALLBACK_SECRET = { header: 'x-callback-secret', value: 'a secret of the tests' };

type Credentials = Record<string, ICredentialDataDecryptedObject>;

/** A sandbox that speaks one dialect, and what the cells need around it. */
export interface World {
	seed: number;
	running: RunningSandbox;
	account: OpenedAccount;
	credentials: Credentials;
	/** What the API answered in this cell, for the report of a failure. */
	answers: ApiAnswer[];
	/** Runs the action node as the account. */
	node(parameters: object, more?: Partial<NodeRun>): Promise<NodeResult>;
	/** Holds jobs back until something has been looked at so often. */
	holdFor(looks: number): void;
	/** Lets them go. */
	release(): void;
	/** Forgets what a cell before left: deliveries on their way, jobs held back, what was asked and answered. */
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

/** Opens a world with a fresh sandbox and a fresh account. */
export async function openWorld(seed: number): Promise<World> {
	const held = holding();
	const running = await serve(seed, held);
	const { sandbox } = running;
	const account = sandbox.addAccount({ balanceUsd: '1000' });
	for (let count = 1; count <= KEYS; count += 1)
		sandbox.addKey(account.accountId, {
			name: `Key ${count}`,
			scopes: ['image:*', 'billing:read'],
		});
	const credentials = credentialsOf(running, account);
	const peer = await openPeer();
	const answers = listenTo(running);
	let cell = 0;
	const { dialect } = sandbox.context;
	return {
		seed,
		running,
		account,
		credentials,
		answers,
		node: async (parameters, more) =>
			await runNode({ parameters: parameters as INodeParameters, credentials, ...more }),
		holdFor: held.holdFor,
		release: () => held.clock.release(),
		beginCell() {
			held.clock.release();
			answers.length = 0;
			peer.requests.length = 0;
			sandbox.clearRequests();
			cell += 1;
		},
		get callbackUrl() {
			return `${peer.url}/callback/${cell}`;
		},
		nextDelivery: async () => await peer.next(`/callback/${cell}`),
		peerRequests: peer.requests,
		pictureUrl: `${peer.url}/picture.png`,
		idOf: (job) => (dialect ? idOf(dialect, job) : job.id),
		lastJob: () =>
			[...sandbox.state.jobs.values()]
				.filter(({ accountId }) => accountId === account.accountId)
				.at(-1)!,
		async close() {
			held.clock.release();
			await running.close();
			await peer.close();
		},
	};
}

/** A clock that holds jobs back until so many GETs of the API have come. */
function holding() {
	const clock = new HoldingClock();
	let looksLeft = 0;
	return {
		clock,
		holdFor(looks: number): void {
			looksLeft = looks;
			clock.hold();
		},
		look({ method, path }: { method: string; path: string }): undefined {
			if (method === 'GET' && clock.holds && !path.startsWith('/media') && --looksLeft < 0)
				clock.release();
		},
	};
}

async function serve(
	dialect: number,
	{ clock, look }: ReturnType<typeof holding>,
): Promise<RunningSandbox> {
	const running: RunningSandbox = await startSandbox({
		dialect,
		clock,
		faults: look,
		models: { media: mediaModels.filter(({ id }) => SERVED.includes(id)), chat: chatModels },
		renderer: quickRenderer(() => running.sandbox.state.jobs.values()),
	});
	return running;
}

function credentialsOf({ baseUrl, session }: RunningSandbox, account: OpenedAccount): Credentials {
	return {
		mediaGenerationApi: {
			baseUrl,
			apiKey: account.apiKey,
			callbacksCarryProof: true,
			sharedSecret: CALLBACK_SECRET.value,
			proofHeader: CALLBACK_SECRET.header,
		},
		mediaGenerationSessionApi: {
			baseUrl,
			mechanism: 'header',
			headerName: session.header,
			sessionToken: account.session,
		},
	};
}

/** What the API answered. */
export interface ApiAnswer {
	request: string;
	status: number;
	body: string;
}

/** Keeps what a sandbox answers, as it goes out: JSON as it is, of anything else the type. */
function listenTo({ sandbox: { app } }: RunningSandbox): ApiAnswer[] {
	const answers: ApiAnswer[] = [];
	const answer = app.fetch;
	app.fetch = async (request, ...more) => {
		const response = await answer(request, ...more);
		const { pathname, search } = new URL(request.url);
		const type = response.headers.get('content-type') ?? '';
		const kept: ApiAnswer = {
			request: `${request.method} ${pathname}${search}`,
			status: response.status,
			body: `(${type})`,
		};
		answers.push(kept);
		if (/json/.test(type)) kept.body = await response.clone().text();
		return response;
	};
	return answers;
}

/** A clock on which nothing takes time, but for what a test holds back until it lets go. */
class HoldingClock implements Clock {
	private held?: Set<() => void>;

	/** Milliseconds since the Unix epoch. */
	now(): number {
		return realClock.now();
	}

	/** Whether jobs are held back. */
	get holds(): boolean {
		return this.held !== undefined;
	}

	/** See {@link Clock.setTimer}. */
	setTimer(ms: number, run: () => void): Cancel {
		if (!this.held || ms <= 0) return realClock.setTimer(0, run);
		const { held } = this;
		held.add(run);
		return () => void held.delete(run);
	}

	/** Holds back whatever takes time from now on. */
	hold(): void {
		this.held ??= new Set();
	}

	/** Lets everything go that was held back. */
	release(): void {
		const held = this.held ?? new Set();
		this.held = undefined;
		for (const run of held) run();
	}
}
