import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { run } from '../../host/child';
import { ROOT } from '../../host/paths';
import { caption, plain, smallPrint } from '../../sandbox/media/caption';

const size = { width: 800, height: 600 };
const panelOf = async (prompt: string, { width, height } = size) =>
	await caption(prompt, 'a-model  ·  seed 7', width, height, 0.4);
const imageOf = async (prompt: string) => (await panelOf(prompt)).text[0]!.input as Buffer;

it.each([
	['a word', 'fox'],
	['nothing', ''],
	['nothing that is seen', '\u200b\u200d\ufe0f'],
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

/** Samples of each script that people write prompts in: sentences, and letters that not every font has. */
const scripts: Array<[string, string]> = [
	[
		'Latin',
		'The quick brown fox jumps over the lazy dog. ñ ő ș Łódź Þórr Straße Việt Đặng x̌ ạ̈ ɓ ẞ',
	],
	['Greek', 'Γαζέες και μυρτιές δεν θα βρω πια στο χρυσαφί ξέφωτο · ῶ ᾧ ΐ ᾨ'],
	['Cyrillic', 'Съешь ещё этих мягких французских булок, да выпей чаю · Ґ є ї Ў Ђ ћ ѣ Ө Қ Ӄ'],
	['Han, simplified', '视野无限广，窗外有蓝天。龙 马 鸟 龟 体 骥 谶 饕餮'],
	['Han, traditional', '視野無限廣，窗外有藍天。龍 馬 鳥 龜 體 鬱 灣 臺 廄 罈 嘅 喺'],
	['Hiragana', 'いろはにほへとちりぬるを　ゐゑ ぱぴぷ っゃゅょ ゔ ゞ'],
	['Katakana', 'イロハニホヘト　キツネ ヰヱ ヴ ー ・ ｷﾂﾈ ﾊﾟ ㇰ'],
	['Kanji of Japan only', '峠 辻 働 畑 枠 込 匂 咲 竜 躾'],
	['Hangul', '키스의 고유조건은 입술끼리 만나야 하고 · 뷁 쏟 ㄱㅏ 漢字'],
	['Thai', 'เป็นมนุษย์สุดประเสริฐเลิศคุณค่า ที่ น้ำ ๑๒๓ ฿'],
	['Devanagari', 'ऋषियों को सताने वाले दुष्ट राक्षसों के राजा · हिन्दी क्ष ज्ञ ॐ १२३ ।'],
	['Bengali', 'বাংলা ভাষা শিয়াল ক্ষ জ্ঞ ৎ ঁ ১২৩ ।'],
	['Arabic', 'نص حكيم له سر قاطع وذو شأن عظيم · ثَعْلَبٌ ١٢٣ ؟'],
	['Persian and Urdu', 'پژوهش گربه چای ۱۲۳ · لومڑی ہے ٹوپی ڈاک ں ۓ'],
	['Hebrew', 'דג סקרן שט בים מאוכזב ולפתע מצא חברה · שָׁלוֹם ךםןףץ'],
	['emoji', '🦊 👍🏽 🇩🇪 ❤️ 👨‍👩‍👧 🌶 ☀️ 🧑🏿‍🚀 🫠'],
	['punctuation and signs', '«…» – — „“ ‹› € ₹ ₫ ™ © № → ≠ ½ ² °'],
];

/** What the machine has must not help: these are drawn by a process that sees no fonts but those of the project. */
async function missingIn(samples: string[]): Promise<string[]> {
	const folder = await mkdtemp(join(tmpdir(), 'media-generation-no-fonts-'));
	const configuration = join(folder, 'fonts.conf');
	await writeFile(configuration, '<fontconfig></fontconfig>');
	const program = join(__dirname, 'missingGlyphs.ts');
	const printed = await run(process.execPath, ['--import', 'tsx', program, ...samples], {
		cwd: ROOT,
		env: { ...process.env, FONTCONFIG_FILE: configuration },
	}).finally(() => rm(folder, { recursive: true }));
	return JSON.parse(printed) as string[];
}

describe('without the fonts of the machine', () => {
	const nowhere = '\u{10fffd}\ue83a';
	let missing: Map<string, string>;
	beforeAll(async () => {
		const samples = [nowhere, ...scripts.map(([, sample]) => sample)];
		const answers = await missingIn(samples);
		missing = new Map(samples.map((sample, index) => [sample, answers[index]!]));
	});

	it('draws a box for what no font has', () => expect(missing.get(nowhere)).toBe(nowhere));

	it.each(scripts)('has every glyph of %s', (_, sample) => expect(missing.get(sample)).toBe(''));
});

const widthOf = async (text: string) => (await sharp(await imageOf(text)).metadata()).width;

it.each([
	['Arabic letters', ['ب', 'ب', 'ب']],
	['letters of Urdu, also those that few fonts have', ['ٹ', 'ہ', 'ے']],
	['Devanagari', ['क', '\u094d', 'ष']],
	['Bengali', ['ক', '\u09cd', 'ষ']],
	['a family of emoji', ['👨\u200d', '👩\u200d', '👧']],
])('joins %s', async (_, pieces) => {
	const widths = await Promise.all(pieces.map(widthOf));
	const apart = widths.reduce((sum, width) => sum + width, 0);
	expect(await widthOf(pieces.join(''))).toBeLessThan(0.9 * apart);
});

it('stands at the right where the text is written from right to left', async () => {
	const [[ltr], [rtl]] = [(await panelOf('a fox')).text, (await panelOf('ثعلب')).text];
	expect(ltr!.left).toBeLessThan(100);
	expect(rtl!.left).toBeGreaterThan(300);
});

it('makes one line of text with breaks and control characters', () => {
	expect(plain(' a\n\n\tb\u0000c e\u0301 \ud83d')).toBe('a b c \u00e9');
});

it('says who has drawn it', () =>
	expect(smallPrint('seed 7')).toBe('drawn by the sandbox  ·  seed 7'));
