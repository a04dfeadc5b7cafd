import { outputFileName } from '../../../../nodes/MediaGeneration/files/fileName';

const named = (more: object) => outputFileName({ model: 'm', job_id: 'j-1' }, more);

test.each<[string, object, string]>([
	[
		'the first words of a prompt',
		{ prompt: 'A red fox, at dawn: oil painting, very fine' },
		'A-red-fox-at-dawn-oil-j-1',
	],
	['Thai with its vowels', { prompt: 'สวัสดี ชาวโลก' }, 'สวัสดี-ชาวโลก-j-1'],
	['Hindi with its vowels', { prompt: 'नमस्ते दुनिया' }, 'नमस्ते-दुनिया-j-1'],
	['accents in one writing', { prompt: 'cafe\u0301' }, 'caf\u00e9-j-1'],
	['the model, where there is no prompt', {}, 'm-j-1'],
	['a name of one’s own', { fileName: 'Cover 1' }, 'Cover 1'],
	['a name with an ending, which the file’s type decides on', { fileName: 'cover.png' }, 'cover'],
	['one of another type', { fileName: 'clip.MP4' }, 'clip'],
	['an ending that is none of a file', { fileName: 'v1.2' }, 'v1.2'],
	['signs that a disk does not take', { fileName: 'a/b:c*d' }, 'a_b_c_d'],
	['one of several', { fileName: 'cover.png', number: 2 }, 'cover-2'],
])('a file is called after %s', (_, more, expected) => {
	expect(named(more)).toBe(expected);
});

test.each([
	['Chinese', '猫'.repeat(300)],
	['families', '👨‍👩‍👧‍👦'.repeat(60)],
	['halves that belong together', 'x'.repeat(199) + '😀'],
	['letters', 'x'.repeat(1_000)],
])('a long name in %s fits a disk with its ending, and no character is cut', (_, fileName) => {
	const name = named({ fileName, number: 10 });
	expect(Buffer.byteLength(`${name}.webp`)).toBeLessThanOrEqual(255);
	expect(name).not.toMatch(/\p{Cs}/u);
	expect(named({ prompt: fileName }).length).toBeGreaterThan(0);
});
