import * as amounts from '../../../../../nodes/MediaGeneration/answers/words/amounts';
import * as errors from '../../../../../nodes/MediaGeneration/answers/words/errors';
import * as files from '../../../../../nodes/MediaGeneration/answers/words/files';
import * as ids from '../../../../../nodes/MediaGeneration/answers/words/ids';
import * as lists from '../../../../../nodes/MediaGeneration/answers/words/lists';
import * as models from '../../../../../nodes/MediaGeneration/answers/words/models';
import { wordsOf } from '../../../../../nodes/MediaGeneration/answers/words/split';
import * as states from '../../../../../nodes/MediaGeneration/answers/words/states';

/** Compared as whole texts, not word by word. */
const whole = new Set([
	'nothingWords',
	'jobCollections',
	'playlists',
	'entryWrapperNames',
	'currencies',
	'pointers',
]);

/** The words of a row and why it stands there: of a rule, or of what amounts weigh. */
function rowOf(row: unknown): { words: string; why?: unknown } | undefined {
	if (Array.isArray(row)) return { words: String(row[0]), why: row[1] };
	return typeof row === 'object' && row !== null && 'words' in row && typeof row.words === 'string'
		? (row as { words: string })
		: undefined;
}

const entriesOf = (table: unknown): unknown[] =>
	table instanceof Set || Array.isArray(table) ? [...(table as unknown[])] : [];

const all = Object.entries({
	...amounts,
	...errors,
	...files,
	...ids,
	...lists,
	...models,
	...states,
});

const tables = all.flatMap(([name, table]): Array<[string, string[]]> => {
	if (whole.has(name)) return [];
	const words = entriesOf(table).flatMap((entry) =>
		typeof entry === 'string' ? [entry] : (rowOf(entry)?.words.split(/[ |]/) ?? []),
	);
	return words.length > 0 ? [[name, words]] : [];
});

test.each(all)('%s: every rule says why it stands there', (_, table) => {
	const rows = entriesOf(table).flatMap((entry) => rowOf(entry) ?? []);
	expect(rows.filter((row) => 'why' in row && !row.why)).toEqual([]);
});

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
