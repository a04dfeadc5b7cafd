import fc from 'fast-check';
import { ExecuteContext } from 'n8n-core';
import { redactText } from '../../../../../nodes/MediaGeneration/http/redact';
import type { FaultHook } from '../../../../../sandbox';
import { runNode } from '../../../../support/engine';
import { inPieces } from '../../../../support/pieces';
import { modelId, useSandbox } from '../../../../support/sandbox';
import { useServer } from '../../../../support/server';

let fault: FaultHook = () => undefined;
const sandbox = useSandbox({ faults: (request) => fault(request) });
afterEach(() => {
	fault = () => undefined;
});
const say = (content: string) => ({ message: [{ role: 'user', content }] });
const chat = {
	resource: 'chat',
	operation: 'complete',
	model: modelId('sandbox-chat-small'),
	messages: say('Say hello'),
};
const run = async (parameters: object, more: object = {}) =>
	await runNode({
		parameters: { ...chat, ...parameters } as never,
		credentials: sandbox.credentials(),
		...more,
	});
const sent = () => sandbox.requests('POST')[0]?.body;

test('the text of the answer, with its usage', async () => {
	const { items, error } = await run({});
	expect(error).toBeUndefined();
	expect(items[0]?.json).toMatchObject({
		text: expect.stringMatching(/./),
		finish_reason: 'stop',
		model: 'sandbox-chat-small',
		usage: { total_tokens: expect.any(Number) },
	});
	expect(items[0]?.pairedItem).toEqual({ item: 0 });
	expect(sent()).toEqual({
		model: 'sandbox-chat-small',
		messages: [{ role: 'user', content: 'Say hello' }],
	});
});

test('the text of the answer, in an n8n that knows no streaming', async () => {
	const { isStreaming } = ExecuteContext.prototype;
	Object.assign(ExecuteContext.prototype, { isStreaming: undefined });
	try {
		const { items, error } = await run({});
		expect(error).toBeUndefined();
		expect(items[0]?.json.text).toMatch(/./);
	} finally {
		Object.assign(ExecuteContext.prototype, { isStreaming });
	}
});

test('a refusal beside tokens that were used: it may be paid for, and is not sent again', async () => {
	const error = { message: 'Output flagged by moderation', code: 'content_filter' };
	fault = ({ method }) =>
		method === 'POST'
			? { when: 'before', give: Response.json({ error, usage: { total_tokens: 5900 } }) }
			: undefined;
	const { error: failure } = await run(
		{},
		{ settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 } },
	);
	expect(failure?.context?.details).toMatchObject({ may_be_paid: true });
	expect(sandbox.requests('POST')).toHaveLength(1);
});

test('what the answer cost, to the nano', async () => {
	const { apiKey, accountId } = sandbox.it.sandbox.addAccount({});
	const { items } = await runNode({
		parameters: { ...chat, messages: say('Tell me a long story about a fox') } as never,
		items: [{ json: {} }, { json: {} }],
		credentials: sandbox.credentials(apiKey),
	});
	const charged = sandbox.it.sandbox.state.accounts
		.get(accountId)
		?.entries.filter(({ type }) => type === 'charge')
		.map(({ amountNanos }) => String(amountNanos).replace('-', ''));
	expect(items.map(({ json: { estimated_cost_nanos } }) => estimated_cost_nanos)).toEqual(charged);
	expect(sandbox.requests('GET').map(({ path }) => path)).toEqual(['/v1/models']);
});

test('Retry On Fail does not pay for an answer twice, nor ask again what may have been paid for', async () => {
	const { apiKey, accountId } = sandbox.it.sandbox.addAccount({});
	let failures = 0;
	fault = ({ body }) => {
		if (body.includes('refused') && failures++ === 0)
			return {
				when: 'before',
				give: Response.json({ error: { message: 'not now' } }, { status: 403 }),
			};
		return body.includes('ambiguous')
			? { when: 'after', give: Response.json({}, { status: 502 }) }
			: undefined;
	};
	const ask = async (...prompts: string[]) =>
		await runNode({
			parameters: { ...chat, messages: say('={{ $json.prompt }}') } as never,
			items: prompts.map((prompt) => ({ json: { prompt } })),
			credentials: sandbox.credentials(apiKey),
			settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 } as never,
		});
	const { items } = await ask('one', 'refused', 'three');
	expect(items.map(({ json: { text } }) => text)).toEqual(
		['one', 'refused', 'three'].map((prompt) => `sandbox-chat-small heard: ${prompt}`),
	);
	const charges = () =>
		sandbox.it.sandbox.state.accounts
			.get(accountId)
			?.entries.filter(({ type }) => type === 'charge').length;
	expect(charges()).toBe(3);
	expect((await ask('ambiguous')).error?.message).toMatch(/\. Not sent again$/);
	expect(charges()).toBe(4);
});

