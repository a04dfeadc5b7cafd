import { Hono } from 'hono';
import { BlobStore } from './blobs';
import { realClock } from './clock';
import type { Context } from './context';
import { openAccount, openDemoAccount, type OpenedAccount } from './accounts';
import { handlers } from './handlers';
import { addApi } from './http/api';
import { serveMedia } from './http/media';
import { MEDIA_PREFIX } from './http/prefixes';
import { RateLimit } from './http/rateLimit';
import { RequestLog, type LoggedRequest } from './http/requestLog';
import { addressesOf } from './jobs/addresses';
import { Deliveries } from './jobs/deliver';
import { JobRunner } from './jobs/runner';
import { KeyRing, type KeyOptions } from './keyring';
import { Ledger } from './ledger';
import { Library, realRenderer } from './media/library';
import { servedModels } from './models';
import type { AccountOptions, SandboxOptions } from './options';
import { realRandom } from './random';
import { jobStatus } from './shapes';
import type { State } from './state';
import { Storage } from './storage';
import { Tasks } from './tasks';

/** A sandbox that serves the API without listening. */
export interface Sandbox {
	app: Hono;
	state: State;
	ledger: Ledger;
	/** Its parts, for tests that look inside. */
	context: Context;
	/** The last requests that arrived, oldest first. */
	requests: readonly LoggedRequest[];
	clearRequests(): void;
	addAccount(options?: AccountOptions): OpenedAccount;
	/** A further key of an account. */
	addKey(accountId: string, options?: KeyOptions): { apiKey: string; keyId: string };
	/** Resolves when no delivery or saving is under way. */
	settled(): Promise<void>;
	/** Saves the state now. @throws Error when it cannot be written */
	save(): Promise<void>;
	/** Stops all timers and saves the state. */
	close(): Promise<void>;
}

/**
 * Makes a sandbox: the whole API document as an app, with its state, going on with what was saved.
 * @throws Error when the data file is not one of a sandbox
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
	const log = options.log ?? (() => {});
	const tasks = new Tasks((error) => log(`unexpected: ${error instanceof Error ? error.stack : String(error)}`));
	const clock = options.clock ?? realClock;
	const storage = new Storage(options.data, clock, (work) => tasks.start(work));
	const context = contextOf(options, storage, tasks, log);
	const { state, keys, jobs, blobs, library } = context;
	openDemoAccount(context, options.balanceUsd);
	jobs.resume();
	const requests = new RequestLog(options.keptRequests ?? 5000);
	const app = new Hono();
	addApi(app, { context, handlers, rateLimit: new RateLimit(clock, options.rateLimit), requests, faults: options.faults, log });
	app.get(`${MEDIA_PREFIX}/:name`, (http) => serveMedia(http, library));
	return {
		app,
		state,
		ledger: context.ledger,
		context,
		requests: requests.entries,
		clearRequests: () => requests.clear(),
		addAccount: (account) => openAccount(context, account),
		addKey(accountId, key) {
			const { record, secret } = keys.create(state.accounts.get(accountId)!, key);
			return { apiKey: secret, keyId: record.id };
		},
		settled: () => tasks.settled(),
		save: () => storage.save(state),
		async close() {
			jobs.close();
			await tasks.settled();
			await storage.save(state);
			await blobs.close();
		},
	};
}

function contextOf(options: SandboxOptions, storage: Storage, tasks: Tasks, log: (line: string) => void): Context {
	const { clock = realClock, random = realRandom, speed = 1, models = servedModels } = options;
	const state = storage.load();
	const changed = () => storage.changed(state);
	const blobs = new BlobStore(options.data && `${options.data}.files`);
	const ledger = new Ledger(clock, random, changed);
	const statusOf: Deliveries['parts']['statusOf'] = (job) => jobStatus(job, addressesOf(job, context.publicUrl));
	const deliveries = new Deliveries({ clock, speed, tasks, statusOf, changed, log });
	const context: Context = {
		clock,
		random,
		speed,
		models,
		state,
		ledger,
		keys: new KeyRing(state, clock, random, changed),
		jobs: new JobRunner({ clock, state, ledger, deliveries, changed }),
		blobs,
		library: new Library(state, blobs, options.renderer ?? realRenderer),
		publicUrl: options.publicUrl ?? 'http://127.0.0.1:8787',
		changed,
	};
	return context;
}
