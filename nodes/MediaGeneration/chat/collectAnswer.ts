import { asText } from '../support/data';
import { END_OF_STREAM } from '../http/events';
import { redactedEvents, type ApiEvent } from '../http/request';
import { saysSomething, type ChatAnswer } from '../answers/chat/chatAnswer';
import { failureIn, isFailureEventName, withMessage } from '../answers/chat/chatFailure';
import { AnswerBuilder } from '../answers/chat/chatStream';
import { isHtml } from '../failures/intermediary';
import { readServiceError, type ServiceError } from '../answers/failure/serviceError';

/**
 * Assembles an answer from its events.
 * @param tell gets each text as it comes
 * @returns the service's error, if there is one; nothing after it is read
 */
export async function collectAnswer(
	events: AsyncIterable<ApiEvent>,
	builder: AnswerBuilder,
	tell: (text: string) => void = () => {},
): Promise<ServiceError | undefined> {
	for await (const { name = '', data, isText } of events) {
		if (data === END_OF_STREAM) {
			builder.end();
			continue;
		}
		if (isFailureEventName(name)) return readServiceError(data);
		const text = builder.add(isText ? asText(data) : data, name);
		if (text !== '') tell(text);
		const reason = builder.answer.finish_reason;
		const failure = failureIn(data, { name, hasText: text !== '', reason });
		if (failure) return failure;
	}
	return undefined;
}

/** How JSON begins; as a text that is none, it was cut. */
const BEGUN_JSON = /^\s*(?:\{\s*"|\[\s*\{)/;

/** An answer that came as text, an unrequested stream or plain words, in OpenAI's shape; nothing for a web page, and for cut JSON. */
export async function answerInText(text: string): Promise<object | undefined> {
	if (text.trim() === '' || isHtml(text)) return undefined;
	const builder = new AnswerBuilder();
	const failure = await collectAnswer(redactedEvents([text], []), builder);
	builder.close();
	if (failure) return { error: withMessage(failure) };
	const answer = saysSomething(builder.answer) ? builder.answer : { text };
	const isCut = answer.text.trim() === text.trim() && BEGUN_JSON.test(text);
	return isCut ? undefined : asCompletion(answer);
}

function asCompletion({ text, tool_calls, finish_reason, ...more }: ChatAnswer): object {
	return {
		...more,
		choices: [
			{ index: 0, finish_reason, message: { role: 'assistant', content: text, tool_calls } },
		],
	};
}
