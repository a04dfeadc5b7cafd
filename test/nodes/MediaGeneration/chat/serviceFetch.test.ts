import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import OpenAI from 'openai';
import { serviceFetch } from '../../../../nodes/MediaGeneration/chat/serviceFetch';
import { useServer } from '../../../support/server';

const KEY = 'sk/key-that-must-stay-home';
const hiding = serviceFetch({ apiKey: KEY, secrets: [KEY] });
const server = useServer();
const shown = (value: unknown) => inspect(value, { depth: 10, showHidden: true });

/** The client that the model uses, as far as this package decides on it. */
const client = () => new OpenAI({ baseURL: `${server.url}/v1`, apiKey: KEY, maxRetries: 0, fetch: hiding });
const ask = { model: 'x', messages: [{ role: 'user' as const, content: 'Hello' }] };
const saying = (content: string) => ({ id: 'chat', object: 'chat.completion.chunk', created: 0, model: 'x', choices: [{ index: 0, delta: { content } }] });
const event = (data: object) => `data: ${JSON.stringify(data).replaceAll('/', '\\/')}\n\n`;
const STREAM = { 'content-type': 'text/event-stream' };

async function said(onText: (text: string) => unknown = () => {}): Promise<string> {
	let text = '';
	for await (const { choices } of await client().chat.completions.create({ ...ask, stream: true })) {
		text += choices[0]?.delta.content ?? '';
		onText(text);
	}
	return text;
}

test('a request carries the key in the API’s own header beside its others, and takes it to no other host', async () => {
	server.answer = ({ url }, response) => (url === '/moved' ? response.end() : response.writeHead(307, { location: '/moved' }).end());
	await expect(hiding(server.url, { method: 'POST', headers: { 'x-other': 'yes' } })).rejects.toThrow('fetch failed');
	expect(server.requests.map(({ url }) => url)).toEqual(['/']);
	expect(server.requests[0]).toMatchObject({ method: 'POST', headers: { 'x-api-key': KEY, 'x-other': 'yes' } });
});

test('an error in the middle of a stream is without the key', async () => {
	server.answer = (_, response) => {
		response.writeHead(200, { ...STREAM, 'x-echo': KEY });
		response.end(event(saying('Once')) + event({ error: { message: `Incorrect API key: ${KEY}`, code: KEY } }));
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
		const [before, after] = event(saying(` upon ${String(headers['x-api-key'])} a time`)).split('that');
		response.writeHead(200, STREAM).write(`${event(saying('Once'))}${before}that`);
		await heard;
		response.end(`${after}data: [DONE]\n\n`);
	};
	expect(await said((text) => text === 'Once' && goOn())).toBe('Once upon [hidden] a time');
});

test.each([
	['plain', (body: string) => Buffer.from(body), {}],
	['packed', (body: string) => gzipSync(body), { 'content-encoding': 'gzip' }],
])('an answer and its headers are without the key, which has lengths of its own then: %s', async (_, pack, headers) => {
	server.answer = (request, response) => {
		const body = pack(JSON.stringify({ echo: request.headers }));
		response.writeHead(203, `Known as ${KEY}`, { ...headers, 'content-type': 'application/json', 'content-length': body.length, 'x-echo': `of ${KEY}` });
		response.end(body);
	};
	const answer = await hiding(`${server.url}/${KEY}`);
	expect(answer).toMatchObject({ status: 203, ok: true, statusText: 'Known as [hidden]', url: `${server.url}/[hidden]` });
	const named = ['content-type', 'x-echo', 'content-length', 'content-encoding'].map((name) => answer.headers.get(name));
	expect(named).toEqual(['application/json', 'of [hidden]', null, null]);
	expect(await answer.json()).toMatchObject({ echo: { 'x-api-key': '[hidden]' } });
});

test('a header whose name holds the key is left out', async () => {
	server.answer = (_, response) => response.writeHead(200, { 'x-a-long-lasting-key': 'yes', 'x-other': 'yes' }).end();
	const { headers } = await serviceFetch({ apiKey: KEY, secrets: ['a-long-lasting-key'] })(server.url);
	expect(headers.has('x-other')).toBe(true);
	expect(shown(headers)).not.toContain('a-long-lasting-key');
});

test.each([204, 304])('an answer without a body has none: %d', async (status) => {
	server.answer = (_, response) => response.writeHead(status, { 'x-echo': KEY }).end();
	const answer = await hiding(server.url);
	expect([answer.status, answer.body, answer.headers.get('x-echo')]).toEqual([status, null, '[hidden]']);
});

test('an empty answer says that it is empty', async () => {
	server.answer = (_, response) => response.writeHead(200, { 'content-length': 0 }).end();
	const answer = await hiding(server.url);
	expect([answer.headers.get('content-length'), await answer.text()]).toEqual(['0', '']);
});

test('an answer whose status no one knows is an answer', async () => {
	server.answer = (_, response) => response.writeHead(999).end(KEY);
	const answer = await hiding(server.url);
	expect([answer.status, answer.ok, await answer.text()]).toEqual([999, false, '[hidden]']);
});

