import { NodeOperationError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import { answerAgent } from './agent';
import { guardBudget, readBatchOptions, type BatchOptions } from './budget';
import { asNodeFailure, failedItem, goesOn, type NodeFailure } from '../support/failure';
import type { Operation, Resource } from './operation';
import { pauseForCallbacks, whyNotPause } from './pause';
import { runSideBySide } from '../support/pool';
import { hintAt, tellMade, withSummary } from './summary';
import { isTool } from '../support/tool';

/** How many items are worked on at a time, unless the options say otherwise. */
const SIDE_BY_SIDE = 5;

/**
 * Runs the chosen operation for every input item, several at a time, and gives their outputs in the
 * order of the items. Resource and operation are the same for all items.
 * @throws the first failed item's error, after all that run have ended, unless the node goes on on errors
 */
export async function runOperation(context: IExecuteFunctions, resources: Resource[]): Promise<INodeExecutionData[]> {
	const operation = chosen(context, resources);
	if (isTool(context)) return await answerAgent(context, operation, async () => await runItems(context, operation));
	const [outcome] = await Promise.allSettled([runItems(context, operation)]);
	if (outcome.status === 'fulfilled') return outcome.value;
	if (!goesOn(context)) throw asNodeFailure(context.getNode(), outcome.reason, 0);
	// n8n would pass the input on as if it were done.
	return context.getInputData().map((_, index) => failedItem(asNodeFailure(context.getNode(), outcome.reason, index), index));
}

async function runItems(context: IExecuteFunctions, operation: Operation): Promise<INodeExecutionData[]> {
	const batch = operation.price ? readBatchOptions(context) : {};
	const atOnce = itemsAtOnce(context, batch);
	const unpriced = operation.price ? await guardBudget(context, operation.price, batch, atOnce) : new Map<number, NodeFailure>();
	const { run, submit } = withoutUnpriced(operation, unpriced);
	if (submit && !batch.dryRun && context.getNodeParameter('waitFor', 0, 'result') === 'callback') {
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
	if (signal?.aborted) tellMade(context, outcomes);
	hintAt(context, outcomes);
	return outcomes.flatMap((outcome, index) => {
		if (outcome.status === 'fulfilled') return outcome.value;
		const failure = asNodeFailure(context.getNode(), outcome.reason, index);
		if (!goOn) throw withSummary(failure, outcomes);
		return [failedItem(failure, index)];
	});
}

/** What could not be priced is not sent. */
function withoutUnpriced({ run, submit }: Operation, unpriced: ReadonlyMap<number, NodeFailure>): Pick<Operation, 'run' | 'submit'> {
	const check = (index: number) => {
		const failure = unpriced.get(index);
		if (failure) throw failure;
	};
	return {
		run: async (context, index) => {
			check(index);
			return await run(context, index);
		},
		submit:
			submit &&
			(async (context, index, callbackUrl) => {
				check(index);
				return await submit(context, index, callbackUrl);
			}),
	};
}

function itemsAtOnce(context: IExecuteFunctions, { concurrency = SIDE_BY_SIDE }: BatchOptions): number {
	const given = Number(concurrency);
	if (Number.isInteger(given) && given >= 1 && given <= 100) return given;
	throw new NodeOperationError(context.getNode(), `Items at Once must be a whole number from 1 to 100 (given: ${String(concurrency)})`);
}

function chosen(context: IExecuteFunctions, resources: Resource[]): Operation {
	const resource = context.getNodeParameter('resource', 0);
	const operation = context.getNodeParameter('operation', 0);
	const found = resources.find(({ value }) => value === resource)?.operations.find(({ value }) => value === operation);
	if (!found) {
		throw new NodeOperationError(context.getNode(), `There is no operation "${operation}" of "${resource}"`, {
			description: 'Choose a resource and an operation in the node.',
		});
	}
	return found;
}
