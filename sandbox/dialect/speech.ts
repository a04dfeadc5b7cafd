import type { EndpointName } from '../../contract/endpoints';
import type { Context } from '../context';
import type { Answer, Call } from '../http/handler';
import type { Job } from '../jobs/job';
import { tellBalance, tellEstimate, tellLimits, tellTransactions, hearTransactions } from './billing';
import { isStream, tellCompletion, tellStream } from './chat';
import { choose, type Choices } from './choices';
import { Draw } from './draw';
import { fieldsOf, merge } from './fill';
import { idOf } from './ids';
import { deliveredJob, hearJob, tellJob } from './jobs';
import { tellChangedKey, tellCreatedKey, tellDeletedKey, tellKeys, tellRotatedKey, tellScopes } from './keys';
import { tellModels } from './models';
import { endpointAt } from './places';
import { strayIds, type Speaker, type Teller, type Told } from './speaker';

const tellers: Record<EndpointName, Teller> = {
	generateImage: tellJob,
	getImageJob: tellJob,
	editImage: tellJob,
	generateVideo: tellJob,
	getVideoJob: tellJob,
	completeChat: tellCompletion,
	listModels: tellModels,
	getBalance: tellBalance,
	getTransactions: tellTransactions,
	estimateCost: tellEstimate,
	setLimits: tellLimits,
	getScopes: tellScopes,
	listKeys: tellKeys,
	createKey: tellCreatedKey,
	deleteKey: tellDeletedKey,
	revokeKey: tellChangedKey,
	reactivateKey: tellChangedKey,
	rotateKey: tellRotatedKey,
};

const hearers: Partial<Record<EndpointName, (speaker: Speaker, call: Call, place: string) => Call>> = {
	getImageJob: hearJob,
	getVideoJob: hearJob,
	getTransactions: hearTransactions,
};

/** What a seed chose, for a person who reads of a failure. */
export interface Description {
	seed: number;
	chosen: Record<string, string>;
}

/**
 * One plausible way of saying what the API document leaves open, drawn by a seed. It stands between the answers
 * of the sandbox and the wire, and changes nothing that the document says.
 */
export class Speech {
	readonly description: Description;
	private readonly speaker: Speaker;

	constructor(context: Context, seed: number) {
		const draw = new Draw(seed);
		this.speaker = { context, choices: choose(draw) };
		this.description = { seed, chosen: draw.chosen };
	}

	/** The ID of a job as it is told. */
	idOf(job: Job): string | number {
		return idOf(this.speaker, job);
	}

	/** The rows that were drawn. */
	get choices(): Choices {
		return this.speaker.choices;
	}

	/** What is asked for at a place below the base URL that the contract does not have: a job, where the dialect has it. */
	place(method: string, place: string): { name: EndpointName; params: Record<string, string> } | undefined {
		return method === 'GET' ? endpointAt(this.speaker, place) : undefined;
	}

	/** A request in the words of the sandbox. @param place path and query below the base URL. @throws ApiError 404 for an unknown job */
	hear(name: EndpointName, call: Call, place: string): Call {
		return hearers[name]?.(this.speaker, call, place) ?? call;
	}

	/** An answer in the words of the dialect. @param call as it came */
	async tell(name: EndpointName, answer: Answer | Response, call: Call): Promise<Response> {
		if (answer instanceof Response) return isStream(answer) ? tellStream(this.speaker, answer) : answer;
		return responseOf(await tellers[name](this.speaker, answer, call));
	}

	/** The envelope of an error, with what stands in it beside what is documented. */
	tellError(body: object, status: number): object {
		const { error } = body as { error: Record<string, unknown> };
		const { beside, within } = this.speaker.choices.billing.error;
		const known = { ...strayIds, status, param: error.param ?? undefined, code: error.code };
		return merge(fieldsOf(beside, known), { error: { ...fieldsOf(within, known), ...error } });
	}

	/** The body of a delivery. */
	async deliver(job: Job): Promise<unknown> {
		return await deliveredJob(this.speaker, job);
	}
}

function responseOf({ status, body, headers }: Told): Response {
	return body === undefined ? new Response(null, { status, headers }) : Response.json(body, { status, headers });
}
