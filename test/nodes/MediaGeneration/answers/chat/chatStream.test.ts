import { AnswerBuilder } from '../../../../../nodes/MediaGeneration/answers/chat/chatStream';

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
			{
				type: 'response.completed',
				response: { output: [{ type: 'message', content: [{ type: 'output_text', text: 'Hi' }] }] },
			},
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
	[
		'Gemini',
		[
			{ candidates: [{ content: { parts: [{ text: 'H' }] } }] },
			{ candidates: [{ content: { parts: [{ text: 'i' }] } }] },
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
	[
		'OpenAI, Responses, that refuses',
		[
			{ type: 'response.refusal.delta', delta: 'H' },
			{ type: 'response.refusal.delta', delta: 'i' },
			{ type: 'response.refusal.done', refusal: 'Hi' },
			{
				type: 'response.completed',
				response: { output: [{ type: 'message', content: [{ type: 'refusal', refusal: 'Hi' }] }] },
			},
		],
	],
	[
		'DashScope',
		[
			{ output: { choices: [{ message: { content: 'H' }, finish_reason: 'null' }] } },
			{ output: { choices: [{ message: { content: 'i' } }] } },
		],
	],
	[
		'DashScope, older',
		[
			{ output: { text: 'H', finish_reason: 'null' } },
			{ output: { text: 'i', finish_reason: 'stop' } },
		],
	],
	[
		'Cohere, older',
		[
			{ event_type: 'stream-start', generation_id: 'g' },
			{ event_type: 'text-generation', text: 'H' },
			{ event_type: 'text-generation', text: 'i' },
			{ event_type: 'stream-end', finish_reason: 'COMPLETE', response: { text: 'Hi' } },
		],
	],
	[
		'two answers side by side',
		[
			{ choices: [{ index: 0, delta: { content: 'H' } }] },
			{ choices: [{ index: 1, delta: { content: 'Y' } }] },
			{ choices: [{ index: 0, delta: { content: 'i' }, finish_reason: 'stop' }] },
			{ choices: [{ index: 1, delta: { content: 'o' }, finish_reason: 'length' }] },
		],
	],
	[
		'one answer that is not the first',
		[
			{ choices: [{ index: 1, delta: { content: 'H' } }] },
			{ choices: [{ index: 1, delta: { content: 'i' } }] },
		],
	],
	['plain text', [{ text: 'H' }, { text: 'i' }]],
	['tokens', [{ token: { text: 'H' } }, { token: { text: 'i' } }]],
	['wrapped', [{ data: { delta: { content: 'H' } } }, { data: { delta: { content: 'i' } } }]],
	[
		'whole at the end only',
		[
			{
				type: 'response.completed',
				response: { output: [{ type: 'message', content: [{ type: 'output_text', text: 'Hi' }] }] },
			},
		],
	],
])('a stream of the kind of %s is put together', (_, chunks) => {
	const builder = new AnswerBuilder();
	expect(chunks.map((chunk) => builder.add(chunk)).join('')).toBe('Hi');
	expect(builder.answer.text).toBe('Hi');
	expect(builder.answer.tool_calls).toBeUndefined();
});

type Event = { data: unknown; name?: string } | { words: string; name?: string } | 'end';

/** What becomes of a stream: what it added piece by piece, what came at its end, and the answer. */
function put(...events: Event[]) {
	const builder = new AnswerBuilder();
	const added = events.map((event) => {
		if (event === 'end') return builder.end() ?? '';
		return 'data' in event
			? builder.add(event.data, event.name)
			: (builder.addPlain(event.words, event.name) ?? '');
	});
	return { added: added.join(''), closed: builder.close(), ...builder.answer };
}
const json = (...chunks: unknown[]): Event[] => chunks.map((data) => ({ data }));
const delta = (content: string) => ({ choices: [{ delta: { content } }] });
const toolCall = {
	choices: [
		{ delta: { tool_calls: [{ index: 0, id: 'a', function: { name: 'draw', arguments: '{}' } }] } },
	],
};

test.each<[string, Event]>([
	['that it is done', { data: { done: true } }],
	['that it is finished, in two words', { data: { is_finished: true } }],
	['its last flag', { data: { data: { eos: true } } }],
	['its state', { data: { status: 'completed' } }],
	['the state of what holds it', { data: { data: { state: 'succeeded' } } }],
	['why, which is that it is done', { data: { generation: { end_reason: 'completed' } } }],
	['why, under a name of its own', { data: { generation: { stop_reason: 'eos' } } }],
	['the name of an event', { data: {}, name: 'message_end' }],
	['a kind of event', { data: { type: 'message_stop' } }],
	[
		'a kind of event whose name is that of a part',
		{ data: { type: 'message_stop' }, name: 'content_block_stop' },
	],
	['an event of words', { words: 'bye', name: 'done' }],
	['the end of all', 'end'],
])('a stream in pieces has its end by %s', (_, event) => {
	expect(put(...json(delta('H'), delta('i')), event)).toEqual({
		added: 'Hi',
		closed: '',
		text: 'Hi',
	});
	expect(put(...json(delta('H')), event, ...json(delta('i')))).toEqual({
		added: 'Hi',
		closed: '',
		text: 'Hi',
		finish_reason: 'interrupted',
	});
	expect(put(...json(delta('Hi')), event, ...json({ ping: 1 }))).toEqual({
		added: 'Hi',
		closed: '',
		text: 'Hi',
	});
	expect(put(...json(delta('Hi')), event, ...json(toolCall))).toMatchObject({
		text: 'Hi',
		finish_reason: 'interrupted',
	});
});

