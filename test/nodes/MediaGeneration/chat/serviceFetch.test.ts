import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import OpenAI from 'openai';
import { serviceFetch } from '../../../../nodes/MediaGeneration/chat/serviceFetch';
import { redactText } from '../../../../nodes/MediaGeneration/http/redact';
import { bomb, withinMemory } from '../../../support/bombs';
import { inPieces } from '../../../support/pieces';
import { useServer } from '../../../support/server';

const KEY = 'sk/key-that-must-stay-home';
const SECRETS = [KEY];
const hiding = serviceFetch({ apiKey: KEY, secrets: SECRETS });
const server = useServer();
const shown = (value: unknown) => inspect(value, { depth: 10, showHidden: true });

/** The client that the model uses, as far as this package decides on it. */
const client = () =>
	new OpenAI({ baseURL: `${server.url}/v1`, apiKey: KEY, maxRetries: 0, fetch: hiding });
const ask = { model: 'x', messages: [{ role: 'user' as const, content: 'Hello' }] };
const saying = (content: string) => ({
	id: 'chat',
	object: 'chat.completion.chunk',
	created: 0,
	model: 'x',
	choices: [{ index: 0, delta: { content } }],
});
const event = (data: object) => `data: ${JSON.stringify(data).replaceAll('/', '\\/')}\n\n`;
const STREAM = { 'content-type': 'text/event-stream' };

async function said(onText: (text: string) => unknown = () => {}): Promise<string> {
	let text = '';
	for await (const { choices } of await client().chat.completions.create({
		...ask,
		stream: true,
	})) {
		text += choices[0]?.delta.content ?? '';
		onText(text);
	}
	return text;
}

test('a request carries the key in the API’s own header beside its others, and takes it to no other host', async () => {
	server.answer = ({ url }, response) =>
		url === '/moved' ? response.end() : response.writeHead(307, { location: '/moved' }).end();
	await expect(
		hiding(server.url, { method: 'POST', headers: { 'x-other': 'yes' } }),
	).rejects.toThrow('fetch failed');
	expect(server.requests.map(({ url }) => url)).toEqual(['/']);
	expect(server.requests[0]).toMatchObject({
		method: 'POST',
		headers: { 'x-api-key': KEY, 'x-other': 'yes' },
	});
});

test('an error in the middle of a stream is without the key', async () => {
	server.answer = (_, response) => {
		response.writeHead(200, { ...STREAM, 'x-echo': KEY });
		response.end(
			event(saying('Once')) + event({ error: { message: `Incorrect API key: ${KEY}`, code: KEY } }),
		);
	};
	let before = '';
	const failure: unknown = await said((text) => (before = text)).catch((error: unknown) => error);
	expect(before).toBe('Once');
	expect(failure).toMatchObject({ message: 'Incorrect API key: [hidden]' });
	expect(shown(failure)).not.toContain('key-that-must-stay-home');
});

test('a key that comes in two pieces is hidden, and what has ended is heard at once', async () => {
	let goOn = () => {};
	const heard = new Promise<void>((resolve) => (goOn = resolve));
	server.answer = async ({ headers }, response) => {
		const [before, after] = event(saying(` upon ${String(headers['x-api-key'])} a time`)).split(
			'that',
		);
		response.writeHead(200, STREAM).write(`${event(saying('Once'))}${before}that`);
		await heard;
		response.end(`${after}data: [DONE]\n\n`);
	};
	expect(await said((text) => text === 'Once' && goOn())).toBe('Once upon [hidden] a time');
});

