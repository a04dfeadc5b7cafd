import type { EndpointName } from '../../contract/endpoints';
import type { Context } from '../context';
import type { Account, KeyRecord } from '../state';

/** Who calls: the account, and what the key or session opens. */
export interface Caller {
	account: Account;
	scopes: readonly string[];
	/** Absent when a developer session calls. */
	key?: KeyRecord;
}

/** A request that has passed every check that is the same for all endpoints. */
export interface Call {
	caller: Caller;
	params: Readonly<Record<string, string>>;
	query: Readonly<Record<string, string>>;
	/** As the endpoint's request schema left it; undefined where the endpoint takes none. */
	body: unknown;
}

/** What is answered as JSON. */
export interface Answer {
	status: 200 | 201 | 202;
	body: object;
}

/** One endpoint. @throws ApiError for whatever it refuses */
export type Handler = (context: Context, call: Call) => Promise<Answer | Response>;

/** All endpoints: the compiler names one that is missing. */
export type Handlers = Record<EndpointName, Handler>;
