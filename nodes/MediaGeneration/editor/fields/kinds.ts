import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { modelKinds } from '../../../../contract/catalog';
import { choiceField, type Field } from '../input/field';
import { jobKinds } from './jobKinds';

/** A choice of the product areas, the first unless another is usual, and of what else is offered beside them. */
export const kindField = (
	property: Pick<INodeProperties, 'description'> & { default?: string },
	...others: INodePropertyOptions[]
): Field<string> =>
	choiceField({
		displayName: 'Kind',
		name: 'kind',
		type: 'options',
		noDataExpression: true,
		options: byName([
			...others,
			...modelKinds.map((value) => ({ name: jobKinds[value].name, value })),
		]),
		default: modelKinds[0],
		...property,
	});

/** What jobs can have made. */
export function jobOptions(): INodePropertyOptions[] {
	return byName(modelKinds.map((value) => ({ name: jobKinds[value].jobName, value })));
}

/** As n8n orders options. */
const byName = (options: INodePropertyOptions[]) =>
	options.toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
