import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { wordsTable } from './wordsTable';

// npx tsx test/support/writeWordsTable.ts: writes the words that the reader knows into contract/README.md.
const file = path.resolve(__dirname, '../../contract/README.md');
const [before = '', rest = ''] = readFileSync(file, 'utf8').split('<!-- words -->\n');
const after = rest.slice(rest.indexOf('\n<!-- /words -->'));
writeFileSync(file, `${before}<!-- words -->\n${wordsTable()}${after}`);
