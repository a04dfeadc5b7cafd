import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';

import { ROOT } from './paths';

/** A room and those whose files it imports. */
type Arrows = Map<string, Set<string>>;

interface Cruised {
	modules: Array<{ source: string; dependencies: Array<{ resolved: string }> }>;
}

const load = createRequire(path.join(ROOT, 'package.json'));
const PLAN: { storeys: string[][] } = load('./.dependency-cruiser.cjs');
const DOCUMENT = path.join(ROOT, 'docs', 'architecture.md');
const PICTURE = /(?<=```mermaid\n)[^]*?(?=```)/;
const NODE_FILES = '*.node.ts';

/** Draws the rooms anew where the document shows them. */
export async function writePicture(): Promise<void> {
	const text = readFileSync(DOCUMENT, 'utf8');
	writeFileSync(DOCUMENT, text.replace(PICTURE, await drawRooms()));
}

/** The picture that the document shows. */
export const shownRooms = (): string | undefined =>
	PICTURE.exec(readFileSync(DOCUMENT, 'utf8'))?.[0];

/**
 * The rooms of the nodes as a diagram of Mermaid, the highest storey first, with the arrows that the code's imports make.
 * An arrow that others together make already is left out.
 */
export async function drawRooms(): Promise<string> {
	const cruiser = path.join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
	const { stdout } = await promisify(execFile)(
		process.execPath,
		[cruiser, 'nodes', 'contract', '--output-type', 'json'],
		{ cwd: ROOT, maxBuffer: 1024 ** 3 },
	);
	const rooms = [...PLAN.storeys.flat(), 'contract'];
	const arrows = withoutDetours(arrowsOf(JSON.parse(stdout) as Cruised, rooms));
	const shown = (room: string) => (room === NODE_FILES ? 'nodeFiles["node files"]' : room);
	// In the order of the storeys: that of the imports changes with the code.
	const lines = rooms.flatMap((from) =>
		rooms.flatMap((to) =>
			arrows.get(from)?.has(to) ? [`\t${shown(from)} --> ${shown(to)}\n`] : [],
		),
	);
	return `flowchart TD\n${lines.join('')}`;
}

/** The room of a file: a folder of the nodes, the node files, or the contract. */
function roomOf(file: string): string {
	const room = /^nodes\/MediaGeneration\/([^/]+)\//.exec(file)?.[1];
	return room ?? (file.endsWith('.node.ts') ? NODE_FILES : (file.split('/', 1)[0] ?? ''));
}

function arrowsOf({ modules }: Cruised, rooms: string[]): Arrows {
	const arrows: Arrows = new Map(rooms.map((room) => [room, new Set()]));
	for (const { source, dependencies } of modules) {
		for (const { resolved } of dependencies) {
			const [from, to] = [roomOf(source), roomOf(resolved)];
			if (from !== to && arrows.has(to)) arrows.get(from)?.add(to);
		}
	}
	return arrows;
}

/** Leaves out each arrow to a room that is reached by way of another. */
function withoutDetours(arrows: Arrows): Arrows {
	const below = (from: string): Set<string> => arrows.get(from) ?? new Set();
	const reached = (from: string): Set<string> =>
		new Set([...below(from)].flatMap((next) => [next, ...reached(next)]));
	const isDirect = (from: string, room: string) =>
		![...below(from)].some((other) => other !== room && reached(other).has(room));
	return new Map(
		[...arrows].map(([from, to]) => [
			from,
			new Set([...to].filter((room) => isDirect(from, room))),
		]),
	);
}
