import { Readable } from 'node:stream';
import {
	chunksOf,
	isByteStream,
	readBody,
	readText,
} from '../../../../nodes/MediaGeneration/http/body';

const streamOf = (...chunks: Array<string | Uint8Array>) =>
	Readable.from(chunks.map((chunk) => (typeof chunk === 'string' ? Buffer.from(chunk) : chunk)));
/** A stream that breaks after these chunks. */
const broken = (...chunks: string[]) =>
	Readable.from(
		(async function* () {
			yield* await Promise.resolve(chunks.map((chunk) => Buffer.from(chunk)));
			throw new Error('broken');
		})(),
	);

test.each<[string, unknown, boolean]>([
	['a stream', Readable.from([]), true],
	['nothing', null, false],
	['text', 'text', false],
	['what can only be destroyed', { destroy: () => undefined }, false],
	['what can only be read', { async *[Symbol.asyncIterator]() {} }, false],
])('whether a body comes piece by piece: %s', async (_, body, expected) => {
	expect(isByteStream(body)).toBe(expected);
	if (!expected) expect(await readBody(body)).toBe(body);
});

test.each<[string, unknown]>([
	['{"a":1}', { a: 1 }],
	['"a"', 'a'],
	['in queue', 'in queue'],
	['', ''],
	[' \n', ''],
	['{"id":9007199254740991}', { id: 9007199254740991 }],
	['{"id":9007199254740993}', { id: '9007199254740993' }],
	['[9007199254740993,-12345678901234567890,1]', ['9007199254740993', '-12345678901234567890', 1]],
	[
		'{"at":1234567890123456.5,"of":1.2345678901234567890,"e":12345678901234567890e2}',
		{ at: 1234567890123456.5, of: 1.2345678901234567, e: 12345678901234567890e2 },
	],
	[
		'{"id":"12345678901234567890","n":12345678901234567890}',
		{ id: '12345678901234567890', n: '12345678901234567890' },
	],
	[
		'{"a \\" 12345678901234567890":"\\\\","n":12345678901234567890}',
		{ 'a " 12345678901234567890': '\\', n: '12345678901234567890' },
	],
	['{"a":"\\\\\\"","n":12345678901234567890}', { a: '\\"', n: '12345678901234567890' }],
	[
		'{"n":12345678901234567890,"a":"no end 12345678901234567890',
		'{"n":12345678901234567890,"a":"no end 12345678901234567890',
	],
])('a body is read as JSON, whatever its numbers, else as text: %s', async (text, value) => {
	expect(await readBody(streamOf(text))).toEqual(value);
});

const PNG = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from([0, 255, 128])]);

test('a body that is a file itself is read as the output that it is, wherever its bytes are cut', async () => {
	const output = `data:image/png;base64,${PNG.toString('base64')}`;
	expect(await readBody(streamOf(PNG))).toEqual({ output });
	expect(await readBody(streamOf(...Array.from(PNG, (byte) => Uint8Array.of(byte))))).toEqual({
		output,
	});
	expect(await readBody(streamOf('BMW'))).toBe('BMW');
});

test('a part of a file will not do', async () => {
	const part = Readable.from(
		(async function* () {
			yield await Promise.resolve(PNG);
			throw new Error('broken');
		})(),
	);
	await expect(readBody(part, 'some')).rejects.toThrow('broken');
});

test('characters may be cut anywhere, and text may come as text', async () => {
	const bytes = Buffer.from('{"a":"é🦊"}');
	expect(await readBody(streamOf(...Array.from(bytes, (byte) => Uint8Array.of(byte))))).toEqual({
		a: 'é🦊',
	});
	expect(await readBody(Readable.from(['{"a":', '1}']))).toEqual({ a: 1 });
	expect(await readBody(streamOf(Buffer.from('é').subarray(0, 1)))).toBe('\uFFFD');
});

test('what breaks is told, unless what came before it will do', async () => {
	await expect(readBody(broken('{"a":1}'))).rejects.toThrow('broken');
	expect(await readBody(broken('{"job_id":"1"', '}'), 'some')).toEqual({ job_id: '1' });
	expect(await readBody(broken('{"job_id":"1"'), 'some')).toBe('{"job_id":"1"');
	await expect(readBody(broken(), 'some')).rejects.toThrow('broken');
});

test('where a status tells enough, what came of a broken stream will do, even nothing', async () => {
	expect(await readBody(broken('{"error":"no"}'), 'none')).toEqual({ error: 'no' });
	expect(await readBody(broken(), 'none')).toBe('');
});

test.each(['all', 'some'] as const)(
	'a body of more than 32 MiB is refused, and no more of it is read; needed: %s',
	async (needed) => {
		const piece = Buffer.alloc(2 ** 20, ' ');
		const whole = streamOf(...Array.from({ length: 32 }, () => piece));
		expect(await readBody(whole, needed)).toBe('');
		const larger = streamOf(...Array.from({ length: 40 }, () => piece));
		await expect(readBody(larger, needed)).rejects.toMatchObject({
			message: 'the answer is larger than 32 MiB',
			code: 'ETOOLARGE',
		});
		expect(larger.destroyed).toBe(true);
	},
);