test('an answer is remembered without the images in it, and whole as far as it is text', async () => {
	const text = 'so it went on '.repeat(20_000);
	const image = {
		type: 'image_url',
		image_url: { url: `data:image/png;base64,${'A'.repeat(3_000_000)}` },
	};
	let asked = 0;
	fault = ({ path }) => {
		if (!path.includes('chat')) return undefined;
		if (++asked === 2)
			return {
				when: 'before',
				give: Response.json({ error: { message: 'not now' } }, { status: 403 }),
			};
		const message = { role: 'assistant', content: `${asked} ${text}`, images: [image] };
		return {
			when: 'before',
			give: Response.json({ choices: [{ index: 0, message, finish_reason: 'stop' }] }),
		};
	};
	const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 };
	const { items, run: whole } = await run(
		{ options: { raw: true, concurrency: 1 } },
		{ items: [{ json: {} }, { json: {} }], settings },
	);
	expect(items.map(({ json }) => json.text)).toEqual([`1 ${text}`, `3 ${text}`]);
	expect(items[0]?.json.raw).toMatchObject({
		choices: [{ message: { images: [{ image_url: { url: 'data:image/png;base64,…' } }] } }],
	});
	const kept = whole.data.executionData?.contextData['node:Media Generation'];
	expect(JSON.stringify(kept).length).toBeLessThan(2 * text.length + 200_000);
	expect(asked).toBe(3);
});

