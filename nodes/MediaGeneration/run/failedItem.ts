import * as n8n from 'n8n-workflow';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { defined } from '../support/data';
import { detailsOf, type NodeFailure } from '../failures/details';
import type { FailurePlace } from '../failures/failure';

/** The output of a failed item, for a node that goes on. */
export function failedItem(
	{ node, itemIndex = 0, variant: own }: FailurePlace,
	error: NodeFailure,
): INodeExecutionData {
	const { job_id, prompt, model, ...told } = detailsOf(error);
	const { variant, of } = own ?? told;
	const { error: message, details } = jsonOf(error);
	// What went wrong is the first column that people see.
	const json = defined({
		error: message,
		job_id,
		prompt,
		status: 'failed',
		variant,
		of,
		model,
		details,
	});
	const item = { json, pairedItem: { item: itemIndex } };
	// `error` sends it down the error branch; it must not be copied, as n8n would replace the fields.
	return node.onError === 'continueErrorOutput'
		? Object.defineProperty(item, 'error', { value: error })
		: item;
}

/**
 * The same after a pause: of a stored item n8n sends down the error branch what has the fields error and details, before 2.36
 * error and message.
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
