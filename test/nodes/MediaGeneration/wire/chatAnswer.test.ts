import fc from 'fast-check';
import { readAnswer, tokensIn } from '../../../../nodes/MediaGeneration/wire/chatAnswer';

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

test('text that is JSON stays text', () => {
	expect(readAnswer({ choices: [{ message: { content: '{"a":[1]}' } }] }).text).toBe('{"a":[1]}');
});

const called = [{ id: 'c', type: 'function', function: { name: 'draw', arguments: '{"p":1}' } }];

test.each<[string, object]>([
	['OpenAI', { choices: [{ message: { content: null, tool_calls: called } }] }],
	['OpenAI, Responses', { output: [{ type: 'function_call', call_id: 'c', name: 'draw', arguments: '{"p":1}' }] }],
	['Anthropic', { content: [{ type: 'tool_use', id: 'c', name: 'draw', input: { p: 1 } }] }],
])('a tool call of the kind of %s is read', (_, body) => {
	expect(readAnswer(body)).toMatchObject({ text: '', tool_calls: called });
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

test('no answer makes it throw', () => {
	fc.assert(fc.property(fc.anything(), (body) => typeof readAnswer(body).text === 'string'));
});
