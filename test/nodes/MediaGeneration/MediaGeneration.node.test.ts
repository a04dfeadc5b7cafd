import { NodeHelpers, type INode, type INodeParameters, type INodeProperties } from 'n8n-workflow';
import { MediaGenerationApi } from '../../../credentials/MediaGenerationApi.credentials';
import { MediaGenerationSessionApi } from '../../../credentials/MediaGenerationSessionApi.credentials';
import { MediaGeneration } from '../../../nodes/MediaGeneration/MediaGeneration.node';
import { resources } from '../../../nodes/MediaGeneration/actions';

const type = new MediaGeneration();
const { description, methods } = type;
const ofApi = new MediaGenerationApi().name;
const ofSession = new MediaGenerationSessionApi().name;

test('workflows know the node by this name, and n8n shows it so', () => {
	expect(description).toMatchObject({
		name: 'mediaGeneration',
		version: 1,
		displayName: 'Media Generation',
		defaults: { name: 'Media Generation' },
		group: ['transform'],
		usableAsTool: true,
		inputs: ['main'],
		outputs: ['main'],
		description: 'Generate and edit images, make videos, chat, and see what it costs',
		waitingNodeTooltip: 'Waiting for the service to call back for every job',
	});
});

const needs: Array<[string, string[]]> = [
	['image', [ofApi]],
	['video', [ofApi]],
	['chat', [ofApi]],
	['model', [ofApi]],
	['billing', [ofApi]],
	['ledger', []],
	['apiKey', [ofSession]],
];

test.each(needs)('the resource %s needs the credentials %j', (resource, expected) => {
	const shown = description.credentials?.filter((credential) =>
		NodeHelpers.displayParameter(
			{ resource } as INodeParameters,
			credential,
			{ typeVersion: 1 } as INode,
			description,
		),
	);
	expect(shown?.map(({ name, required }) => [name, required])).toEqual(
		expected.map((name) => [name, true]),
	);
});

test('of every resource it is known which credential it needs', () => {
	expect(needs.map(([resource]) => resource)).toEqual(resources.map(({ value }) => value));
});

test('what its fields have n8n call, the node has', () => {
	const called = (property: INodeProperties): Array<string | undefined> => [
		property.typeOptions?.loadOptionsMethod,
		property.typeOptions?.resourceMapper?.resourceMapperMethod,
		...(property.modes ?? []).map(({ typeOptions }) => typeOptions?.searchListMethod),
	];
	const names = new Set(
		description.properties.flatMap(called).filter((name) => name !== undefined),
	);
	const { listSearch, loadOptions, resourceMapping } = methods;
	expect([...names].sort()).toEqual(
		Object.keys({ ...listSearch, ...loadOptions, ...resourceMapping }).sort(),
	);
});

test('a paused workflow is woken at an address of the node’s own', () => {
	expect(description.webhooks).toMatchObject([
		{ httpMethod: 'POST', path: 'media-jobs', restartWebhook: true },
	]);
});
