import { redactText } from '../../../../nodes/MediaGeneration/transport/redact';
import { redactBytes } from '../../../../nodes/MediaGeneration/transport/redactBytes';

const SECRET = 'sk/ab+é"\\12345\\';
const json = (text: string) => JSON.stringify(text).slice(1, -1);
const packed = (text: string) => [...Buffer.from(text)].map((byte) => `%2525252525${byte.toString(16).padStart(2, '0')}`).join('');
const forms: Array<[string, (text: string) => string]> = [
	['as it is', (text) => text],
	['in JSON', json],
	['in JSON within JSON', (text) => json(json(text))],
	['in an address', encodeURIComponent],
	['in the longest form of an address', packed],
	['in base64', (text) => Buffer.from(`me:${text}:x`).toString('base64')],
];

/** A source that gives pieces one by one, as far as it is read. */
function sourceOf(pieces: Iterable<Uint8Array>, end: (controller: ReadableStreamDefaultController<Uint8Array>) => void = (it) => it.close()) {
	const rest = pieces[Symbol.iterator]();
	return new ReadableStream<Uint8Array>({
		pull(controller) {
			const { value, done } = rest.next();
			if (done) end(controller);
			else controller.enqueue(value);
		},
	});
}

const hidden = (source: ReadableStream<Uint8Array>, secrets = [SECRET]) => redactBytes(source, secrets, (error) => error);
const bytesOf = async (stream: ReadableStream<Uint8Array>) => Buffer.from(await new Response(stream).arrayBuffer());
const inPieces = (bytes: Buffer, size: number) => Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size));

test.each(forms)('a secret is hidden wherever it is cut: %s', async (_, write) => {
	const text = `data: {"a": "${write(SECRET)}"}\n\nand ${write(SECRET)} ${write(SECRET)}`;
	const bytes = Buffer.from(text);
	const expected = redactText(text, [SECRET]);
	expect(expected).not.toBe(text);
	for (const size of [1, 2, 7, 64, bytes.length]) expect(String(await bytesOf(hidden(sourceOf(inPieces(bytes, size)))))).toBe(expected);
	for (let cut = 1; cut < bytes.length; cut++) {
		const halves = [bytes.subarray(0, cut), bytes.subarray(cut)];
		expect(String(await bytesOf(hidden(sourceOf(halves))))).toBe(expected);
	}
});

test.each(forms)('a secret is hidden in a line that is much longer than it: %s', async (_, write) => {
	const secret = SECRET.repeat(2);
	for (const shift of [0, 1, 5, 17]) {
		const text = `${'x'.repeat(shift)}${`${'-'.repeat(97)}${write(secret)}`.repeat(60)}`;
		expect(String(await bytesOf(hidden(sourceOf(inPieces(Buffer.from(text), 50)), [secret])))).toBe(redactText(text, [secret]));
	}
});

test('what holds no secret stays byte for byte, text or not', async () => {
	const bytes = Buffer.from(Array.from({ length: 20_000 }, (_, at) => (at * at) % 256));
	expect((await bytesOf(hidden(sourceOf(inPieces(bytes, 1_000))))).equals(bytes)).toBe(true);
});

test('a stream stays the same where there is nothing to hide', () => {
	const source = sourceOf([]);
	expect(hidden(source, ['', 'short'])).toBe(source);
});

test.each(['data: one\n\n', 'data: one\r\n\r\n', 'data: one\r\r'])('an event that has ended goes on before the next one comes: %j', async (event) => {
	let more: ReadableStreamDefaultController<Uint8Array> | undefined;
	const reader = hidden(new ReadableStream({ start: (controller) => void (more = controller) })).getReader();
	more?.enqueue(Buffer.from(event));
	expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe(event);
	more?.close();
	expect((await reader.read()).done).toBe(true);
});

test('a line without end is not gathered', async () => {
	let read = 0;
	const endless = (function* () {
		for (;;) {
			read += 1_000;
			yield Buffer.alloc(1_000, 's');
		}
	})();
	const reader = hidden(sourceOf(endless)).getReader();
	for (let had = 0; had < 1_000_000;) {
		had += (await reader.read()).value?.length ?? 0;
		expect(read - had).toBeLessThan(10_000);
	}
	await reader.cancel();
});

test('what a stream breaks off with is told otherwise, after what came before', async () => {
	const source = sourceOf([Buffer.from('data: one\n\ndata:')], (controller) => controller.error(new Error(`lost ${SECRET}`)));
	const reader = redactBytes(source, [SECRET], (error) => new Error(redactText(String(error), [SECRET]))).getReader();
	expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe('data: one\n\n');
	await expect(reader.read()).rejects.toThrow('lost [hidden]');
});

test('who stops reading stops the source, also while it waits for it', async () => {
	let stopped: unknown;
	const reader = hidden(new ReadableStream({ cancel: (reason) => void (stopped = reason) })).getReader();
	const waiting = reader.read();
	await reader.cancel('enough');
	expect(stopped).toBe('enough');
	expect((await waiting).done).toBe(true);
});
