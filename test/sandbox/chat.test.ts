import type OpenAI from 'openai';
import { chatModels, realClock, type Clock } from '../../sandbox';
import { ManualClock } from '../support/manualClock';
import { blames, closeAll, ok, openAi, refuses, serve } from './support';

afterEach(closeAll);

const model = chatModels[0]!.id;
const said = (content: string) => [{ role: 'user' as const, content }];
const asks = (content: string, more: object = {}) => ({
	body: { model, messages: said(content), ...more },
});

/** A tool with these arguments. */
const tool = (name: string, description: string, properties: object, required: string[] = []) => ({
	type: 'function' as const,
	function: { name, description, parameters: { type: 'object', properties, required } },
});
const drawTool = tool(
	'generate_image',
	'Makes a picture from a prompt',
	{
		prompt: { type: 'string' },
		size: { type: 'string', enum: ['small', 'large'] },
		steps: { type: 'integer', minimum: 4 },
		note: { type: 'string' },
	},
	['prompt', 'size', 'steps'],
);
const videoTool = tool('make_video', 'Films a video', { text: { type: 'string' } });
const moneyTool = tool('Look_at_the_balance', '', {});

describe('the openai client', () => {
	it('chats, the same way every time, for the price per token', async () => {
		const running = await serve();
		const client = openAi(running);
		const messages = [{ role: 'system' as const, content: 'Be brief' }, ...said('Hello there')];
		const ask = () => client.chat.completions.create({ model, messages });
		const [first, second] = [await ask(), await ask()];
		expect(first.choices[0]).toMatchObject({
			message: { role: 'assistant', content: expect.stringContaining('Hello there') },
			finish_reason: 'stop',
		});
		expect(second.choices).toEqual(first.choices);
		const { prompt_tokens, completion_tokens, total_tokens } = first.usage!;
		expect(total_tokens).toBe(prompt_tokens + completion_tokens);
		const cost = 2 * (prompt_tokens * 200 + completion_tokens * 800);
		expect(await ok(running, 'getBalance')).toMatchObject({
			balance_nanos: 100e9 - cost,
			held_nanos: 0,
			daily_spend_nanos: cost,
		});
	});

	it('streams the same answer, with usage when asked for, for the same price', async () => {
		const running = await serve();
		const { completions } = openAi(running).chat;
		const messages = said('Tell me of 狐🦊 in many more words than fit a single piece');
		const whole = await completions.create({ model, messages });
		const options = { stream: true, stream_options: { include_usage: true } } as const;
		let text = '';
		const told: unknown[] = [];
		for await (const { choices, usage } of await completions.create({
			model,
			messages,
			...options,
		})) {
			text += choices[0]?.delta.content ?? '';
			told.push(choices[0]?.finish_reason, usage);
		}
		expect(text).toBe(whole.choices[0]!.message.content);
		expect(told.filter(Boolean)).toEqual(['stop', whole.usage]);
		const { data } = await ok(running, 'getTransactions');
		const charges = data.filter(({ type }: { type: string }) => type === 'charge');
		expect(charges[0].amount_nanos).toBe(charges[1].amount_nanos);
		expect(await ok(running, 'getBalance')).toMatchObject({ held_nanos: 0 });
	});

	it('calls a tool and quotes what it answers', async () => {
		const { completions } = openAi(await serve()).chat;
		const tools = [videoTool, drawTool];
		const messages: OpenAI.ChatCompletionMessageParam[] = said('Please draw a fox in the snow');
		const [choice] = (await completions.create({ model, messages, tools })).choices;
		expect(choice!.finish_reason).toBe('tool_calls');
		const [call] = choice!.message.tool_calls!;
		if (call?.type !== 'function') throw new Error('no function was called');
		expect(call.function.name).toBe('generate_image');
		expect(JSON.parse(call.function.arguments)).toEqual({
			prompt: 'Please draw a fox in the snow',
			size: 'small',
			steps: 4,
		});
		const content = '{"url":"http://127.0.0.1/media/fox.png"}';
		messages.push(choice!.message, { role: 'tool', tool_call_id: call.id, content });
		const [after] = (await completions.create({ model, messages, tools })).choices;
		expect(after!.finish_reason).toBe('stop');
		expect(after!.message.content).toContain('http://127.0.0.1/media/fox.png');
	});

	it('streams tool calls', async () => {
		const runner = openAi(await serve()).chat.completions.stream({
			model,
			messages: said('Make two nice pictures of a fox'),
			tools: [drawTool],
		});
		const { choices } = await runner.finalChatCompletion();
		const calls = choices[0]!.message.tool_calls!.map((call) =>
			'function' in call ? JSON.parse(call.function.arguments).prompt : undefined,
		);
		expect(calls).toEqual([
			'Make two nice pictures of a fox (1 of 2)',
			'Make two nice pictures of a fox (2 of 2)',
		]);
	});

	it('streams word by word, at a pace at which people see it, however fast jobs are', async () => {
		const waits: number[] = [];
		const clock: Clock = {
			...realClock,
			setTimer: (ms, run) => (waits.push(ms), realClock.setTimer(0, run)),
		};
		const { completions } = openAi(await serve({ clock, speed: 10 })).chat;
		const messages = said('Three small words');
		const texts: unknown[] = [];
		for await (const { choices } of await completions.create({ model, messages, stream: true }))
			texts.push(choices[0]?.delta.content);
		const words = ['sandbox-chat-sma', 'll', ' heard:', ' Three', ' small', ' words'];
		expect(texts.filter(Boolean)).toEqual(words);
		expect(waits).toEqual([100, ...Array.from({ length: 7 }, () => 50)]);
	});
});

