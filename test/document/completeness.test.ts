import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rows } from './rows';

const proved = readdirSync(__dirname)
	.filter((name) => name.endsWith('.test.ts'))
	.map((name) => readFileSync(join(__dirname, name), 'utf8'))
	.flatMap((source) => [...source.matchAll(/^prove\('([^']+)', /gm)].map(([, name]) => name));

test('every table of the document is proved, each in one place', () => {
	expect([...proved].sort()).toEqual(Object.keys(rows).sort());
});

test.each(Object.entries(rows))('no row of "%s" stands there twice', (_, labels) => {
	expect(new Set<string>(labels).size).toBe(labels.length);
});
