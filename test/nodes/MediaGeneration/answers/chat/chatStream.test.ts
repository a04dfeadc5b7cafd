import { AnswerBuilder } from '../../../../../nodes/MediaGeneration/answers/chat/chatStream';

/** What becomes of a stream: what it added piece by piece, and the answer. */
function put(...chunks: unknown[]) {
	const builder = new AnswerBuilder();
	const added = chunks.map((chunk) => {
		if (chunk === 'end') return builder.end() ?? '';
		return builder.add(chunk);
	});
	builder.close();
	expect(builder.answer.text).toBe(added.join(''));
	return builder.answer;
}
const delta = (content: string, more: object = {}) => ({
	choices: [{ delta: { content }, ...more }],
});
const whole = { role: 'assistant', content: 'Hi' };
const toolCall = {
	choices: [
		{ delta: { tool_calls: [{ index: 0, id: 'a', function: { name: 'draw', arguments: '{}' } }] } },
	],
};

test.each<[string, object[]]>([
	[
		'OpenAI',
		[
			{ choices: [{ delta: { role: 'assistant' } }] },
			delta('H'),
			delta('i'),
			{ choices: [{ delta: {}, finish_reason: 'stop' }] },
		],
	],
	[
		'OpenAI, with the whole again at the end',
		[delta('H'), delta('i'), { choices: [{ message: whole }] }],
	],
	['OpenAI, with the whole again in the last piece', [delta('H'), delta('i', { message: whole })]],
	['OpenAI, that refuses', [{ choices: [{ delta: { content: null, refusal: 'Hi' } }] }]],
	[
		'OpenAI, two answers side by side',
		[
			{ choices: [{ index: 0, delta: { content: 'H' } }] },
			{ choices: [{ index: 1, delta: { content: 'Y' } }] },
			{ choices: [{ index: 0, delta: { content: 'i' }, finish_reason: 'stop' }] },
			{ choices: [{ index: 1, delta: { content: 'o' }, finish_reason: 'length' }] },
		],
	],
	[
		'Ollama',
		[
			{ message: { content: 'H' }, done: false },
			{ message: { content: 'i' }, done: false },
			{ message: { content: '' }, done: true },
		],
	],
	['plain text', [{ text: 'H' }, { text: 'i' }]],
	['wrapped', [{ data: delta('H') }, { data: delta('i') }]],
	['whole at the end only', [{ choices: [{ message: whole }] }]],
])('a stream of the kind of %s is put together', (_, chunks) => {
	expect(put(...chunks)).toMatchObject({ text: 'Hi' });
});

test('bare text is a piece, unless its event has a name of its own', () => {
	expect(put('H', 'i').text).toBe('Hi');
	expect(new AnswerBuilder().add('Hi', 'message')).toBe('Hi');
	expect(new AnswerBuilder().add('Hi', 'ping')).toBe('');
	expect(put(delta('Hi'), 'ping').text).toBe('Hi');
});

test.each<[string, unknown]>([
	['the end of all', 'end'],
	['a reason', { choices: [{ finish_reason: 'stop' }] }],
	['that it is done', { done: true }],
])('a stream in pieces has its end by %s', (_, chunk) => {
	expect(put(delta('H'), delta('i'), chunk).finish_reason).not.toBe('interrupted');
	expect(put(delta('H'), delta('i'), { ping: 1 }).finish_reason).toBe('interrupted');
	expect(put(delta('H'), toolCall).finish_reason).toBe('interrupted');
	expect(put(delta('Hi')).finish_reason).toBe('interrupted');
	expect(put({ response: 'Hi' }).finish_reason).toBeUndefined();
});

test('what a stream tells of itself is told once: the first name, the last reason, all of the usage', () => {
	expect(
		put(
			{ id: 'a', model: 'm', usage: { prompt_tokens: 1, total: 1 }, text: 'Hi' },
			{ id: 'b', model: 'n', usage: { completion_tokens: 2, total: 3 }, finish_reason: 'stop' },
			{ finish_reason: null },
		),
	).toEqual({
		text: 'Hi',
		id: 'a',
		model: 'm',
		usage: { prompt_tokens: 1, completion_tokens: 2, total: 3 },
		finish_reason: 'stop',
	});
});
