import type { Clock } from './clock';
import type { FaultHook } from './http/faults';
import type { Renderer } from './media/library';
import type { ServedModels } from './models';

/** How a sandbox is set up. Everything has a default. */
export interface SandboxOptions {
	/** Default: the machine's clock. */
	clock?: Clock;
	/** ETAs and retry delays are this many times shorter; `Infinity` for none at all. Default 1. */
	speed?: number;
	/** The file that keeps the state over a restart; files that jobs need lie beside it. Default: none. */
	data?: string;
	/** Origin of the URLs given out. Default `http://127.0.0.1:8787`; a server sets it to its own. */
	publicUrl?: string;
	/** Origin at which `media` of the sandbox is served too, for a dialect that gives such URLs. Default: `publicUrl`. */
	mediaUrl?: string;
	/** The seed of the dialect it speaks; 0, the default, for the shapes that it has by itself. */
	dialect?: number;
	/** Default: the listed models and the stand-ins. */
	models?: ServedModels;
	/** Asked of each request whether something goes wrong with it. */
	faults?: FaultHook;
	/** Requests a second that each key may send. Default: any number. */
	rateLimit?: number;
	/** Funds of the demo account in US dollars, as decimal text. Default 100. */
	balanceUsd?: string;
	renderer?: Renderer;
	/** Whether a callback that was not answered with success is delivered again. Default true. */
	retryDeliveries?: boolean;
	/** How many requests the log keeps. Default 5000. */
	keptRequests?: number;
	/** Told what goes on, without secrets. Default: nobody. */
	log?: (line: string) => void;
}

/** How an account is set up. */
export interface AccountOptions {
	/** Of its first key. Default: every documented scope. */
	scopes?: string[];
	/** Of its first key. Default `active`. */
	status?: 'active' | 'revoked';
	/** In US dollars, as decimal text or a number that is exact as such. Default 100. */
	balanceUsd?: string | number;
	/** What its developer session may do. Default `keys:*`. */
	sessionScopes?: string[];
}
