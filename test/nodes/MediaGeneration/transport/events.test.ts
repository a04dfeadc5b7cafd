import fc from 'fast-check';
import { readEvents } from '../../../../nodes/MediaGeneration/transport/events';

async function* chunksOf(bytes: Uint8Array, sizes: number[]) {
	for (let start = 0, turn = 0; start < bytes.length; turn++) {
		const size = sizes[turn % sizes.length] ?? 1;
		yield bytes.slice(start, start + size);
		start += size;
	}
}

async function read(text: string, sizes = [text.length || 1]): Promise<string[]> {
	const events: string[] = [];
	for await (const event of readEvents(chunksOf(new TextEncoder().encode(text), sizes))) events.push(event);
	return events;
}

test('events come out whole, wherever the network cuts them', async () => {
	const data = fc.array(fc.string({ unit: 'grapheme' }).map((text) => JSON.stringify(text)), { maxLength: 8 });
	const sizes = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1 });
	await fc.assert(
		fc.asyncProperty(data, sizes, fc.constantFrom('\n', '\r\n'), async (events, cuts, end) => {
			const text = events.map((event) => `data: ${event}${end}${end}`).join('');
			expect(await read(`${text}data: [DONE]${end}${end}data: late${end}${end}`, cuts)).toEqual(events);
		}),
	);
});

test.each([
	['comments and other fields are passed over', ': ping\n\nevent: x\nid: 1\ndata: a\n\n', ['a']],
	['several data lines are one event', 'data: a\ndata: b\n\n', ['a\nb']],
	['no blank after the colon', 'data:a\n\n', ['a']],
	['the last event need not be closed', 'data: a\n\ndata: b', ['a', 'b']],
	['nothing', '', []],
])('%s', async (_, text, events) => {
	expect(await read(text)).toEqual(events);
});
