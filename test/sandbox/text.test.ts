import { fontsFor, graphemesOf } from '../../sandbox/media/fonts';
import type { Direction } from '../../sandbox/media/typeface';
import { outlineOf, widthOf } from '../../sandbox/media/text';

const outline = async (text: string, direction?: Direction) => outlineOf(text, 0, 100, 50, await fontsFor(text), direction);

it('draws every glyph at every place with real coordinates', async () => {
	const text = '1280 × 720 — 8%&Ωж 狐 여우 ثعلب 🦊';
	const fonts = await fontsFor(text);
	for (let x = 0; x < 400; x += 7.13) {
		expect(outlineOf(text, x, 690.35, 17.28, fonts)).not.toMatch(/NaN|Infinity|e/);
	}
});

it.each([
	['Chinese', '一只红色的狐狸站在雪地里，背景是连绵的群山。'],
	['traditional Chinese', '繁體中文：狐狸與龍，臺灣'],
	['Japanese', '雪の中に立つ赤いキツネ、「映画」のような光。ー・々'],
	['Korean', '눈 속에 서 있는 붉은 여우, 영화 같은 분위기'],
	['Arabic', 'ثعلب أحمر يقف في الثلج، صورة جدًا؟ پچگ'],
	['Hebrew', 'שועל אדום'],
	['emoji', '🦊😀👍🏽🇩🇪❤️👨‍👩‍👧🧑🏿‍🚀🏳️‍🌈'],
	['Cyrillic and Greek', 'лисица ἀλώπηξ'],
])('has glyphs for %s', async (_, text) => {
	const box = await outline('\u{10fffd}');
	const boxed: string[] = [];
	for (const grapheme of graphemesOf(text.replaceAll(' ', ''))) {
		const path = await outline(grapheme);
		if (path === '' || path === box) boxed.push(grapheme);
	}
	expect(boxed).toEqual([]);
});

it('draws a box for what no font has', async () => {
	expect(await outline('\u{10fffd}')).toMatch(/^M.*Z$/);
});

it('draws an emoji of several characters as one', async () => {
	const width = async (text: string) => widthOf(text, 10, await fontsFor(text));
	for (const emoji of ['👍🏽', '👨‍👩‍👧', '🇩🇪']) expect(await width(emoji)).toBeLessThan((await width('🦊')) * 1.5);
});

it('joins Arabic letters', async () => {
	const fonts = await fontsFor('ب');
	const [alone, joined] = [outlineOf('ب', 0, 100, 50, fonts), outlineOf('ببب', 0, 100, 50, fonts)];
	expect(joined.startsWith(alone)).toBe(false);
	expect(widthOf('ببب', 50, fonts)).toBeLessThan(widthOf('ب', 50, fonts) * 3 * 0.9);
});

it('joins Arabic letters next to another script that is written from right to left', async () => {
	expect(await outline('שלום كلب', 'rtl')).toContain(await outline('كلب'));
});

it('lets words follow each other in the direction of the line', async () => {
	const fonts = await fontsFor('كلب A');
	const dog = widthOf('كلب ', 50, fonts);
	expect(outlineOf('كلب A', 0, 100, 50, fonts, 'rtl')).toContain(outlineOf('A', 0, 100, 50, fonts));
	expect(outlineOf('كلب A', 0, 100, 50, fonts, 'ltr')).toContain(outlineOf('A', dog, 100, 50, fonts));
});

it('keeps numbers, and mirrors brackets, in text from right to left', async () => {
	const fonts = await fontsFor('كلب');
	expect((await outline('كلب 35', 'rtl')).startsWith(await outline('35'))).toBe(true);
	expect((await outline('(كلب', 'rtl')).endsWith(outlineOf(')', widthOf('كلب', 50, fonts), 100, 50, fonts))).toBe(true);
});
