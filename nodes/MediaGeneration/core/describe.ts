import type { INodeProperties } from 'n8n-workflow';
import type { Resource } from './operation';

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
	return [picker, ...resources.map(operationPicker), ...resources.flatMap(fieldsOf)];
}

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
	return operations.flatMap(({ value: operation, fields }) =>
		fields.map((field) => ({
			...field,
			displayOptions: {
				...field.displayOptions,
				show: { resource: [resource], operation: [operation], ...field.displayOptions?.show },
			},
		})),
	);
}

function alphabetical<T extends { name: string }>(options: T[]): T[] {
	return [...options].sort((a, b) => a.name.localeCompare(b.name));
}