test.each([
	['plain', (body: string) => Buffer.from(body), {}],
	['packed', (body: string) => gzipSync(body), { 'content-encoding': 'gzip' }],
])(
	'an answer and its headers are without the key, which has lengths of its own then: %s',
	async (_, pack, headers) => {
		server.answer = (request, response) => {
			const body = pack(JSON.stringify({ echo: request.headers }));
			response.writeHead(203, `Known as ${KEY}`, {
				...headers,
				'content-type': 'application/json',
				'content-length': body.length,
				'x-echo': `of ${KEY}`,
			});
			response.end(body);
		};
		const answer = await hiding(`${server.url}/${KEY}`);
		expect(answer).toMatchObject({
			status: 203,
			ok: true,
			statusText: 'Known as [hidden]',
		});
		const named = ['content-type', 'x-echo', 'content-length', 'content-encoding'].map((name) =>
			answer.headers.get(name),
		);
		expect(named).toEqual(['application/json', 'of [hidden]', null, null]);
		expect(await answer.json()).toMatchObject({ echo: { 'x-api-key': '[hidden]' } });
	},
);

test('a header whose name holds the key is left out', async () => {
	server.answer = (_, response) =>
		response.writeHead(200, { 'x-a-long-lasting-key': 'yes', 'x-other': 'yes' }).end();
	const { headers } = await serviceFetch({ apiKey: KEY, secrets: ['a-long-lasting-key'] })(
		server.url,
	);
	expect(headers.has('x-other')).toBe(true);
	expect(shown(headers)).not.toContain('a-long-lasting-key');
});

test.each([204, 304])('an answer without a body has none: %d', async (status) => {
	server.answer = (_, response) => response.writeHead(status, { 'x-echo': KEY }).end();
	const answer = await hiding(server.url);
	expect([answer.status, answer.body, answer.headers.get('x-echo')]).toEqual([
		status,
		null,
		'[hidden]',
	]);
});

test('an empty answer says that it is empty', async () => {
	server.answer = (_, response) => response.writeHead(200, { 'content-length': 0 }).end();
	const answer = await hiding(server.url);
	expect([answer.headers.get('content-length'), await answer.text()]).toEqual(['0', '']);
});

test('an answer whose status no one knows is that of no answer', async () => {
	server.answer = (_, response) => response.writeHead(999).end(KEY);
	const answer = await hiding(server.url);
	expect([answer.status, answer.ok, await answer.text()]).toEqual([502, false, '[hidden]']);
});

describe('a request that fails does so without the key', () => {
	const failureOf = async (work: Promise<unknown>) =>
		await work.then(() => undefined).catch((error: unknown) => error);

	test('when what failed tells of it, in whatever way', async () => {
		const headers = { 'x-api-key': KEY };
		const url = new URL(`http://127.0.0.1/${KEY}`);
		const cause = Object.assign(new Error(`to ${url.href}`), {
			headers,
			url,
			sent: [new Headers(headers)],
			code: 'ECONNRESET',
		});
		const dispatch = () => {
			throw Object.assign(new Error(`lost ${KEY}`, { cause }), { url });
		};
		const failure = await failureOf(hiding(server.url, { dispatcher: { dispatch } } as never));
		expect(shown(failure)).toContain('[hidden]');
		expect(shown(failure)).toContain('ECONNRESET');
		expect(shown(failure)).not.toContain('key-that-must-stay-home');
	});

	test('when the connection breaks in the middle of a failure, whose status stays', async () => {
		server.answer = (_, response) =>
			response
				.writeHead(429, { 'retry-after': '7' })
				.write(`slow down, ${KEY}`, () => response.destroy());
		const failure = await failureOf(client().chat.completions.create(ask));
		expect(failure).toMatchObject({ status: 429 });
		expect((failure as { headers: Headers }).headers.get('retry-after')).toBe('7');
		expect(shown(failure)).not.toContain('key-that-must-stay-home');
	});

	test('when the connection breaks in the middle of an answer', async () => {
		server.answer = (_, response) => {
			response.writeHead(200, STREAM).write(event(saying('Once')));
			response.write('data: {', () => response.destroy());
		};
		let before = '';
		const failure = await failureOf(said((text) => (before = text)));
		expect(before).toBe('Once');
		expect(failure).toMatchObject({ message: 'terminated' });
	});
});

