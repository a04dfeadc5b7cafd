import type { IExecuteFunctions, INode, IWebhookFunctions } from 'n8n-workflow';
import { Client } from '../../../../nodes/MediaGeneration/http/client';

/** What n8n gives a node, with how often it was asked for what takes its time. */
function contextOf() {
	const getNode = jest.fn(() => ({ name: 'n', type: 'x.mediaGeneration' }) as INode);
	const getCredentials = jest.fn(
		async () =>
			await Promise.resolve({
				baseUrl: 'https://api.example/',
				apiKey: 'some-long-key',
				sessionToken: 'token',
			}),
	);
	return {
		getNode,
		getCredentials,
		context: { getNode, getCredentials } as unknown as IExecuteFunctions,
	};
}

test('n8n is asked once for the node, and once for each credential, whichever item needs them', async () => {
	const { getNode, getCredentials, context } = contextOf();
	const client = new Client(context);
	const [first, second] = [client.item(1), client.item(1).item(2)];
	expect([client.itemIndex, first.itemIndex, second.itemIndex]).toEqual([0, 1, 2]);
	expect([first.node, second.node, second.pace]).toEqual([client.node, client.node, client.pace]);
	expect(await first.baseUrl('getImageJob')).toBe('https://api.example');
	expect((await second.credential('generateImage')).apiKey).toBe('some-long-key');
	await client.credential('listKeys');
	expect(getCredentials.mock.calls).toEqual([
		['mediaGenerationApi'],
		['mediaGenerationSessionApi'],
	]);
	expect(getNode.mock.calls.length).toBeLessThanOrEqual(3);
});

test('two runs share nothing', async () => {
	const { getCredentials, context } = contextOf();
	const [one, other] = [new Client(context), new Client(context)];
	await Promise.all([one.credential('getImageJob'), other.credential('getImageJob')]);
	expect(getCredentials).toHaveBeenCalledTimes(2);
	expect(one.pace).not.toBe(other.pace);
});

test('n8n stores of a run the more of each item the fewer there are; a delivery has one', () => {
	const run = (items: number) =>
		new Client({
			...contextOf().context,
			getExecuteData: () => ({}),
			getInputData: () => Array(items).fill({}),
		} as unknown as IExecuteFunctions);
	const delivery = new Client(contextOf().context as unknown as IWebhookFunctions);
	expect(run(2).share).toBe(run(1).share / 2);
	expect(delivery.share).toBe(run(1).share);
});

test('who cannot be told anything is told nothing, and cannot be stopped', () => {
	const delivery = new Client(contextOf().context as unknown as IWebhookFunctions);
	expect(() => delivery.tell('x', 'info')).not.toThrow();
	expect(delivery.stop).toBeUndefined();
});
