import fc from 'fast-check';
import { readEvents, StreamTooLarge } from '../../../../nodes/MediaGeneration/http/events';

async function* chunksOf(bytes: Uint8Array, sizes: number[]) {
	for (let start = 0, turn = 0; start < bytes.length; turn++) {
		const size = sizes[turn % sizes.length] ?? 1;
		yield bytes.slice(start, start + size);
		start += size;
	}
}

async function read(text: string, sizes = [text.length || 1]): Promise<string[]> {
	const events: string[] = [];
	for await (const { data } of readEvents(chunksOf(new TextEncoder().encode(text), sizes)))
		events.push(data);
	return events;
}

test('events come out whole, wherever the network cuts them', async () => {
	const line = fc.string({ unit: 'grapheme' }).map((text) => `so ${JSON.stringify(text)}`);
	const data = fc.array(
		fc.tuple(fc.array(line, { minLength: 1, maxLength: 3 }), fc.constantFrom('\n', '\r\n', '\r')),
		{ maxLength: 8 },
	);
	const sizes = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1 });
	await fc.assert(
		fc.asyncProperty(data, sizes, async (events, cuts) => {
			const text = events
				.map(([lines, end]) => `${lines.map((one) => `data: ${one}${end}`).join('')}${end}`)
				.join('');
			expect(await read(`${text}data: [DONE]\n\ndata: late\n\n`, cuts)).toEqual([
				...events.map(([lines]) => lines.join('\n')),
				'[DONE]',
			]);
		}),
	);
});

test.each([
	[
		'comments and other fields are passed over',
		': ping\n\nevent: x\nid: 1\nretry: 1500\ndata: a\n\n',
		['a'],
	],
	['several data lines are one event', 'data: a\ndata: b\n\n', ['a\nb']],
	[
		'whole JSON is an event, also without an empty line after it',
		'data: {"a":1}\ndata: ["b"]\ndata: "c"\ndata: {\ndata: "d": 1\ndata: }\n\n',
		['{"a":1}', '["b"]', '"c"', '{\n"d": 1\n}'],
	],
	['numbers may be lines of a text', 'data: 1\ndata: 2\n\n', ['1\n2']],
	[
		'the end needs no empty line, neither before it nor after',
		'data: a\ndata: [DONE]\ndata: late\n\n',
		['a', '[DONE]'],
	],
	['the last event need not be closed', 'data: a\n\ndata: b', ['a', 'b']],
	['nothing', '', []],
	['a field without a colon is empty', 'data\ndata: a\n\nevent\ndata: b\n\n', ['\na', 'b']],
	['a line of JSON between lines of data is passed over', 'data: a\n{"b":1}\n\n', ['a']],
	[
		'one plain answer with lines of JSON in it',
		' [\n{"a":1},\n{"b":2}\n]\n\n',
		['[\n{"a":1},\n{"b":2}\n]'],
	],
	['a byte order mark before the first field', '\uFEFFdata: a\n\n', ['a']],
	['the ends of lines may differ', 'data: a\r\rdata: b\n\ndata: c\r\n\r\n', ['a', 'b', 'c']],
	['an empty event is none', 'event: ping\n\ndata: a\n\n', ['a']],
	['lines of JSON', '{"a":1}\n{"a":2}\n', ['{"a":1}', '{"a":2}']],
	['one plain answer', '{\n\t"a": 1\n}', ['{\n\t"a": 1\n}']],
	['a page is no event', '<html>\n<body>', []],
	[
		'text without events is one answer, whatever its lines begin with',
		'Two: [a] {b}\n\nid: 7\n',
		['Two: [a] {b}\n\nid: 7'],
	],
])('%s', async (_, text, events) => {
	expect(await read(text)).toEqual(events);
});

test.each([
	['before its data', 'event: x\ndata: a\n\ndata: b\n\n', ['x', undefined]],
	['without empty lines', 'event: x\ndata: {}\nevent: y\ndata: {}\n', ['x', 'y']],
])('an event has its name: %s', async (_, text, names) => {
	const told: Array<string | undefined> = [];
	for await (const { name } of readEvents(chunksOf(new TextEncoder().encode(text), [100])))
		told.push(name);
	expect(told).toEqual(names);
});

test('only a line feed right after a carriage return belongs to it', async () => {
	expect(await read('data: a\r\rdata: b\n\ndata: c\n\n', ['data: a\r\r'.length, 100])).toEqual([
		'a',
		'b',
		'c',
	]);
});

test('a line that ends in two pieces ends once, also with nothing between them', async () => {
	expect(await all(oneByOne('data: a\r', '', '\ndata: b\r', '\n\r\n'))).toEqual(['a\nb']);
});

async function* oneByOne(...chunks: string[]) {
	yield* chunks;
}

async function all(
	chunks: AsyncIterable<string>,
	bounds?: { event: number; stream: number },
): Promise<string[]> {
	const events: string[] = [];
	for await (const { data } of readEvents(chunks, bounds)) events.push(data);
	return events;
}

async function* pieces(text: string, times: number) {
	for (let turn = 0; turn < times; turn++) yield text;
}

test.each<[string, string, number, string]>([
	['a line', 'data: aaaa', 1_000, 'event'],
	['lines of one event', 'data: aaaa\n', 100, 'event'],
	['a comment', ':aaaa', 200, 'event'],
	['a text without events', 'text\n\n', 200, 'event'],
	['a stream of short events', 'data: aaaa\n\n', 1000, 'answer'],
])('%s without end is refused', async (_, text, times, what) => {
	const reading = all(pieces(text, times), { event: 500, stream: 5_000 });
	await expect(reading).rejects.toThrow(StreamTooLarge);
	await expect(reading).rejects.toThrow(
		`The service’s stream holds more than ${what === 'event' ? 500 : 5000} characters in one ${what}`,
	);
});

test.each<[string, string, { event: number; stream: number }, string | undefined]>([
	['a line', 'data: aaaa', { event: 10, stream: 10 }, undefined],
	['a line', 'data: aaaa', { event: 9, stream: 10 }, 'more than 9 characters in one event'],
	['a line', 'data: aaaa', { event: 10, stream: 9 }, 'more than 9 characters in one answer'],
	['short events', 'data: a\n\ndata: b\n\ndata: c\n\n', { event: 10, stream: 27 }, undefined],
])('%s may fill what is read: %j in %j', async (_, text, bounds, refusal) => {
	const reading = all(pieces(text, 1), bounds);
	if (refusal) await expect(reading).rejects.toThrow(refusal);
	else await expect(reading).resolves.not.toEqual([]);
});

test('events of JSON without empty lines between them are events of their own, however many come', async () => {
	await expect(
		all(pieces('data: {"a":1}\n', 200), { event: 500, stream: 5_000 }),
	).resolves.toHaveLength(200);
});

test('one line that comes in a hundred thousand pieces is put together once', async () => {
	const joined = jest.spyOn(Array.prototype, 'join');
	const [event] = await all(pieces('data: x', 100_000));
	expect(event).toHaveLength(700_000 - 6);
	expect(joined.mock.calls.length).toBeLessThan(10);
	joined.mockRestore();
});
