import type { EndpointName } from '../../contract/endpoints';
import type { Context } from '../context';
import { errorBody, type ApiError } from '../errors';
import type { Answer, Call } from '../http/handler';
import { tellCompletion } from './chat';
import { choose, Draw } from './choices';
import { fieldsOf, merge } from './fill';
import { hearJob, tellJob } from './jobs';
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
export function dialectOf(seed: number): Dialect {
	const draw = new Draw(seed);
	const choices = choose(draw);
	return { description: { seed, chosen: draw.chosen }, choices };
}

/** Who speaks a sandbox's dialect, if it has one. */
export const speakerOf = (
	context: Speaker['context'] & Pick<Context, 'dialect'>,
): Speaker | undefined => context.dialect && { context, choices: context.dialect.choices };

/** A request in the words of the sandbox. @param place path and query below the base URL. @throws ApiError 404 for an unknown job */
export const hear = (name: EndpointName, speaker: Speaker, call: Call, place: string): Call =>
	hearers[name]?.(speaker, call, place) ?? call;

/** An answer in the words of the dialect. @param call as it came */
export async function tell(
	name: EndpointName,
	speaker: Speaker,
	answer: Answer,
	call: Call,
): Promise<Response> {
	return responseOf((await tellers[name]?.(speaker, answer, call)) ?? answer);
}

/** An error in its envelope, with what stands in it beside what is documented. */
export function tellError({ choices }: Dialect, refused: ApiError): Response {
	const { status, headers } = refused;
	const { error } = errorBody(refused);
	const { location } = choices.billing.noSession;
	if (error.code === 'invalid_session' && location !== undefined)
		return responseOf({ status: 302, headers: { ...headers, Location: location } });
	const { beside, within, message } = choices.billing.error;
	// What a deprecated model and the like are refused with is documented: only this message may stand elsewhere.
	const isGeneral = message !== undefined && error.code === 'invalid_parameter';
	const more = message === undefined || isGeneral ? fieldsOf(within, { ...error, status }) : {};
	const body = merge(fieldsOf(beside, { ...error, status }), {
		error: { ...more, ...error, ...(isGeneral && { message }) },
	});
	return responseOf({ status, headers, body });
}

function responseOf({ status, body, headers }: Told): Response {
	return body === undefined
		? new Response(null, { status, headers })
		: Response.json(body, { status, headers });
}
