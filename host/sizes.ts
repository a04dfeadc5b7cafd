import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

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
	room('answers', 146.5),
	// Goal 55.
	room('http', 66.5),
	// Goal 78. The job list of Get Job came last; what the node tells of prices before it runs is here too.
	room('actions', 96.5),
	// Goal 66. The lists of seen jobs and triggers came last.
	room('editor', 85.5),
	// Goal 34.
	room('chat', 39.5),
	// Goal 28.
	room('failures', 31.5),
	// Goal 26. The names of files are here too, as the trigger needs them, and how long a clip is.
	room('files', 45.5),
	// Goal 16.
	room('support', 22.5),
	// Goal 9. What this process has seen, for the editor's lists, and what is remembered of an agent's tool outside a workflow is here too.
	room('n8n', 15.5),
	// What is seen to be wrong before it is paid for; most are rows.
	room('preflight', 27.4),
	{
		// Goal 215. Of the ledger, a day's kept sum and bounds on every call came last.
		name: "a request's life",
		folders: ['lifecycle', 'run', 'trigger'].map((folder) => `nodes/MediaGeneration/${folder}`),
		kB: 242,
	},
	// Goal 660.
	{ name: 'nodes', folders: ['nodes'], kB: 825 },
	{ name: 'contract', folders: ['contract'], kB: 65 },
	{ name: 'sandbox', folders: ['sandbox'], kB: 273.5 },
	{ name: 'host', folders: ['host'], kB: 150 },
	{ name: 'test', folders: ['test'], kB: 2024 },
];

/** A sentence for each limit that the project in a folder exceeds. */
export function overSize(root: string, limits = sizeLimits): string[] {
	return limits.flatMap(({ name, folders, kB }) => {
		const bytes = folders.reduce((sum, folder) => sum + bytesOf(join(root, folder)), 0);
		const over = bytes - kB * 1000;
		if (over <= 0) return [];
		const figures = `${(bytes / 1000).toFixed(1)} kB of TypeScript, ${(over / 1000).toFixed(1)} kB over its limit of ${kB} kB`;
		return [`${name} has ${figures}: make it smaller, or raise its limit in host/sizes.ts`];
	});
}

/** The bytes of a folder's *.ts files, without downloads and packages. */
function bytesOf(folder: string): number {
	if (!existsSync(folder)) return 0;
	return readdirSync(folder, { withFileTypes: true })
		.filter(({ name }) => name !== '.cache' && name !== 'node_modules')
		.map((entry) => {
			const path = join(folder, entry.name);
			if (entry.isDirectory()) return bytesOf(path);
			return entry.isFile() && entry.name.endsWith('.ts') ? statSync(path).size : 0;
		})
		.reduce((sum, bytes) => sum + bytes, 0);
}
