import { readAnswer } from '../../../../nodes/MediaGeneration/wire/chatAnswer';
import { AnswerBuilder } from '../../../../nodes/MediaGeneration/wire/chatStream';

const call = (id: string | undefined, given: string) => [{ ...(id !== undefined && { id }), type: 'function', function: { name: 'draw', arguments: given } }];

test.each([
	[
		'OpenAI-style',
		{ choices: [{ message: { content: null, tool_calls: [{ id: 'a', type: 'function', function: { name: 'draw', arguments: '{"p":1}' } }] } }] },
		call('a', '{"p":1}'),
	],
	['of the older kind', { choices: [{ message: { function_call: { name: 'draw', arguments: '{"p":1}' } } }] }, call(undefined, '{"p":1}')],
	[
		'of the Responses kind',
		{ output: [{ type: 'reasoning' }, { type: 'function_call', call_id: 'a', id: 'not-this', name: 'draw', arguments: '{"p":1}' }] },
		call('a', '{"p":1}'),
	],
	[
		'of the Anthropic kind',
		{
			content: [
				{ type: 'text', text: 'Well' },
				{ type: 'tool_use', id: 'a', name: 'draw', input: { p: 1 } },
			],
		},
		call('a', '{"p":1}'),
	],
	['of the Gemini kind', { candidates: [{ content: { parts: [{ functionCall: { name: 'draw', args: { p: 1 } } }] } }] }, call(undefined, '{"p":1}')],
	['without anything to say', { content: [{ type: 'tool_use', id: 'a', name: 'draw', input: {} }] }, call('a', '')],
	['without a name, which is none', { content: [{ type: 'tool_use', id: 'a', input: { p: 1 } }] }, undefined],
])('a tool call %s is read', (_, body, calls) => {
	expect(readAnswer(body).tool_calls?.map(({ id, ...more }) => ({ ...(id !== undefined && { id }), ...more }))).toEqual(calls);
});

test.each([
	[
		'OpenAI-style',
		[
			{ choices: [{ delta: { tool_calls: [{ index: 0, id: 'a', type: 'function', function: { name: 'draw', arguments: '' } }] } }] },
			{ choices: [{ delta: { tool_calls: [{ index: 0, function: { arguments: '{"p"' } }] } }] },
			{ choices: [{ delta: { tool_calls: [{ function: { arguments: ':1}' } }] } }] },
		],
	],
	[
		'of the Anthropic kind',
		[
			{ type: 'content_block_start', index: 1, content_block: { type: 'tool_use', id: 'a', name: 'draw', input: {} } },
			{ type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: '{"p"' } },
			{ type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta' } },
			{ type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: ':1}' } },
		],
	],
	[
		'of the Responses kind',
		[
			{ type: 'response.output_item.added', output_index: 2, item: { type: 'function_call', call_id: 'a', name: 'draw' } },
			{ type: 'response.function_call_arguments.delta', output_index: 2, delta: '{"p":1}' },
			{ type: 'response.function_call_arguments.delta', output_index: 2 },
			{ type: 'response.output_item.done', output_index: 2, item: { type: 'function_call', call_id: 'a', name: 'draw', arguments: '{"p":1}' } },
		],
	],
])('a tool call %s is put together from its pieces', (_, chunks) => {
	const builder = new AnswerBuilder();
	for (const chunk of chunks) expect(builder.add(chunk)).toBe('');
	expect(builder.answer.tool_calls).toMatchObject([{ id: 'a', function: { name: 'draw', arguments: '{"p":1}' } }]);
	expect(builder.answer.text).toBe('');
});
