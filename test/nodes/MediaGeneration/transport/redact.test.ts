import fc from 'fast-check';
import { redact } from '../../../../nodes/MediaGeneration/transport/redact';

test('a secret is in nothing that comes out, at any depth', () => {
	const secret = 'sk-1234567890';
	const echo = fc.letrec((tie) => ({
		value: fc.oneof(
			fc.constant(secret),
			fc.string().map((text) => `${text}${secret}${text}`),
			fc.array(tie('value')),
			fc.dictionary(fc.constantFrom('a', secret), tie('value')),
		),
	})).value;
	fc.assert(fc.property(echo, (value) => !JSON.stringify(redact(value, [secret])).includes(secret)));
});

test('everything else comes out as it went in', () => {
	fc.assert(fc.property(fc.jsonValue(), (value) => expect(redact(value, ['a-secret-of-no-value'])).toEqual(value)));
});

test.each([
	['lists', (inner: unknown) => [inner]],
	['fields', (inner: unknown) => ({ of: inner })],
])('what is nested too deeply for n8n is cut off: %s', (_, wrap) => {
	const nested = (levels: number) => Array.from({ length: levels }).reduce((inner: unknown) => wrap(inner), 'a word');
	expect(JSON.stringify(redact(nested(100), ['a-secret']))).toContain('a word');
	expect(JSON.stringify(redact(nested(10_000), ['a-secret']))).toContain('[nested too deeply]');
});
