import sharp from 'sharp';
import { caption, plain, smallPrint } from '../../sandbox/media/caption';

const size = { width: 800, height: 600 };
const panelOf = async (prompt: string, { width, height } = size) =>
	await caption(prompt, 'a-model  ·  seed 7', width, height, 0.4);
const imageOf = async (prompt: string) => (await panelOf(prompt)).text[0]!.input as Buffer;

it.each([
	['a word', 'fox'],
	['nothing', ''],
	['a few words', 'a few words more'],
	['a word without an end', 'x'.repeat(400)],
	['more than anybody reads', 'word '.repeat(400)],
	['Chinese', '狐狸'.repeat(40)],
	['Arabic', 'ثعلب أحمر '.repeat(30)],
	['emoji of several characters', '👨‍👩‍👧'.repeat(300)],
	['what looks like markup', '<b>5 & 7</b> "x" &amp;'],
	['halves of characters, controls and breaks', ' a\ud83d\n\n\tb\u0000c\udc00 '],
])('fits %s into the picture', async (_, prompt) => {
	for (const { width, height } of [
		size,
		{ width: 256, height: 256 },
		{ width: 2048, height: 256 },
		{ width: 64, height: 36 },
	]) {
		const { text, height: panel } = await panelOf(prompt, { width, height });
		expect(panel).toBeLessThanOrEqual(height);
		for (const { input, left = 0, top = 0 } of text) {
			const drawn = await sharp(input as Buffer).metadata();
			expect(left + drawn.width).toBeLessThanOrEqual(width);
			expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
			expect(top + drawn.height).toBeLessThanOrEqual(height);
		}
	}
});

/** Whether a character came out as the box that stands for what no font has: its left edge is a line as high as the whole. */
async function isBox(character: string): Promise<boolean> {
	const { data, info } = await sharp(await imageOf(character))
		.extractChannel('alpha')
		.threshold(100)
		.raw()
		.toBuffer({ resolveWithObject: true });
	const inked = (x: number) =>
		Array.from({ length: info.height }, (_, y) => Number(data[y * info.width + x]! > 0)).reduce(
			(sum, one) => sum + one,
			0,
		);
	const columns = Array.from({ length: info.width }, (_, x) => inked(x));
	return (
		columns.find((ink) => ink > 0)! > 0.9 * Math.max(...columns) &&
		Math.max(...columns) > 0.9 * info.height
	);
}

it('draws a box for what no font has', async () => expect(await isBox('\u{10fffd}')).toBe(true));

it.each(['狐', '龍', 'キ', 'の', '여', 'ث', 'א', '🦊', '👍🏽', '🇩🇪', '❤️', 'ж', 'ῶ'])(
	'has a glyph for %s',
	async (character) => expect(await isBox(character)).toBe(false),
);

it('stands at the right where the text is written from right to left', async () => {
	const [[ltr], [rtl]] = [(await panelOf('a fox')).text, (await panelOf('ثعلب')).text];
	expect(ltr!.left).toBeLessThan(100);
	expect(rtl!.left).toBeGreaterThan(300);
});

it('is the same for the same words, and another for others', async () => {
	const [one, same, other] = [
		await imageOf('a red fox'),
		await imageOf('a red fox'),
		await imageOf('a blue fox'),
	];
	expect([one.equals(same), one.equals(other)]).toEqual([true, false]);
});

it('makes one line of text with breaks and control characters', () => {
	expect(plain(' a\n\n\tb\u0000c e\u0301 \ud83d')).toBe('a b c \u00e9');
});

it('says who has drawn it', () =>
	expect(smallPrint('model-dev', 'seed 7')).toBe('drawn by the sandbox  ·  model-dev  ·  seed 7'));
