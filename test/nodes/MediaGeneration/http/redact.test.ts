import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { finderFor, redact, redactText } from '../../../../nodes/MediaGeneration/http/redact';

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
	fc.assert(
		fc.property(echo, (value) => !JSON.stringify(redact(value, [secret])).includes(secret)),
	);
});

const SECRET = 'sk/ab+cd=ef gh&"1234567890';
const json = (text: string) => JSON.stringify(text).slice(1, -1);
const php = (text: string) => json(text).replaceAll('/', '\\/');
const dotnet = (text: string) =>
	text.replace(
		/[^a-z0-9]/g,
		(one) => `\\u${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
	);
const html = (text: string) =>
	text.replaceAll('&', '&amp;').replaceAll('"', '&#34;').replaceAll('/', '&#x2F;');
const base64 = (text: string) => Buffer.from(text).toString('base64');

test.each<[string, (text: string) => string]>([
	['in an address', encodeURIComponent],
	[
		'in small letters',
		(text) => encodeURIComponent(text).replace(/%../g, (byte) => byte.toLowerCase()),
	],
	['in an address within an address', (text) => encodeURIComponent(encodeURIComponent(text))],
	['in JSON', json],
	['in JSON as PHP writes it', php],
	['in JSON as .NET writes it', dotnet],
	['in JSON within JSON', (text) => json(json(php(text)))],
	['in JSON within JSON, as .NET writes it', (text) => json(dotnet(text))],
	['in a page', html],
	['in base64', base64],
	['in base64 after a name', (text) => base64(`user:${text}`)],
	['in base64 between others', (text) => base64(`me:${text}:x`)],
	['in base64 of an address', (text) => Buffer.from(text).toString('base64url')],
])('a secret is hidden in whatever form it stands: %s', (_, write) => {
	const hidden = redact({ note: `so ${write(SECRET)} it is`, [write(SECRET)]: 1 }, [SECRET]);
	expect(JSON.stringify(hidden)).not.toContain(JSON.stringify(write(SECRET)).slice(1, -1));
	expect(Object.keys(hidden as object)[1]).toContain('[hidden]');
	expect(hidden).toMatchObject({ note: expect.stringMatching(/^so .*\[hidden\].* it is$/) });
});

const times = (text: string, count: number) => text.repeat(count);
test.each([
	['backslashes', `${times('\\', 12)}xyz`, times('\\', 300)],
	['backslashes and quotes', `${times('\\"', 14)}xyz`, times(`${times('\\', 9)}"`, 40)],
	['backslashes that are escaped otherwise', `${times('\\', 12)}xyz`, times('\\u005c', 100)],
	['slashes', `${times('/', 14)}xyz`, times('\\\\/', 100)],
	['percent signs', `${times('%', 20)}xyz`, times('%25', 200)],
	['bytes in an address', `${times('%25', 14)}xyz`, times('%252525', 100)],
	['ampersands', `${times('&', 20)}xyz`, times('&amp;', 200)],
	['entities', `${times('&amp;', 14)}xyz`, times('&amp;amp;', 100)],
	['numbers of characters in a page', `${times('a', 40)}xyz`, times('&#97;', 200)],
])('a text of %s that is nearly the secret is read to its end', (_, secret, text) => {
	const hidden: unknown = runInNewContext(
		'hide()',
		{ hide: () => redactText(text, [secret]) },
		{ timeout: 30_000 },
	);
	expect(hidden).toBe(text);
});

test.each([1, 2, 3, 5])(
	'a secret with %d backslashes in a row is hidden in whatever form it stands',
	(count) => {
		const run = times('\\', count);
		const secret = `sk${run}"${run}u${run}%ab${run}`;
		const forms = [
			secret,
			json(secret),
			json(json(secret)),
			dotnet(secret),
			json(dotnet(secret)),
			encodeURIComponent(secret),
			html(secret).replaceAll('\\', '&#92;'),
		];
		for (const form of forms)
			expect(redactText(`so ${form}, it is`, [secret])).toBe('so [hidden], it is');
	},
);

test('whether anything else in a text is escaped makes no difference', () => {
	const secret = 'sk-a+b/c=1.2_é(é)';
	const forms = [
		secret,
		secret.slice(1),
		...[0, 1, 2].map((before) => Buffer.from('x'.repeat(before) + secret).toString('base64')),
	];
	const texts = fc
		.array(
			fc.oneof(
				fc.constantFrom(...forms),
				fc.string({ unit: fc.constantFrom(...secret, ' ', '"') }),
			),
		)
		.map((parts) => parts.join(''));
	fc.assert(
		fc.property(texts, fc.constantFrom(...'\\%&'), (text, escape) => {
			expect(redactText(`${text} ${escape}`, [secret])).toBe(
				`${redactText(text, [secret])} ${escape}`,
			);
		}),
	);
	expect(redactText(forms.join(' '), [secret])).not.toContain(secret);
});

test.each([
	['12345', 'so 12345 it is'],
	['123456', 'so [hidden] it is'],
])('a secret that is too short would blank out ordinary words: %s', (secret, shown) => {
	expect(redactText(`so ${secret} it is`, [secret])).toBe(shown);
	expect(redactText(`so ${secret} it is`, [secret, 'a-longer-secret'])).toBe(shown);
});

test('what a credential’s secrets are looked for with is made once', () => {
	const [secrets, none] = [['a-secret-of-some-length'], ['short']];
	expect(finderFor(secrets)).toBe(finderFor(secrets));
	expect(finderFor(none)).toBeUndefined();
});

test('JSON within text stays JSON', () => {
	const text = JSON.stringify({ lines: 'a\nb', headers: { 'x-api-key': SECRET } });
	expect(JSON.parse(redactText(text, [SECRET]))).toEqual({
		lines: 'a\nb',
		headers: { 'x-api-key': '[hidden]' },
	});
});

test('everything else comes out as it went in', () => {
	fc.assert(
		fc.property(fc.jsonValue(), (value) =>
			expect(redact(value, ['a-secret-of-no-value'])).toEqual(value),
		),
	);
});

test.each([
	['lists', (inner: unknown) => [inner]],
	['fields', (inner: unknown) => ({ of: inner })],
])('what is nested too deeply for n8n is cut off: %s', (_, wrap) => {
	const nested = (levels: number) =>
		Array.from({ length: levels }).reduce((inner: unknown) => wrap(inner), 'a word');
	expect(JSON.stringify(redact(nested(100), ['a-secret']))).toContain('a word');
	expect(JSON.stringify(redact(nested(10_000), ['a-secret']))).toContain('[nested too deeply]');
});
