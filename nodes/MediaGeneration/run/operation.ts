import type { INodeExecutionData } from 'n8n-workflow';
import type { ModelEntry, ModelKind } from '../../../contract/catalog';
import type { ShownField } from '../editor/input/field';
import type { Input } from '../editor/input/input';
import type { NodeFailure } from '../failures/failure';
import type { PausedRow } from '../lifecycle/pausedRun';
import type { Request } from '../lifecycle/journal';
import type { Run } from '../lifecycle/run';
import { runSideBySide } from '../support/pool';

export interface Callback {
	url: string;
	/** Whether it can be left out where there is a job without it, too. */
	spare: boolean;
}

/** What an operation that costs money, or makes what stays, does beyond the others. */
export interface Paid<Checked> {
	open(run: Run, checked: Checked): Request;
	/** The model that is asked, where the service lists those. */
	model?(checked: Checked): ModelEntry;
	/** How many requests an item is; one where absent, and for agents. */
	variants?(input: Input): number | undefined;
	/** Of the first attempt at most, in nanos; 0 where nothing will be sent. */
	priceToReserve?(run: Run, checked: Checked, request: Request): Promise<bigint>;
	/** Of rows that give the same only the first is paid for. */
	paidOnceAs?(run: Run, checked: Checked): string | undefined;
	/** @throws NodeOperationError for what does not go together with a pause */
	checkForPause?(run: Run, checked: Checked): void;
	perform(run: Run, checked: Checked, request: Request): Promise<INodeExecutionData[]>;
	/** Only submits the row's job, for a pause. */
	submit?(run: Run, checked: Checked, request: Request, callback: Callback): Promise<PausedRow>;
}

/** One thing the node can do, whole in one file. */
export interface Operation<Checked = unknown> {
	/** Saved in workflows; never changes. */
	value: string;
	name: string;
	/** The line in n8n's node panel. */
	action: string;
	description: string;
	/** For a model that builds workflows. */
	builderHint?: string;
	fields: readonly ShownField[];
	/** What an agent reads of it as a tool. */
	forAgents: string;
	/** What an agent could do with it; only if the builder of the workflow allows it. */
	guarded?: string;
	onlyPrices?: boolean;
	/** What it makes, where that is a job. */
	kind?: ModelKind;
	/** Notes what is wrong in the input. */
	read(input: Input, run: Run): Checked | Promise<Checked>;
	/** Where it costs nothing. */
	perform?(run: Run, checked: Checked): Promise<INodeExecutionData[]>;
	/** Where it costs money or makes what stays. */
	paid?: Paid<Checked>;
}

export interface Resource {
	value: string;
	name: string;
	operations: Operation[];
}

export const defineOperation = <Checked>(operation: Operation<Checked>): Operation => operation;

/** One row of a run: an item, or one of its variants. */
export interface Row {
	own: Run;
	/** Gone once it is performed, to save memory. */
	checked?: unknown;
	/** So that it is not sent. */
	problem?: NodeFailure;
	/** Where it costs money or makes what stays. */
	request?: Request;
	/** Where the workflow pauses for its job. */
	paused?: PausedRow;
	/** Nothing where its turn never came. */
	outcome?: PromiseSettledResult<INodeExecutionData[]>;
}

export const goodRows = (rows: readonly Row[]): Row[] => rows.filter(({ problem }) => !problem);

export const unitOf = (rows: ReadonlyArray<{ own: { variant?: unknown } }>): 'item' | 'variant' =>
	rows.some(({ own }) => own.variant) ? 'variant' : 'item';

/**
 * Does something with rows, `atOnce` at a time, and notes how each ended. Nothing new begins after Stop, nor after a
 * failure unless the node goes on.
 */
export async function runRows(
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
