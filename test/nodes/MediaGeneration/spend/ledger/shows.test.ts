import fc from 'fast-check';
import { showing } from '../../../../../nodes/MediaGeneration/spend/ledger/shows';

const url = (text: string) => encodeURIComponent(text.replace(/\p{Cs}/gu, '�'));
const json = (text: string) => JSON.stringify(text).slice(1, -1);
const ways: Array<(text: string) => string> = [
	(text) => text,
	url,
	(text) => url(text).replaceAll('%20', '+'),
	(text) => url(url(text)),
	json,
	(text) => json(json(text)),
	(text) => url(json(text)),
	(text) =>
		text.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
];

test('a part of twelve characters is shown in whatever way it is written', () => {
	const texts = fc.string({
		unit: fc.oneof(
			fc.constantFrom(...'a \\"%+né🦊\n/灯'),
			fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
		),
		minLength: 12,
	});
	fc.assert(
		fc.property(
			texts,
			fc.nat(),
			fc.constantFrom(...ways),
			fc.constantFrom('', '/jobs/', '?q=', '"', 'not allowed: '),
			(sent, from, way, before) => {
				const at = from % (sent.length - 11);
				const part = sent.slice(at, at + 12);
				// Half a character cannot stand in an address, so what is written there is another part.
				fc.pre(!/\p{Cs}/u.test(part));
				expect(showing(['short', sent])(`${before}${way(part)}"`)).toBe(true);
			},
		),
		{ numRuns: 2_000 },
	);
});

test('what has not twelve characters of it in a row shows nothing', () => {
	const shows = showing(['a red fox in the snow at dusk', 'no people', '']);
	for (const text of [
		'https://media.example/red-fox-in-a-field.png',
		'no people',
		'3f0c8f52-1d3a-4a57-9b0e-6f2a1c9d7e41',
		'a red fox ',
		'',
	])
		expect([text, shows(text)]).toEqual([text, false]);
	expect(showing([])('https://media.example/a-red-fox-in-the-snow.png')).toBe(false);
});

test.each([
	'A_Red_Fox_in_the_Snow',
	'areḓfóxinthesnow',
	'a-red-fox-in-the',
	'%ZZ%20a%20red%20fox%20in',
	'fox.in.the.snow',
])('the letters and digits alone show it: %s', (name) => {
	expect(showing(['a red fox in the snow at dusk'])(`https://media.example/${name}.png`)).toBe(
		true,
	);
});
