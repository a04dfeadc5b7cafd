import type { INode, ISupplyDataFunctions } from 'n8n-workflow';
import { LmChatMediaGeneration } from '../../../nodes/MediaGeneration/LmChatMediaGeneration.node';

jest.mock(
	'@n8n/ai-node-sdk',
	() => {
		throw new Error('Cannot find module');
	},
	{ virtual: true },
);

test('an n8n without the AI node SDK loads the node, which says what it needs when it is used', async () => {
	const node: INode = { id: '1', name: 'Model', type: 'lmChatMediaGeneration', typeVersion: 1, position: [0, 0], parameters: {} };
	const context = { getNode: () => node } as unknown as ISupplyDataFunctions;
	await expect(new LmChatMediaGeneration().supplyData.call(context, 0)).rejects.toMatchObject({
		message: 'This n8n is too old for the Media Generation Chat Model',
		description: expect.stringMatching(/^It needs n8n 2\.16 or newer\. The other nodes of the package work without it\./),
	});
});