test.each<[string, Event]>([
	['nothing', { data: {} }],
	['that it is not done', { data: { done: false } }],
	['that something else is', { data: { webhook_done: true } }],
	['that something without a name is', { data: { '-': true } }],
	['that what was asked for is', { data: { request: { done: true } } }],
	['that what belongs to it is', { data: { worker: { ready: true } } }],
	['a number as its state', { data: { status: 200 } }],
	['that all is well', { data: { status: 'success' } }],
	['that it runs', { data: { status: 'processing' } }],
	['the state of something further in', { data: { data: { inner: { status: 'completed' } } } }],
	['words of its state', { data: { status_text: 'completed' } }],
	['a word alone', { data: { note: 'completed' } }],
	['no reason', { data: { generation: { stop_reason: null } } }],
	['an empty reason', { data: { generation: { stop_reason: '' } } }],
	['the reason of something else', { data: { generation: { reason: 'x' } } }],
	[
		'a reason too deep',
		{ data: { one: { one: { one: { one: { one: { end_reason: 'eos' } } } } } } },
	],
	['the end of a part, though that is done', { data: { type: 'content_block_stop', done: true } }],
	['the end of a tool', { data: {}, name: 'tool_call.done' }],
	['the end of a thought', { data: { type: 'thinking.end' } }],
	['a completion', { data: { type: 'completion' } }],
	['a sign of life', { words: 'ping', name: 'ping' }],
])('a stream in pieces has no end by %s', (_, event) => {
	expect(put(...json(delta('Hi')), event)).toEqual({
		added: 'Hi',
		closed: '',
		text: 'Hi',
		finish_reason: 'interrupted',
	});
});

test('words that come as no JSON go on after an end', () => {
	const [piece, end, words] = [{ data: delta('Hi') }, { data: { done: true } }, { words: 'more' }];
	expect(put(piece, end, words).finish_reason).toBe('interrupted');
	expect(put(piece, end, { words: 'ping', name: 'ping' }).finish_reason).toBeUndefined();
});

test.each<[string, unknown[], string | undefined]>([
	['in one', [{ response: 'Hi' }], undefined],
	[
		'in one that says it is one of several',
		[{ response: 'Hi', some: { thing: { delta: 1 } } }],
		'interrupted',
	],
	[
		'in one that says so too far in',
		[{ response: 'Hi', some: { other: { thing: { delta: 1 } } } }],
		undefined,
	],
	['in two', [{ response: 'H' }, { response: 'i' }], 'interrupted'],
	['in two, where whole answers have them', [{ message: 'H' }, { message: 'i' }], 'interrupted'],
	['in one, where whole answers have it', [{ message: 'Hi' }], undefined],
	[
		'in two with a reason',
		[{ response: 'H' }, { response: 'i' }, { finish_reason: 'length' }],
		'length',
	],
])('an answer that comes %s', (_, chunks, reason) => {
	expect(put(...json(...chunks))).toMatchObject({ text: 'Hi' });
	expect(put(...json(...chunks)).finish_reason).toBe(reason);
});

test.each<[string, Event[], string, string]>([
	[
		'words where whole answers have them',
		json({ message: 'One ' }, { message: 'two' }),
		'',
		'One two',
	],
	[
		'words of how things stand before the answer',
		json({ message: 'Searching' }, { text: 'Hi' }),
		'Hi',
		'',
	],
	[
		'words of how things stand after the answer',
		json({ text: 'Hi' }, { message: 'Saved' }),
		'Hi',
		'',
	],
	['words of how things stand before a tool', json({ message: 'Searching' }, toolCall), '', ''],
	['words of how things stand after a tool', json(toolCall, { message: 'Searching' }), '', ''],
	['words of a thought', json({ type: 'thinking', message: 'Hm' }), '', ''],
	['a text of a thought', json({ type: 'thinking', text: 'Hm' }), '', ''],
	[
		'the whole after its pieces',
		json({ text: 'Hi' }, { type: 'response.completed', message: 'Hi' }),
		'Hi',
		'',
	],
	['a whole that is empty', json({ type: 'response.completed' }), '', ''],
	['text', [{ words: 'One ' }, { words: 'two' }], '', 'One two'],
	['text before JSON', [{ words: 'One' }, ...json({ text: 'Hi' })], 'Hi', ''],
	[
		'text beside words where whole answers have them',
		[{ words: 'One' }, ...json({ message: 'Hi' })],
		'',
		'Hi',
	],
	['texts of JSON', json('One ', 'two'), 'One two', ''],
])('of %s the answer has what is it', (_, events, added, closed) => {
	expect(put(...events)).toMatchObject({ added, closed, text: added + closed });
});

