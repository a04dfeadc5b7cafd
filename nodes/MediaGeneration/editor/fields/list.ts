import type { INodeProperties } from 'n8n-workflow';
import { flagField, propertiesOf, wholeNumberField } from '../input/field';
import type { Input } from '../input/input';

const returnAll = flagField({
	displayName: 'Return All',
	name: 'returnAll',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
});

const limit = wholeNumberField({
	displayName: 'Limit',
	name: 'limit',
	typeOptions: { minValue: 1 },
	default: 50,
	displayOptions: { show: { returnAll: [false] } },
	description: 'Max number of results to return',
});

/** Return All and Limit, as every n8n list has them. */
export const listFields: INodeProperties[] = propertiesOf(returnAll, limit);

/** The limit of an item; Infinity for all. */
export function readLimit(input: Input): number {
	return input.parameter(returnAll) ? Infinity : (input.parameter(limit) ?? 0);
}
