import { NodeOperationError, type IDataObject, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import { detailsOf } from '../transport/errors';
import { asNodeFailure, type NodeFailure } from './failure';
import type { Operation } from './operation';

/**
 * Answers an agent that called the node: compact items, and a failure as an answer that says what to
 * change, as an agent is told little of an error that is thrown.
 * @throws what went wrong, if the tool is set to stop the workflow on errors
 */
export async function answerAgent(context: IExecuteFunctions, operation: Operation, work: () => Promise<INodeExecutionData[]>): Promise<INodeExecutionData[]> {
	const [outcome] = await Promise.allSettled([allowed(context, operation) ? work() : refusal(context, operation)]);
	if (outcome.status === 'fulfilled') return outcome.value.map((item) => ({ ...item, json: compact(item.json) }));
	const failure = asNodeFailure(context.getNode(), outcome.reason, 0);
	if (context.getNode().onError === 'stopWorkflow') throw failure;
	return [{ json: failureForAgent(failure), pairedItem: { item: 0 } }];
}

function allowed(context: IExecuteFunctions, { guarded }: Operation): boolean {
	return !guarded || context.getNodeParameter('allowAsTool', 0, false) === true;
}

async function refusal(context: IExecuteFunctions, { action }: Operation): Promise<never> {
	throw new NodeOperationError(context.getNode(), `"${action}" is off for agents`, {
		description: 'Nothing was sent. Who built the workflow can turn on Allow the Agent to Do This in the tool.',
	});
}

/** What an agent needs not read: amounts told twice, and addresses for machines. */
const needless = /(^|_)nanos(_|$)|^status_url$|^webhook_url$/;

function compact(json: IDataObject): IDataObject {
	return Object.fromEntries(Object.entries(json).filter(([name, value]) => value !== null && value !== undefined && !needless.test(name)));
}

function failureForAgent(failure: NodeFailure): IDataObject {
	const { job_id, may_be_paid, allowed: values } = detailsOf(failure);
	return compact({ error: failure.message, what_to_do: failure.description, allowed: values, job_id, may_be_paid });
}
