import { jsonParse } from 'n8n-workflow';
import { readAnswer, saysSomething, tokensIn, type ChatAnswer } from '../answers/chat/chatAnswer';
import { failureIn, withMessage } from '../answers/chat/chatFailure';
import { readServiceError } from '../answers/failure/serviceError';
import { placeAt } from '../answers/core/walk';
import { isData } from '../support/data';
import { copyResponse } from './copyResponse';
import { answerInText } from './collectAnswer';

/** The status for a success without an answer, which the client would accept. It is not retried, as it may have been paid for. */
const NO_ANSWER = 502;

/** Whether an answer is a stream: it may come whole although a stream was requested. */
export const isStreamed = ({ ok, headers }: Response, isStream: boolean): boolean =>
	isStream && ok && !/json/i.test(headers.get('content-type') ?? '');

/**
 * Converts a whole answer of "Chat completions", whose shape the API document does not show, for the OpenAI client: into OpenAI's
 * shape, into a stream if one was requested, and into a failure if it says nothing or tells an error.
 */
export async function asOpenAiAnswer(answer: Response, isStream: boolean): Promise<Response> {
	if (!answer.ok) return answer;
	const text = await answer.text();
	const told = jsonParse<unknown>(text, { fallbackValue: text });
	const body = typeof told === 'string' ? ((await answerInText(told)) ?? told) : told;
	const read = readAnswer(body);
	const failure = errorIn(body, read);
	if (failure) return failedResponse(answer, failure);
	if (isStream)
		return copyResponse(answer, streamOf(read), {
			headers: new Headers({ 'content-type': 'text/event-stream' }),
		});
	if (body !== told || !isCompletion(body))
		return copyResponse(answer, JSON.stringify(completionOf(read)), { headers: JSON_TYPE });
	const counted = withOpenAiUsage(body);
	return copyResponse(answer, counted === body ? text : JSON.stringify(counted));
}

/** A response that tells the client of a failure. */
export function failedResponse(answer: Response, failure: { error: object }): Response {
	const headers = new Headers(answer.headers);
	headers.delete('content-length');
	headers.set('content-type', 'application/json');
	return copyResponse(answer, JSON.stringify(failure), {
		headers,
		status: answer.ok ? NO_ANSWER : answer.status,
	});
}

const JSON_TYPE = new Headers({ 'content-type': 'application/json' });

const isCompletion = (body: unknown) => placeAt(body, 'choices.0.message') !== undefined;

/** The error of an answer that says nothing, or tells an error. */
function errorIn(body: unknown, answer: ChatAnswer): { error: object } | undefined {
	const { text, tool_calls, finish_reason: reason } = answer;
	const said = saysSomething(answer)
		? failureIn(body, { name: '', hasText: text !== '' || tool_calls !== undefined, reason })
		: readServiceError(body);
	return said && { error: withMessage(said) };
}

const commonFields = ({ id = '', model = '' }: ChatAnswer) => ({ id, model, created: 0 });

const choice = ({ finish_reason = 'stop' }: ChatAnswer) => ({ index: 0, finish_reason });

/** The usage in OpenAI's fields. */
function usage({ usage: told }: Pick<ChatAnswer, 'usage'>) {
	const tokens = tokensIn(told);
	return (
		tokens && {
			usage: {
				prompt_tokens: tokens.read,
				completion_tokens: tokens.written,
				total_tokens: tokens.read + tokens.written,
			},
		}
	);
}

/** An answer or a chunk with its usage in OpenAI's fields too. */
export function withOpenAiUsage(body: unknown): unknown {
	if (!isData(body) || !isData(body.usage) || typeof body.usage.prompt_tokens === 'number')
		return body;
	const counted = usage({ usage: body.usage });
	return counted ? { ...body, usage: { ...body.usage, ...counted.usage } } : body;
}

function message({ text, tool_calls }: ChatAnswer) {
	return {
		role: 'assistant',
		content: text,
		...(tool_calls && { tool_calls: tool_calls.map((call, index) => ({ index, ...call })) }),
	};
}

const completionOf = (answer: ChatAnswer) => ({
	...commonFields(answer),
	object: 'chat.completion',
	choices: [{ ...choice(answer), message: message(answer) }],
	...usage(answer),
});

function streamOf(answer: ChatAnswer): string {
	const chunk = {
		...commonFields(answer),
		object: 'chat.completion.chunk',
		choices: [{ ...choice(answer), delta: message(answer) }],
		...usage(answer),
	};
	return `data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`;
}
