import type { INode, ISupplyDataFunctions } from 'n8n-workflow';
import { LmChatMediaGeneration } from '../../../nodes/MediaGeneration/LmChatMediaGeneration.node';
import shown from '../../../nodes/MediaGeneration/LmChatMediaGeneration.node.json';

jest.mock(
	'@n8n/ai-node-sdk',
	() => {
		throw new Error("Cannot find module '@n8n/ai-node-sdk'\nRequire stack:\n- /n8n");
	},
	{ virtual: true },
);

test('an n8n without the AI node SDK loads the node, which says what it needs when it is used', async () => {
	const node: INode = {
		id: '1',
		name: 'Model',
		type: 'lmChatMediaGeneration',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	};
	const context = { getNode: () => node } as unknown as ISupplyDataFunctions;
	await expect(new LmChatMediaGeneration().supplyData.call(context, 0)).rejects.toMatchObject({
		message: 'This n8n is too old for the Media Generation Chat Model',
		description:
			"It needs n8n 2.16 or newer. The other nodes of the package work without it. (Cannot find module '@n8n/ai-node-sdk')",
	});
});

test('it gives a model to whatever takes one, and says where n8n shows it', () => {
	const { properties, ...description } = new LmChatMediaGeneration().description;
	expect(description).toMatchObject({
		name: shown.node.split('.')[1],
		group: ['transform'],
		subtitle: '={{ $parameter["model"]["value"] }}',
		description: 'A chat model for AI agents and chains',
		defaults: { name: description.displayName },
		codex: shown,
		inputs: [],
		outputs: ['ai_languageModel'],
		outputNames: ['Model'],
		credentials: [{ name: 'mediaGenerationApi', required: true, testedBy: 'testApiKey' }],
	});
	expect(properties).toMatchObject([
		{ displayName: 'Model', required: true },
		{ displayName: 'Options' },
	]);
});

test('whatever its form asks the node for is there', () => {
	const { description, methods } = new LmChatMediaGeneration();
	expect(Object.keys(methods.credentialTest)).toEqual(
		description.credentials?.map(({ testedBy }) => testedBy),
	);
	expect(description.properties[0]?.modes).toEqual([
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Choose a model...',
			typeOptions: { searchListMethod: Object.keys(methods.listSearch)[0], searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			hint: 'Any chat model ID',
		},
	]);
});
