import {
	readAnswer,
	saysSomething,
	tokensIn,
} from '../../../../../nodes/MediaGeneration/answers/chat/chatAnswer';

test.each([
	[
		'OpenAI-style',
		{ choices: [{ message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }] },
	],
	[
		'that refuses',
		{ choices: [{ message: { content: null, refusal: 'Hi' }, finish_reason: 'stop' }] },
	],
	['of the older kind', { choices: [{ text: 'Hi' }] }],
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
		'of the Responses kind that refuses',
		{ output: [{ type: 'message', content: [{ type: 'refusal', refusal: 'Hi' }] }] },
	],
	[
		'of DashScope',
		{ output: { choices: [{ message: { role: 'assistant', content: 'Hi' } }] }, request_id: 'r' },
	],
	[
		'of Bedrock',
		{
			output: { message: { role: 'assistant', content: [{ text: 'H' }, { text: 'i' }] } },
			stopReason: 'end_turn',
		},
	],
	[
		'of Cohere',
		{
			id: 'c',
			finish_reason: 'COMPLETE',
			message: { role: 'assistant', content: [{ type: 'text', text: 'Hi' }] },
		},
	],
	['with an empty content beside it', { choices: [{ message: { content: '' }, text: 'Hi' }] }],
])('an answer %s is read', (_, body) => {
	expect(readAnswer(body).text).toBe('Hi');
});

test.each([null, undefined, 'no', 7, [], {}, { choices: 'none' }])(
	'%j gives an empty answer',
	(body) => {
		expect(readAnswer(body)).toMatchObject({ text: '' });
	},
);

test.each<[string, object, string]>([
	['an error in an object', { error: { message: 'The model is overloaded' } }, ''],
	['a bad code beside a message', { code: 500, message: 'The model is overloaded' }, ''],
	[
		'a flag of failure beside a message',
		{ success: false, message: ' The model is overloaded ' },
		'',
	],
	[
		'an error beside what the model said',
		{ error: { message: 'cut short' }, choices: [{ message: { content: 'Once upon' } }] },
		'Once upon',
	],
])('%s is told from what the model said', (_, body, text) => {
	expect(readAnswer(body).text).toBe(text);
});

test('text that is JSON stays text', () => {
	expect(readAnswer({ choices: [{ message: { content: '{"a":[1]}' } }] }).text).toBe('{"a":[1]}');
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
		{ prompt_tokens: -1, input_tokens: 3, completion_tokens: '9', output_tokens: 4 },
		{ read: 3, written: 4 },
	],
	[{ prompt_tokens: 0.5, completion_tokens: 4 }, undefined],
	[{ prompt_tokens: 3 }, undefined],
	[undefined, undefined],
])('of %j the tokens are %j', (usage, tokens) => {
	expect(tokensIn(usage)).toEqual(tokens);
});

test('what a model gives a tool is not its own usage', () => {
	const call = {
		id: 'c',
		type: 'function',
		function: { name: 'report', arguments: { usage: { prompt_tokens: 1 } } },
	};
	expect(
		readAnswer({ choices: [{ message: { content: 'Hi', tool_calls: [call] } }] }).usage,
	).toBeUndefined();
	expect(
		readAnswer({
			data: {
				choices: [{ message: { content: 'Hi', tool_calls: [call] } }],
				usage: { prompt_tokens: 2 },
			},
		}).usage,
	).toEqual({
		prompt_tokens: 2,
	});
});

test('usage in text is none', () => {
	const usage = JSON.stringify({ prompt_tokens: 2 });
	expect(readAnswer({ text: 'Hi', usage }).usage).toBeUndefined();
});

test.each([
	[
		{ model: 'm', id: 'i' },
		{ model: 'm', id: 'i' },
	],
	[
		{ model: 5, id: 7 },
		{ model: undefined, id: undefined },
	],
])('what %j tells of itself', (fields, told) => {
	expect(readAnswer({ text: 'Hi', ...fields })).toEqual({
		text: 'Hi',
		finish_reason: undefined,
		tool_calls: undefined,
		usage: undefined,
		...told,
	});
});

test('an answer says something by its text, its calls or its reason', () => {
	expect(
		[
			{ text: 'Hi' },
			{ text: '', tool_calls: [] },
			{ text: '', finish_reason: 'stop' },
			{ text: '' },
		].map(saysSomething),
	).toEqual([true, true, true, false]);
});

test.each([
	{ choices: [{ finish_reason: 'length' }] },
	{ finish_reason: 'length' },
	{ stop_reason: 'length' },
	{ done_reason: 'length' },
])('why a model stopped is told by %j', (body) => {
	expect(readAnswer(body)).toMatchObject({ text: '', finish_reason: 'length' });
	expect(readAnswer({ data: body }).finish_reason).toBe('length');
});

test.each<[object, boolean]>([
	[
		{
			choices: [
				{
					finish_reason: 'error',
					message: { content: '' },
					error: { code: 502, message: 'Upstream broke' },
				},
			],
		},
		false,
	],
	[{ choices: [{ finish_reason: 'error', message: { content: '' } }] }, false],
	[
		{
			choices: [
				{
					finish_reason: 'error',
					message: { content: 'Half' },
					error: { message: 'Upstream broke' },
				},
			],
		},
		true,
	],
	[{ choices: [{ finish_reason: 'content_filter', message: { content: '' } }] }, true],
	[{ choices: [{ finish_reason: 'length', message: { content: '' } }] }, true],
])('whether %j says something: %j', (body, says) => {
	expect(saysSomething(readAnswer(body))).toBe(says);
});
