import type { INodeProperties } from 'n8n-workflow';
import { MediaGeneration } from '../../../../nodes/MediaGeneration/MediaGeneration.node';
import { describeResources } from '../../../../nodes/MediaGeneration/actions/describe';
import type { Operation } from '../../../../nodes/MediaGeneration/run/operation';
import { kinds, modelKinds } from '../../../../contract/catalog';
import { jobKinds } from '../../../../nodes/MediaGeneration/editor/fields/kinds';
import { propertiesOf } from '../../../../nodes/MediaGeneration/editor/input/field';
import { resources } from '../../../../nodes/MediaGeneration/actions';

const { properties } = new MediaGeneration().description;
const places = resources.flatMap(({ value, operations }) =>
	operations.map((operation) => ({ resource: value, operation })),
);

const isShown = ({ displayOptions }: INodeProperties, resource: string, operation: string) => {
	const { resource: ofResources, operation: ofOperations } = displayOptions?.show ?? {};
	return Boolean(ofResources?.includes(resource) && ofOperations?.includes(operation));
};

const ADDED = new Set(['toolDescription', 'allowAsTool', 'maxCostPerCall']);

test.each(places.map((place) => [`${place.resource} ${place.operation.value}`, place] as const))(
	'%s shows its own fields, in its order, and no other',
	(_, { resource, operation }) => {
		const shown = properties.filter(
			(field) => isShown(field, resource, operation.value) && !ADDED.has(field.name),
		);
		expect(
			shown.map(({ name, displayName, description }) => ({ name, displayName, description })),
		).toEqual(
			propertiesOf(operation.fields).map(({ name, displayName, description }) => ({
				name,
				displayName,
				description,
			})),
		);
		const conditions = ({ displayOptions }: INodeProperties) =>
			Object.entries(displayOptions?.show ?? {}).filter(
				([name]) => name !== 'resource' && name !== 'operation',
			);
		expect(shown.map(conditions)).toEqual(propertiesOf(operation.fields).map(conditions));
	},
);

test('the editor knows of each operation which kind it makes', () => {
	const known = modelKinds.flatMap((kind) =>
		jobKinds[kind].operations.map((operation) => `${kinds[kind].makes} ${operation}: ${kind}`),
	);
	const made = places.flatMap(({ resource, operation: { value, kind } }) =>
		kind ? [`${resource} ${value}: ${kind}`] : [],
	);
	expect(known.sort()).toEqual(made.sort());
});

test('what several operations have is told once', () => {
	expect(properties.length).toBeLessThan(
		places.flatMap(({ operation }) => operation.fields).length,
	);
});

/** An operation with fields of these names. */
const operation = (value: string, names: string[], more: Partial<Operation> = {}): Operation => ({
	value,
	name: `Do ${value}`,
	action: `Do ${value} now`,
	description: `Does ${value}`,
	forAgents: 'Does it.',
	fields: names.map((name) => ({ displayName: name, name, type: 'string', default: '' })),
	read: () => undefined,
	perform: async () => await Promise.resolve([]),
	...more,
});

test('fields are told once as far as their order and n8n’s way to show them allow', () => {
	const some = [
		{
			value: 'r',
			name: 'R',
			operations: [operation('a', ['x', 'y', 'z']), operation('b', ['y', 'x'])],
		},
		{ value: 's', name: 'S', operations: [operation('b', ['z', 'x'])] },
	];
	const all = describeResources(some);
	const namesFor = (resource: string, of: string) =>
		all.filter((field) => isShown(field, resource, of)).map(({ name }) => name);
	expect(namesFor('r', 'a')).toEqual(['toolDescription', 'x', 'y', 'z']);
	expect(namesFor('r', 'b')).toEqual(['toolDescription', 'y', 'x']);
	expect(namesFor('s', 'b')).toEqual(['toolDescription', 'z', 'x']);
	const own = all.filter(({ displayOptions }) => displayOptions?.show?.operation);
	expect(own.map(({ name }) => name).sort()).toEqual(['toolDescription', 'x', 'y', 'y', 'z', 'z']);
});

test('an operation is told with its own text for agents, the permission that it needs and its ceiling before the Options', () => {
	const asTool = { '@tool': [true] };
	const shown = { resource: ['r'], operation: ['a'] };
	const own = operation('a', ['x', 'options'], {
		guarded: 'It may cost.',
		paid: {
			open: () => undefined as never,
			priceToReserve: async () => await Promise.resolve(1n),
			perform: async () => await Promise.resolve([]),
		},
	});
	const told = describeResources([{ value: 'r', name: 'R', operations: [own] }]);
	expect(told.map(({ name, displayOptions }) => [name, displayOptions?.show])).toEqual([
		['descriptionType', asTool],
		['toolDescription', { ...asTool, descriptionType: ['manual'] }],
		['resource', undefined],
		['operation', { resource: ['r'] }],
		['toolDescription', { ...shown, ...asTool, descriptionType: ['operation'] }],
		['allowAsTool', { ...shown, ...asTool }],
		['x', shown],
		['maxCostPerCall', { ...shown, ...asTool }],
		['options', shown],
	]);
	expect(told).toMatchObject([
		{ default: 'operation' },
		{ required: true },
		{ options: [{ name: 'R', value: 'r' }], default: 'r' },
		{
			options: [{ name: 'Do a', value: 'a', action: 'Do a now', description: 'Does a' }],
			default: 'a',
		},
		{ type: 'hidden', options: [{ value: 'Does it.' }], default: 'Does it.' },
		{
			default: false,
			description: 'Whether an agent may do this on its own. It may cost.',
		},
		{ type: 'string' },
		{ noDataExpression: true },
		{},
	]);
});
