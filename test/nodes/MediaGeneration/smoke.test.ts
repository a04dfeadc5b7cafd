import { runNode } from '../../support/engine';

test('a service that is not there is named, with the remedy, and the key is nowhere', async () => {
	const { error, run } = await runNode({
		parameters: { resource: 'image', operation: 'generate', prompt: 'A lighthouse', model: { __rl: true, mode: 'list', value: 'model-dev' } },
		credentials: { mediaGenerationApi: { baseUrl: 'http://127.0.0.1:9/api/', apiKey: 'key-that-must-not-leak' } },
	});
	console.log(error?.message, error?.description, JSON.stringify(run).length);
	expect(error?.message).toBe('Nothing answers at 127.0.0.1:9: the connection was refused');
	expect(JSON.stringify(run)).not.toContain('key-that-must-not-leak');
});
