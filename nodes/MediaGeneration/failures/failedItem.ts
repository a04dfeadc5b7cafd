import * as n8n from 'n8n-workflow';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { defined } from '../support/data';
import { detailsOf, type NodeFailure } from './details';
import type { FailurePlace } from './failure';

/** The output of an item that failed, for a node that goes on: its fields in the order of the good ones. */
export function failedItem(
	{ node, itemIndex = 0, variant: own }: FailurePlace,
	error: NodeFailure,
): INodeExecutionData {
	const { job_id, prompt, model, ...told } = detailsOf(error);
	const { variant, of } = own ?? told;
	const json = defined({
		job_id,
		prompt,
		status: 'failed',
		variant,
		of,
		model,
		...jsonOf(error),
	});
	const item = { json, pairedItem: { item: itemIndex } };
	// Sends it down the error branch, whatever its fields; copied along, n8n's own words would take their place.
	return node.onError === 'continueErrorOutput'
		? Object.defineProperty(item, 'error', { value: error })
		: item;
}

/**
 * The same for what comes out of a pause. n8n stores that in between, and then knows an item for its error branch by its
 * fields alone: an error and its details, before 2.36 an error and a message.
 */
export function failedAfterPause(
	place: FailurePlace,
	error: NodeFailure,
): { json: IDataObject; pairedItem: { item: number } } {
	const { itemIndex = 0, node } = place;
	if (node.onError !== 'continueErrorOutput')
		return { json: failedItem(place, error).json, pairedItem: { item: itemIndex } };
	const { message, description } = error;
	const json =
		'redactedHeaders' in n8n ? jsonOf(error) : { error: message, message: description ?? message };
	return { json, pairedItem: { item: itemIndex } };
}

const jsonOf = (error: NodeFailure) => ({
	error: error.message,
	details: { description: error.description ?? undefined, ...detailsOf(error) },
});
