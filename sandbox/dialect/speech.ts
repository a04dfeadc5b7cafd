import type { EndpointName } from '../../contract/endpoints';
import type { Context } from '../context';
import type { Call } from '../http/handler';
import { tellBalance, tellEstimate, tellLimits, tellTransactions, hearTransactions } from './billing';
import { isStream, tellCompletion, tellStream } from './chat';
import { choose } from './choices';
import type { Dialect } from './dialect';
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
			if (answer instanceof Response) return isStream(answer) ? tellStream(speaker, answer) : answer;
			return responseOf(await tellers[name](speaker, answer, call));
		},
		tellError: (body, status) => tellError(speaker, body, status),
		deliver: async (job) => await deliveredJob(speaker, job),
	};
}

function tellError({ choices }: Speaker, body: object, status: number): object {
	const { error } = body as { error: Record<string, unknown> };
	const { beside, within } = choices.billing.error;
	const known = { ...strayIds, status, param: error.param ?? undefined, code: error.code };
	return merge(fieldsOf(beside, known), { error: { ...fieldsOf(within, known), ...error } });
}

function responseOf({ status, body, headers }: Told): Response {
	return body === undefined ? new Response(null, { status, headers }) : Response.json(body, { status, headers });
}
