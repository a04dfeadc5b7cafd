import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { readBatchOptions, SIDE_BY_SIDE, type BatchOptions } from '../editor/fields/batchOptions';
import { readDayBudget } from '../editor/fields/ledgerOptions';
import { readDryRun, readRequestTimeout } from '../editor/fields/submitOptions';
import { readWaitFor } from '../editor/fields/waitFor';
import { inputOf, type Input } from '../editor/input/input';
import { asNodeFailure, nodeFailure } from '../failures/failure';
import { failedItem } from '../failures/failedItem';
import { oneOf } from '../n8n/readers';
import { Run } from '../spend/run';
import { runSideBySide } from '../support/pool';
import { answerAgent } from './agent';
import { guardBudget } from './budget';
import type { Operation, Resource } from './operation';
import { pauseForCallbacks, whyNotPause } from './pause';
import { guardModels } from './models';
import { Requests } from './requests';
import { reportRun, tellStoppedMade, withSummary } from './summary';
import { settled } from '../support/settled';

/**
 * Runs the chosen operation for every input item, several at a time, and gives their outputs in the
 * order of the items. Resource and operation are the same for all items.
 * @throws the first failed item's error, after all that run have ended, unless the node goes on on errors
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
	return run.items.map((own) => failedItem(own, asNodeFailure(own, outcome.reason)));
}

async function runChosen(run: Run, resources: Resource[]): Promise<INodeExecutionData[]> {
	const operation = chosen(run, resources);
	const work = async () => await runWhole(run, operation);
	return run.isTool ? await answerAgent(run, operation, work) : await work();
}

/** Runs the items; whatever comes of it, the ledger is written to its end. */
async function runWhole(run: Run, operation: Operation): Promise<INodeExecutionData[]> {
	try {
		return await runItems(run, operation);
	} finally {
		await run.closeLedger();
	}
}

async function runItems(run: Run, operation: Operation): Promise<INodeExecutionData[]> {
	const input = inputOf(run);
	const batch: BatchOptions = operation.price
		? {
				...readBatchOptions(input, run.isTool),
				timeout: quietly(run, readRequestTimeout),
				ledger: readDayBudget(input),
			}
		: { atOnce: SIDE_BY_SIDE, checkBalance: false };
	const pauses =
		operation.submit !== undefined &&
		readWaitFor(input) === 'callback' &&
		!quietly(run, readDryRun);
	input.check();
	const { variants } = operation;
	if (variants && !run.isTool) run.setVariants((own) => quietly(own, variants) ?? 1);
	const requests = new Requests(operation);
	await guardModels(run, requests);
	await guardBudget(run, requests, batch);
	if (pauses) {
		const reason = await whyNotPause(run);
		if (!reason) return await pauseForCallbacks(run, requests, batch.atOnce);
		run.tell(`${reason} The node waited here instead of pausing the workflow.`, 'warning');
	}
	return await performAll(run, requests, batch.atOnce);
}

async function performAll(
	run: Run,
	requests: Requests,
	atOnce: number,
): Promise<INodeExecutionData[]> {
	const { goesOn, stop, items } = run;
	const { operation } = requests;
	const outcomes = await runSideBySide(
		items,
		atOnce,
		{ stopAtFirst: !goesOn, signal: stop },
		async (own) => {
			const made = await requests.perform(own);
			return made.map((item) => ({
				...item,
				pairedItem: item.pairedItem ?? { item: own.itemIndex },
			}));
		},
	);
	if (stop?.aborted) tellStoppedMade(run, outcomes, operation);
	// Only a retry of the node asks for them again.
	if (outcomes.every(({ status }) => status === 'fulfilled') || !run.node.retryOnFail)
		run.notes.forgetSecrets();
	reportRun(run, outcomes, operation);
	return outcomes.flatMap((outcome, index) => {
		if (outcome.status === 'fulfilled') return outcome.value;
		const own = items[index] ?? run;
		const failure = asNodeFailure(own, outcome.reason);
		if (goesOn) return [failedItem(own, failure)];
		throw withSummary(failure, outcomes, items, {
			at: index,
			isRead: !operation.spends,
			unclear: run.account.unclearTries(),
		});
	});
}

/** What an item sets for itself, where the run goes by it too; what is wrong with it is told at that item's turn. */
function quietly<T>(own: Run, read: (input: Input) => T): T | undefined {
	try {
		return read(inputOf(own));
	} catch {
		return undefined;
	}
}

function chosen(run: Run, resources: Resource[]): Operation {
	const input = inputOf(run);
	const resource = input.read(
		'Resource',
		oneOf(resources.map(({ value }) => value)),
		input.given('resource'),
		'options',
	);
	const operations = resources.find(({ value }) => value === resource)?.operations ?? [];
	const operation =
		resource &&
		input.read(
			'Operation',
			oneOf(operations.map(({ value }) => value)),
			input.given('operation'),
			'options',
		);
	input.check('Choose a resource and an operation in the node.');
	const found = operations.find(({ value }) => value === operation);
	if (!found)
		throw nodeFailure(
			{ node: run.node },
			'Resource and Operation are required (given: nothing)',
			'Choose a resource and an operation in the node.',
		);
	return found;
}
