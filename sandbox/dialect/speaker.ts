import type { EndpointName } from '../../contract/endpoints';
import type { Context } from '../context';
import type { Answer, Call } from '../http/handler';
import type { Job } from '../jobs/job';
import type { Choices } from './choices';

/**
 * One plausible way of saying what the API document leaves open. It stands between the answers of the sandbox and
 * the wire, and changes nothing that the document says.
 */
export interface Dialect {
	/** What a seed chose, for a person who reads of a failure. */
	description: { seed: number; chosen: Record<string, string> };
	/** The rows that were drawn. */
	choices: Choices;
	/** The ID of a job as it is told. */
	idOf(job: Job): string | number;
	/** The job that is asked about at a place below the base URL that the contract does not have, if any. */
	place(
		method: string,
		place: string,
	): { name: EndpointName; params: Record<string, string> } | undefined;
	/** A request in the words of the sandbox. @param place path and query below the base URL. @throws ApiError 404 for an unknown job */
	hear(name: EndpointName, call: Call, place: string): Call;
	/** An answer in the words of the dialect. @param call as it came */
	tell(name: EndpointName, answer: Answer | Response, call: Call): Promise<Response>;
	/** An error in its envelope, with what stands in it beside what is documented. */
	tellError(body: object, error: { status: number; headers: Record<string, string> }): Response;
	/** The body of a delivery. */
	deliver(job: Job): Promise<unknown>;
}

/** What telling an answer in a dialect needs. */
export interface Speaker {
	context: Context;
	choices: Choices;
}

/** An answer as it goes out. Without a body where that is undefined. */
export interface Told {
	status: number;
	body?: unknown;
	headers?: Record<string, string>;
}

/** Tells an endpoint's answer in a dialect; the call is as it came. */
export type Teller = (speaker: Speaker, answer: Answer, call: Call) => Told | Promise<Told>;
