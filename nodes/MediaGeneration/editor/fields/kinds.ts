import type { INodePropertyOptions } from 'n8n-workflow';
import { type ModelKind, modelKinds, toolsOf } from '../../../../contract/catalog';
import { choiceField, type Field } from '../input/field';

interface JobKind {
	name: string;
	jobName: string;
	/** The operations that make its jobs. */
	operations: readonly string[];
}

export const jobKinds: Readonly<Record<ModelKind, JobKind>> = {
	image: { name: 'Image Generation', jobName: 'Image', operations: ['generate'] },
	studio: { name: 'Image Editing', jobName: 'Edit', operations: ['edit', ...toolsOf('studio')] },
	video: { name: 'Video', jobName: 'Video', operations: ['generate', ...toolsOf('video')] },
};

/** A choice of the kinds, and of others. @param usual the default */
export const kindField = (
	description: string,
	usual: string,
	...others: INodePropertyOptions[]
): Field<string> =>
	choiceField({
		displayName: 'Kind',
		name: 'kind',
		noDataExpression: true,
		options: byName([
			...others,
			...modelKinds.map((value) => ({ name: jobKinds[value].name, value })),
		]),
		default: usual,
		description,
	});

/** The kinds of jobs. */
export const jobOptions = (): INodePropertyOptions[] =>
	byName(modelKinds.map((value) => ({ name: jobKinds[value].jobName, value })));

/** Sorted as n8n sorts options. */
const byName = (options: INodePropertyOptions[]) =>
	options.toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
