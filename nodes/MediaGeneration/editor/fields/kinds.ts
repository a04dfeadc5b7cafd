import type { INodePropertyOptions } from 'n8n-workflow';
import { modelKinds } from '../../../../contract/catalog';
import { choiceField, type Field } from '../input/field';
import { jobKinds } from './jobKinds';

/** A choice of the kinds, and of others. @param usual the default */
export const kindField = (
	description: string,
	usual: string,
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
		default: usual,
		description,
	});

/** The kinds of jobs. */
export function jobOptions(): INodePropertyOptions[] {
	return byName(modelKinds.map((value) => ({ name: jobKinds[value].jobName, value })));
}

/** Sorted as n8n sorts options. */
const byName = (options: INodePropertyOptions[]) =>
	options.toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
