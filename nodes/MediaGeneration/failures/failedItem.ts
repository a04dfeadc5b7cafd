import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';
import { detailsOf, type NodeFailure } from './details';
import * as n8n from 'n8n-workflow';
import type { Place } from './failure';

/** The output of an item that failed, for a node that goes on: n8n sends it down the error branch when it holds nothing else. */
export function failedItem({ node, itemIndex = 0 }: Place, error: NodeFailure): INodeExecutionData {
	const item = { json: jsonOf(error), pairedItem: { item: itemIndex } };
	// An older n8n sorts out what has this, and would put its message in place of json if it were copied along.
	return hasOldErrorBranch(node) ? Object.defineProperty(item, 'error', { value: error }) : item;
}

/** The same for what comes out of a pause, which n8n stores in between: an older one sorts out what has these two fields. */
export function failedAfterPause({ node, itemIndex = 0 }: Place, error: NodeFailure): { json: IDataObject; pairedItem: { item: number } } {
	const { message, description } = error;
	const json = hasOldErrorBranch(node) ? { error: message, message: description ?? message } : jsonOf(error);
	return { json, pairedItem: { item: itemIndex } };
}

const jsonOf = (error: NodeFailure) => ({ error: error.message, details: { description: error.description ?? undefined, ...detailsOf(error) } });

/** Whether n8n, before 2.36, lets items with other fields than an error pass for successful on the node's first output. */
const hasOldErrorBranch = ({ onError }: INode) => onError === 'continueErrorOutput' && !('redactedHeaders' in n8n);
