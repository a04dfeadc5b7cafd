import type { IDataObject } from 'n8n-workflow';
import { readAnswer, saysSomething, type ChatAnswer } from '../../answers/chat/chatAnswer';
import { withMessage } from '../../answers/chat/chatFailure';
import { usageIn } from '../../answers/chat/chatPlaces';
import { AnswerBuilder } from '../../answers/chat/chatStream';
import { readServiceError } from '../../answers/failure/serviceError';
import { answerInText, collectAnswer } from '../../chat/collectAnswer';
import { withDetails } from '../../failures/details';
import { withRemedyOncePaid, serviceFailure } from '../../failures/errors';
import { asNodeFailure } from '../../failures/failure';
import type { ApiAnswer } from '../../failures/outcome';
import { PieceRedactor, redact } from '../../http/redact';
import { apiEvents, apiRequest } from '../../http/request';
import type { Accepted } from '../../lifecycle/attempt';
import type { Request } from '../../lifecycle/journal';
import type { Understanding } from '../../lifecycle/events';
import { sendPaid, type Brought } from '../../lifecycle/paidRequest';
import type { Run } from '../../lifecycle/run';
import { bounded } from '../../support/bounded';
import { asText, dataOf, textOf } from '../../support/data';
import { isSuccess } from '../../support/httpStatus';
import { settled } from '../../support/settled';

const endpoint = 'completeChat';

/** An answer, and the service's own form of it unless it was streamed. */
export interface ChatResult {
	answer: ChatAnswer;
	raw?: unknown;
}

/**
 * Asks a chat model, or gives the answer that this execution got before.
 * @param secrets are looked for in the assembled text too, as a service may echo one in pieces
 * @throws NodeApiError as {@link sendPaid}
 */
export async function sendChat(
	run: Run,
	request: Request,
	body: IDataObject,
	secrets: readonly string[],
): Promise<Brought<ChatResult>> {
	const streams = run.context.isStreaming?.() && !run.isTool;
	const accepted = async ({ status, body: said }: ApiAnswer) => {
		const isText = isSuccess(status) && typeof said === 'string';
		const told = isText ? await answerInText(said) : undefined;
		return told && dataOf(redact(told, secrets));
	};
	return await sendPaid(request, {
		endpoint,
		send: async () =>
			streams
				? await stream(run, body, secrets)
				: (await apiRequest(run, { endpoint, body, readAcceptance: accepted })).body,
		read: streams ? readStreamedResult : readChatResult,
		recall: rememberedResult,
	});
}

function rememberedResult(attempt: Accepted): ChatResult | undefined {
	if (!('result' in attempt)) return undefined;
	const { read, answer: raw } = attempt.result;
	const answer = answerIn(read);
	return answer && { answer, raw };
}

/** The answer; one that says nothing, or an error with a success status, is unclear. */
function readChatResult(raw: unknown): Understanding<ChatResult> {
	const answer = readAnswer(raw);
	if (saysSomething(answer)) return chatResult({ answer, raw });
	// If tokens were used, the model has worked.
	const used = Object.values(usageIn(raw) ?? {});
	return {
		unclear: withMessage(readServiceError(raw)),
		hasBegun: used.some((count) => Number(asText(count)) > 0),
	};
}

function readStreamedResult(streamed: unknown): Understanding<ChatResult> {
	const answer = answerIn(streamed) ?? { text: '' };
	return saysSomething(answer) ? chatResult({ answer }) : { unclear: withMessage({}) };
}

/** The limits for the service's form of an answer: an image in it is cut. */
const KEPT_OF_RAW = { most: 64 * 1024, longest: 16_000 };

const chatResult = (value: ChatResult): Understanding<ChatResult> => ({
	value,
	as: chatReport(value),
});

/** The attempt of an answer. @param charged in nanos, if it is known */
export const chatReport = ({ answer, raw }: ChatResult, charged?: bigint) => ({
	state: 'made' as const,
	job: {},
	result: { read: answer, answer: bounded(raw, KEPT_OF_RAW) },
	charged,
});

function answerIn(value: unknown): ChatAnswer | undefined {
	const { text, ...more } = dataOf(value);
	return typeof text === 'string' ? { ...more, text } : undefined;
}

/** The answer, passed on to the workflow piece by piece as it comes. */
async function stream(run: Run, body: IDataObject, secrets: readonly string[]): Promise<unknown> {
	const { itemIndex, context } = run;
	const builder = new AnswerBuilder();
	const redactor = new PieceRedactor(secrets);
	const tell = (text: string, isLast = false) => {
		const given = redactor.take(text, isLast);
		if (given !== '') context.sendChunk('item', itemIndex, given);
	};
	context.sendChunk('begin', itemIndex);
	const outcome = await settled(readStream(run, body, builder, tell));
	builder.close();
	tell('', true);
	context.sendChunk('end', itemIndex);
	const failure = outcome.status === 'rejected' ? asNodeFailure(run, outcome.reason) : undefined;
	if (failure && builder.answer.text === '') throw failure;
	const answer = dataOf(redact(builder.answer, secrets));
	if (failure) throw withDetails(failure, { partial_text: textOf(answer.text) });
	return answer;
}

/** @throws NodeApiError when the service ends the stream with an error */
async function readStream(
	run: Run,
	body: IDataObject,
	builder: AnswerBuilder,
	tell: (text: string) => void,
): Promise<void> {
	const events = apiEvents(run, { endpoint, body: { ...body, stream: true } });
	const said = await collectAnswer(events, builder, tell);
	if (!said) return;
	const message = said.message ?? 'The service interrupted its answer without saying why';
	throw withRemedyOncePaid(
		serviceFailure(run, 200, { ...said, message }, { may_be_paid: true }),
		'The service interrupted its answer. The part that it had sent may have been paid for: check Billing > Get Transactions before you ask again.',
	);
}
