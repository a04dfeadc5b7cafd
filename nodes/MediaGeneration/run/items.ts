import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

export function itemsFrom(itemIndex: number, ...entries: IDataObject[]): INodeExecutionData[] {
	return entries.map((json) => ({ json, pairedItem: { item: itemIndex } }));
}
