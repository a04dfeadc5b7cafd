import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';

/** A room and those whose files it imports. */
type Arrows = Map<string, Set<string>>;

interface Cruised {
	modules: Array<{ source: string; dependencies: Array<{ resolved: string }> }>;
}

const ROOT = path.resolve(__dirname, '..');
const load = createRequire(path.join(ROOT, 'package.json'));
const PLAN: { storeys: string[][] } = load('./.dependency-cruiser.cjs');
/** Below all rooms. */
const GROUND = ['contract'];

const BOX = { width: 132, height: 34 };
const STEP = { x: 156, y: 62 };
const MARGIN = 28;
const CENTRE = 280;

/**
 * The rooms of the nodes as an SVG, the highest storey first, with the arrows that the code's imports make. An arrow that
 * others together make already is left out.
 */
export async function drawRooms(): Promise<string> {
	const { stdout } = await promisify(execFile)(
		process.execPath,
		[
			path.join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs'),
			'nodes',
			'contract',
			'--output-type',
			'json',
		],
		{
			cwd: ROOT,
			maxBuffer: 1024 ** 3,
		},
	);
	const cruised: Cruised = JSON.parse(stdout);
	const storeys = [...PLAN.storeys, GROUND];
	return svgOf(storeys, withoutDetours(arrowsOf(cruised, new Set(storeys.flat()))));
}

/** The room of a file: a folder of the nodes, the node files, or the contract. */
function roomOf(file: string): string {
	const room = /^nodes\/MediaGeneration\/([^/]+)\//.exec(file)?.[1];
	return room ?? (/[.]node[.]ts$/.test(file) ? '*.node.ts' : (file.split('/', 1)[0] ?? ''));
}

function arrowsOf({ modules }: Cruised, rooms: ReadonlySet<string>): Arrows {
	const arrows: Arrows = new Map([...rooms].map((room) => [room, new Set()]));
	for (const { source, dependencies } of modules) {
		for (const { resolved } of dependencies) {
			const [from, to] = [roomOf(source), roomOf(resolved)];
			if (from !== to && rooms.has(to)) arrows.get(from)?.add(to);
		}
	}
	return arrows;
}

/** Leaves out each arrow to a room that is reached by way of another. */
function withoutDetours(arrows: Arrows): Arrows {
	const reached = (from: string): Set<string> =>
		new Set([...(arrows.get(from) ?? [])].flatMap((next) => [next, ...reached(next)]));
	return new Map(
		[...arrows].map(([from, to]) => [
			from,
			new Set(
				[...to].filter(
					(room) => ![...to].some((other) => other !== room && reached(other).has(room)),
				),
			),
		]),
	);
}

interface Spot {
	x: number;
	y: number;
	storey: number;
}

function svgOf(storeys: string[][], arrows: Arrows): string {
	const spots = new Map<string, Spot>();
	for (const [storey, rooms] of storeys.entries()) {
		for (const [at, room] of rooms.entries()) {
			spots.set(room, {
				x: CENTRE + (at - (rooms.length - 1) / 2) * STEP.x,
				y: MARGIN + storey * STEP.y,
				storey,
			});
		}
	}
	// In an order of their own: that of the imports changes with the code.
	const lines = [...arrows]
		.flatMap(([from, to]) => [...to].map((room) => arrow(spots.get(from), spots.get(room))))
		.sort();
	const boxes = [...spots].map(([room, spot]) =>
		box(room === '*.node.ts' ? 'node files' : `${room}/`, spot, GROUND.includes(room)),
	);
	const [width, height] = [CENTRE * 2, MARGIN * 2 + (storeys.length - 1) * STEP.y + BOX.height];
	return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title">
<title id="title">The rooms of nodes/MediaGeneration, each above those it imports from</title>
<style>
.ground{fill:#ffffff}.room{fill:#eef3fb;stroke:#44618f}.contract{fill:#f6efe0;stroke:#8a6d2f}.arrow{fill:none;stroke:#5b6b82}.head{fill:#5b6b82}text{fill:#1c2733;font:14px system-ui,sans-serif;text-anchor:middle}
@media (prefers-color-scheme:dark){.ground{fill:#11161d}.room{fill:#1d2a3d;stroke:#8fb0e0}.contract{fill:#352c18;stroke:#d8b768}.arrow{stroke:#9fb0c6}.head{fill:#9fb0c6}text{fill:#e8eef6}}
</style>
<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path class="head" d="M0 0L8 4L0 8z"/></marker></defs>
<rect class="ground" width="${width}" height="${height}" rx="8"/>
${[...lines, ...boxes].join('\n')}
</svg>
`;
}

function box(name: string, { x, y }: Spot, isContract: boolean): string {
	return `<rect class="${isContract ? 'contract' : 'room'}" x="${x - BOX.width / 2}" y="${y}" width="${BOX.width}" height="${BOX.height}" rx="6"/><text x="${x}" y="${y + 22}">${name}</text>`;
}

/** To the next storey straight, past others in a bow. */
function arrow(from: Spot | undefined, to: Spot | undefined): string {
	if (!from || !to) return '';
	const [top, bottom] = [from.y + BOX.height, to.y - 1];
	if (to.storey === from.storey + 1) return line(`M${from.x} ${top}L${to.x} ${bottom}`);
	const side =
		from.x < CENTRE || (from.x === CENTRE && (from.storey + to.storey) % 2 === 0) ? -1 : 1;
	const reach =
		CENTRE + side * Math.min(CENTRE - MARGIN, BOX.width + 22 * (to.storey - from.storey));
	return line(
		`M${from.x + (side * BOX.width) / 2} ${from.y + BOX.height / 2}C${reach} ${from.y + BOX.height / 2} ${reach} ${to.y + BOX.height / 2} ${to.x + (side * BOX.width) / 2 + side} ${to.y + BOX.height / 2}`,
	);
}

const line = (way: string) => `<path class="arrow" marker-end="url(#head)" d="${way}"/>`;
