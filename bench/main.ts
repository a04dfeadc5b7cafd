import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stderrLog } from '../host';
import { runMain } from '../host/child';
import { isMet, lineOf, type Figure } from './figure';
import { batch, cpu } from './measures/batch';
import { callbacks } from './measures/callbacks';
import { download } from './measures/download';
import { form } from './measures/form';
import { jobs, videos } from './measures/jobs';
import { ledger } from './measures/ledger';
import { load } from './measures/load';
import { pauses } from './measures/pauses';
import { reading } from './measures/reading';
import { plot } from './plot';
import { openStage } from './stage';

const MEASURES = [
	load,
	form,
	batch,
	cpu,
	download,
	callbacks,
	videos,
	ledger,
	jobs,
	pauses,
	reading,
];
const FOLDER = mkdtempSync(join(tmpdir(), 'media-generation-bench-'));
const PLOTS: Record<string, string> = {
	'batch.vsIdeal': 'items at once (20 images of 0.5 s)',
	'scale.time': 'items',
	'pauses.cpu': 'videos that end together',
};
const USAGE = `Usage: npm run bench -- [--json] [--runs N] [--only key,key]
  --json   one JSON object as the last line
  --runs   how often things are measured; the median counts (5; what takes minutes at most 3 times)
  --only   only figures whose keys begin so
A run renews the plots in bench/ of what it measures.`;

/** Measures everything, or what was asked for, in one real n8n. */
async function bench(): Promise<number> {
	const { json, runs, only } = argumentsOf(process.argv.slice(2));
	const log = stderrLog();
	const stage = await openStage(runs, FOLDER);
	const figures: Figure[] = [];
	try {
		for (const measure of MEASURES.map((each) => each(stage))) {
			if (
				!measure.keys.some(
					(key) => only.length === 0 || only.some((start) => key.startsWith(start)),
				)
			)
				continue;
			log(`${measure.keys.join(', ')} …`);
			const measured = await measure.run();
			for (const figure of measured) log(lineOf(figure));
			figures.push(...measured);
		}
	} finally {
		await stage.close();
	}
	if (figures.length === 0)
		throw new Error(`No figure's key begins with ${only.join(' or ')}. ${USAGE}`);
	writePlots(figures);
	if (json)
		process.stdout.write(
			`${JSON.stringify(Object.fromEntries(figures.map((figure) => [figure.key, { ...figure, met: isMet(figure) }])))}\n`,
		);
	return 0;
}

function writePlots(figures: Figure[]): void {
	for (const figure of figures) {
		const label = PLOTS[figure.key];
		if (label !== undefined)
			writeFileSync(join(__dirname, `${figure.key}.svg`), plot(figure, label));
	}
}

function argumentsOf(args: string[]): { json: boolean; runs: number; only: string[] } {
	const given = { json: false, runs: 5, only: [] as string[] };
	for (let index = 0; index < args.length; index++) {
		const value = args[index + 1] ?? '';
		if (args[index] === '--json') given.json = true;
		else if (args[index] === '--runs' && Number(value) > 0) given.runs = Number(args[++index]);
		else if (args[index] === '--only' && value !== '')
			given.only = (args[++index] ?? '').split(',');
		else throw new Error(USAGE);
	}
	return given;
}

runMain(bench, { cleanUp: () => rmSync(FOLDER, { recursive: true, force: true }) });
