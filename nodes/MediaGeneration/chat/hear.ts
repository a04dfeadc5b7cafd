import { asText } from '../support/data';
import { END } from '../http/events';
import { eventsIn, type ApiEvent } from '../http/request';
import { saysSomething, type ChatAnswer } from '../answers/chat/chatAnswer';
import { failureIn, isFailureKind, withMessage } from '../answers/chat/chatFailure';
import { AnswerBuilder } from '../answers/chat/chatStream';
import { isHtml } from '../answers/core/html';
import { readServiceError, type ServiceError } from '../answers/failure/serviceError';

/**
 * Puts an answer together that comes event by event.
 * @param tell is given each text as it comes
 * @returns what the service says went wrong, where it does: nothing after that is heard
 */
export async function hear(
	events: AsyncIterable<ApiEvent>,
	builder: AnswerBuilder,
	tell: (text: string) => void = () => {},
): Promise<ServiceError | undefined> {
	for await (const { name = '', data, isText } of events) {
		if (data === END) {
			builder.end();
			continue;
		}
		if (isFailureKind(name)) return readServiceError(data);
		if (isText) {
			builder.addPlain(asText(data), name);
			continue;
		}
		const text = builder.add(data, name);
		if (text !== '') tell(text);
		const failure = failureIn(data, {
			name,
			hasText: text !== '',
			mayBeText: builder.answer.text === '',
			reason: builder.answer.finish_reason,
		});
		if (failure) return failure;
	}
	const failure = failureIn(builder.lone, { name: '', hasText: false });
	if (failure) builder.drop();
	return failure;
}

/**
 * An answer that came whole, and as no JSON: as the events or the lines of a stream that nobody had asked for, or as
 * nothing but what the model says. Nothing for a page.
 * @returns the answer in OpenAI's shape, or what the service says went wrong
 */
export async function answerInText(text: string): Promise<object | undefined> {
	if (text.trim() === '' || isHtml(text)) return undefined;
	const builder = new AnswerBuilder();
	const failure = await hear(eventsIn(text), builder);
	builder.close();
	if (failure) return { error: withMessage(failure) };
	return completion(saysSomething(builder.answer) ? builder.answer : { text });
}

function completion({ text, tool_calls, finish_reason, ...more }: ChatAnswer): object {
	return {
		...more,
		choices: [
			{ index: 0, finish_reason, message: { role: 'assistant', content: text, tool_calls } },
		],
	};
}
