import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runMain } from './main';
import { drawRooms } from './picture';

/** Draws the rooms of the nodes for `docs/architecture.md`. */
runMain(async () => {
	const file = path.resolve(__dirname, '../docs/images/rooms.svg');
	await writeFile(file, await drawRooms());
	process.stdout.write(`${file}\n`);
	return 0;
});
