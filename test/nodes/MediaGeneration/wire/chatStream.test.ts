import fc from 'fast-check';
import { AnswerBuilder } from '../../../../nodes/MediaGeneration/wire/chatStream';

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

test('no chunk makes it throw', () => {
	fc.assert(fc.property(fc.anything(), (chunk) => typeof new AnswerBuilder().add(chunk) === 'string'));
});
