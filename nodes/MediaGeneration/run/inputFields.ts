import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { includeInput } from '../editor/fields/outputOptions';
import { quietly } from '../editor/input/input';
import type { Run } from '../lifecycle/run';

/** The fields of a row's input that its output carries, by an Option. */
export function passedThroughFields(own: Run): IDataObject | undefined {
	if (own.isTool || !quietly(own, (input) => input.option(includeInput))) return undefined;
	const fields = { ...own.context.getInputData()[own.itemIndex]?.json };
	delete fields.error;
	return fields;
}

/** Puts the fields of their input behind those of the items, which win. */
export function addInputFields<Item extends Pick<INodeExecutionData, 'json'>>(
	items: Item[],
	fields: IDataObject | undefined,
): Item[] {
	// A failed item has an error that copies lack.
	for (const item of items) item.json = { ...item.json, ...fields, ...item.json };
	return items;
}
