import type { INodePropertyOptions } from 'n8n-workflow';
import { modelKinds } from '../../../../contract/catalog';
import { jobKinds } from './jobKinds';

/** The product areas, and what else a list offers beside them, as n8n orders options: by name. */
export function kindOptions(...others: INodePropertyOptions[]): INodePropertyOptions[] {
	return byName([...others, ...modelKinds.map((value) => ({ name: jobKinds[value].name, value }))]);
}

/** What jobs can have made. */
export function jobOptions(): INodePropertyOptions[] {
	return byName(modelKinds.map((value) => ({ name: jobKinds[value].jobName, value })));
}

const byName = (options: INodePropertyOptions[]) =>
	options.toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
