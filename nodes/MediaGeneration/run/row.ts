import type { INodeExecutionData } from 'n8n-workflow';
import type { NodeFailure } from '../failures/failure';
import type { PausedRow } from '../lifecycle/pausedRow';
import type { Request } from '../lifecycle/request';
import type { Run } from '../lifecycle/run';
import { runSideBySide } from '../support/pool';

/** One row of a run: an item, or one of its variants. */
export interface Row {
	own: Run;
	/** What it asks for; gone once it is performed, as of thousands only those at work need theirs. */
	checked?: unknown;
	/** What is wrong with it, so that it is not sent. */
	problem?: NodeFailure;
	/** Its request in the journal, where it costs money or makes what stays. */
	request?: Request;
	/** Its job, where the workflow pauses for it. */
	paused?: PausedRow;
	/** How it ended; nothing where its turn never came. */
	outcome?: PromiseSettledResult<INodeExecutionData[]>;
}

export const goodRows = (rows: readonly Row[]): Row[] => rows.filter(({ problem }) => !problem);

export const unitOf = (rows: ReadonlyArray<{ own: { variant?: unknown } }>): 'item' | 'variant' =>
	rows.some(({ own }) => own.variant) ? 'variant' : 'item';

/**
 * Does something with rows, `atOnce` at a time, and takes down how each ended. After a failure nothing new is begun,
 * unless the node goes on on errors, and never after Stop.
 */
export async function eachRow(
	run: Run,
	rows: readonly Row[],
	atOnce: number,
	work: (row: Row, index: number) => Promise<INodeExecutionData[]>,
): Promise<void> {
	const limits = { stopAtFirst: !run.goesOn, signal: run.stop };
	const outcomes = await runSideBySide(rows, atOnce, limits, async (row, index) => {
		if (row.problem) throw row.problem;
		return await work(row, index);
	});
	for (const [index, row] of rows.entries()) row.outcome = outcomes[index];
}
