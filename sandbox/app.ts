import { Hono } from 'hono';
import { BlobStore } from './blobs';
import { realClock } from './clock';
import type { Context } from './context';
import { addDialect, mediaApp } from './dialect/serve';
import type { Dialect } from './dialect/speaker';
import { dialectOf } from './dialect/speech';
import { openAccount, openDemoAccount, type OpenedAccount } from './accounts';
import { addApi } from './http/api';
import { serveMedia } from './http/media';
import { MEDIA_PREFIX } from './http/prefixes';
import { RateLimit } from './http/rateLimit';
import { RequestLog, type LoggedRequest } from './http/requestLog';
import { Deliveries } from './jobs/deliver';
import { JobRunner } from './jobs/runner';
import { KeyRing, type KeyOptions } from './keyring';
import { Ledger } from './ledger';
import { Library, realRenderer } from './media/library';
import { servedModels } from './models';
import type { AccountOptions, SandboxOptions } from './options';
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
	const { clock = realClock, log = () => {}, keptRequests = 5000 } = options;
	const tasks = new Tasks((error) =>
		log(`unexpected: ${error instanceof Error ? error.stack : String(error)}`),
	);
	const storage = new Storage(options.data, clock, tasks);
	const context = contextOf({ ...options, clock, log }, storage, tasks);
	const { state, keys, jobs, blobs, library } = context;
	openDemoAccount(context, options.balanceUsd);
	jobs.resume();
	const requests = new RequestLog(keptRequests);
	const mediaRequests = new RequestLog(keptRequests);
	const app = new Hono();
	addPage(app, context);
	addApi(app, {
		context,
		rateLimit: new RateLimit(clock, options.rateLimit),
		requests,
		faults: withSwitches(context.switchedOn, options.faults),
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
	options: SandboxOptions & Pick<Context, 'clock' | 'log'>,
	storage: Storage,
	tasks: Tasks,
): Context {
	const { clock, log, speed = 1, models = servedModels, retryDeliveries = true } = options;
	const { publicUrl = 'http://127.0.0.1:8787', mediaUrl = publicUrl, dialect } = options;
	const state = storage.load();
	const changed = () => storage.changed(state);
	const blobs = new BlobStore(options.data && `${options.data}.files`);
	const parts = {
		...{ clock, log, speed, models, retryDeliveries, publicUrl, mediaUrl, state, changed, blobs },
		tasks,
		ledger: new Ledger(clock, changed),
		keys: new KeyRing(state, clock, changed),
		library: new Library(state, blobs, options.renderer ?? realRenderer),
		dialect: dialect ? dialectOf(dialect) : undefined,
		switchedOn: new Set<SwitchName>(),
	};
	return { ...parts, jobs: new JobRunner(parts, new Deliveries(parts)) };
}
