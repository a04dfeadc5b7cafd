import { AnswerBuilder, readAnswer } from '../../../../nodes/MediaGeneration/wire/chatAnswer';

test.each([
	['OpenAI-style', { choices: [{ message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }] }],
	['with its content in parts', { choices: [{ message: { content: [{ type: 'text', text: 'H' }, { type: 'text', text: 'i' }] } }] }],
	['wrapped', { data: { choices: [{ message: { content: 'Hi' } }] } }],
	['of the older kind', { choices: [{ text: 'Hi' }] }],
	['plain', { output_text: 'Hi' }],
	['plainer', { message: { content: 'Hi' } }],
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
