import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

/** Return All and Limit, as every n8n list has them. */
export const listFields: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		displayOptions: { show: { returnAll: [false] } },
		description: 'Max number of results to return',
	},
];

/** How many entries an item asks for; Infinity for all. */
export function readLimit(context: IExecuteFunctions, itemIndex: number): number {
	const all = context.getNodeParameter('returnAll', itemIndex, false) as boolean;
	return all ? Infinity : (context.getNodeParameter('limit', itemIndex, 50) as number);
}
