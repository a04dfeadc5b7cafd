import { errorIfNothingElse } from '../../../../../nodes/MediaGeneration/answers/failure/serviceError';

test.each<[unknown, object]>([
	[{ error: 'no such account' }, { message: 'no such account' }],
	[
		{
			error: { message: 'no such key', code: 'x', param: 'key_id' },
			request_id: 'r',
			timestamp: 5,
		},
		{ message: 'no such key', code: 'x' },
	],
	[
		{ code: 'AccessDenied', message: 'not yours', request_id: 'r' },
		{ message: 'not yours', code: 'AccessDenied' },
	],
	[
		{ code: 1001, msg: 'no', data: null },
		{ message: 'no', code: '1001' },
	],
	[{ success: false, message: 'not yours' }, { message: 'not yours' }],
	[{ data: [], error: 'no such list', total: 0 }, { message: 'no such list' }],
])('%j is an error and nothing else', (body, told) => {
	expect(errorIfNothingElse(body)).toMatchObject(told);
});

test.each<[unknown]>([
	[{ balance_usd: 1 }],
	[{ balance_usd: 1, error: null, errors: [] }],
	[{ balance_usd: 1, error: 'prices may be old' }],
	[{ data: [{ key_id: 'k', last_error: 'x' }] }],
	[{ data: [{ key_id: 'k' }], error: 'one page is missing' }],
	[{ code: 200, message: 'ok', data: { a: 1 } }],
	[{ message: 'Key revoked' }],
	[{ success: true }],
	[{ revoked: false }],
	[{}],
	[[]],
	[null],
	['Not allowed'],
	[[{ error: 'x' }]],
])('%j is more, or no error', (body) => {
	expect(errorIfNothingElse(body)).toBeUndefined();
});
