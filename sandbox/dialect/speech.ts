import type { EndpointName } from '../../contract/endpoints';
import type { Context } from '../context';
import type { Call } from '../http/handler';
import {
	tellBalance,
	tellEstimate,
	tellLimits,
	tellTransactions,
	hearTransactions,
} from './billing';
import { isStream, tellCompletion, tellStream } from './chat';
import { choose } from './choices';
import type { Dialect } from './dialect';
import { Draw } from './draw';
import { fieldsOf, merge } from './fill';
import { idOf } from './ids';
import { deliveredJob, hearJob, tellJob } from './jobs';
import {
	tellChangedKey,
	tellCreatedKey,
	tellDeletedKey,
	tellKeys,
	tellRotatedKey,
	tellScopes,
} from './keys';
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

const hearers: Partial<
	Record<EndpointName, (speaker: Speaker, call: Call, place: string) => Call>
> = { getImageJob: hearJob, getVideoJob: hearJob, getTransactions: hearTransactions };

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
		async tell(name, answer, call) {
			if (answer instanceof Response)
				return isStream(answer) ? tellStream(speaker, answer) : answer;
			return responseOf(await tellers[name](speaker, answer, call));
		},
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
	const known = {
		...strayIds,
		status,
		param: error.param ?? undefined,
		code: error.code,
		message: error.message,
	};
	// The document says what a deprecated model is refused with.
	const isGeneral = message !== undefined && error.code === 'invalid_parameter';
	const own = { ...error, ...(isGeneral && { message }) };
	return {
		status,
		body: merge(fieldsOf(beside, known), {
			error: { ...(message === undefined || isGeneral ? fieldsOf(within, known) : {}), ...own },
		}),
	};
}

function responseOf({ status, body, headers }: Told): Response {
	return body === undefined
		? new Response(null, { status, headers })
		: Response.json(body, { status, headers });
}