test.each(['before', 'after'])(
	'a request ends when it is told to, %s its answer has begun',
	async (when) => {
		const closed = new Promise<void>((resolve) => {
			server.answer = (_, response) => {
				response.once('close', resolve);
				if (when === 'after') response.writeHead(200, STREAM).write(event(saying('Once')));
				else stop.abort(reason);
			};
		});
		const stop = new AbortController();
		const reason = new Error(`stopped, with ${KEY}`);
		const reading = (async () => {
			const reader = (
				await hiding(server.url, { method: 'POST', body: '{"stream":true}', signal: stop.signal })
			).body?.getReader();
			await reader?.read();
			stop.abort(reason);
			await reader?.read();
		})();
		await expect(reading).rejects.toBe(reason);
		expect(shown(reason)).not.toContain('key-that-must-stay-home');
		await closed;
	},
);

test('a client that stops reading closes the connection', async () => {
	const closed = new Promise<void>((resolve) => {
		server.answer = (_, response) => {
			response.once('close', resolve);
			response.writeHead(200, STREAM).write(event(saying('Once')));
		};
	});
	const events = (await client().chat.completions.create({ ...ask, stream: true }))[
		Symbol.asyncIterator
	]();
	await events.next();
	await events.return?.();
	await closed;
});

test('a stream that falls silent is given up, and its connection is closed', async () => {
	const late = new AbortController();
	const passed = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal);
	const closed = new Promise<void>((resolve) => {
		server.answer = (_, response) =>
			response
				.once('close', resolve)
				.writeHead(200, STREAM)
				.write(event(saying('Once')));
	});
	await expect(said(() => setImmediate(() => late.abort()))).rejects.toThrow(
		`No answer from ${new URL(server.url).host} in time`,
	);
	await closed;
	passed.mockRestore();
});

const USAGE = { usage: { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 } };
const CALL = { name: 'draw', arguments: '{"prompt":"a fox"}' };

/** What the client makes of an answer. */
async function heard(body: string, type = 'application/json') {
	server.answer = (_, response) => response.writeHead(200, { 'content-type': type }).end(body);
	const { choices, usage } = await client().chat.completions.create(ask);
	const [{ message, finish_reason }] = choices as [(typeof choices)[number]];
	const calls = message.tool_calls?.map((call) => call.type === 'function' && call.function);
	return { text: message.content, calls, finish_reason, usage };
}

test.each<[string, object | string, object]>([
	[
		'OpenAI’s',
		{
			choices: [
				{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'length' },
			],
			...USAGE,
		},
		{ text: 'Hi', finish_reason: 'length', ...USAGE },
	],
	[
		'OpenAI’s, with other names for its tokens',
		{
			choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' } }],
			usage: { input_tokens: 3, output_tokens: 4 },
		},
		{ text: 'Hi', ...USAGE },
	],
	['a plain text under a name', { output: 'Hi' }, { text: 'Hi' }],
	['a text', 'Hi', { text: 'Hi' }],
])('an answer in a shape of its own is heard: %s', async (_, body, expected) => {
	expect(await heard(JSON.stringify(body))).toMatchObject(expected);
});

test.each([
	['a text', 'Hi there', 'Hi there'],
	['events', `${event(saying('Hi'))}${event(saying(' there'))}data: [DONE]\n\n`, 'Hi there'],
	[
		'events with the key in pieces',
		`${event(saying(`Hi ${KEY.slice(0, 9)}`))}${event(saying(KEY.slice(9)))}data: [DONE]\n\n`,
		'Hi [hidden]',
	],
])(
	'an answer that is no JSON is heard, although no stream was asked for: %s',
	async (_, body, text) => {
		expect(await heard(body, 'text/event-stream')).toMatchObject({ text });
	},
);

