import { NodeApiError, NodeOperationError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import { detailsOf } from '../transport/errors';
import type { Operation, Resource } from './operation';
import { runSideBySide } from './pool';

const SIDE_BY_SIDE = 5;

/**
 * Runs the chosen operation for every input item, several at a time, and gives their outputs in the
 * order of the items. Resource and operation are the same for all items.
 * @throws the first failed item's error, after all that run have ended, unless the node goes on on errors
 */
export async function runOperation(context: IExecuteFunctions, resources: Resource[]): Promise<INodeExecutionData[]> {
	const operation = chosen(context, resources);
	const goOn = context.continueOnFail();
	const outcomes = await runSideBySide(context.getInputData(), SIDE_BY_SIDE, !goOn, async (_, index) => {
		const items = await operation.run(context, index);
		return items.map((item) => ({ ...item, pairedItem: item.pairedItem ?? { item: index } }));
	});
	return outcomes.flatMap((outcome, index) => {
		if (outcome.status === 'fulfilled') return outcome.value;
		if (!goOn) throw asNodeError(context, outcome.reason, index);
		return [failedItem(asNodeError(context, outcome.reason, index), index)];
	});
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

/** n8n sends an item down the error branch when it holds nothing but `error` and `details`. */
function failedItem(error: NodeApiError | NodeOperationError, index: number): INodeExecutionData {
	const { message, description } = error;
	return {
		json: { error: message, details: { description: description ?? undefined, ...detailsOf(error) } },
		pairedItem: { item: index },
	};
}

function asNodeError(context: IExecuteFunctions, error: unknown, itemIndex: number): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	return new NodeOperationError(context.getNode(), error instanceof Error ? error : String(error), { itemIndex });
}
