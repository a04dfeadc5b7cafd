import {
	failureIn,
	isFailureEventName,
	type AnswerContext,
} from '../../../../../nodes/MediaGeneration/answers/chat/chatFailure';

const bare: AnswerContext = { name: '', hasText: false };

test.each<[string, unknown, Partial<AnswerContext>, object]>([
	['an error', { error: { message: 'Overloaded' } }, {}, { message: 'Overloaded' }],
	[
		'an error beside text',
		{ text: 'Hi', error: { message: 'Overloaded' } },
		{ hasText: true },
		{ message: 'Overloaded' },
	],
	[
		'an error that is wrapped',
		{ data: { error: { message: 'Overloaded' } } },
		{},
		{ message: 'Overloaded' },
	],
	[
		'an error of the only choice',
		{ choices: [{ error: { message: 'Overloaded' } }] },
		{},
		{ message: 'Overloaded' },
	],
	[
		'an event of that name',
		{ message: 'Overloaded' },
		{ name: 'error' },
		{ message: 'Overloaded' },
	],
	[
		'the reason why it stopped',
		{ message: 'Overloaded' },
		{ reason: 'error' },
		{ message: 'Overloaded' },
	],
	['a code', { code: 500, message: 'Overloaded' }, {}, { message: 'Overloaded', code: '500' }],
	['a flag', { failed: true, message: 'Overloaded' }, {}, { message: 'Overloaded' }],
	[
		'a success that is none',
		{ data: { success: false, message: 'Overloaded' } },
		{},
		{ message: 'Overloaded' },
	],
])('%s tells that an answer has failed', (_, chunk, told, said) => {
	expect(failureIn(chunk, { ...bare, ...told })).toEqual(expect.objectContaining(said));
});

test.each<[string, unknown, Partial<AnswerContext>?]>([
	['nothing', {}],
	['no object', null],
	['text', 'It failed'],
	['an error that is empty', { error: null, errors: [] }],
	['an error further in, beside text', { choices: [{ error: 'x' }] }, { hasText: true }],
	['a state, beside text', { status: 'error', text: 'Hi' }, { hasText: true }],
	['an error far in', { some: { thing: { error: 'x' } } }],
	['an error of the second choice', { choices: [{}, { error: 'x' }] }],
	['a success', { success: true, message: 'Overloaded' }],
	['a flag of something else', { retry_failed: true }],
	['the end that a job may have', { status: 'cancelled' }],
	['how it stands', { status: 'processing', message: 'Still at it' }],
	['words of no failure', { message: 'Hello' }],
	['words beside something else', { message: 'It failed', count: 2 }],
	['a code alone', { code: 'busy' }],
])('%s does not', (_, chunk, told = {}) => {
	expect(failureIn(chunk, { ...bare, ...told })).toBeUndefined();
});

test.each([
	['error', true],
	['response.failed', true],
	['message', false],
	['', false],
])('an event that is called %s is a failure: %s', (name, is) => {
	expect(isFailureEventName(name)).toBe(is);
});
