import type { EndpointName } from '../../contract/endpoints';
import type { Answer, Call } from '../http/handler';
import type { Job } from '../jobs/job';
import type { Choices } from './choices';

/** What a seed chose, for a person who reads of a failure. */
export interface Description {
	seed: number;
	chosen: Record<string, string>;
}

/**
 * One plausible way of saying what the API document leaves open. It stands between the answers of the sandbox and
 * the wire, and changes nothing that the document says.
 */
export interface Dialect {
	description: Description;
	/** The rows that were drawn. */
	choices: Choices;
	/** The ID of a job as it is told. */
	idOf(job: Job): string | number;
	/** What is asked for at a place below the base URL that the contract does not have: a job, where the dialect has it. */
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
