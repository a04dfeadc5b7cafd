import fc from 'fast-check';
import { redactText } from '../../../../nodes/MediaGeneration/http/redact';
import { PieceRedactor } from '../../../../nodes/MediaGeneration/http/redactPieces';
import { inPieces } from '../../../support/pieces';

const SECRET = 'sk/ab+é"\\12345\\';
const SECRETS = [SECRET];
const json = (text: string) => JSON.stringify(text).slice(1, -1);
const packed = (text: string) =>
	[...Buffer.from(text)].map((byte) => `%2525252525${byte.toString(16).padStart(2, '0')}`).join('');
const forms: Array<[string, (text: string) => string]> = [
	['as it is', (text) => text],
	['in JSON', json],
	['in JSON within JSON', (text) => json(json(text))],
	[
		'in JSON as .NET writes it',
		(text) =>
			text.replace(/[^a-z0-9]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`),
	],
	['in an address', encodeURIComponent],
	['in the longest form of an address', packed],
	['in a page', (text) => text.replaceAll('"', '&#34;').replaceAll('/', '&#x2F;')],
	['in base64', (text) => Buffer.from(`me:${text}:x`).toString('base64')],
];

/** What comes out of pieces, one after the other. */
function through(pieces: readonly string[], secrets: readonly string[] = SECRETS): string {
	const redactor = new PieceRedactor(secrets);
	return pieces.map((piece) => redactor.take(piece)).join('') + redactor.take('', true);
}

const cuts = fc.array(fc.nat(), { maxLength: 12 });

test.each(forms)('a secret is hidden wherever it is cut: %s', (_, write) => {
	const text = `It is "${write(SECRET)}",\n\nand ${write(SECRET)} ${write(SECRET)}`;
	const expected = redactText(text, SECRETS);
	expect(expected).not.toBe(text);
	expect(through(Array.from(text))).toBe(expected);
	for (let cut = 1; cut < text.length; cut++)
		expect(through([text.slice(0, cut), text.slice(cut)])).toBe(expected);
});

test('what comes out is the same whatever the pieces are, with any secret in any form', () => {
	const letters = fc.constantFrom(...'ab1%\\&/+"#;u025é5c');
	const secrets = fc.string({ unit: letters, minLength: 6, maxLength: 12 });
	const form = fc.constantFrom(...forms.map(([, write]) => write));
	const words = fc.array(
		fc.tuple(fc.option(form), form, fc.string({ unit: letters }), fc.nat(2), fc.nat(2)),
		{ maxLength: 4 },
	);
	fc.assert(
		fc.property(secrets, words, cuts, (secret, parts, at) => {
			const texts = parts.map(([within, write, other, start, end]) => {
				const echoed = within ? within(write(secret)) : write(secret);
				return echoed.slice(start, echoed.length - end) + other;
			});
			const all = [secret];
			expect(through(inPieces(texts.join(''), at), all)).toBe(redactText(texts.join(''), all));
		}),
		{ numRuns: 300 },
	);
});

test('all else comes out as it went in, also what a secret begins with', () => {
	const beginnings = forms
		.map(([, write]) => write(SECRET))
		.flatMap((text) => [text.slice(0, 3), text.slice(0, 9), text.slice(1, 9)]);
	const part = fc.oneof(
		fc.string({ unit: 'binary' }),
		fc.constantFrom(...beginnings, '\\', '%', '%2', '&#', 's'),
	);
	fc.assert(fc.property(fc.array(part), (texts) => expect(through(texts)).toBe(texts.join(''))));
});

test.each([
	['a word', 'Once'],
	['a line', 'upon a time\n'],
	['a sentence with what may be the middle of a secret', 'ab+ is not sk.'],
	['an escape that has ended', 'a\\n b %20 c &amp; '],
])('what cannot be the beginning of a secret goes on at once: %s', (_, text) => {
	expect(new PieceRedactor(SECRETS).take(text)).toBe(text);
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
		expect(taken - given).toBeLessThan(2_000);
	}
});

test('where there is nothing to hide, each piece goes on as it is', () => {
	expect(['a', '', 's'].map((piece) => new PieceRedactor(['', 'short']).take(piece))).toEqual([
		'a',
		'',
		's',
	]);
});

test('a secret of thousands of characters is hidden, too, escaped or not', () => {
	const secret = Array.from({ length: 4_000 }, (_, at) => 'abcdefghij/'[(at * 7) % 11]).join('');
	const secrets = [secret];
	for (const write of [
		(text: string) => text,
		encodeURIComponent,
		(text: string) => text.replaceAll('/', '\\/'),
	]) {
		const text = `It is ${write(secret)}.`;
		expect(redactText(text, secrets)).toBe('It is [hidden].');
		expect(through(inPieces(text, [100, 3_000]), secrets)).toBe('It is [hidden].');
	}
});
