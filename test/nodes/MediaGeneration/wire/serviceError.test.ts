import { readServiceError, type ServiceError } from '../../../../nodes/MediaGeneration/wire/serviceError';

test.each<[string, unknown, ServiceError]>([
	[
		'the document’s envelope',
		{ error: { message: 'No such model', type: 'invalid_request_error', param: 'model', code: 'model_not_found' } },
		{ message: 'No such model', type: 'invalid_request_error', param: 'model', code: 'model_not_found' },
	],
	['wrapped', { data: { error: { message: 'No', param: null } } }, { message: 'No' }],
	['a text', { error: 'Out of credit' }, { message: 'Out of credit' }],
	['a code and its description', { error: 'invalid_token', error_description: 'The key is revoked' }, { message: 'The key is revoked', code: 'invalid_token' }],
	['a phrase of HTTP and what it means', { statusCode: 400, error: 'Bad Request', message: 'seed must be a number' }, { message: 'seed must be a number' }],
	['an envelope of codes', { code: 40003, msg: 'Balance too low', data: null }, { message: 'Balance too low', code: '40003' }],
	['a list', { errors: [{ message: 'One' }, { message: 'Two' }] }, { message: 'One; Two' }],
	['a list of texts', { id: 'e', name: 'bad_request', errors: ['prompt: required'] }, { message: 'prompt: required' }],
	[
		'details of FastAPI',
		{ detail: [{ loc: ['body', 'prompt'], msg: 'field required', type: 'value_error.missing' }] },
		{ message: 'field required', param: 'prompt', type: 'value_error.missing' },
	],
	['a detail', { detail: 'Not enough credit' }, { message: 'Not enough credit' }],
	[
		'RFC 9457',
		{ type: 'https://example.net/probs/x', title: 'Forbidden', status: 403, detail: 'This model needs another scope' },
		{ message: 'This model needs another scope', type: 'https://example.net/probs/x' },
	],
	['RFC 9457 without detail', { type: 'about:blank', title: 'Too Many Requests', status: 429 }, { message: 'Too Many Requests' }],
	['GraphQL', { errors: [{ message: 'No', extensions: { code: 'FORBIDDEN' } }] }, { message: 'No', code: 'FORBIDDEN' }],
	['under a word of success', { success: true, message: 'ok', error: { message: 'It broke' } }, { message: 'It broke' }],
	['an answer within an answer', { message: '{"error":{"message":"Upstream broke","code":"E7"}}' }, { message: 'Upstream broke', code: 'E7' }],
	['a page', '<html><head><title>502 Bad\n Gateway</title></head></html>', { message: '502 Bad Gateway' }],
	['a page without title', '<html><body><h1 class="x">Down</h1></body></html>', { message: 'Down' }],
	['plain text', ' upstream timed out ', { message: 'upstream timed out' }],
	['what is wrong with each parameter', { errors: { prompt: ['is too long'] } }, { message: 'prompt: is too long', param: 'prompt' }],
	['a fault', { fault: { faultstring: 'Quota exceeded', detail: { errorcode: 'quota' } } }, { message: 'Quota exceeded', code: 'quota' }],
	['nothing', '', {}],
	['null', null, {}],
	['an envelope of success alone', { code: 0, message: 'success' }, {}],
	['a list that holds nothing', [], {}],
])('%s', (_, body, error) => {
	expect(JSON.parse(JSON.stringify(readServiceError(body)))).toEqual(error);
});
