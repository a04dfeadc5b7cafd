import { runInNewContext } from 'node:vm';
import { redactError } from '../../../../nodes/MediaGeneration/chat/redactError';

const KEY = 'a-key-that-must-stay-home';
const inNewRealm = (source: string, values: object = {}): unknown =>
	runInNewContext(source, { KEY, ...values });

test.each([
	['a text', `no ${KEY}`, 'no [hidden]'],
	['null', null, null],
])('what was thrown and is no error comes back without the secrets: %s', (_, thrown, shown) => {
	expect(redactError(thrown, [KEY])).toBe(shown);
});

class OfClient {
	key = KEY;
}

test('each part of an error is masked, but what is the client’s own stays the same', () => {
	const own = { request: new OfClient(), at: new Date(0), again: () => KEY };
	const sent = [new URL(`https://media.example.com/${KEY}`), { key: KEY }, [KEY]];
	const bare: object = Object.assign(Object.create(null), { key: KEY });
	const error = Object.assign(new Error(`no ${KEY}`), {
		...own,
		sent,
		bare,
		code: null,
		status: undefined,
		realm: inNewRealm('({ key: KEY })'),
	});
	expect(redactError(error, [KEY])).toBe(error);
	expect(error.message).toBe('no [hidden]');
	expect(error.stack).toContain('Error: no [hidden]');
	expect(error).toMatchObject({
		bare: { key: '[hidden]' },
		realm: { key: '[hidden]' },
		code: null,
		status: undefined,
	});
	expect(error.sent).toEqual([
		'https://media.example.com/[hidden]',
		{ key: '[hidden]' },
		['[hidden]'],
	]);
	for (const [name, value] of Object.entries(own)) expect(error).toHaveProperty(name, value);
	expect(error.request).toBe(own.request);
	expect(error.at).toBe(own.at);
	expect(own.request.key).toBe(KEY);
});

test.each<[string, object]>([
	['of this realm', new Error(KEY)],
	['of another', inNewRealm('new Error(KEY)') as object],
	['that is none but looks like one', Object.assign(new OfClient(), { message: KEY, stack: KEY })],
])('a cause is masked in place: an error %s', (_, cause) => {
	const error = new Error('lost', { cause });
	redactError(error, [KEY]);
	expect(error.cause).toBe(cause);
	expect(cause).toMatchObject({ message: '[hidden]', stack: expect.not.stringContaining(KEY) });
});

test.each([['without a message', { stack: KEY }]])(
	'what the client holds and is like an error %s stays as it is',
	(_, fields) => {
		const cause = Object.assign(new OfClient(), fields);
		redactError(new Error('lost', { cause }), [KEY]);
		expect(cause).toMatchObject({ ...fields, key: KEY });
	},
);

test('a long chain of causes ends after ten', () => {
	const chainOf = (length: number) =>
		Array.from({ length }).reduce<Error | undefined>(
			(cause) => new Error(KEY, { cause }),
			undefined,
		);
	const messagesOf = (error: unknown): string[] =>
		error instanceof Error ? [error.message, ...messagesOf(error.cause)] : [];
	expect(messagesOf(redactError(chainOf(11), [KEY]))).toEqual(
		Array.from({ length: 11 }, () => '[hidden]'),
	);
	expect(messagesOf(redactError(chainOf(13), [KEY]))).toEqual(
		Array.from({ length: 11 }, () => '[hidden]'),
	);
});

test('a list within lists ends after ten', () => {
	const nested = (depth: number): unknown => (depth === 0 ? KEY : [nested(depth - 1)]);
	const deepest = (value: unknown): unknown => (Array.isArray(value) ? deepest(value[0]) : value);
	const error = Object.assign(new Error('lost'), { ten: nested(10), eleven: nested(11) });
	redactError(error, [KEY]);
	expect([deepest(error.ten), deepest(error.eleven)]).toEqual(['[hidden]', undefined]);
});

test('a cause that leads back to its error does so still', () => {
	const error = new Error(KEY);
	error.cause = error;
	expect(redactError(error, [KEY])).toBe(error);
	expect(error.cause).toBe(error);
	expect(error.message).toBe('[hidden]');
});
