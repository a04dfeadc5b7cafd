import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';

import { ROOT } from '../host/paths';

/** How large some folders may get together, in kB (1,000 bytes) of TypeScript; comments and imports count. */
export interface SizeLimit {
	name: string;
	/** From the project's root; one that is not there counts nothing. */
	folders: string[];
	kB: number;
}

const room = (name: string, kB: number): SizeLimit => ({
	name,
	folders: [`nodes/MediaGeneration/${name}`],
	kB,
});

/** The budget that `npm run lint` checks. Whoever raises a limit says why in the commit. */
export const sizeLimits: SizeLimit[] = [
	// Goal 140.
	room('answers', 145.6),
	// Goal 55.
	room('http', 62.4),
	// Goal 78. The job list of Get Job came last; what the node tells of prices before it runs is here too.
	room('actions', 88.8),
	// Goal 66. The lists of seen jobs and triggers came last.
	room('editor', 78.1),
	// Goal 34.
	room('chat', 39.9),
	// Goal 28.
	room('failures', 27.7),
	// Goal 26. The names of files are here too, as the trigger needs them, and how long a clip is.
	room('files', 45.3),
	// Goal 16.
	room('support', 21.2),
	// Goal 9. What this process has seen, for the editor's lists, and what is remembered of an agent's tool outside a workflow is here too, and expressions.
	room('n8n', 14.7),
	// What is seen to be wrong before it is paid for; most are rows.
	room('preflight', 26.6),
	{
		// Goal 215. Failed items and names that are forgotten came last, from failures and support.
		name: "a request's life",
		folders: ['lifecycle', 'run', 'trigger'].map((folder) => `nodes/MediaGeneration/${folder}`),
		kB: 241.2,
	},
	// Goal 660.
	{ name: 'nodes', folders: ['nodes'], kB: 802.4 },
	{ name: 'contract', folders: ['contract'], kB: 65 },
	{ name: 'sandbox', folders: ['sandbox'], kB: 244.2 },
	{ name: 'host', folders: ['host'], kB: 111.5 },
	{ name: 'tools', folders: ['tools'], kB: 24.6 },
	{ name: 'test', folders: ['test'], kB: 1817.6 },
];

/** A sentence for each limit that the project in a folder exceeds. */
export function overSize(root: string, limits = sizeLimits): string[] {
	return limits.flatMap(({ name, folders, kB }) => {
		const bytes = folders.reduce((sum, folder) => sum + bytesOf(path.join(root, folder)), 0);
		const over = bytes - kB * 1000;
		if (over <= 0) return [];
		const figures = `${(bytes / 1000).toFixed(1)} kB of TypeScript, ${(over / 1000).toFixed(1)} kB over its limit of ${kB} kB`;
		return [`${name} has ${figures}: make it smaller, or raise its limit in tools/rooms.ts`];
	});
}

/** The bytes of a folder's *.ts files, without downloads and packages. */
function bytesOf(folder: string): number {
	if (!existsSync(folder)) return 0;
	return readdirSync(folder, { withFileTypes: true })
		.filter(({ name }) => name !== '.cache' && name !== 'node_modules')
		.map((entry) => {
			const file = path.join(folder, entry.name);
			if (entry.isDirectory()) return bytesOf(file);
			return entry.name.endsWith('.ts') ? statSync(file).size : 0;
		})
		.reduce((sum, bytes) => sum + bytes, 0);
}

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
	const arrows = arrowsOf(JSON.parse(stdout) as Cruised, rooms);
	const shown = (room: string) => (room === NODE_FILES ? 'nodeFiles["node files"]' : room);
	// In the order of the storeys: that of the imports changes with the code.
	const lines = rooms.flatMap((from) => {
		const next = nextTo(from, arrows);
		return rooms
			.filter((to) => next.includes(to))
			.map((to) => `\t${shown(from)} --> ${shown(to)}\n`);
	});
	return `flowchart TD\n${lines.join('')}`;
}

/** The room of a file: a folder of the nodes, the node files, or the contract. */
function roomOf(file: string): string {
	const room = /^nodes\/MediaGeneration\/([^/]+)\//.exec(file)?.[1];
	return room ?? (file.endsWith('.node.ts') ? NODE_FILES : (file.split('/', 1)[0] ?? ''));
}

function arrowsOf({ modules }: Cruised, rooms: string[]): Arrows {
	const arrows: Arrows = new Map(rooms.map((room) => [room, new Set()]));
	for (const { source, dependencies } of modules)
		for (const { resolved } of dependencies) {
			const [from, to] = [roomOf(source), roomOf(resolved)];
			if (from !== to && arrows.has(to)) arrows.get(from)?.add(to);
		}
	return arrows;
}

/** The rooms that a room imports, by way of no other. */
function nextTo(from: string, arrows: Arrows): string[] {
	const below = (room: string): string[] => [...(arrows.get(room) ?? [])];
	const reached = (room: string): string[] =>
		below(room).flatMap((next) => [next, ...reached(next)]);
	const byWayOfOthers = new Set(below(from).flatMap(reached));
	return below(from).filter((room) => !byWayOfOthers.has(room));
}
