import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';
import type { ModelEntry, ModelKind } from '../../../contract/catalog';
import type { Input } from '../editor/input/input';
import type { NodeFailure } from '../failures/failure';
import type { PausedRow } from '../lifecycle/pausedRow';
import type { Request } from '../lifecycle/journal';
import type { Run } from '../lifecycle/run';
import { runSideBySide } from '../support/pool';

/** Where a paused workflow is woken. */
export interface Callback {
	url: string;
	/** Whether it can be left out where the request gives a job without it, too. */
	spare: boolean;
}

/** What an operation that costs money, or makes what stays, does beyond the others. */
export interface Paid<Checked> {
	/** Opens the row's request in the run's journal. */
	open(run: Run, checked: Checked): Request;
	/** The model that is asked, where that has a list. */
	model?(checked: Checked): ModelEntry;
	/** How many requests an item is; one where absent, and for agents. */
	variants?(input: Input): number | undefined;
	/** The most that the first attempt can cost, in nanos; 0 where nothing will be sent. */
	price?(run: Run, checked: Checked, request: Request): Promise<bigint>;
	/** What makes two rows one, of which only the first is paid for. */
	payOnceKey?(run: Run, checked: Checked): string | undefined;
	/** Checks what does not go together with a pause. @throws NodeOperationError */
	checkForPause?(run: Run, checked: Checked): void;
	perform(run: Run, checked: Checked, request: Request): Promise<INodeExecutionData[]>;
	/** Only submits the row's job, for a workflow that pauses until the callback. */
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
	/** What whoever builds workflows by a model is to know before choosing it. */
	builderHint?: string;
	fields: INodeProperties[];
	/** What an agent reads of it as a tool: what it does, what to give, what comes back. */
	forAgents: string;
	/** What an agent could do with it; it may only if the builder of the workflow says so. */
	guarded?: string;
	/** Whether it only tells prices, whose sum is wanted. */
	onlyPrices?: boolean;
	/** What it makes, where that is a job. */
	kind?: ModelKind;
	/** What a row asks for. What is wrong with its fields is noted in the input. */
	read(input: Input, run: Run): Checked | Promise<Checked>;
	/** Does it, where it costs nothing. */
	perform?(run: Run, checked: Checked): Promise<INodeExecutionData[]>;
	/** The same, where it costs money or makes what stays. */
	paid?: Paid<Checked>;
}

/** A group of operations under one heading. */
export interface Resource {
	value: string;
	name: string;
	operations: Operation[];
}

export const defineOperation = <Checked>(operation: Operation<Checked>): Operation => operation;

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
