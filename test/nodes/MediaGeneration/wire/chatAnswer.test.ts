import fc from 'fast-check';
import { AnswerBuilder, readAnswer, tokensIn } from '../../../../nodes/MediaGeneration/wire/chatAnswer';

test.each([
	['OpenAI-style', { choices: [{ message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }] }],
	[
		'with its content in parts',
		{
			choices: [
				{
					message: {
						content: [
							{ type: 'text', text: 'H' },
							{ type: 'text', text: 'i' },
						],
					},
				},
			],
		},
	],
	['wrapped', { data: { choices: [{ message: { content: 'Hi' } }] } }],
	['of the older kind', { choices: [{ text: 'Hi' }] }],
	['plain', { output_text: 'Hi' }],
	['plainer', { message: { content: 'Hi' } }],
	[
		'of the Responses kind',
		{
			id: 'r',
			output: [
				{ type: 'reasoning', summary: [{ text: 'Hm' }] },
				{ type: 'message', content: [{ type: 'output_text', text: 'Hi' }] },
			],
		},
	],
	[
		'of the Anthropic kind',
		{
			type: 'message',
			content: [
				{ type: 'thinking', thinking: 'Hm' },
				{ type: 'text', text: 'Hi' },
			],
			stop_reason: 'end_turn',
		},
	],
	['of the Gemini kind', { candidates: [{ content: { parts: [{ text: 'Hm', thought: true }, { text: 'Hi' }], role: 'model' } }] }],
	[
		'with a thought that looks like text',
		{
			content: [
				{ type: 'thinking', text: 'Hm' },
				{ type: 'reasoning', content: 'Hm' },
				{ type: 'text', text: 'Hi' },
			],
		},
	],
	['of the Ollama kind', { model: 'm', response: 'Hi', done: true }],
	['of pipelines', [{ generated_text: 'Hi' }]],
	['wrapped twice', { code: 0, data: { result: { answer: 'Hi' } } }],
	['under a name nobody knows', { outcome: { final_answer: 'Hi', id: 'a-long-id-of-it' } }],
])('an answer %s is read', (_, body) => {
	expect(readAnswer(body).text).toBe('Hi');
});

test.each([null, undefined, 'no', 7, [], {}, { choices: 'none' }])('%j gives an empty answer', (body) => {
	expect(readAnswer(body)).toMatchObject({ text: '' });
});

test('two tool calls in one stream come out as two', () => {
	const builder = new AnswerBuilder();
	const delta = (index: number, more: object) => ({ choices: [{ delta: { tool_calls: [{ index, ...more }] } }] });
	builder.add(delta(0, { id: 'a', type: 'function', function: { name: 'draw', arguments: '{"p":' } }));
	builder.add(delta(1, { id: 'b', type: 'function', function: { name: 'draw', arguments: '{"p"' } }));
	builder.add(delta(0, { function: { arguments: '1}' } }));
	builder.add(delta(1, { function: { arguments: ':2}' } }));
	expect(builder.answer.tool_calls).toEqual([
		{ id: 'a', type: 'function', function: { name: 'draw', arguments: '{"p":1}' } },
		{ id: 'b', type: 'function', function: { name: 'draw', arguments: '{"p":2}' } },
	]);
});

test('text that is JSON stays text', () => {
	expect(readAnswer({ choices: [{ message: { content: '{"a":[1]}' } }] }).text).toBe('{"a":[1]}');
});