it.each([
	[
		'a balance',
		{ balance_usd: 12, available_usd: 11.5, daily_spend_usd: 0.3 },
		'You have $11.50 left, and have spent $0.30 today.',
	],
	[
		'what was spent',
		{ jobs: 3, cost_usd: 0.2, may_cost_usd: 0.1 },
		'$0.20 was spent, and $0.10 may still be.',
	],
	[
		'a refusal',
		'User rejected the tool call to draw (id: call_1). STOP what you are doing.',
		'All right, I have not done that. What should I change?',
	],
])('%s that a tool answered with is told in a sentence', async (_, answered, sentence) => {
	const call = { id: 'call_1', type: 'function', function: { name: 'look', arguments: '{}' } };
	const messages = [
		...said('What is left of the budget?'),
		{ role: 'assistant', content: null, tool_calls: [call] },
		{ role: 'tool', tool_call_id: 'call_1', content: JSON.stringify([answered]) },
	];
	const { choices } = await ok(await serve(), 'completeChat', { body: { model, messages } });
	expect(choices[0].message.content).toBe(sentence);
});

const both = { tools: [drawTool, videoTool] };
const withMoney = { tools: [drawTool, moneyTool] };
const make_video = { type: 'function', function: { name: 'make_video' } };

it.each([
	['Draw a fox', both, ['generate_image']],
	['I want a photo of a fox', both, ['generate_image']],
	['Create a short video of a fox', both, ['make_video']],
	['Generate three small images', both, ['generate_image', 'generate_image', 'generate_image']],
	['What is the time?', both, []],
	['Call make_video for me', both, ['make_video']],
	['What is left of the budget?', withMoney, ['Look_at_the_balance']],
	['Draw a picture within the budget', withMoney, ['generate_image']],
	['What is left of the budget?', both, []],
	['Draw a fox', { ...both, tool_choice: 'none' }, []],
	['Hello', { ...both, tool_choice: 'required' }, ['generate_image']],
	['Hello', { ...both, tool_choice: make_video }, ['make_video']],
])('"%s" with %j calls %j', async (content, more, names) => {
	const { choices } = await ok(await serve(), 'completeChat', asks(content, more));
	const calls: Array<{ function: { name: string } }> = choices[0].message.tool_calls ?? [];
	expect(calls.map((call) => call.function.name)).toEqual(names);
});

describe('a chat request', () => {
	it.each([
		['max_tokens', { max_tokens: 0 }],
		['messages.0.role', { messages: [{ role: 'king', content: 'x' }] }],
		['stream', { stream: 'yes' }],
		['model', { model: 'none' }],
	])('with a wrong %s is refused by name', async (param, more) => {
		await blames(await serve(), 'completeChat', asks('x', more), param);
	});

	it.each([
		['[moderated]', 403],
		['[fail]', 500],
	])('with %s is answered %d', async (word, status) => {
		await refuses(await serve(), 'completeChat', asks(word), { status });
	});

	it.each([{ temperature: null }, { content: 'ignored' }])('takes %j', async (more) => {
		const messages = [{ role: 'user', content: [{ type: 'text', text: 'parts' }] }];
		await ok(await serve(), 'completeChat', { body: { model, messages, ...more } });
	});

	const heard: unknown = expect.stringContaining('hello');
	const schema = {
		type: 'object',
		properties: { title: { type: 'string' }, count: { type: 'number' } },
		required: ['title', 'count'],
	};
	it.each([
		[{ type: 'json_object' }, { answer: heard }],
		[
			{ type: 'json_schema', json_schema: { name: 'x', schema } },
			{ title: heard, count: 1 },
		],
	])('is answered in JSON when asked for: %j', async (response_format, wanted) => {
		const answer = await ok(await serve(), 'completeChat', asks('hello', { response_format }));
		expect(JSON.parse(answer.choices[0].message.content)).toEqual(wanted);
	});

	it('needs funds for its answer', async () => {
		const running = await serve({ balanceUsd: '0.000001' });
		await refuses(running, 'completeChat', asks('hello'), { status: 402 });
	});
});

it('charges a stream that is left for what was told', async () => {
	const clock = new ManualClock();
	const running = await serve({ clock, speed: 1 });
	const controller = new AbortController();
	const answer = fetch(`${running.baseUrl}/v1/chat/completions`, {
		method: 'POST',
		headers: { 'x-api-key': running.apiKey, 'content-type': 'application/json' },
		body: JSON.stringify(asks('long '.repeat(200), { stream: true }).body),
		signal: controller.signal,
	});
	await clock.untilPending();
	await clock.advance(1000);
	await (await answer).body!.getReader().read();
	const { held_nanos } = await ok(running, 'getBalance');
	expect(held_nanos).toBeGreaterThan(0);
	controller.abort();
	for (let held = held_nanos; held > 0; held = (await ok(running, 'getBalance')).held_nanos)
		await clock.advance(25);
	const { daily_spend_nanos } = await ok(running, 'getBalance');
	expect(daily_spend_nanos).toBeGreaterThan(0);
	expect(daily_spend_nanos).toBeLessThan(held_nanos);
});
