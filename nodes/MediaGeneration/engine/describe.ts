import type { INodeProperties } from 'n8n-workflow';
import { ceilingField } from '../fields/batchOptions';
import type { Operation, Resource } from './operation';
import { onlyAsTool } from '../support/tool';

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
	return [...toolDescription, picker, ...resources.map(operationPicker), ...resources.flatMap(fieldsOf)];
}

/** Who writes what an agent reads of the tool. */
const toolDescription: INodeProperties[] = [
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
		type: 'string',
		required: true,
		typeOptions: { rows: 3 },
		default: '',
		placeholder: 'e.g. Draws a picture for a blog post and gives its URL',
		displayOptions: { show: { ...onlyAsTool.show, descriptionType: ['manual'] } },
		description: 'What the tool does, what to give it and what it answers, for the agent to choose by',
	},
];

/**
 * The operation's own text for agents, in the parameter that n8n reads it from; by itself n8n tells no more than
 * the operation's name. The one option makes the editor drop a text that another operation, or a person, has left.
 */
function ownDescription({ forAgents }: Operation): INodeProperties {
	return {
		displayName: 'Description',
		name: 'toolDescription',
		type: 'hidden',
		options: [{ name: 'Set Automatically', value: forAgents }],
		default: forAgents,
		displayOptions: { show: { ...onlyAsTool.show, descriptionType: ['operation'] } },
	};
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
	return operations.flatMap((operation) => {
		const { value, fields, price, guarded } = operation;
		return [ownDescription(operation), ...(guarded ? [permission] : []), ...(price ? withCeiling(fields) : fields)].map((field) => ({
			...field,
			displayOptions: {
				...field.displayOptions,
				show: { resource: [resource], operation: [value], ...field.displayOptions?.show },
			},
		}));
	});
}

/** The ceiling stands before the Options, where it is seen. */
function withCeiling(fields: INodeProperties[]): INodeProperties[] {
	return [...fields.filter(({ name }) => name !== 'options'), ceilingField, ...fields.filter(({ name }) => name === 'options')];
}

function alphabetical<T extends { name: string }>(options: T[]): T[] {
	return [...options].sort((a, b) => a.name.localeCompare(b.name));
}