test.each([
	['', true],
	['message', true],
	['new_token', true],
	['completion', true],
	['ping', false],
	['thinking_delta', false],
	['tool_output', false],
	['search_result', false],
	['message_start', false],
	['message_end', false],
	['content_part.done', false],
	['output_end', false],
])('bare text in an event that is called %j is the answer: %s', (name, is) => {
	expect(put({ words: 'Hi', name }).text).toBe(is ? 'Hi' : '');
	expect(put({ data: 'Hi', name }).text).toBe(is ? 'Hi' : '');
});

test('a chunk that may be the answer can be dropped', () => {
	const builder = new AnswerBuilder();
	const chunk = { message: 'It failed' };
	expect(builder.lone).toBeUndefined();
	builder.add(chunk);
	expect(builder.lone).toBe(chunk);
	builder.drop();
	expect([builder.lone, builder.close()]).toEqual([undefined, '']);
});

test('a chunk is not alone beside another, or beside an answer', () => {
	for (const more of [{ message: 'again' }, { text: 'Hi' }, { finish_reason: 'stop' }, toolCall]) {
		const builder = new AnswerBuilder();
		builder.add({ message: 'It failed' });
		builder.add(more);
		expect(builder.lone).toBeUndefined();
	}
});

test('what a stream tells of itself is told once: the first name, the last reason, all of the usage', () => {
	const answer = put(
		...json(
			{ id: 'a', model: 'm', usage: { prompt_tokens: 1, total: 1 }, text: 'Hi' },
			{ id: 'b', model: 'n', usage: { completion_tokens: 2, total: 3 }, finish_reason: 'stop' },
			{ finish_reason: null },
		),
	);
	const usage = { prompt_tokens: 1, completion_tokens: 2, total: 3 };
	expect(answer).toEqual({
		added: 'Hi',
		closed: '',
		text: 'Hi',
		id: 'a',
		model: 'm',
		usage,
		finish_reason: 'stop',
	});
});

test.each([
	{ choices: [{ delta: { content: 'Hi' } }] },
	{ choices: [{ delta: { text: 'Hi' } }] },
	{ choices: [{ message: { content: 'Hi' } }] },
	{ choices: [{ text: 'Hi' }] },
	{ delta: { text: 'Hi' } },
	{ delta: { content: 'Hi' } },
	{ delta: 'Hi' },
	{ candidates: [{ content: { parts: [{ text: 'Hi' }] } }] },
	{ message: { content: 'Hi' } },
	{ output_text: 'Hi' },
	{ token: { text: 'Hi' } },
	{ text: 'Hi' },
	{ content: 'Hi' },
	{ response: 'Hi' },
	{ answer: 'Hi' },
	{ completion: 'Hi' },
	{ generated_text: 'Hi' },
	{ output: 'Hi' },
	{ token: 'Hi' },
	{ chunk: 'Hi' },
])('%j is a piece of an answer', (chunk) => {
	expect(new AnswerBuilder().add(chunk)).toBe('Hi');
});

const said = (content: string, all: string, more: object = {}) => ({
	choices: [{ delta: { content }, message: { role: 'assistant', content: all }, ...more }],
});

test.each<[string, object[], string]>([
	[
		'in each chunk',
		[said('He', 'He'), said('llo', 'Hello'), said('', 'Hello', { finish_reason: 'stop' })],
		'Hello',
	],
	[
		'in the last chunk',
		[
			{ choices: [{ delta: { content: 'Hello' } }] },
			{ choices: [{ delta: {}, message: { content: 'Hello' }, finish_reason: 'stop' }] },
		],
		'Hello',
	],
	['in the only chunk', [said('', 'Hello', { finish_reason: 'stop' })], 'Hello'],
	[
		'as a refusal in pieces',
		[
			{ choices: [{ delta: { content: null, refusal: 'Hel' } }] },
			{ choices: [{ delta: { refusal: 'lo' } }] },
		],
		'Hello',
	],
])('what was said is there once, said again %s', (_, chunks, text) => {
	const builder = new AnswerBuilder();
	const pieces = chunks.map((chunk) => builder.add(chunk)).join('');
	expect(pieces + builder.close()).toBe(text);
	expect(builder.answer.text).toBe(text);
});