test.each<[string, string, string | undefined, RegExp]>([
	[
		'an error',
		JSON.stringify({ error: { message: 'Insufficient funds', code: 'no_funds' } }),
		undefined,
		/^502 Insufficient funds$/,
	],
	[
		'no choices',
		JSON.stringify({ id: 'x', choices: [] }),
		undefined,
		/^502 The service’s answer has no text in it$/,
	],
	[
		'a page',
		'<html><title>Down for maintenance</title></html>',
		'text/html',
		/^502 Down for maintenance$/,
	],
])(
	'a success that is none is told with the service’s words, and not asked for again: %s',
	async (_, body, type, message) => {
		await expect(heard(body, type)).rejects.toThrow(message);
		expect(server.requests).toHaveLength(1);
	},
);

test('a whole answer where a stream was asked for is heard, calls of tools and usage too', async () => {
	const message = { content: 'Hello', tool_calls: [{ id: 'c', type: 'function', function: CALL }] };
	server.answer = (_, response) =>
		response
			.writeHead(200, { 'content-type': 'application/json' })
			.end(JSON.stringify({ choices: [{ message }], ...USAGE }));
	const chunks = [];
	for await (const chunk of await client().chat.completions.create({ ...ask, stream: true }))
		chunks.push(chunk);
	expect(chunks).toMatchObject([
		{
			choices: [
				{
					delta: { content: 'Hello', tool_calls: [{ index: 0, id: 'c', function: CALL }] },
					finish_reason: 'stop',
				},
			],
			...USAGE,
		},
	]);
});

test('the tokens of a stream are told under the names that the client reads', async () => {
	const told = { choices: [], usage: { input_tokens: 3, output_tokens: 4 } };
	server.answer = (_, response) =>
		response.writeHead(200, STREAM).end(`${event(saying('Hi'))}${event(told)}data: [DONE]\n\n`);
	const chunks = [];
	for await (const chunk of await client().chat.completions.create({ ...ask, stream: true }))
		chunks.push(chunk);
	expect(chunks.at(-1)).toMatchObject(USAGE);
});

test('lines of JSON where a stream was asked for are heard', async () => {
	const lines = ['Hel', 'lo'].map((content) => `${JSON.stringify({ message: { content } })}\n`);
	server.answer = (_, response) =>
		response.writeHead(200, { 'content-type': 'application/x-ndjson' }).end(lines.join(''));
	expect(await said()).toBe('Hello');
});

test('what else a stream says reaches the client as it is', async () => {
	const stream = [
		'event: ping\ndata: {"a":"\u2028"}\n\n',
		'data: one\ndata: two\n\n',
		event({ ...saying('Hi'), usage: null, x: [1] }),
		'data: [DONE]\n\n',
	].join('');
	server.answer = (_, response) => response.writeHead(200, STREAM).end(stream);
	const answer = await hiding(server.url, { method: 'POST', body: '{"stream":true}' });
	expect(await answer.text()).toBe(stream);
});

describe('an answer that is larger than any may be is not taken in, and its connection is closed', () => {
	const closed = (status: number, type: string, beginning: string) =>
		new Promise<void>((resolve, reject) => {
			server.answer = (_, response) =>
				void bomb(response, status, type, beginning).then(resolve, reject);
		});
	const tooLarge = () => `The answer from ${new URL(server.url).host} is too large`;

	test.each<[string, number, string, string, boolean, string]>([
		['whole', 200, 'application/json', '{"choices":', false, '502 '],
		['a failure', 500, 'application/json', '{"error":', false, '500 '],
		['an event of a stream', 200, 'text/event-stream', event(saying('Once')) + 'data: {', true, ''],
		['lines of JSON', 200, 'application/x-ndjson', '{"a":1}\n', true, '502 '],
	])('%s', async (_, status, type, beginning, stream, code) => {
		const end = closed(status, type, beginning);
		const asking = async () => await (stream ? said() : client().chat.completions.create(ask));
		const failure: unknown = await withinMemory(
			async () => await asking().catch((error: unknown) => error),
		);
		expect(failure).toMatchObject({ message: `${code}${tooLarge()}` });
		await end;
	});

	test('many events of a stream', async () => {
		const text = event(saying('x'.repeat(2 ** 20)));
		const end = new Promise<void>((resolve) => {
			server.answer = (_, response) => {
				response.once('close', resolve).writeHead(200, STREAM);
				const goOn = () => {
					while (response.write(text));
				};
				response.on('drain', goOn);
				goOn();
			};
		});
		let length = 0;
		await expect(said((heard) => (length = heard.length))).rejects.toThrow(tooLarge());
		expect(length).toBeGreaterThan(50 * 2 ** 20);
		expect(length).toBeLessThan(64 * 2 ** 20);
		await end;
	});
});

