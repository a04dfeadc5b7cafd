import { jsonParse } from 'n8n-workflow';
import { readAnswer, saysSomething, tokensIn, type ChatAnswer } from '../answers/chat/chatAnswer';
import { failureIn, withMessage } from '../answers/chat/chatFailure';
import { readServiceError } from '../answers/failure/serviceError';
import { placeAt } from '../answers/core/walk';
import { isData } from '../support/data';
import { copyResponse } from './copyResponse';
import { answerInText } from './collectAnswer';

/** What an answer that is none is told as where it has a status of success: the client takes any success for an answer. It does not try again, as the answer may have been paid for. */
const NO_ANSWER = 502;

/** Whether an answer comes event by event, and not whole, as it may although a stream was asked for. */
export const isStreamed = ({ ok, headers }: Response, isStream: boolean): boolean =>
	isStream && ok && !/json/i.test(headers.get('content-type') ?? '');

/**
 * A whole answer of "Chat completions" as the OpenAI client reads it, whose body the API document does not show: one in
 * another shape is put into OpenAI's, one where a stream was asked for becomes a stream, and a success that says nothing,
 * or what went wrong, becomes a failure with the service's words.
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
		return copyResponse(answer, streamed(read), {
			headers: new Headers({ 'content-type': 'text/event-stream' }),
		});
	if (body !== told || !isCompletion(body))
		return copyResponse(answer, JSON.stringify(whole(read)), { headers: JSON_TYPE });
	const counted = withOpenAiUsage(body);
	return copyResponse(answer, counted === body ? text : JSON.stringify(counted));
}

/** An answer in place of which the client is told what went wrong. */
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

/** The service's error of an answer that says nothing; nothing where it says something. */
function errorIn(body: unknown, answer: ChatAnswer): { error: object } | undefined {
	const { text, tool_calls, finish_reason: reason } = answer;
	const said = saysSomething(answer)
		? failureIn(body, { name: '', hasText: text !== '' || tool_calls !== undefined, reason })
		: readServiceError(body);
	return said && { error: withMessage(said) };
}

const shared = ({ id = '', model = '' }: ChatAnswer) => ({ id, model, created: 0 });

const choice = ({ finish_reason = 'stop' }: ChatAnswer) => ({ index: 0, finish_reason });

/** What the client counts tokens by. */
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

/** The same answer, or chunk of one, with the tokens that it tells under OpenAI's names too. */
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

const whole = (answer: ChatAnswer) => ({
	...shared(answer),
	object: 'chat.completion',
	choices: [{ ...choice(answer), message: message(answer) }],
	...usage(answer),
});

function streamed(answer: ChatAnswer): string {
	const chunk = {
		...shared(answer),
		object: 'chat.completion.chunk',
		choices: [{ ...choice(answer), delta: message(answer) }],
		...usage(answer),
	};
	return `data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`;
}