const bounds = { idleMs: 10_000, longestMs: 10_000 };
function piecesOf(body: Readable, given = bounds) {
	const pieces: AsyncIterator<Uint8Array> = body[Symbol.asyncIterator]();
	return chunksOf(
		async () => await pieces.next(),
		() => body.destroy(),
		given,
	);
}
async function allOf(body: Readable, given = bounds) {
	const read: unknown[] = [];
	try {
		for await (const piece of piecesOf(body, given)) read.push(String(piece));
	} catch (error) {
		read.push(error);
	}
	return { read, destroyed: body.destroyed };
}
const silent = () => new Readable({ read: () => undefined });

test.each<[string, Readable, unknown[]]>([
	['ends', streamOf('a', 'b'), ['a', 'b']],
	['breaks', broken('a', 'b'), ['a', 'b', new Error('broken')]],
])('the pieces of a body that %s come one by one', async (_, body, expected) => {
	expect(await allOf(body)).toEqual({ read: expected, destroyed: true });
});

test('a body that says nothing is given up', async () => {
	expect(await allOf(silent(), { idleMs: 1, longestMs: 10_000 })).toEqual({
		read: [expect.objectContaining({ code: 'ETIMEDOUT', message: 'no end after 0.001 s' })],
		destroyed: true,
	});
});

test('a body that goes on for ever is given up when its time is over', async () => {
	let now = Date.now();
	const clock = jest.spyOn(Date, 'now').mockImplementation(() => now);
	const body = silent();
	const reading = allOf(body, { idleMs: 10_000, longestMs: 60_000 });
	for (const [passed, piece] of [
		[60_000, 'a'],
		[1, 'b'],
		[0, 'c'],
	] as const) {
		await new Promise(setImmediate);
		now += passed;
		body.push(piece);
	}
	expect(await reading).toEqual({
		read: ['a', 'b', expect.objectContaining({ message: 'no end after 60 s' })],
		destroyed: true,
	});
	clock.mockRestore();
});

test('a body that nobody reads to its end is closed', async () => {
	const body = silent();
	const reading = piecesOf(body);
	const first = reading.next();
	body.push('a');
	expect(await first).toEqual({ value: Buffer.from('a'), done: false });
	await reading.return(undefined);
	expect(body.destroyed).toBe(true);
});

test('a body is not read far ahead of who reads it', async () => {
	const SIZE = 2 ** 18;
	let ahead = 0;
	const body = new Readable({
		read() {
			ahead += SIZE;
			this.push(Buffer.alloc(SIZE));
		},
	});
	const reading = piecesOf(body);
	for (let turn = 1; turn <= 20; turn++) {
		const { value } = await reading.next();
		ahead -= value?.length ?? 0;
		await new Promise(setImmediate);
		await new Promise(setImmediate);
		expect(ahead).toBeLessThan(10 * SIZE);
	}
	await reading.return(undefined);
	expect(body.destroyed).toBe(true);
});

describe('a body of fetch', () => {
	const fetched = (
		pull: (controller: ReadableStreamDefaultController<Uint8Array>) => unknown,
		cancel: () => void = () => {},
	) =>
		new ReadableStream<Uint8Array>(
			{ pull: async (controller) => void (await pull(controller)), cancel },
			{ highWaterMark: 0 },
		);

	test('is read as far as it is asked for, and closed', async () => {
		const [given, closed] = [
			jest.fn((controller: ReadableStreamDefaultController<Uint8Array>) =>
				controller.enqueue(Uint8Array.of(1)),
			),
			jest.fn(),
		];
		const reader = fetched(given, closed).getReader();
		const reading = chunksOf(
			async () => await reader.read(),
			async () => await reader.cancel(),
			bounds,
		);
		for (let turn = 0; turn < 3; turn++)
			expect((await reading.next()).value).toEqual(Uint8Array.of(1));
		expect(given).toHaveBeenCalledTimes(3);
		await reading.return(undefined);
		expect(closed).toHaveBeenCalledTimes(1);
	});

	test('is text, wherever its characters are cut, and refused where it is too large', async () => {
		const bytes = Buffer.from('é🦊');
		const given = async function* (all: Uint8Array[]) {
			yield* await Promise.resolve(all);
		};
		expect(await readText(given(Array.from(bytes, (byte) => Uint8Array.of(byte))))).toBe('é🦊');
		const larger = Array.from({ length: 33 }, () => Buffer.alloc(2 ** 20));
		await expect(readText(given(larger))).rejects.toMatchObject({ code: 'ETOOLARGE' });
	});
});
