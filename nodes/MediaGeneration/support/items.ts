import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

/** One output item for each of the given fields, all made from the same input item. */
export function itemsFrom(itemIndex: number, ...entries: IDataObject[]): INodeExecutionData[] {
	return entries.map((json) => ({ json, pairedItem: { item: itemIndex } }));
}
