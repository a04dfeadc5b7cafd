import { asText } from '../support/data';
import { END } from '../http/events';
import { eventsOf } from '../http/request';
import { ChunkTexts } from './chunkTexts';
import { withTokens } from './openAiAnswer';
import { settled } from '../support/settled';

/**
 * A stream of chunks in OpenAI's shape, event by event as it came, without the secrets in it, also where one goes over
 * several events; what was kept back comes at its end, also where that is a break.
 * @throws StreamTooLarge when an event, or the stream, is longer than any may be; whatever breaks the stream
 */
export async function* hiddenStream(
	source: AsyncIterable<Uint8Array>,
	secrets: readonly string[],
): AsyncGenerator<string> {
	const texts = new ChunkTexts(secrets);
	const events = eventsOf(source, secrets);
	try {
		for (;;) {
			const next = await settled(events.next());
			const isOver =
				next.status === 'rejected' || next.value.done === true || next.value.value.data === END;
			for (const chunk of isOver ? texts.rest() : []) yield written(JSON.stringify(chunk));
			if (next.status === 'rejected') throw next.reason;
			if (next.value.done) return;
			const { name, data, isText } = next.value.value;
			yield written(isText ? asText(data) : JSON.stringify(withTokens(texts.hide(data))), name);
		}
	} finally {
		await events.return(undefined);
	}
}

function written(data: string, name?: string): string {
	const lines = data.split('\n').map((line) => `data: ${line}\n`);
	return `${name === undefined ? '' : `event: ${name}\n`}${lines.join('')}\n`;
}
