import fc from 'fast-check';
import { PieceRedactor, redact, redactText } from '../../../../nodes/MediaGeneration/http/redact';
import { inPieces } from '../../../support/pieces';

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

const SECRET = 'sk/ab+cd=ef gh&"12\\34567890';
const SECRETS = [SECRET];
const json = (text: string) => JSON.stringify(text).slice(1, -1);
const base64 = (text: string) => Buffer.from(text).toString('base64');

const spellings: Array<[string, (text: string) => string]> = [
	['as it is', (text) => text],
	['in JSON', json],
	['in JSON as PHP writes it', (text) => json(text).replaceAll('/', '\\/')],
	['in an address', encodeURIComponent],
	['in base64', base64],
	['in base64 after a name', (text) => base64(`user:${text}`)],
	['in base64 between others', (text) => base64(`me:${text}:x`)],
	['in base64 of an address', (text) => Buffer.from(text).toString('base64url')],
];

test.each(spellings)('a secret is hidden in whatever form it stands: %s', (_, write) => {
	const hidden = redact({ note: `so ${write(SECRET)} it is`, [write(SECRET)]: 1 }, SECRETS);
	expect(JSON.stringify(hidden)).not.toContain(JSON.stringify(write(SECRET)).slice(1, -1));
	expect(Object.keys(hidden as object)[1]).toContain('[hidden]');
	expect(hidden).toMatchObject({ note: expect.stringMatching(/^so .*\[hidden\].* it is$/) });
});

test.each([
	['12345', 'so 12345 it is'],
	['123456', 'so [hidden] it is'],
])('a secret that is too short would blank out ordinary words: %s', (secret, shown) => {
	expect(redactText(`so ${secret} it is`, [secret])).toBe(shown);
	expect(redactText(`so ${secret} it is`, [secret, 'a-longer-secret'])).toBe(shown);
});

test('of two secrets, one of which begins with the other, nothing stays', () => {
	for (const secrets of [
		['secret', 'secret-and-more'],
		['secret-and-more', 'secret'],
	])
		expect(redactText('secret-and-more, secret-and', secrets)).toBe('[hidden], [hidden]-and');
});

test('JSON within text stays JSON', () => {
	const text = JSON.stringify({ lines: 'a\nb', headers: { 'x-api-key': SECRET } });
	expect(JSON.parse(redactText(text, SECRETS))).toEqual({
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
	expect(redact({ 'no secrets': ['at', 'all'] }, [])).toEqual({ 'no secrets': ['at', 'all'] });
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

describe('a text that comes in pieces', () => {
	/** What comes out of pieces, one after the other. */
	function through(pieces: readonly string[], secrets: readonly string[] = SECRETS): string {
		const redactor = new PieceRedactor(secrets);
		return pieces.map((piece) => redactor.take(piece)).join('') + redactor.take('', true);
	}

	test.each(spellings)('a secret is hidden wherever it is cut: %s', (_, write) => {
		const text = `It is "${write(SECRET)}",\n\nand ${write(SECRET)} ${write(SECRET)}`;
		const expected = redactText(text, SECRETS);
		expect(expected).not.toBe(text);
		expect(through(Array.from(text))).toBe(expected);
		for (let cut = 1; cut < text.length; cut++)
			expect(through([text.slice(0, cut), text.slice(cut)])).toBe(expected);
	});

	test('what comes out is the same whatever the pieces are, with any secrets in any form', () => {
		const letters = fc.constantFrom(...'ab1%\\&/+"#;u025e5c');
		const secrets = fc.array(fc.string({ unit: letters, minLength: 6, maxLength: 12 }), {
			minLength: 1,
			maxLength: 2,
		});
		const spelling = fc.constantFrom(...spellings.map(([, write]) => write));
		const words = fc.array(
			fc.tuple(spelling, fc.string({ unit: letters }), fc.nat(2), fc.nat(2), fc.nat(1)),
			{ maxLength: 4 },
		);
		const cuts = fc.array(fc.nat(), { maxLength: 12 });
		fc.assert(
			fc.property(secrets, words, cuts, (all, parts, at) => {
				const text = parts
					.map(([write, other, start, end, which]) => {
						const echoed = write(all[which] ?? '');
						return echoed.slice(start, echoed.length - end) + other;
					})
					.join('');
				expect(through(inPieces(text, at), all)).toBe(redactText(text, all));
			}),
			{ numRuns: 300 },
		);
	});

	test('all else comes out as it went in, also what a secret begins with', () => {
		const beginnings = spellings
			.map(([, write]) => write(SECRET))
			.flatMap((text) => [text.slice(0, 3), text.slice(0, 9), text.slice(1, 9)]);
		const part = fc.oneof(
			fc.string({ unit: 'binary' }),
			fc.constantFrom(...beginnings, '\\', '%', '%2', '&#', 's'),
		);
		fc.assert(fc.property(fc.array(part), (texts) => expect(through(texts)).toBe(texts.join(''))));
	});

	test('what may be the beginning of one waits, and no more than that', () => {
		const redactor = new PieceRedactor(SECRETS);
		expect(redactor.take('It is sk/')).toBe('It is ');
		expect(redactor.isHolding).toBe(true);
		expect(redactor.take('abx')).toBe('sk/abx');
		expect(redactor.isHolding).toBe(false);
	});

	test.each(['s', 'sk/a', '%', '\\', '&#'])('a text of many %s is not gathered', (piece) => {
		const redactor = new PieceRedactor(SECRETS);
		let given = 0;
		for (let taken = piece.length; taken < 5_000; taken += piece.length) {
			given += redactor.take(piece).length;
			expect(taken - given).toBeLessThan(100);
		}
	});

	test.each(spellings.slice(0, 4))(
		'a secret of thousands of characters is hidden, too: %s',
		(_, write) => {
			const secret = Array.from({ length: 4_000 }, (__, at) => 'abcdefghij/'[(at * 7) % 11]).join(
				'',
			);
			const text = `It is ${write(secret)}.`;
			expect(redactText(text, [secret])).toBe('It is [hidden].');
			expect(through(inPieces(text, [100, 3_000]), [secret])).toBe('It is [hidden].');
		},
	);
});
