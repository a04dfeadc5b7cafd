import { fontsFor } from '../../sandbox/media/fonts';
import { fitText, plain } from '../../sandbox/media/paragraph';
import { widthOf } from '../../sandbox/media/text';

const box = { width: 300, height: 120 };

async function fit(text: string) {
	const fonts = await fontsFor(plain(text));
	const { lines, fontSize, lineHeight } = fitText(text, box, 40, 8, fonts);
	return { lines, height: lines.length * lineHeight, widths: lines.map((line) => widthOf(line, fontSize, fonts)) };
}

it.each(['fox', 'a few words more', 'x'.repeat(400), 'word '.repeat(300), '狐狸'.repeat(40), 'ثعلب أحمر '.repeat(30), 'ب'.repeat(200), '👨‍👩‍👧'.repeat(30), ''])(
	'fits %j into its box',
	async (text) => {
		const { height, widths } = await fit(text);
		expect(height).toBeLessThanOrEqual(box.height);
		for (const width of widths) expect(width).toBeLessThanOrEqual(box.width * 1.05);
	},
);

it('loses nothing of what it breaks into lines', async () => {
	const text = 'A red fox 一只红色的狐狸，站在雪地里 ثعلب أحمر يقف في الثلج 🦊🦊🦊 end';
	const { lines } = await fit(text);
	expect(lines.length).toBeGreaterThan(2);
	expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
});

it('breaks words at spaces, and Chinese and Japanese between characters but before no full stop', async () => {
	const words = 'some words of a usual length in a row';
	expect((await fit(words)).lines.join(' ')).toBe(words);
	const { lines } = await fit('A 狐狸狐狸狐狸。'.repeat(4));
	expect(lines[0]).toMatch(/^A 狐/);
	for (const line of lines) expect(line).not.toMatch(/^。/);
});

it('breaks text from right to left in the order in which it is read', async () => {
	const words = Array.from({ length: 12 }, (_, index) => `كلمة${index}`).join(' ');
	expect((await fit(words)).lines.join(' ')).toBe(words);
});

it('ends with an ellipsis where there is more, and cuts no emoji into halves', async () => {
	expect((await fit('word '.repeat(300))).lines.at(-1)).toMatch(/…$/);
	const family = '👨‍👩‍👧';
	expect((await fit(family.repeat(900))).lines.at(-1)!.replaceAll(family, '')).toBe('…');
});

it('makes one line of text with breaks and control characters', () => {
	expect(plain(' a\n\n\tb\u0000c e\u0301 ')).toBe('a b c \u00e9');
});
