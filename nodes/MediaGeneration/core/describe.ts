import type { INodeProperties } from 'n8n-workflow';
import { CEILING } from './budget';
import type { Resource } from './operation';
import { onlyAsTool } from './tool';

/**
 * The node's properties: the resource and operation pickers and every operation's fields, each shown for
 * its own operation only. The first operation of a resource is its default.
 */
export function describeResources(resources: Resource[]): INodeProperties[] {
	const start = resources[0]?.value ?? '';
	const picker: INodeProperties = {
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: alphabetical(resources.map(({ name, value }) => ({ name, value }))),
		default: start,
	};
	return [...toolDescription(resources), picker, ...resources.map(operationPicker), ...resources.flatMap(fieldsOf)];
}

/**
 * What an agent is told of the tool: the chosen operation's own text, unless the user writes one. n8n would
 * tell no more than the operation's name; it reads the text from a parameter of this name.
 */
function toolDescription(resources: Resource[]): INodeProperties[] {
	const texts = Object.fromEntries(resources.flatMap(({ value, operations }) => operations.map((operation) => [`${value}:${operation.value}`, operation.forAgents])));
	return [
		{
			displayName: 'Tool Description',
			name: 'descriptionType',
			type: 'options',
			noDataExpression: true,
			options: [
				{ name: 'Set Automatically', value: 'operation', description: 'Tells the agent what the chosen operation does, needs and answers' },
				{ name: 'Set Manually', value: 'manual', description: 'Tells the agent what you write' },
			],
			default: 'operation',
			displayOptions: onlyAsTool,
		},
		{
			displayName: 'Description',
			name: 'toolDescription',
			type: 'hidden',
			default: `={{ (${JSON.stringify(texts)})[$parameter.resource + ":" + $parameter.operation] }}`,
			displayOptions: { show: { ...onlyAsTool.show, descriptionType: ['operation'] } },
		},
		{
			displayName: 'Description',
			name: 'toolDescription',
			type: 'string',
			required: true,
			typeOptions: { rows: 3 },
			default: '',
			placeholder: 'e.g. Draws a picture for a blog post and gives its URL',
			displayOptions: { show: { ...onlyAsTool.show, descriptionType: ['manual'] } },
			description: 'What the tool does, what to give it and what it answers, for the agent to choose by',
		},
	];
}

const permission: INodeProperties = {
	displayName: 'Allow the Agent to Do This',
	name: 'allowAsTool',
	type: 'boolean',
	noDataExpression: true,
	default: false,
	displayOptions: onlyAsTool,
	description: 'Whether an agent may do this on its own. It can lock you out of your keys, show their secrets, or change what may be spent.',
};

function operationPicker({ value, operations }: Resource): INodeProperties {
	const start = operations[0]?.value ?? '';
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [value] } },
		options: alphabetical(
			operations.map(({ value: operation, name, action, description }) => ({ name, value: operation, action, description })),
		),
		default: start,
	};
}

function fieldsOf({ value: resource, operations }: Resource): INodeProperties[] {
	return operations.flatMap(({ value: operation, fields, price, guarded }) =>
		[...(guarded ? [permission] : []), ...(price ? withCeiling(fields) : fields)].map((field) => ({
			...field,
			displayOptions: {
				...field.displayOptions,
				show: { resource: [resource], operation: [operation], ...field.displayOptions?.show },
			},
		})),
	);
}

/** The ceiling stands before the Options, where it is seen. */
function withCeiling(fields: INodeProperties[]): INodeProperties[] {
	return [...fields.filter(({ name }) => name !== 'options'), CEILING, ...fields.filter(({ name }) => name === 'options')];
}

function alphabetical<T extends { name: string }>(options: T[]): T[] {
	return [...options].sort((a, b) => a.name.localeCompare(b.name));
}
