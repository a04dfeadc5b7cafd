import { asText } from '../support/data';
import { END_OF_STREAM } from '../http/events';
import { redactedEvents } from '../http/request';
import { ChunkRedactor } from './chunkRedactor';
import { withOpenAiUsage } from './openAiAnswer';
import { settled } from '../support/settled';

/**
 * A stream of chunks in OpenAI's shape, event by event as it came, without the secrets in it, also where one goes over
 * several events; what was kept back comes at its end, also where that is a break.
 * @throws StreamTooLarge when an event, or the stream, is longer than any may be; whatever breaks the stream
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
			for (const chunk of isOver ? texts.rest() : []) yield written(JSON.stringify(chunk));
			if (next.status === 'rejected') throw next.reason;
			if (next.value.done) return;
			const { name, data, isText } = next.value.value;
			yield written(
				isText ? asText(data) : JSON.stringify(withOpenAiUsage(texts.hide(data))),
				name,
			);
		}
	} finally {
		await events.return(undefined);
	}
}

function written(data: string, name?: string): string {
	const lines = data.split('\n').map((line) => `data: ${line}\n`);
	return `${name === undefined ? '' : `event: ${name}\n`}${lines.join('')}\n`;
}
