import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { wordsTable } from '../support/wordsTable';

const readme = readFileSync(join(__dirname, '../../contract/README.md'), 'utf8');

test('the words in contract/README.md are those that the reader knows', () => {
	const [, told] = /<!-- words -->\n([^]*?)\n<!-- \/words -->/.exec(readme) ?? [];
	expect(told).toBe(wordsTable());
});
