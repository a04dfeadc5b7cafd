/**
 * The data of Server-Sent Events, one event after the other, until `[DONE]` or the end of the stream.
 * Chunks of the network need not end where events or characters do.
 */
export async function* readEvents(stream: AsyncIterable<Uint8Array | string>): AsyncGenerator<string> {
	const decoder = new TextDecoder();
	let rest = '';
	let data: string[] = [];
	for await (const chunk of stream) {
		rest += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
		const lines = rest.split(/\r\n|\n|\r(?!$)/);
		rest = lines.pop() ?? '';
		for (const line of lines) {
			if (line === '' && data.length > 0) {
				const event = data.join('\n');
				data = [];
				if (event === '[DONE]') return;
				yield event;
			} else if (line.startsWith('data:')) {
				data.push(line.slice(5).replace(/^ /, ''));
			}
		}
	}
	if (rest.startsWith('data:')) data.push(rest.slice(5).trim());
	const last = data.join('\n');
	if (last !== '' && last !== '[DONE]') yield last;
}
