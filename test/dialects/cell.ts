import type { INodeExecutionData } from 'n8n-workflow';
import type { Job } from '../../sandbox';
import { fileNamesOf } from '../../sandbox/media/plan';
import { bytesOf, type NodeResult } from '../support/engine';
import { bytesOfFile } from './files';
import type { World } from './world';

/** What came out of an operation, in words that do not depend on the dialect. */
export interface Outcome {
	[field: string]: unknown;
	/** Whether all is there that was paid for or asked for: files, entries, a secret, a text. */
	whole: boolean;
	/** What the node said went wrong. */
	error?: string;
	/** Whether the node said beside its items that something is amiss. */
	hint?: string;
}

/** One operation that every dialect must leave as it is. */
export interface Cell {
	name: string;
	/** How many requests may be paid for. */
	pays: number;
	expected: Record<string, unknown>;
	run(world: World): Promise<Outcome>;
}

/** A row of cells: its name, what it pays for, what is expected and how it is run. */
export const cell = (
	name: string,
	pays: number,
	expected: Cell['expected'],
	run: Cell['run'],
): Cell => ({ name, pays, expected, run });

/** What a run of the node said beside its items. */
export const saidIn = ({ error, hints }: NodeResult): Pick<Outcome, 'error' | 'hint'> => ({
	error: error && [error.message, error.description].filter(Boolean).join(' '),
	hint: hints.join(' ') || undefined,
});

/**
 * The items for a job that has ended well: its ID, its cost, and every file.
 * @param tells whether the service tells the cost
 */
export async function finished(
	world: World,
	items: INodeExecutionData[],
	job: Job,
	tells = costTold(world, job),
): Promise<Outcome> {
	const names = fileNamesOf(job.id, job.plan);
	const files = await Promise.all(
		names.map(async (_, index) => await fileIn(items[index], bytesOfFile(job, index))),
	);
	return {
		status: items[0]?.json.status,
		id:
			items[0]?.json.job_id === String(world.idOf(job))
				? 'right'
				: `${JSON.stringify(items[0]?.json.job_id)} for ${JSON.stringify(world.idOf(job))}`,
		items: items.length,
		files,
		cost:
			!tells || items[0]?.json.cost_nanos === String(job.costNanos)
				? 'right'
				: `${JSON.stringify(items[0]?.json.cost_nanos)} for ${job.costNanos}`,
		whole: items[0]?.json.status !== 'completed' || files.every((file) => file !== 'missing'),
	};
}

/** What is expected of such items. */
export const done = (count = 1) => ({
	status: 'completed',
	id: 'right',
	items: count,
	files: Array<string>(count).fill('right'),
	cost: 'right',
});

/** What a job's end looks like when it ended badly: said, and with the job's ID. */
export function failed(world: World, result: NodeResult): Outcome {
	const details = (result.error?.context?.details ?? {}) as { job_id?: unknown };
	const told = result.error ? details.job_id : result.items[0]?.json.job_id;
	const said = JSON.stringify([
		result.error?.message,
		result.error?.description,
		result.items[0]?.json,
	]);
	return {
		ended:
			result.error || result.items[0]?.json.status === 'failed'
				? 'badly'
				: String(result.items[0]?.json.status),
		id: String(told) === String(world.idOf(world.lastJob())) ? 'right' : JSON.stringify(told),
		reason: said.includes('The generation failed') ? 'told' : said.slice(0, 300),
		whole: true,
	};
}

/** What is expected of such an end. */
export const badly = { ended: 'badly', id: 'right', reason: 'told' };

async function fileIn(item: INodeExecutionData | undefined, expected: Buffer): Promise<string> {
	if (!item?.binary?.data) return 'missing';
	return (await bytesOf(item.binary.data)).equals(expected)
		? 'right'
		: `wrong: ${item.binary.data.mimeType}, ${item.binary.data.fileName}`;
}

function costTold({ running }: World, { kind }: Job): boolean {
	const { dialect } = running.sandbox.context;
	return !dialect || Object.keys(dialect.choices[kind].cost ?? {}).length > 0;
}
