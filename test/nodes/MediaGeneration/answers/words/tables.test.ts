import * as amounts from '../../../../../nodes/MediaGeneration/answers/words/amounts';
import * as errors from '../../../../../nodes/MediaGeneration/answers/words/errors';
import * as files from '../../../../../nodes/MediaGeneration/answers/words/files';
import * as ids from '../../../../../nodes/MediaGeneration/answers/words/ids';
import * as lists from '../../../../../nodes/MediaGeneration/answers/words/lists';
import * as models from '../../../../../nodes/MediaGeneration/answers/words/models';
import type { WordRow } from '../../../../../nodes/MediaGeneration/answers/words/rows';
import { wordsOf } from '../../../../../nodes/MediaGeneration/answers/words/split';
import * as states from '../../../../../nodes/MediaGeneration/answers/words/states';
import * as surroundings from '../../../../../nodes/MediaGeneration/answers/words/surroundings';

/** Compared as whole texts, not word by word. */
const whole = new Set(['nothingWords', 'jobCollections', 'playlists']);

const isRow = (entry: unknown): entry is Pick<WordRow, 'words'> =>
	typeof entry === 'object' &&
	entry !== null &&
	'words' in entry &&
	typeof entry.words === 'string';

const tables = Object.entries({
	...amounts,
	...errors,
	...files,
	...ids,
	...lists,
	...models,
	...states,
	...surroundings,
}).flatMap(([name, table]): Array<[string, string[]]> => {
	if (whole.has(name)) return [];
	const entries: unknown[] = table instanceof Set || Array.isArray(table) ? [...table] : [];
	const words = entries.flatMap((entry) =>
		typeof entry === 'string' ? [entry] : isRow(entry) ? entry.words.split(/[ |]/) : [],
	);
	return words.length > 0 ? [[name, words]] : [];
});

/** All rows of a table, however deep they stand. */
function rowsOf(table: unknown): Array<{ why: unknown }> {
	if (typeof table !== 'object' || table === null) return [];
	return 'why' in table ? [table] : Object.values(table).flatMap(rowsOf);
}

test.each(Object.entries({ amounts, errors, files, ids, lists, models, states, surroundings }))(
	'%s: every row says why it stands there',
	(_, table) => {
		expect(rowsOf(table).filter(({ why }) => typeof why !== 'string' || why === '')).toEqual([]);
	},
);

test.each(tables)('%s: every word is one that a name can be split into', (_, words) => {
	expect(words).not.toContain('');
	expect(words.filter((word) => word !== '' && wordsOf(word).join(' ') !== word)).toEqual([]);
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