const delta = (content: string) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}`;
/** What becomes of a stream of these words, as they come over the wire. */
const streamed = async (...words: Array<BodyInit | null>) => {
	const chunks: string[] = [];
	fault = () => ({
		when: 'before',
		give: new Response(words.join(''), { headers: { 'content-type': 'text/event-stream' } }),
	});
	return {
		...(await run(
			{},
			{ onChunk: ({ content = '' }: { content?: string }) => chunks.push(content) },
		)),
		chunks,
	};
};

test.each([
	['an error', 'data: {"error":{"message":"The model is overloaded"}}'],
	[
		'an event of that name',
		'event: error\ndata: {"message":"The model is overloaded","code":"overloaded"}',
	],
])(
	'a stream that breaks off with an error may have been paid for, and what it had said is told: %s',
	async (_, event) => {
		const { error, items } = await streamed(`${delta('Half an ')}\n\n${event}\n\ndata: [DONE]\n\n`);
		expect(items).toEqual([]);
		expect(error).toMatchObject({
			message: expect.stringMatching(/the model is overloaded/i),
			description: expect.stringMatching(/^The service interrupted its answer/),
			context: { details: { may_be_paid: true, partial_text: 'Half an ' } },
		});
	},
);

test('an error ends the connection', async () => {
	const closed = new Promise<void>((resolve) => {
		const words = new ReadableStream({
			start: (stream) =>
				stream.enqueue(
					new TextEncoder().encode(
						`${delta('Half an ')}\n\ndata: {"error":{"message":"overloaded"}}\n\n`,
					),
				),
			cancel: () => resolve(),
		});
		fault = () => ({
			when: 'before',
			give: new Response(words, { headers: { 'content-type': 'text/event-stream' } }),
		});
	});
	expect((await run({}, { onChunk: () => undefined, livesOn: true })).error?.message).toBe(
		'overloaded',
	);
	await closed;
});

test.each([
	['after some of it', `${delta('Half an ')}\n\n${delta('answer')}\n\n`, 'interrupted'],
	['with its end', `${delta('Half an answer')}\n\ndata: [DONE]\n\n`, undefined],
	[
		'with a last line',
		'{"response":"Half an "}\n{"response":"answer"}\n{"response":"","done":true}\n',
		undefined,
	],
])('an answer whose stream ends %s', async (_, words, reason) => {
	const { items, error } = await streamed(words);
	expect(error).toBeUndefined();
	expect(items[0]?.json).toMatchObject({ text: 'Half an answer' });
	expect(items[0]?.json.finish_reason).toBe(reason);
});

test.each([
	[
		'without empty lines',
		`${delta('One ')}\n${delta('two')}\ndata: {"choices":[{"delta":{},"finish_reason":"stop"}]}\ndata: [DONE]\n`,
	],
	['of text', 'data: One \n\ndata: two\n\ndata: [DONE]\n\n'],
	['that are none, but a text', 'One two\n'],
])('an answer that comes in events %s is not lost', async (_, words) => {
	const { items, error, chunks } = await streamed(words);
	expect(error).toBeUndefined();
	expect(items[0]?.json.text).toBe('One two');
	expect(chunks.join('')).toBe('One two');
});

test('a page in place of a stream is no answer', async () => {
	const { items, error } = await streamed('<!doctype html>\n<title>Sign in</title>');
	expect(items).toEqual([]);
	expect(error?.context?.details).toMatchObject({ may_be_paid: true });
});

test('without a list of models the answer comes without its cost', async () => {
	const { apiKey } = sandbox.it.sandbox.addAccount({});
	fault = ({ path }) =>
		path === '/v1/models'
			? { when: 'before', give: Response.json({}, { status: 403 }) }
			: undefined;
	const { items, error } = await runNode({
		parameters: chat as never,
		credentials: sandbox.credentials(apiKey),
	});
	expect(error).toBeUndefined();
	expect(items[0]?.json).toMatchObject({ text: expect.stringMatching(/./) });
	expect(items[0]?.json).not.toHaveProperty('estimated_cost_usd');
});

test('an error that comes with a success status is told as one', async () => {
	fault = () => ({
		when: 'before',
		give: Response.json({ error: { message: 'The model is overloaded' } }),
	});
	expect((await run({})).error).toMatchObject({
		message: expect.stringContaining('The model is overloaded'),
	});
});

test('an error in the place of what was to be said may have been paid for', async () => {
	const choice = {
		finish_reason: 'error',
		message: { content: '' },
		error: { code: 502, message: 'Upstream broke' },
	};
	fault = () => ({ when: 'before', give: Response.json({ choices: [choice] }) });
	expect((await run({})).error).toMatchObject({
		message: expect.stringContaining('Upstream broke'),
		context: { details: { may_be_paid: true } },
	});
});

test('an answer that says nothing may have been paid for', async () => {
	fault = () => ({ when: 'before', give: Response.json({}) });
	expect((await run({})).error).toMatchObject({
		message: 'The service’s answer has no text in it',
		description: expect.stringMatching(
			/^The request may still have been accepted and paid for: check Billing > Get Transactions/,
		),
		context: { details: { may_be_paid: true } },
	});
});

test('what the service says it charged counts', async () => {
	fault = ({ path }) =>
		path === '/v1/chat/completions'
			? {
					when: 'before',
					give: Response.json({
						choices: [{ message: { content: 'Hi' } }],
						usage: { prompt_tokens: 1, completion_tokens: 1, cost: 0.25 },
					}),
				}
			: undefined;
	expect((await run({})).items[0]?.json).toMatchObject({
		text: 'Hi',
		cost_usd: 0.25,
		cost_nanos: '250000000',
	});
});

describe('what the model says is no charge', () => {
	const price = '{"product":"lamp","price":49.99,"usage":{"cost":49.99}}';
	const usage = { prompt_tokens: 1, completion_tokens: 1, cost: 0.25 };
	const costOf = async (answer: object, parameters: object = {}) => {
		fault = ({ path }) =>
			path === '/v1/chat/completions' ? { when: 'before', give: Response.json(answer) } : undefined;
		const { items, error } = await run(parameters);
		expect(error).toBeUndefined();
		return items[0]?.json.cost_usd;
	};

	test.each<[string, object]>([
		['JSON as text', { choices: [{ message: { content: price } }] }],
		[
			'the arguments of a tool',
			{
				choices: [
					{
						message: {
							content: null,
							tool_calls: [{ id: '1', function: { name: 'order', arguments: price } }],
						},
					},
				],
			},
		],
		[
			'JSON that was read already',
			{ choices: [{ message: { content: price, parsed: { price_usd: 49.99 } } }] },
		],
		[
			'an output',
			{ output: [{ type: 'message', content: [{ type: 'output_text', text: price }] }] },
		],
	])('%s', async (_, answer) => {
		expect(await costOf({ ...answer, usage }, { options: { jsonAnswer: true } })).toBe(0.25);
		expect(await costOf({ data: { ...answer, usage } })).toBe(0.25);
		expect(await costOf({ data: { ...answer, cost_usd: 0.25 } })).toBe(0.25);
		expect(await costOf({ ...answer, billing: { charged_usd: 0.25 } })).toBe(0.25);
		expect(await costOf(answer)).toBeUndefined();
	});
});

test('system prompt, knobs and extra fields are sent as the document names them', async () => {
	await run({
		options: {
			systemPrompt: 'Be brief',
			temperature: 0,
			top_p: 1,
			max_tokens: 5,
			extraBody: '{"user":"u"}',
		},
	});
	expect(sent()).toEqual({
		model: 'sandbox-chat-small',
		messages: [
			{ role: 'system', content: 'Be brief' },
			{ role: 'user', content: 'Say hello' },
		],
		temperature: 0,
		top_p: 1,
		max_tokens: 5,
		user: 'u',
	});
});

test.each(['{"stream":true}', '{"stream":false}'])(
	'%s in the extra fields is refused before anything is sent',
	async (extraBody) => {
		expect((await run({ options: { extraBody } })).error?.message).toMatch(
			/^Request: Extra Body Fields \(JSON\) must be fields other than stream/,
		);
		expect(sandbox.requests()).toEqual([]);
	},
);

test('messages as JSON, from text or a list', async () => {
	for (const messagesJson of [
		'[{"role":"user","content":"Hi"}]',
		[{ role: 'user', content: 'Hi' }],
	]) {
		sandbox.it.sandbox.clearRequests();
		expect((await run({ specifyMessages: 'json', messagesJson })).error).toBeUndefined();
		expect(sent()).toMatchObject({ messages: [{ role: 'user', content: 'Hi' }] });
	}
});

test.each([
	['temperature', 2.1, 'Temperature must be a number from 0 to 2 (given: 2.1)'],
	['max_tokens', 0, 'Maximum Tokens (max_tokens) must be a whole number of at least 1 (given: 0)'],
])('%s %s is refused before anything is sent', async (name, value, message) => {
	expect((await run({ options: { [name]: value } })).error?.message).toBe(message);
	expect(sandbox.requests()).toEqual([]);
});

test.each([
	['no message', { messages: say('') }, 'Messages must contain at least one message (given: none)'],
	['no list', { specifyMessages: 'json', messagesJson: '{}' }, /^Messages \(JSON\) must be a list/],
	[
		'no message in a list',
		{ specifyMessages: 'json', messagesJson: [] },
		'Messages must contain at least one message (given: none)',
	],
	[
		'a message that is none',
		{ specifyMessages: 'json', messagesJson: [5] },
		'Message 1 must be an object with a role and a content (given: 5)',
	],
	[
		'an odd message',
		{ specifyMessages: 'json', messagesJson: [{ role: 'nobody', content: 'Hi' }] },
		'Role of Message 1 must be one of system, developer, user, assistant, tool (given: nobody)',
	],
	[
		'an odd message behind one that is left empty',
		{
			messages: {
				message: [
					{ role: 'user', content: '' },
					{ role: 'boss', content: 'Hi' },
				],
			},
		},
		'Role of Message 2 must be one of system, developer, user, assistant, tool (given: boss)',
	],
	[
		'a content that is no text',
		{ messages: say('={{ ({ a: 1 }) }}') },
		'Content of Message 1 must be text (given: {"a":1})',
	],
	[
		'a time that is none',
		{ messages: say('={{ new Date(NaN) }}') },
		/^Content of Message 1 must be text/,
	],
	[
		'the list as it is at first',
		{ specifyMessages: 'json', messagesJson: '[{ "role": "user", "content": "" }]' },
		'Content of Message 1 must be text (given: nothing)',
	],
	[
		'a message of empty parts',
		{
			specifyMessages: 'json',
			messagesJson: [{ role: 'user', content: [{ type: 'text', text: ' ' }] }],
		},
		'Content of Message 1 must be text (given: [{"type":"text","text":" "}])',
	],
	['no model', { model: modelId('={{ "" }}') }, /^Model is required/],
])('%s is refused', async (_, parameters, message) => {
	expect((await run(parameters)).error?.message).toMatch(message);
	expect(sandbox.requests()).toEqual([]);
});

const call = { id: 'c1', type: 'function', function: { name: 'paint', arguments: '{}' } };
test.each([
	[
		'a time, a number and a message that is left empty',
		{
			messages: {
				message: [
					...say('={{ new Date(0) }}').message,
					...say('').message,
					...say('={{ 7 }}').message,
				],
			},
		},
		[
			{ role: 'user', content: '1970-01-01T00:00:00.000Z' },
			{ role: 'user', content: '7' },
		],
	],
	[
		'parts by an expression',
		{ messages: say('={{ [{ type: "text", text: "Hi" }] }}') },
		[{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
	],
	[
		'calls of tools and their empty answers',
		{
			specifyMessages: 'json',
			messagesJson: [
				{ role: 'user', content: 'Paint' },
				{ role: 'assistant', content: null, tool_calls: [call] },
				{ role: 'tool', tool_call_id: 'c1', content: '' },
			],
		},
		[
			{ role: 'user', content: 'Paint' },
			{ role: 'assistant', content: null, tool_calls: [call] },
			{ role: 'tool', tool_call_id: 'c1', content: '' },
		],
	],
])('%s are sent', async (_, parameters, messages) => {
	expect((await run(parameters)).error).toBeUndefined();
	expect(sent()).toMatchObject({ messages });
});

test('an answer as JSON comes parsed, the raw answer on request', async () => {
	const { items } = await run({ options: { jsonAnswer: true, raw: true } });
	expect(items[0]?.json.json).toEqual(JSON.parse(String(items[0]?.json.text)));
	expect(items[0]?.json.raw).toMatchObject({ object: 'chat.completion' });
	expect(sent()).toMatchObject({ response_format: { type: 'json_object' } });
});

test('a streaming workflow gets the answer in chunks, and the item has all of it', async () => {
	const plain = await run({});
	const chunks: Array<{ type: string; content?: string }> = [];
	const { items, error } = await run(
		{},
		{ onChunk: (chunk: { type: string; content?: string }) => chunks.push(chunk) },
	);
	expect(error).toBeUndefined();
	expect(chunks.map(({ type }) => type)).toEqual([
		'begin',
		...chunks.slice(2).map(() => 'item'),
		'end',
	]);
	expect(chunks.length).toBeGreaterThan(3);
	expect(chunks.map(({ content }) => content ?? '').join('')).toBe(plain.items[0]?.json.text);
	expect(items[0]?.json).toMatchObject({ text: plain.items[0]?.json.text, finish_reason: 'stop' });
});

describe('a streamed answer that echoes the key does not show it', () => {
	const KEY = 'sk/ab+cd-1234567890';
	const api = useServer();
	const escaped = JSON.stringify(KEY)
		.slice(1, -1)
		.replaceAll('/', '\\/')
		.replaceAll('+', '\\u002B');
	const say = (words: string) => `{"choices":[{"delta":{"content":"${words}"}}]}`;

	test.each([
		['in an answer', [say(`It is ${KEY}`)]],
		['in an error', [`{"error":{"message":"${KEY} is not liked"}}`]],
		['escaped in an answer', [say(`It is ${escaped}`)]],
		['escaped in an error', [`{"error":{"message":"${escaped} is not liked"}}`]],
		['in JSON within text', [say(`{\\"key\\":\\"${KEY.replaceAll('/', '\\\\/')}\\"}`)]],
		['in pieces', [say(`It is ${KEY.slice(0, 9)}`), say(KEY.slice(9))]],
	])('%s', async (_, events) => {
		const said = events.map((event) => `data: ${event}\n\n`).join('');
		api.answer = (_request, response) =>
			response
				.writeHead(200, { 'content-type': 'text/event-stream' })
				.end(`${said}data: [DONE]\n\n`);
		const chunks: unknown[] = [];
		const { items, error } = await runNode({
			parameters: chat as never,
			credentials: { mediaGenerationApi: { baseUrl: api.url, apiKey: KEY } },
			onChunk: (chunk) => chunks.push(chunk),
		});
		const shown = JSON.stringify([
			items,
			chunks,
			chunks.map((chunk) => (chunk as { content?: string }).content).join(''),
			error?.message,
			error?.context,
		]);
		expect(shown).toContain('[hidden]');
		expect(shown.replaceAll('\\', '').replaceAll('u002B', '+')).not.toContain(KEY);
	});

	const forms = [
		KEY,
		JSON.stringify(KEY).slice(1, -1).replaceAll('/', '\\/'),
		encodeURIComponent(KEY),
		Buffer.from(KEY).toString('base64'),
	];
	const delta = (content: string) =>
		`data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`;
	/** What is streamed of these texts, put together, and what the item has. */
	async function through(texts: string[], end = 'data: [DONE]\n\n') {
		const said = texts.map(delta).join('');
		api.answer = (_, response) => {
			response.writeHead(200, { 'content-type': 'text/event-stream' });
			if (end === 'break') response.write(said, () => response.destroy());
			else response.end(said + end);
		};
		let streamed = '';
		const { items, error } = await runNode({
			parameters: chat as never,
			credentials: { mediaGenerationApi: { baseUrl: api.url, apiKey: KEY } },
			onChunk: ({ type, content = '' }: { type: string; content?: string }) =>
				void (type === 'item' && (streamed += content)),
		});
		return { streamed, text: items[0]?.json.text, error };
	}

	test('wherever it is cut', async () => {
		const secrets = [KEY];
		await fc.assert(
			fc.asyncProperty(
				fc.constantFrom(...forms),
				fc.string({ unit: 'binary' }),
				fc.string({ unit: 'binary' }),
				fc.array(fc.nat(), { maxLength: 8 }),
				async (form, before, after, cuts) => {
					const text = before + form + after;
					const shown = redactText(text, secrets);
					expect(await through(inPieces(text, cuts))).toMatchObject({
						streamed: shown,
						text: shown,
					});
				},
			),
			{ numRuns: 40 },
		);
	});

	test('and all else comes as it was said, also what a key begins with', async () => {
		const part = fc.oneof(
			fc.string({ unit: 'binary' }),
			fc.constantFrom(...forms.map((form) => form.slice(0, 9)), '\\', '%2', '&#'),
		);
		await fc.assert(
			fc.asyncProperty(fc.array(part), async (texts) => {
				const said = `Well: ${texts.join('')}`;
				expect(await through(['Well: ', ...texts])).toMatchObject({ streamed: said, text: said });
			}),
			{ numRuns: 40 },
		);
	});

	test('nor is anything lost when the stream breaks', async () => {
		const said = `It is ${KEY.slice(0, 9)}`;
		const { streamed, error } = await through(['It is ', KEY.slice(0, 9)], 'break');
		expect(streamed).toBe(said);
		expect(error?.context?.details).toMatchObject({ partial_text: said });
	});

	test('nor when the workflow is stopped', async () => {
		api.answer = (_, response) =>
			void response
				.writeHead(200, { 'content-type': 'text/event-stream' })
				.write(delta('It is ') + delta(KEY.slice(0, 9)));
		let [streamed, stop] = ['', () => {}];
		await runNode({
			parameters: chat as never,
			credentials: { mediaGenerationApi: { baseUrl: api.url, apiKey: KEY } },
			onStart: (execution) => (stop = () => execution.cancel()),
			onChunk: ({ type, content = '' }: { type: string; content?: string }) => {
				if (type === 'item') streamed += content;
				if (streamed === 'It is ') setImmediate(stop);
			},
		}).catch(() => undefined);
		expect(streamed).toBe(`It is ${KEY.slice(0, 9)}`);
	});
});

test('an answer whose parts are the key only once they are put together does not show it', async () => {
	const KEY = 'a-key-that-is-long-enough';
	const content = [KEY.slice(0, 9), KEY.slice(9)].map((text) => ({ type: 'text', text }));
	fault = () => ({ when: 'before', give: Response.json({ choices: [{ message: { content } }] }) });
	const { items } = await runNode({
		parameters: chat as never,
		credentials: sandbox.credentials(KEY),
	});
	expect(items[0]?.json.text).toBe('[hidden]');
});

describe('an answer that is no JSON, although no stream was asked for', () => {
	const api = useServer();
	const KEY = 'a-key-that-is-long-enough';
	const answered = async (type: string, body: string) => {
		api.answer = (_, response) => response.writeHead(200, { 'content-type': type }).end(body);
		return await runNode({
			parameters: chat as never,
			credentials: { mediaGenerationApi: { baseUrl: api.url, apiKey: KEY } },
		});
	};
	const pieces = (...texts: string[]) =>
		texts
			.map((content) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`)
			.join('');

	test.each([
		['a text', 'text/plain', 'Hello,\n\nthere: {fox}', 'Hello,\n\nthere: {fox}'],
		['a text in tags', 'text/plain', '<think>hm</think>Hello', '<think>hm</think>Hello'],
		['a JSON text', 'application/json', '"Hello"', 'Hello'],
		['events', 'text/event-stream', `${pieces('Hel', 'lo')}data: [DONE]\n\n`, 'Hello'],
		[
			'lines of JSON',
			'application/x-ndjson',
			'{"message":{"content":"Hel"},"done":false}\n{"message":{"content":"lo"},"done":true}\n',
			'Hello',
		],
		[
			'events with the key in pieces',
			'text/event-stream',
			`${pieces('It is ', KEY.slice(0, 9), KEY.slice(9))}data: [DONE]\n\n`,
			'It is [hidden]',
		],
	])('is heard: %s', async (_, type, body, text) => {
		const { items, error } = await answered(type, body);
		expect(error).toBeUndefined();
		expect(items[0]?.json.text).toBe(text);
		expect(api.requests).toHaveLength(1);
	});

	test.each([
		['in its middle', '{"id":"c-1","choices":[{"message":{"content":"A red fo'],
		['in lines, before any text', '{\n  "id": "c-1",\n  "choices": [\n    {'],
		['a list', '[{"choices":[{"message"'],
	])('is no text, but unclear, if it is JSON that was cut: %s', async (_, body) => {
		const { items, error } = await answered('application/json', body);
		expect(items).toEqual([]);
		expect(error?.context?.details).toMatchObject({ may_be_paid: true, answer: body });
	});

	test('is told with the service’s words where it says what went wrong', async () => {
		const { error } = await answered(
			'text/event-stream',
			'event: error\ndata: {"error":{"message":"The model is gone"}}\n\n',
		);
		expect(error?.message).toBe('The model is gone');
	});

	test('is none where it is a page', async () => {
		const { error } = await answered('text/html', '<html><title>Sign in</title></html>');
		expect(error?.context?.details).toMatchObject({ may_be_paid: true });
		expect(api.requests).toHaveLength(1);
	});
});

test('a streamed request that is refused has the service’s words', async () => {
	const { error } = await run({ model: modelId('no-such-chat') }, { onChunk: () => undefined });
	expect(error?.message).toMatch(/no-such-chat/);
	expect(error?.context?.details).toMatchObject({ param: 'model' });
});

test('an answer that is all thinking says so', async () => {
	const message = {
		role: 'assistant',
		content: '',
		reasoning_content: 'The user wants a greeting.',
	};
	fault = ({ method }) =>
		method === 'POST'
			? { when: 'before', give: Response.json({ choices: [{ message, finish_reason: 'length' }] }) }
			: undefined;
	const { items, error } = await run({});
	expect(error).toBeUndefined();
	expect(items[0]?.json).toMatchObject({
		text: '',
		note: 'The model gave no text: it used all of its tokens, perhaps for thinking. Raise Options > Maximum Tokens.',
	});
});
