import { Hono } from 'hono';
import { BlobStore } from './blobs';
import { realClock } from './clock';
import type { Context } from './context';
import { addDialect, mediaApp } from './dialect/serve';
import type { Dialect } from './dialect/speaker';
import { dialectOf } from './dialect/speech';
import { openAccount, openDemoAccount, type OpenedAccount } from './accounts';
import { handlers } from './handlers';
import { addApi } from './http/api';
import { serveMedia } from './http/media';
import { MEDIA_PREFIX } from './http/prefixes';
import { RateLimit } from './http/rateLimit';
import { RequestLog, type LoggedRequest } from './http/requestLog';
import { addressesOf, type Job } from './jobs/job';
import { Deliveries } from './jobs/deliver';
import { JobRunner } from './jobs/runner';
import { KeyRing, type KeyOptions } from './keyring';
import { Ledger } from './ledger';
import { Library, realRenderer } from './media/library';
import { servedModels } from './models';
import type { AccountOptions, SandboxOptions } from './options';
import { realRandom } from './random';
import { delivery } from './shapes';
import type { State } from './state';
import { Storage } from './storage';
import { addPage } from './page/page';
import { withSwitches, type SwitchName } from './page/switches';
import { Tasks } from './tasks';

/** A sandbox that serves the API without listening. */
export interface Sandbox {
	app: Hono;
	state: State;
	/** Serves results only, for another origin than the API's. */
	media: Hono;
	/** Its parts, for tests that look inside. */
	context: Context;
	/** The last requests that arrived, oldest first. */
	requests: readonly LoggedRequest[];
	clearRequests(): void;
	/** The last requests that arrived at `media`, oldest first. */
	mediaRequests: readonly LoggedRequest[];
	/** What its dialect has chosen; nothing for the shapes that it has by itself. */
	dialect: Dialect['description'] | undefined;
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
	const tasks = new Tasks((error) =>
		log(`unexpected: ${error instanceof Error ? error.stack : String(error)}`),
	);
	const clock = options.clock ?? realClock;
	const storage = new Storage(options.data, clock, (work) => tasks.start(work));
	const on = new Set<SwitchName>();
	const context = contextOf(options, storage, tasks, on, log);
	if (options.dialect) context.dialect = dialectOf(context, options.dialect);
	const { state, keys, jobs, blobs, library } = context;
	openDemoAccount(context, options.balanceUsd);
	jobs.resume();
	const requests = new RequestLog(options.keptRequests ?? 5000);
	const mediaRequests = new RequestLog(options.keptRequests ?? 5000);
	const app = new Hono();
	addPage(app, context, on);
	addApi(app, {
		context,
		handlers,
		rateLimit: new RateLimit(clock, options.rateLimit),
		requests,
		faults: withSwitches(on, options.faults),
		log,
	});
	addDialect(app, context);
	app.get(`${MEDIA_PREFIX}/:name`, (http) => serveMedia(http, library, http.req.param('name')));
	return {
		app,
		media: mediaApp(context, mediaRequests),
		state,
		context,
		requests: requests.entries,
		clearRequests: () => (requests.clear(), mediaRequests.clear()),
		mediaRequests: mediaRequests.entries,
		dialect: context.dialect?.description,
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
			await storage.close(state);
			await blobs.close();
		},
	};
}

function contextOf(
	options: SandboxOptions,
	storage: Storage,
	tasks: Tasks,
	on: ReadonlySet<SwitchName>,
	log: (line: string) => void,
): Context {
	const { clock = realClock, random = realRandom, speed = 1, models = servedModels } = options;
	const { publicUrl = 'http://127.0.0.1:8787', retryDeliveries: retry = true } = options;
	const state = storage.load();
	const changed = () => storage.changed(state);
	const blobs = new BlobStore(options.data && `${options.data}.files`);
	const ledger = new Ledger(clock, random, changed);
	const bodyOf = (job: Job) =>
		context.dialect?.deliver(job) ?? delivery(job, addressesOf(job, publicUrl));
	const areLost = () => on.has('lostCallbacks');
	const parts = { clock, speed, retry, tasks, bodyOf, areLost, changed, log };
	const deliveries = new Deliveries(parts);
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
		publicUrl,
		mediaUrl: options.mediaUrl ?? publicUrl,
		changed,
	};
	return context;
}
