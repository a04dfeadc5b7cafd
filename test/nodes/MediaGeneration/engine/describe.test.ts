import type { INodeProperties } from 'n8n-workflow';
import { MediaGeneration } from '../../../../nodes/MediaGeneration/MediaGeneration.node';
import { resources } from '../../../../nodes/MediaGeneration/resources';

const { properties } = new MediaGeneration().description;
const places = resources.flatMap(({ value, operations }) => operations.map((operation) => ({ resource: value, operation })));

const isShown = ({ displayOptions }: INodeProperties, resource: string, operation: string) => {
	const { resource: ofResources, operation: ofOperations } = displayOptions?.show ?? {};
	return Boolean(ofResources?.includes(resource) && ofOperations?.includes(operation));
};

const ADDED = new Set(['toolDescription', 'allowAsTool', 'maxCostPerCall']);

test.each(places.map((place) => [`${place.resource} ${place.operation.value}`, place] as const))(
	'%s shows its own fields, in its order, and no other',
	(_, { resource, operation }) => {
		const shown = properties.filter((field) => isShown(field, resource, operation.value) && !ADDED.has(field.name));
		expect(shown.map(({ name, displayName, description }) => ({ name, displayName, description }))).toEqual(
			operation.fields.map(({ name, displayName, description }) => ({ name, displayName, description })),
		);
		const conditions = ({ displayOptions }: INodeProperties) =>
			Object.entries(displayOptions?.show ?? {}).filter(([name]) => name !== 'resource' && name !== 'operation');
		expect(shown.map(conditions)).toEqual(operation.fields.map(conditions));
	},
);

test('what several operations have is told once', () => {
	expect(properties.length).toBeLessThan(places.flatMap(({ operation }) => operation.fields).length);
});