describe('a request that fails does so without the key', () => {
	const failureOf = async (work: Promise<unknown>) => await work.then(() => undefined).catch((error: unknown) => error);

	test('when there is no connection', async () => {
		const failure = await failureOf(hiding(`http://127.0.0.1:1/${KEY}`));
		expect(failure).toMatchObject({ message: 'fetch failed' });
		expect(shown(failure)).not.toContain('key-that-must-stay-home');
	});

	test('when what failed tells of it, in whatever way', async () => {
		const headers = { 'x-api-key': KEY };
		const url = new URL(`http://127.0.0.1/${KEY}`);
		const cause = Object.assign(new Error(`to ${url.href}`), { headers, url, sent: [new Headers(headers)], code: 'ECONNRESET' });
		const dispatch = () => {
			throw Object.assign(new Error(`lost ${KEY}`, { cause }), { url });
		};
		const failure = await failureOf(hiding(server.url, { dispatcher: { dispatch } } as never));
		expect(shown(failure)).toContain('[hidden]');
		expect(shown(failure)).toContain('ECONNRESET');
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

test.each(['before', 'after'])('a request ends when it is told to, %s its answer has begun', async (when) => {
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
		const reader = (await hiding(server.url, { signal: stop.signal })).body?.getReader();
		await reader?.read();
		stop.abort(reason);
		await reader?.read();
	})();
	await expect(reading).rejects.toBe(reason);
	expect(shown(reason)).not.toContain('key-that-must-stay-home');
	await closed;
});

test('a client that stops reading closes the connection', async () => {
	const closed = new Promise<void>((resolve) => {
		server.answer = (_, response) => {
			response.once('close', resolve);
			response.writeHead(200, STREAM).write(event(saying('Once')));
		};
	});
	const events = (await client().chat.completions.create({ ...ask, stream: true }))[Symbol.asyncIterator]();
	await events.next();
	await events.return?.();
	await closed;
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
		{ choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'length' }], ...USAGE },
		{ text: 'Hi', finish_reason: 'length', ...USAGE },
	],
	[
		'Anthropic’s',
		{
			content: [
				{ type: 'text', text: 'Hi' },
				{ type: 'tool_use', id: 'c', name: 'draw', input: { prompt: 'a fox' } },
			],
			usage: { input_tokens: 3, output_tokens: 4 },
		},
		{ text: 'Hi', calls: [CALL], ...USAGE },
	],
	['wrapped', { code: 0, data: { choices: [{ message: { content: 'Hi' } }] } }, { text: 'Hi' }],
	['a plain text under a name', { output: 'Hi' }, { text: 'Hi' }],
	['a text', 'Hi', { text: 'Hi' }],
])('an answer in a shape of its own is heard: %s', async (_, body, expected) => {
	expect(await heard(JSON.stringify(body))).toMatchObject(expected);
});

test.each([
	['a text', 'Hi there', 'Hi there'],
	['events', `${event(saying('Hi'))}${event(saying(' there'))}data: [DONE]\n\n`, 'Hi there'],
	['events with the key in pieces', `${event(saying(`Hi ${KEY.slice(0, 9)}`))}${event(saying(KEY.slice(9)))}data: [DONE]\n\n`, 'Hi [hidden]'],
])('an answer that is no JSON is heard, although no stream was asked for: %s', async (_, body, text) => {
	expect(await heard(body, 'text/event-stream')).toMatchObject({ text });
});

test.each<[string, string, string | undefined, RegExp]>([
	['an error', JSON.stringify({ error: { message: 'Insufficient funds', code: 'no_funds' } }), undefined, /^502 Insufficient funds$/],
	[
		'an error beside an empty choice',
		JSON.stringify({ choices: [{ message: { content: '' }, finish_reason: 'error' }], error: { message: 'Overloaded' } }),
		undefined,
		/^502 Overloaded$/,
	],
	['no choices', JSON.stringify({ id: 'x', choices: [] }), undefined, /^502 The service’s answer has no text in it$/],
	['nothing', '', undefined, /^502 The service’s answer has no text in it$/],
	['a page', '<html><title>Down for maintenance</title></html>', 'text/html', /^502 Down for maintenance$/],
])('a success that is none is told with the service’s words, and not asked for again: %s', async (_, body, type, message) => {
	await expect(heard(body, type)).rejects.toThrow(message);
	expect(server.requests).toHaveLength(1);
});

test('a whole answer where a stream was asked for is heard, calls of tools and usage too', async () => {
	const message = { content: 'Hello', tool_calls: [{ id: 'c', type: 'function', function: CALL }] };
	server.answer = (_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ choices: [{ message }], ...USAGE }));
	const chunks = [];
	for await (const chunk of await client().chat.completions.create({ ...ask, stream: true })) chunks.push(chunk);
	expect(chunks).toMatchObject([
		{ choices: [{ delta: { content: 'Hello', tool_calls: [{ index: 0, id: 'c', function: CALL }] }, finish_reason: 'stop' }], ...USAGE },
	]);
});

test('an error where a stream was asked for is told', async () => {
	server.answer = (_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { message: 'No such model' } }));
	await expect(said()).rejects.toThrow('502 No such model');
});

test('lines of JSON are left to the client, as any other stream', async () => {
	server.answer = (_, response) => response.writeHead(200, { 'content-type': 'application/x-ndjson' }).end('{"a":1}\n{"a":2}\n');
	const answer = await hiding(server.url, { method: 'POST', body: JSON.stringify({ stream: true }) });
	expect(await answer.text()).toBe('{"a":1}\n{"a":2}\n');
});