/** What a client reads of a delta. */
interface Delta {
	content?: string | null;
	reasoning_content?: string;
	refusal?: string | null;
	tool_calls?: Array<{ function?: { arguments?: string } }>;
}

describe('a key that a stream spreads over several events', () => {
	const forms = [
		KEY,
		JSON.stringify(KEY).slice(1, -1).replaceAll('/', '\\/'),
		encodeURIComponent(KEY),
		Buffer.from(KEY).toString('base64'),
	];
	const places: Array<[string, (text: string) => object, (delta: Delta) => unknown]> = [
		['what it says', (content) => ({ content }), (delta) => delta.content],
		['what it thinks', (text) => ({ reasoning_content: text }), (delta) => delta.reasoning_content],
		['what it refuses', (refusal) => ({ refusal }), (delta) => delta.refusal],
		[
			'what a tool is called with',
			(text) => ({ tool_calls: [{ index: 1, function: { arguments: text } }] }),
			(delta) => delta.tool_calls?.[0]?.function?.arguments,
		],
	];
	const ENDS = ['data: [DONE]\n\n', '', 'break'];

	/** What of a place comes out at the client, when these texts are given one after the other. */
	async function through(
		texts: string[],
		end: string,
		write: (text: string) => object,
		read: (delta: Delta) => unknown,
	): Promise<string> {
		const events = texts.map(
			(text) =>
				`data: ${JSON.stringify({ id: 'chat', choices: [{ index: 0, delta: write(text), finish_reason: null }] })}\n\n`,
		);
		server.answer = (_, response) => {
			response.writeHead(200, STREAM);
			if (end === 'break') response.write(events.join(''), () => response.destroy());
			else response.end(events.join('') + end);
		};
		let heard = '';
		try {
			for await (const { choices } of await client().chat.completions.create({
				...ask,
				stream: true,
			}))
				heard += String(read(choices[0]?.delta ?? {}) ?? '');
		} catch (error) {
			if (end !== 'break') throw error;
		}
		return heard;
	}

	test.each(places)(
		'is in nothing that comes out, wherever it is cut: %s',
		async (_, write, read) => {
			await fc.assert(
				fc.asyncProperty(
					fc.constantFrom(...forms),
					fc.string({ unit: 'binary' }),
					fc.string({ unit: 'binary' }),
					fc.array(fc.nat(99), { maxLength: 8 }),
					fc.constantFrom(...ENDS.slice(0, 2)),
					async (form, before, after, cuts, end) => {
						const text = before + form + after;
						expect(await through(inPieces(text, cuts), end, write, read)).toBe(
							redactText(text, SECRETS),
						);
					},
				),
				{ numRuns: 60 },
			);
		},
	);

	test('loses nothing of what may have been its beginning when the connection breaks', async () => {
		const [[, write, read]] = places as [(typeof places)[number]];
		expect(await through(['Once upon ', KEY.slice(0, 9)], 'break', write, read)).toBe(
			`Once upon ${KEY.slice(0, 9)}`,
		);
	});
});
