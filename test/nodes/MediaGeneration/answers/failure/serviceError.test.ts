import {
	readServiceError,
	type ServiceError,
} from '../../../../../nodes/MediaGeneration/answers/failure/serviceError';

test.each<[string, unknown, ServiceError]>([
	[
		'the document’s envelope',
		{
			error: {
				message: 'No such model',
				type: 'invalid_request_error',
				param: 'model',
				code: 'model_not_found',
			},
		},
		{
			message: 'No such model',
			type: 'invalid_request_error',
			param: 'model',
			code: 'model_not_found',
		},
	],
	['a text', { error: 'Out of credit' }, { message: 'Out of credit' }],
	[
		'a code and its description',
		{ error: 'invalid_token', error_description: 'The key is revoked' },
		{ message: 'The key is revoked', code: 'invalid_token' },
	],
	[
		'a phrase of HTTP and what it means',
		{ statusCode: 400, error: 'Bad Request', message: 'seed must be a number' },
		{ message: 'seed must be a number' },
	],
	[
		'an envelope of codes',
		{ code: 40003, msg: 'Balance too low', data: null },
		{ message: 'Balance too low', code: '40003' },
	],
	['a list', { errors: [{ message: 'One' }, { message: 'Two' }] }, { message: 'One; Two' }],
	[
		'a list of texts beside the name of somebody',
		{ name: 'Ada Lovelace', errors: ['prompt: required'] },
		{ message: 'prompt: required' },
	],
	[
		'a code of Graph',
		{ error: { message: 'Invalid parameter', type: 'OAuthException', code: 100 } },
		{ message: 'Invalid parameter', type: 'OAuthException', code: '100' },
	],
	[
		'a code of Cloudflare',
		{ success: false, errors: [{ code: 10000, message: 'Authentication error' }], messages: [] },
		{ message: 'Authentication error', code: '10000' },
	],
	[
		'details of FastAPI',
		{ detail: [{ loc: ['body', 'prompt'], msg: 'field required', type: 'value_error.missing' }] },
		{ message: 'field required', param: 'prompt', type: 'value_error.missing' },
	],
	['a detail', { detail: 'Not enough credit' }, { message: 'Not enough credit' }],
	[
		'RFC 9457',
		{
			type: 'https://example.net/probs/x',
			title: 'Forbidden',
			status: 403,
			detail: 'This model needs another scope',
		},
		{ message: 'This model needs another scope', type: 'https://example.net/probs/x' },
	],
	[
		'GraphQL',
		{ errors: [{ message: 'No', extensions: { code: 'FORBIDDEN' } }] },
		{ message: 'No', code: 'FORBIDDEN' },
	],
	[
		'an answer within an answer',
		{ message: '{"error":{"message":"Upstream broke","code":"E7"}}' },
		{ message: 'Upstream broke', code: 'E7' },
	],
	[
		'a page',
		'<html><head><title>502 Bad\n Gateway</title></head></html>',
		{ message: '502 Bad Gateway' },
	],
	[
		'a page without title',
		'<html><body><h1 class="x">Down</h1></body></html>',
		{ message: 'Down' },
	],
	['plain text', ' upstream timed out ', { message: 'upstream timed out' }],
	[
		'what is wrong with each parameter',
		{ errors: { prompt: ['is too long'] } },
		{ message: 'prompt: is too long', param: 'prompt' },
	],
	[
		'a fault',
		{ fault: { faultstring: 'Quota exceeded', detail: { errorcode: 'quota' } } },
		{ message: 'Quota exceeded', code: 'quota' },
	],
	[
		'a word with a code, and what else is told',
		{ error: { message: 'Blocked', code: 'nsfw' }, message: 'The request has come in' },
		{ message: 'Blocked', code: 'nsfw' },
	],
	[
		'a word beside what it means',
		{ error: 'blocked', message: 'The image shows a face' },
		{ message: 'The image shows a face', code: 'blocked' },
	],
	[
		'a word for programs as the message, and what it means',
		{ error: { message: 'nsfw_detected', detail: 'The image shows a face', code: 'E7' } },
		{ message: 'The image shows a face', code: 'E7' },
	],
	['nothing but a word', { error: 'blocked' }, { message: 'blocked' }],
	['a refusal in one word', { error: { message: 'no' } }, { message: 'no' }],
	[
		'the parameter beside the error',
		{ error: { message: 'No such model' }, param: 'model', type: 'answer', code: 'C1' },
		{ message: 'No such model', param: 'model' },
	],
	[
		'a parameter as a JSON pointer',
		{ errors: [{ detail: 'Too long', source: { pointer: '/data/prompt' } }] },
		{ message: 'Too long', param: 'prompt' },
	],
	[
		'below what was asked for',
		{ input: { message: 'My own text', code: 'A1' }, detail: 'Not enough' },
		{ message: 'Not enough' },
	],
	[
		'more messages than anybody reads',
		{ errors: [1, 2, 3, 4, 5, 6].map((number) => ({ message: `No ${number}` })) },
		{ message: 'No 1; No 2; No 3; No 4; No 5' },
	],
	[
		'a message twice',
		{ errors: [{ message: 'Twice' }, { message: ' Twice ' }, { message: 'Once' }] },
		{ message: 'Twice; Once' },
	],
	['a number for a message', { error: { message: 42, reason: 'A fault' } }, { message: 'A fault' }],
	[
		'one message deeper than another',
		{ error: { one: { message: 'It broke' }, other: { still: { message: 'Elsewhere' } } } },
		{ message: 'It broke' },
	],
	['a code of success', { code: 207, message: 'Partly' }, { message: 'Partly' }],
	[
		'a status of the service',
		{ status_code: 1026, message: 'Sensitive' },
		{ message: 'Sensitive', code: '1026' },
	],
	['a status of HTTP', { status_code: 403, message: 'Sensitive' }, { message: 'Sensitive' }],
	[
		'the type of a value',
		{ type: 'object', title: 'Too Many Requests' },
		{ message: 'Too Many Requests' },
	],
	['a page in capitals', ' <TITLE lang="tr">\tİşlem  yok </TITLE>', { message: 'İşlem yok' }],
	['a page whose title is empty', '<html><title> </title><h1>Down</h1>', { message: 'Down' }],
	['a page without anything', '<html><body>Down</body></html>', {}],
	['a page with its title far below', `<p>${' '.repeat(20_000)}<title>Down</title>`, {}],
	['a word of success as text', ' ok ', {}],
	['nothing', ' ', {}],
	['a number', 7, {}],
	['an envelope of success alone', { code: 0, message: 'success' }, {}],
])('%s', (_, body, error) => {
	expect(JSON.parse(JSON.stringify(readServiceError(body)))).toEqual(error);
});

const long = 'far too long '.repeat(100);

test.each<[string, unknown, string]>([
	['in an envelope', { error: { message: long } }, long],
	['of a parameter', { errors: { prompt: long } }, `prompt: ${long}`],
	['as text', long, long],
	['of a page', `<h1>${long}</h1>`, long],
])('a message %s is cut off at some length', (_, body, message) => {
	const told = readServiceError(body).message ?? '';
	expect(message.startsWith(told)).toBe(true);
	expect(told.length).toBe(500);
});

test('no part of an error is longer than people read', () => {
	const text = 'x'.repeat(5_000_000);
	const parts = [
		{ error: { message: text, type: text, code: text, param: text } },
		{ [text]: ['is no name'] },
		{ error: { [text]: 'is no name' } },
	].map(readServiceError);
	for (const part of parts.flatMap((said) => Object.values(said) as unknown[]))
		expect(String(part).length).toBeLessThanOrEqual(1_000);
});
