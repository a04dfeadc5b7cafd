import { jsonParse } from 'n8n-workflow';
import { readAnswer, saysSomething, tokensIn, type ChatAnswer } from '../answers/chat/chatAnswer';
import { failureIn, withMessage } from '../answers/chat/chatFailure';
import { readServiceError } from '../answers/failure/serviceError';
import { placeAt } from '../answers/core/walk';
import { isData } from '../support/data';
import { answerInText } from './collectAnswer';

/** What the client gets as the body of an answer, and its type if it is another. */
export interface ClientBody {
	body: ReadableStream<Uint8Array> | string | null;
	type?: string;
	isFailure?: true;
}

const JSON_TYPE = 'application/json';

/**
 * Converts a whole answer of "Chat completions", whose shape the API document does not show, for the OpenAI client: into OpenAI's
 * shape, into a stream if one was requested, and into a failure if it says nothing or tells an error.
 */
export async function asOpenAiAnswer(text: string, isStream: boolean): Promise<ClientBody> {
	const told = jsonParse<unknown>(text, { fallbackValue: text });
	const body = typeof told === 'string' ? ((await answerInText(told)) ?? told) : told;
	const answer = readAnswer(body);
	const error = errorIn(body, answer);
	if (error) return failureBody(error);
	if (isStream) {
		const chunk = JSON.stringify(inOpenAiShape(answer, 'chat.completion.chunk', 'delta'));
		return { body: `data: ${chunk}\n\ndata: [DONE]\n\n`, type: 'text/event-stream' };
	}
	const isCompletion = body === told && placeAt(body, 'choices.0.message') !== undefined;
	const shaped = isCompletion
		? withOpenAiUsage(body)
		: inOpenAiShape(answer, 'chat.completion', 'message');
	return { body: shaped === body ? text : JSON.stringify(shaped), type: JSON_TYPE };
}

/** An answer that tells the client of a failure. */
export const failureBody = (error: object): ClientBody => ({
	body: JSON.stringify({ error }),
	type: JSON_TYPE,
	isFailure: true,
});

function errorIn(body: unknown, answer: ChatAnswer): object | undefined {
	const { text, tool_calls, finish_reason: reason } = answer;
	const said = saysSomething(answer)
		? failureIn(body, { name: '', hasText: text !== '' || tool_calls !== undefined, reason })
		: readServiceError(body);
	return said && withMessage(said);
}

function inOpenAiShape(answer: ChatAnswer, object: string, part: 'delta' | 'message'): object {
	const { id = '', model = '', finish_reason = 'stop', text, tool_calls } = answer;
	const said = {
		role: 'assistant',
		content: text,
		tool_calls: tool_calls?.map((call, index) => ({ index, ...call })),
	};
	return {
		id,
		model,
		created: 0,
		object,
		choices: [{ index: 0, finish_reason, [part]: said }],
		usage: openAiUsage(answer.usage),
	};
}

function openAiUsage(told: ChatAnswer['usage']) {
	const tokens = tokensIn(told);
	return (
		tokens && {
			prompt_tokens: tokens.read,
			completion_tokens: tokens.written,
			total_tokens: tokens.read + tokens.written,
		}
	);
}

/** An answer or a chunk with its usage in OpenAI's fields too. */
export function withOpenAiUsage(body: unknown): unknown {
	if (!isData(body) || !isData(body.usage) || typeof body.usage.prompt_tokens === 'number')
		return body;
	const counted = openAiUsage(body.usage);
	return counted ? { ...body, usage: { ...body.usage, ...counted } } : body;
}
