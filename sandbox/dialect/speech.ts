import type { EndpointName } from '../../contract/endpoints';
import type { Context } from '../context';
import type { Call } from '../http/handler';
import { tellCompletion, tellStream } from './chat';
import { choose, Draw } from './choices';
import { fieldsOf, merge } from './fill';
import { deliveredJob, hearJob, tellJob } from './jobs';
import { endpointAt, idOf } from './places';
import * as records from './records';
import type { Dialect, Speaker, Teller, Told } from './speaker';

/** How endpoints are expressed; others as the contract has them. */
const tellers: Partial<Record<EndpointName, Teller>> = {
	generateImage: tellJob,
	getImageJob: tellJob,
	editImage: tellJob,
	generateVideo: tellJob,
	getVideoJob: tellJob,
	completeChat: tellCompletion,
	listModels: records.tellModels,
	getBalance: records.tellBalance,
	getTransactions: records.tellTransactions,
	estimateCost: records.tellEstimate,
	setLimits: records.tellLimits,
	getScopes: records.tellScopes,
	listKeys: records.tellKeys,
	createKey: records.tellCreatedKey,
	deleteKey: records.tellDeletedKey,
	revokeKey: records.tellChangedKey,
	reactivateKey: records.tellChangedKey,
	rotateKey: records.tellRotatedKey,
};

const hearers: Partial<
	Record<EndpointName, (speaker: Speaker, call: Call, place: string) => Call>
> = { getImageJob: hearJob, getVideoJob: hearJob, getTransactions: records.hearTransactions };

/** The dialect of a seed. */
export function dialectOf(context: Context, seed: number): Dialect {
	const draw = new Draw(seed);
	const choices = choose(draw);
	const speaker: Speaker = { context, choices };
	return {
		description: { seed, chosen: draw.chosen },
		choices,
		idOf: (job) => idOf(speaker, job),
		place: (method, place) => (method === 'GET' ? endpointAt(speaker, place) : undefined),
		hear: (name, call, place) => hearers[name]?.(speaker, call, place) ?? call,
		tell: async (name, answer, call) =>
			answer instanceof Response
				? tellStream(speaker, answer)
				: responseOf((await tellers[name]?.(speaker, answer, call)) ?? answer),
		tellError: (body, { status, headers }) => {
			const told = tellError(speaker, body, status);
			return responseOf({ ...told, headers: { ...headers, ...told.headers } });
		},
		deliver: async (job) => await deliveredJob(speaker, job),
	};
}

function tellError({ choices }: Speaker, body: object, status: number): Told {
	const { error } = body as { error: Record<string, unknown> };
	const { location } = choices.billing.noSession;
	if (error.code === 'invalid_session' && location !== undefined)
		return { status: 302, headers: { Location: location } };
	const { beside, within, message } = choices.billing.error;
	// What a deprecated model and the like are refused with is documented: only this message may stand elsewhere.
	const isGeneral = message !== undefined && error.code === 'invalid_parameter';
	const more = message === undefined || isGeneral ? fieldsOf(within, { ...error, status }) : {};
	return {
		status,
		body: merge(fieldsOf(beside, { ...error, status }), {
			error: { ...more, ...error, ...(isGeneral && { message }) },
		}),
	};
}

function responseOf({ status, body, headers }: Told): Response {
	return body === undefined
		? new Response(null, { status, headers })
		: Response.json(body, { status, headers });
}
