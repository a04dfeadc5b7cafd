import type OpenAI from 'openai';
import { chatModels, ManualClock, realClock, type Clock } from '../../sandbox';
import { blames, closeAll, ok, openAi, refuses, serve } from './support';

afterEach(closeAll);

const model = chatModels[0]!.id;
const said = (content: string) => [{ role: 'user' as const, content }];

const drawTool = {
	type: 'function' as const,
	function: {
		name: 'generate_image',
		description: 'Makes a picture from a prompt',
		parameters: {
			type: 'object',
			properties: {
				prompt: { type: 'string' },
				size: { type: 'string', enum: ['small', 'large'] },
				steps: { type: 'integer', minimum: 4 },
				note: { type: 'string' },
			},
			required: ['prompt', 'size', 'steps'],
		},
	},
};
const videoTool = {
	type: 'function' as const,
	function: {
		name: 'make_video',
		description: 'Films a video',
		parameters: { type: 'object', properties: { text: { type: 'string' } } },
	},
};

describe('the openai client', () => {
	it('chats, the same way every time, for the price per token', async () => {
		const running = await serve();
		const client = openAi(running);
		const ask = () =>
			client.chat.completions.create({
				model,
				messages: [{ role: 'system', content: 'Be brief' }, ...said('Hello there')],
			});
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

	it('streams the same answer, with usage when asked for', async () => {
		const running = await serve();
		const client = openAi(running);
		const request = {
			model,
			messages: said('Tell me of 狐🦊 in many more words than fit a single piece'),
		};
		const whole = await client.chat.completions.create(request);
		const stream = await client.chat.completions.create({
			...request,
			stream: true,
			stream_options: { include_usage: true },
		});
		let text = '';
		let usage: unknown;
		const reasons: unknown[] = [];
		for await (const { choices, usage: told } of stream) {
			text += choices[0]?.delta.content ?? '';
			if (choices[0]?.finish_reason) reasons.push(choices[0].finish_reason);
			usage = told ?? usage;
		}
		expect(text).toBe(whole.choices[0]!.message.content);
		expect(usage).toEqual(whole.usage);
		expect(reasons).toEqual(['stop']);
		const { data } = await ok(running, 'getTransactions');
		const charges = data.filter(({ type }: { type: string }) => type === 'charge');
		expect(charges[0].amount_nanos).toBe(charges[1].amount_nanos);
		expect(await ok(running, 'getBalance')).toMatchObject({ held_nanos: 0 });
	});

	it('calls a tool and quotes what it answers', async () => {
		const client = openAi(await serve());
		const messages: OpenAI.ChatCompletionMessageParam[] = said('Please draw a fox in the snow');
		const { choices } = await client.chat.completions.create({
			model,
			messages,
			tools: [videoTool, drawTool],
		});
		expect(choices[0]!.finish_reason).toBe('tool_calls');
		const [call] = choices[0]!.message.tool_calls!;
		if (call?.type !== 'function') throw new Error('no function was called');
		expect(call.function.name).toBe('generate_image');
		expect(JSON.parse(call.function.arguments)).toEqual({
			prompt: 'Please draw a fox in the snow',
			size: 'small',
			steps: 4,
		});
		messages.push(choices[0]!.message, {
			role: 'tool',
			tool_call_id: call.id,
			content: '{"url":"http://127.0.0.1/media/fox.png"}',
		});
		const after = await client.chat.completions.create({
			model,
			messages,
			tools: [videoTool, drawTool],
		});
		expect(after.choices[0]).toMatchObject({
			finish_reason: 'stop',
			message: { content: expect.stringContaining('http://127.0.0.1/media/fox.png') },
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
	])('tells %s that a tool answered with in a sentence', async (_, answered, sentence) => {
		const { choices } = await ok(await serve(), 'completeChat', {
			body: {
				model,
				messages: [
					...said('What is left of the budget?'),
					{
						role: 'assistant',
						content: null,
						tool_calls: [
							{
								id: 'call_1',
								type: 'function',
								function: { name: 'look_at_the_balance', arguments: '{}' },
							},
						],
					},
					{ role: 'tool', tool_call_id: 'call_1', content: JSON.stringify([answered]) },
				],
			},
		});
		expect(choices[0].message.content).toBe(sentence);
	});

	it('streams word by word, at a pace at which people see it, however fast jobs are', async () => {
		const waits: number[] = [];
		const clock: Clock = {
			...realClock,
			setTimer: (ms, run) => (waits.push(ms), realClock.setTimer(0, run)),
		};
		const client = openAi(await serve({ clock, speed: 10 }));
		const stream = await client.chat.completions.create({
			model,
			messages: said('Three small words'),
			stream: true,
		});
		const texts: unknown[] = [];
		for await (const { choices } of stream) texts.push(choices[0]?.delta.content);
		expect(texts.filter(Boolean)).toEqual([
			'sandbox-chat-sma',
			'll',
			' heard:',
			' Three',
			' small',
			' words',
		]);
		expect(waits).toEqual([100, ...Array.from({ length: 7 }, () => 50)]);
	});

	it('streams tool calls', async () => {
		const client = openAi(await serve());
		const runner = client.chat.completions.stream({
			model,
			messages: said('Make two nice pictures of a fox'),
			tools: [drawTool],
		});
		const final = await runner.finalChatCompletion();
		const calls = final.choices[0]!.message.tool_calls!.map((call) =>
			'function' in call ? JSON.parse(call.function.arguments).prompt : undefined,
		);
		expect(calls).toEqual([
			'Make two nice pictures of a fox (1 of 2)',
			'Make two nice pictures of a fox (2 of 2)',
		]);
	});

	it('is told of errors as it expects', async () => {
		const running = await serve();
		const client = openAi(running);
		await expect(
			client.chat.completions.create({ model: 'none', messages: said('x') }),
		).rejects.toMatchObject({ status: 400, code: 'model_not_found', param: 'model' });
		await expect(
			client.chat.completions.create({ model, messages: said('[moderated]') }),
		).rejects.toMatchObject({ status: 403 });
		await expect(
			client.chat.completions.create({ model, messages: said('[fail]') }),
		).rejects.toMatchObject({ status: 500 });
		const { data } = await client.models.list();
		expect(data.map(({ id }) => id)).toContain(model);
	});
});

describe('the tool rule', () => {
	const callsFor = async (content: string, more: object = {}) => {
		const { choices } = await ok(await serve(), 'completeChat', {
			body: { model, messages: said(content), tools: [drawTool, videoTool], ...more },
		});
		return (choices[0].message.tool_calls ?? []).map(
			(call: { function: { name: string } }) => call.function.name,
		);
	};

	it.each([
		['Draw a fox', ['generate_image']],
		['I want a photo of a fox', ['generate_image']],
		['Create a short video of a fox', ['make_video']],
		['Generate three small images', ['generate_image', 'generate_image', 'generate_image']],
		['What is the time?', []],
		['Call make_video for me', ['make_video']],
	])('for "%s" calls %j', async (content, names) => {
		expect(await callsFor(content)).toEqual(names);
	});

	it('looks at the money when it is asked about', async () => {
		const moneyTool = {
			type: 'function',
			function: { name: 'Look_at_the_balance', parameters: { type: 'object', properties: {} } },
		};
		const tools = [drawTool, moneyTool];
		expect(await callsFor('What is left of the budget?', { tools })).toEqual([
			'Look_at_the_balance',
		]);
		expect(await callsFor('Draw a picture within the budget', { tools })).toEqual([
			'generate_image',
		]);
		expect(await callsFor('What is left of the budget?')).toEqual([]);
	});

	it('obeys tool_choice', async () => {
		expect(await callsFor('Draw a fox', { tool_choice: 'none' })).toEqual([]);
		expect(await callsFor('Hello', { tool_choice: 'required' })).toEqual(['generate_image']);
		expect(
			await callsFor('Hello', {
				tool_choice: { type: 'function', function: { name: 'make_video' } },
			}),
		).toEqual(['make_video']);
	});
});

describe('a chat request', () => {
	it.each([
		['max_tokens', { max_tokens: 0 }],
		['messages.0.role', { messages: [{ role: 'king', content: 'x' }] }],
		['stream', { stream: 'yes' }],
	])('with a wrong %s is refused by name', async (param, more) => {
		const body = { model, messages: said('x'), ...more };
		await blames(await serve(), 'completeChat', { body }, param);
	});

	it.each([{ temperature: null }, { content: 'ignored' }])('takes %j', async (more) => {
		await ok(await serve(), 'completeChat', {
			body: {
				model,
				messages: [{ role: 'user', content: [{ type: 'text', text: 'parts' }] }],
				...more,
			},
		});
	});

	it('is answered in JSON when asked for', async () => {
		const running = await serve();
		const ask = async (response_format: object) =>
			JSON.parse(
				(
					await ok(running, 'completeChat', {
						body: { model, messages: said('hello'), response_format },
					})
				).choices[0].message.content,
			);
		expect(await ask({ type: 'json_object' })).toEqual({
			answer: expect.stringContaining('hello'),
		});
		const schema = {
			type: 'object',
			properties: { title: { type: 'string' }, count: { type: 'number' } },
			required: ['title', 'count'],
		};
		expect(await ask({ type: 'json_schema', json_schema: { name: 'x', schema } })).toEqual({
			title: expect.stringContaining('hello'),
			count: 1,
		});
	});

	it('needs funds for its answer', async () => {
		const running = await serve({ balanceUsd: '0.000001' });
		await refuses(
			running,
			'completeChat',
			{ body: { model, messages: said('hello') } },
			{ status: 402 },
		);
	});
});

it('charges a stream that is left for what was told', async () => {
	const clock = new ManualClock();
	const running = await serve({ clock, speed: 1 });
	const controller = new AbortController();
	const answer = fetch(`${running.baseUrl}/v1/chat/completions`, {
		method: 'POST',
		headers: { 'x-api-key': running.apiKey, 'content-type': 'application/json' },
		body: JSON.stringify({ model, messages: said('long '.repeat(200)), stream: true }),
		signal: controller.signal,
	});
	await clock.untilPending();
	await clock.advance(1000);
	const reader = (await answer).body!.getReader();
	await reader.read();
	const { held_nanos } = await ok(running, 'getBalance');
	expect(held_nanos).toBeGreaterThan(0);
	controller.abort();
	for (let held = held_nanos; held > 0; held = (await ok(running, 'getBalance')).held_nanos)
		await clock.advance(25);
	const { daily_spend_nanos } = await ok(running, 'getBalance');
	expect(daily_spend_nanos).toBeGreaterThan(0);
	expect(daily_spend_nanos).toBeLessThan(held_nanos);
});
