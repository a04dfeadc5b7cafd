import { asText } from '../support/data';
import { END_OF_STREAM } from '../http/events';
import { redactedEvents } from '../http/request';
import { ChunkRedactor } from './chunkRedactor';
import { withOpenAiUsage } from './openAiAnswer';
import { settled } from '../support/settled';

/**
 * Redacts a stream of OpenAI's chunks, also where a secret is spread over several events. What was held back comes at the end,
 * also if the stream breaks.
 * @throws StreamTooLarge when an event, or the stream, is too long; whatever breaks the stream
 */
export async function* redactedStream(
	source: AsyncIterable<Uint8Array>,
	secrets: readonly string[],
): AsyncGenerator<string> {
	const texts = new ChunkRedactor(secrets);
	const events = redactedEvents(source, secrets);
	try {
		for (;;) {
			const next = await settled(events.next());
			const isOver =
				next.status === 'rejected' ||
				next.value.done === true ||
				next.value.value.data === END_OF_STREAM;
			for (const chunk of isOver ? texts.rest() : []) yield formatEvent(JSON.stringify(chunk));
			if (next.status === 'rejected') throw next.reason;
			if (next.value.done) return;
			const { name, data, isText } = next.value.value;
			yield formatEvent(
				isText ? asText(data) : JSON.stringify(withOpenAiUsage(texts.hide(data))),
				name,
			);
		}
	} finally {
		await events.return(undefined);
	}
}

function formatEvent(data: string, name?: string): string {
	const lines = data.split('\n').map((line) => `data: ${line}\n`);
	return `${name === undefined ? '' : `event: ${name}\n`}${lines.join('')}\n`;
}