test.each<[string, object[]]>([
	[
		'OpenAI',
		[
			{ choices: [{ delta: { role: 'assistant' } }] },
			{ choices: [{ delta: { content: 'H' } }] },
			{ choices: [{ delta: { content: 'i' } }] },
			{ choices: [{ delta: {}, finish_reason: 'stop' }] },
		],
	],
	[
		'OpenAI, Responses',
		[
			{ type: 'response.created', response: { id: 'r' } },
			{ type: 'response.output_text.delta', delta: 'H' },
			{ type: 'response.output_text.delta', delta: 'i' },
			{ type: 'response.output_text.done', text: 'Hi' },
			{ type: 'response.completed', response: { output: [{ type: 'message', content: [{ type: 'output_text', text: 'Hi' }] }] } },
		],
	],
	[
		'Anthropic',
		[
			{ type: 'message_start', message: { id: 'm', content: [] } },
			{ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
			{ type: 'content_block_delta', delta: { type: 'thinking_delta', thinking: 'Hm' } },
			{ type: 'content_block_delta', delta: { type: 'text_delta', text: 'Hi' } },
			{ type: 'message_delta', delta: { stop_reason: 'end_turn' } },
			{ type: 'message_stop' },
		],
	],
	['Gemini', [{ candidates: [{ content: { parts: [{ text: 'H' }] } }] }, { candidates: [{ content: { parts: [{ text: 'i' }] } }] }]],
	[
		'Ollama',
		[
			{ message: { content: 'H' }, done: false },
			{ message: { content: 'i' }, done: false },
			{ message: { content: '' }, done: true },
		],
	],
	['plain text', [{ text: 'H' }, { text: 'i' }]],
	['tokens', [{ token: { text: 'H' } }, { token: { text: 'i' } }]],
	['wrapped', [{ data: { delta: { content: 'H' } } }, { data: { delta: { content: 'i' } } }]],
	['whole at the end only', [{ type: 'response.completed', response: { output: [{ type: 'message', content: [{ type: 'output_text', text: 'Hi' }] }] } }]],
])('a stream of the kind of %s is put together', (_, chunks) => {
	const builder = new AnswerBuilder();
	expect(chunks.map((chunk) => builder.add(chunk)).join('')).toBe('Hi');
	expect(builder.answer.text).toBe('Hi');
	expect(builder.answer.tool_calls).toBeUndefined();
});

const called = [{ id: 'c', type: 'function', function: { name: 'draw', arguments: '{"p":1}' } }];

test.each<[string, object]>([
	['OpenAI', { choices: [{ message: { content: null, tool_calls: called } }] }],
	['OpenAI, Responses', { output: [{ type: 'function_call', call_id: 'c', name: 'draw', arguments: '{"p":1}' }] }],
	['Anthropic', { content: [{ type: 'tool_use', id: 'c', name: 'draw', input: { p: 1 } }] }],
])('a tool call of the kind of %s is read', (_, body) => {
	expect(readAnswer(body)).toMatchObject({ text: '', tool_calls: called });
});

test.each<[string, object[]]>([
	[
		'OpenAI, Responses',
		[
			{ type: 'response.output_item.added', output_index: 1, item: { type: 'function_call', call_id: 'c', name: 'draw', arguments: '' } },
			{ type: 'response.function_call_arguments.delta', output_index: 1, delta: '{"p"' },
			{ type: 'response.function_call_arguments.delta', output_index: 1, delta: ':1}' },
			{ type: 'response.output_item.done', output_index: 1, item: { type: 'function_call', call_id: 'c', name: 'draw', arguments: '{"p":1}' } },
		],
	],
	[
		'Anthropic',
		[
			{ type: 'content_block_start', index: 1, content_block: { type: 'tool_use', id: 'c', name: 'draw', input: {} } },
			{ type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: '{"p"' } },
			{ type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: ':1}' } },
		],
	],
])('a streamed tool call of the kind of %s is put together', (_, chunks) => {
	const builder = new AnswerBuilder();
	for (const chunk of chunks) builder.add(chunk);
	expect(builder.answer).toMatchObject({ text: '', tool_calls: [{ id: 'c', function: { name: 'draw', arguments: '{"p":1}' } }] });
});

test('a tool call at a position far out is one call', () => {
	const builder = new AnswerBuilder();
	builder.add({ choices: [{ delta: { tool_calls: [{ index: 4_294_967_294, id: 'far', function: { name: 'draw', arguments: '{}' } }] } }] });
	expect(builder.answer.tool_calls).toEqual([{ id: 'far', function: { name: 'draw', arguments: '{}' } }]);
});

test.each([
	[
		{ prompt_tokens: 3, completion_tokens: 4 },
		{ read: 3, written: 4 },
	],
	[
		{ input_tokens: 3, output_tokens: 4 },
		{ read: 3, written: 4 },
	],
	[
		{ promptTokenCount: 3, candidatesTokenCount: 4 },
		{ read: 3, written: 4 },
	],
	[{ total_tokens: 7 }, undefined],
	[undefined, undefined],
])('of %j the tokens are %j', (usage, tokens) => {
	expect(tokensIn(usage)).toEqual(tokens);
});

test('what a model gives a tool is not its own usage', () => {
	const call = { id: 'c', type: 'function', function: { name: 'report', arguments: { usage: { prompt_tokens: 1 } } } };
	expect(readAnswer({ choices: [{ message: { content: 'Hi', tool_calls: [call] } }] }).usage).toBeUndefined();
	expect(readAnswer({ data: { result: { choices: [{ message: { content: 'Hi', tool_calls: [call] } }], usage: { prompt_tokens: 2 } } } }).usage).toEqual({
		prompt_tokens: 2,
	});
});

test('no answer and no chunk makes it throw', () => {
	fc.assert(fc.property(fc.anything(), (body) => typeof readAnswer(body).text === 'string' && typeof new AnswerBuilder().add(body) === 'string'));
});
