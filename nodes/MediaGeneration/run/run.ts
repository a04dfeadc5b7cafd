import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { readBatchOptions, SIDE_BY_SIDE, type BatchOptions } from '../editor/fields/batchOptions';
import { readDayBudget } from '../editor/fields/ledgerOptions';
import { readDryRun, readRequestTimeout } from '../editor/fields/submitOptions';
import { readWaitFor } from '../editor/fields/waitFor';
import { inputOf, type Input } from '../editor/input/input';
import { oneOf } from '../n8n/readers';
import { closeLedger } from '../spend/ledger/ledger';
import { accountOf } from '../spend/account';
import { forgetSecrets } from '../spend/memory';
import { answerAgent } from './agent';
import { guardBudget } from './budget';
import { asNodeFailure, goesOn, nodeFailure, type NodeFailure } from '../failures/failure';
import { failedItem } from '../failures/failedItem';
import type { Operation, Resource } from './operation';
import { pauseForCallbacks, whyNotPause } from './pause';
import { runSideBySide } from '../support/pool';
import { hintAt, tellMade, withSummary } from './summary';
import { isTool } from '../n8n/tool';

/**
 * Runs the chosen operation for every input item, several at a time, and gives their outputs in the
 * order of the items. Resource and operation are the same for all items.
 * @throws the first failed item's error, after all that run have ended, unless the node goes on on errors
 */
export async function runOperation(context: IExecuteFunctions, resources: Resource[]): Promise<INodeExecutionData[]> {
	const [outcome] = await Promise.allSettled([runChosen(context, resources)]);
	if (outcome.status === 'fulfilled') return outcome.value;
	if (!goesOn(context)) throw asNodeFailure(context.getNode(), outcome.reason, 0);
	// n8n would pass the input on as if it were done.
	return context.getInputData().map((_, index) => failedItem(context.getNode(), asNodeFailure(context.getNode(), outcome.reason, index), index));
}

async function runChosen(context: IExecuteFunctions, resources: Resource[]): Promise<INodeExecutionData[]> {
	const operation = chosen(context, resources);
	const work = async () => await runWhole(context, operation);
	return isTool(context) ? await answerAgent(context, operation, work) : await work();
}

/** Runs the items; whatever comes of it, the ledger is written to its end. */
async function runWhole(context: IExecuteFunctions, operation: Operation): Promise<INodeExecutionData[]> {
	const [outcome] = await Promise.allSettled([runItems(context, operation)]);
	await closeLedger(context);
	if (outcome.status === 'fulfilled') return outcome.value;
	throw outcome.reason;
}

async function runItems(context: IExecuteFunctions, operation: Operation): Promise<INodeExecutionData[]> {
	const input = inputOf(context, 0);
	const batch: BatchOptions = operation.price
		? { ...readBatchOptions(input, isTool(context)), timeout: ofFirst(context, readRequestTimeout), ledger: readDayBudget(input) }
		: { atOnce: SIDE_BY_SIDE, checkBalance: false };
	const pauses = operation.submit !== undefined && readWaitFor(input) === 'callback' && !ofFirst(context, readDryRun);
	const { atOnce } = batch;
	input.check();
	const unpriced = operation.price ? await guardBudget(context, operation.price, batch) : new Map<number, NodeFailure>();
	const { run, submit } = operation.price ? asPriced(context, operation, unpriced) : operation;
	if (submit && pauses) {
		const reason = await whyNotPause(context);
		if (!reason) return await pauseForCallbacks(context, submit, atOnce);
		context.addExecutionHints({ message: `${reason} The node waited here instead of pausing the workflow.`, type: 'warning', location: 'outputPane' });
	}
	const goOn = goesOn(context);
	const signal = context.getExecutionCancelSignal();
	const outcomes = await runSideBySide(context.getInputData(), atOnce, { stopAtFirst: !goOn, signal }, async (_, index) => {
		const items = await run(context, index);
		return items.map((item) => ({ ...item, pairedItem: item.pairedItem ?? { item: index } }));
	});
	if (signal?.aborted) tellMade(context, outcomes, operation);
	// Only a retry of the node asks for them again.
	if (outcomes.every(({ status }) => status === 'fulfilled') || !context.getNode().retryOnFail) forgetSecrets(context);
	hintAt(context, outcomes, operation);
	return outcomes.flatMap((outcome, index) => {
		if (outcome.status === 'fulfilled') return outcome.value;
		const failure = asNodeFailure(context.getNode(), outcome.reason, index);
		if (!goOn)
			throw withSummary(failure, outcomes, context.getInputData().length, {
				isRead: !operation.spends,
				unclear: accountOf(context).unclearTries(),
			});
		return [failedItem(context.getNode(), failure, index)];
	});
}

/** What the first item sets for itself, where the run goes by it too; what is wrong with it is told at that item's turn. */
function ofFirst<T>(context: IExecuteFunctions, read: (input: Input) => T): T | undefined {
	try {
		return read(inputOf(context, 0));
	} catch {
		return undefined;
	}
}

/** What could not be priced is not sent; and what has ended, sent or not, needs no room in the budget any more. */
function asPriced(context: IExecuteFunctions, { run, submit }: Operation, unpriced: ReadonlyMap<number, NodeFailure>): Pick<Operation, 'run' | 'submit'> {
	const ended = async <T>(index: number, work: () => Promise<T>): Promise<T> => {
		const failure = unpriced.get(index);
		if (failure) throw failure;
		try {
			return await work();
		} finally {
			accountOf(context).release(index);
		}
	};
	return {
		run: async (_, index) => await ended(index, async () => await run(context, index)),
		submit: submit && (async (_, index, callback) => await ended(index, async () => await submit(context, index, callback))),
	};
}

function chosen(context: IExecuteFunctions, resources: Resource[]): Operation {
	const input = inputOf(context, 0);
	const resource = input.read('Resource', oneOf(resources.map(({ value }) => value)), input.given('resource'), 'options');
	const operations = resources.find(({ value }) => value === resource)?.operations ?? [];
	const operation = resource && input.read('Operation', oneOf(operations.map(({ value }) => value)), input.given('operation'), 'options');
	input.check('Choose a resource and an operation in the node.');
	const found = operations.find(({ value }) => value === operation);
	if (!found) throw nodeFailure(context.getNode(), 'Resource and Operation are required (given: nothing)', 'Choose a resource and an operation in the node.');
	return found;
}
