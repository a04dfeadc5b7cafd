import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import {
	type WholeRunOptions,
	DEFAULT_CONCURRENCY,
	readWholeRunOptions,
	readDayLedger,
} from '../editor/fields/runOptions';
import { dryRun, readRequestTimeout } from '../editor/fields/submitOptions';
import { readWaitFor } from '../editor/fields/waitFor';
import { inputOf, quietly } from '../editor/input/input';
import { asNodeFailure, nodeFailure } from '../failures/failure';
import { failedItem } from './failedItem';
import { withRequestQuoted } from '../http/quoting';
import { Run } from '../lifecycle/run';
import { oneOf } from '../n8n/readers';
import { runSideBySide } from '../support/pool';
import { settled } from '../support/settled';
import { answerAgent } from './agent';
import { checkModels } from './checkModels';
import { addInputFields, passedThroughFields } from './inputFields';
import { type Operation, type Resource, runRows, goodRows, type Row } from './operation';
import { pauseForCallbacks, whyNotPause } from './pause';
import { priceRows } from './priceRows';
import { reportRun, tellPaidAfterStop, throwFirst } from './summary';
import { withTotalEstimate } from './total';

/**
 * Runs the chosen operation for every item, and gives their outputs in the order of the items.
 * @throws the first failed item's error, after all that run have ended, unless the node goes on
 */
export async function runOperation(
	context: IExecuteFunctions,
	resources: Resource[],
): Promise<INodeExecutionData[]> {
	const run = new Run(context);
	const outcome = await settled(runChosen(run, resources));
	if (outcome.status === 'fulfilled') return outcome.value;
	if (!run.goesOn) throw asNodeFailure(run, outcome.reason);
	// n8n would pass the input on as if it were done.
	return run.rows.map((own) => failedItem(own, asNodeFailure(own, outcome.reason)));
}

async function runChosen(run: Run, resources: Resource[]): Promise<INodeExecutionData[]> {
	const operation = chosen(run, resources);
	const work = async () => {
		const outcome = await settled(runStages(run, operation));
		run.journal.close(outcome.status === 'fulfilled');
		await run.closeLedger();
		if (outcome.status === 'rejected') throw outcome.reason;
		return outcome.value;
	};
	return run.isTool ? await answerAgent(run, operation, work) : await work();
}

/** Nothing is sent before every row was read and checked, and fits into every budget. */
async function runStages(run: Run, operation: Operation): Promise<INodeExecutionData[]> {
	const batch = readBatch(run, operation);
	const rows = await readRows(run, operation);
	const pauses = await willPause(run, operation);
	if (pauses) checkForPause(rows, operation);
	await checkModels(run, rows, operation);
	stopAtProblems(run, rows);
	openRequests(rows, operation);
	await priceRows(run, rows, operation, batch);
	stopAtProblems(run, rows);
	if (pauses) return await pauseForCallbacks(run, rows, operation, batch.atOnce);
	await performRows(run, rows, operation, batch.atOnce);
	return tellRows(run, rows, operation);
}

function readBatch(run: Run, { paid }: Operation): WholeRunOptions {
	if (!paid?.priceToReserve) return { atOnce: DEFAULT_CONCURRENCY, checkBalance: false };
	const input = inputOf(run);
	const batch = readWholeRunOptions(input, run.isTool);
	const dayLedger = readDayLedger(input);
	input.check();
	return { ...batch, dayLedger, timeout: quietly(run, readRequestTimeout) };
}

async function readRows(run: Run, { read, paid }: Operation): Promise<Row[]> {
	const variants = run.isTool ? undefined : paid?.variants;
	if (variants) run.setVariants((own) => quietly(own, variants) ?? 1);
	const rows: Row[] = run.rows.map((own) => ({ own }));
	await runSideBySide(rows, DEFAULT_CONCURRENCY, { signal: run.stop }, async (row) => {
		const input = inputOf(row.own);
		const checked = async () => {
			const values = await read(input, row.own);
			input.check();
			return values;
		};
		const outcome = await settled(checked());
		if (outcome.status === 'fulfilled') row.checked = outcome.value;
		else row.problem = await withRequestQuoted(row.own, outcome.reason, input.about);
	});
	return rows;
}

async function willPause(run: Run, { paid }: Operation): Promise<boolean> {
	if (!paid?.submit || quietly(run, readWaitFor) !== 'callback') return false;
	if (run.rows.every((own) => quietly(own, (input) => input.option(dryRun)))) return false;
	const reason = await whyNotPause(run);
	if (reason)
		run.tell(`${reason} The node waited here instead of pausing the workflow.`, 'warning');
	return reason === undefined;
}

function checkForPause(rows: readonly Row[], { paid }: Operation): void {
	for (const row of goodRows(rows)) {
		try {
			paid?.checkForPause?.(row.own, row.checked);
		} catch (error) {
			row.problem = asNodeFailure(row.own, error);
		}
	}
}

function stopAtProblems(run: Run, rows: readonly Row[]): void {
	if (run.goesOn) return;
	for (const row of rows)
		if (row.problem) row.outcome = { status: 'rejected', reason: row.problem };
	throwFirst(run, rows);
}

function openRequests(rows: readonly Row[], { paid }: Operation): void {
	if (paid) for (const row of goodRows(rows)) row.request = paid.open(row.own, row.checked);
}

async function performRows(
	run: Run,
	rows: readonly Row[],
	{ perform, paid }: Operation,
	atOnce: number,
): Promise<void> {
	await runRows(run, rows, atOnce, async (row) => {
		const { own, checked, request } = row;
		row.checked = undefined;
		const made = request
			? await paid?.perform(own, checked, request)
			: await perform?.(own, checked);
		return (made ?? []).map((item) => ({
			...item,
			pairedItem: item.pairedItem ?? { item: own.itemIndex },
		}));
	});
}

function tellRows(run: Run, rows: readonly Row[], operation: Operation): INodeExecutionData[] {
	if (run.stop?.aborted) tellPaidAfterStop(run, rows);
	const isWhole = rows.every(({ outcome }) => outcome?.status === 'fulfilled');
	if (isWhole || !run.node.retryOnFail) run.journal.forgetSecrets();
	reportRun(run, rows);
	throwFirst(run, rows);
	const items = rows.flatMap(({ own, outcome }) => {
		if (!outcome) return [];
		const made =
			outcome.status === 'fulfilled'
				? outcome.value
				: [failedItem(own, asNodeFailure(own, outcome.reason))];
		return addInputFields(made, passedThroughFields(own));
	});
	return withTotalEstimate(run, items, operation);
}

function chosen(run: Run, resources: readonly Resource[]): Operation {
	const input = inputOf(run);
	const advice = 'Choose a resource and an operation in the node.';
	const pick = <One extends { value: string }>(label: string, from: readonly One[]) => {
		const given = input.given(label.toLowerCase());
		const value = input.read(label, oneOf(from.map((one) => one.value)), given, true);
		return from.find((one) => one.value === value);
	};
	const resource = pick('Resource', resources);
	const operation = resource && pick('Operation', resource.operations);
	input.check(advice);
	if (operation) return operation;
	throw nodeFailure({ node: run.node }, advice);
}
