import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { drawRooms, overSize, shownRooms, sizeLimits } from '../../tools/rooms';
import { scratchFolder } from '../support/folder';

const root = scratchFolder();

function put(path: string, bytes: number): void {
	mkdirSync(dirname(join(root, path)), { recursive: true });
	writeFileSync(join(root, path), 'x'.repeat(bytes));
}

test('folders with one limit count together, and only their TypeScript', () => {
	put('a/one.ts', 600);
	put('b/deep/two.ts', 400);
	put('a/readme.md', 5_000);
	put('a/.cache/three.ts', 5_000);
	put('a/node_modules/four.ts', 5_000);
	const limits = [{ name: 'both', folders: ['a', 'b', 'not there'], kB: 1 }];
	expect(overSize(root, limits)).toEqual([]);
	put('b/five.ts', 250);
	expect(overSize(root, limits)).toEqual([
		'both has 1.3 kB of TypeScript, 0.3 kB over its limit of 1 kB: make it smaller, or raise its limit in tools/rooms.ts',
	]);
});

test('the limits are those of folders that there are', () => {
	const project = join(__dirname, '..', '..');
	const empty = sizeLimits.map((limit) => ({ ...limit, kB: 0 }));
	expect(overSize(project, empty)).toHaveLength(sizeLimits.length);
});

test('the picture of the rooms is that of the code: npm run lint:fix draws it anew', async () => {
	expect(shownRooms()).toBe(await drawRooms());
});
