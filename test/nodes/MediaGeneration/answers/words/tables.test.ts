import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { errorWords } from '../../../../../nodes/MediaGeneration/answers/words/errors';
import { wordsOf } from '../../../../../nodes/MediaGeneration/answers/words/words';

const folder = resolve(__dirname, '../../../../../nodes/MediaGeneration/answers');
/** Compared as whole texts, not word by word. */
const whole = /^(nothing|jobCollection|extensions|otherExtensions)$/;

const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
const lists = files
	.filter((file) => file.endsWith('.ts'))
	.flatMap((file) =>
		[
			...readFileSync(resolve(folder, file), 'utf8').matchAll(
				/(\w+)(?: =|:) wordList\(\s*'([^']+)'/g,
			),
		].flatMap(([, name = '', words = '']): Array<[string, string, string[]]> =>
			whole.test(name) ? [] : [[file, name, words.split(' ')]],
		),
	);

test('the tables of words are found', () => {
	expect(lists.length).toBeGreaterThan(40);
	expect(errorWords.code.has('code')).toBe(true);
});

test.each(lists)('%s, %s: every word is one that a name can be split into', (_, __, words) => {
	expect(words.filter((word) => word === '' || wordsOf(word).join(' ') !== word)).toEqual([]);
});

test.each([
	['terminé', 'terminé'],
	['imageURLs', 'image url'],
	['motionMP4URL', 'motion mp4 url'],
	['batches', 'batch'],
	['highres', 'highres'],
	['pictures', 'picture'],
	['PRÉT_É', 'prét é'],
])('%s is split', (name, words) => {
	expect(wordsOf(name).join(' ')).toBe(words);
});
