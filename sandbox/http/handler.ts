import type * as z from 'zod/v4';
import type { EndpointName, endpoints } from '../../contract/endpoints';
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
export interface Call<Body = unknown> {
	caller: Caller;
	params: Readonly<Record<string, string>>;
	query: Readonly<Record<string, string>>;
	/** As the endpoint's request schema left it; undefined where the endpoint takes none. */
	body: Body;
}

/** What is answered as JSON. */
export interface Answer {
	status: 200 | 201 | 202;
	body: object;
}

/** What is answered as Server-Sent Events, each of them JSON. */
export interface Streamed {
	events: AsyncIterable<object>;
}

type Rows = typeof endpoints;
type ResponsesOf<Name extends EndpointName> = Rows[Name]['responses'];

/** The body of a request that an endpoint's row in the contract lets through. */
export type BodyOf<Name extends EndpointName> = Rows[Name] extends {
	request: infer Schema extends z.ZodType;
}
	? z.output<Schema>
	: undefined;

/** The answers that an endpoint's row in the contract has. */
export type AnswerOf<Name extends EndpointName> = {
	[Status in keyof ResponsesOf<Name>]: {
		status: Status & Answer['status'];
		body: (ResponsesOf<Name>[Status] extends z.ZodType
			? z.output<ResponsesOf<Name>[Status]>
			: never) &
			object;
	};
}[keyof ResponsesOf<Name>];

/** One endpoint. @throws ApiError for whatever it refuses */
export type Handler<Name extends EndpointName> = (
	context: Context,
	call: Call<BodyOf<Name>>,
) => Promise<AnswerOf<Name> | Streamed>;

/** All endpoints: the compiler names one that is missing. */
export type Handlers = { readonly [Name in EndpointName]: Handler<Name> };
