import { runNode } from '../../../support/engine';
import { modelId } from '../../../support/sandbox';

beforeEach(() => jest.spyOn(Math, 'random').mockReturnValue(0));
afterEach(() => jest.restoreAllMocks());

test('a service that cannot call this n8n back: the node waits here, and says why', async () => {
	const { run } = await runNode({
		parameters: { resource: 'image', operation: 'generate', prompt: 'x', model: modelId('model-dev'), waitFor: 'callback' },
		credentials: { mediaGenerationApi: { baseUrl: 'https://media.invalid/api', apiKey: 'some-key' } },
		settings: { onError: 'continueRegularOutput' },
	});
	const [task] = run.data.resultData.runData['Media Generation'] ?? [];
	expect(task?.hints?.[0]?.message).toMatch(/^The service at media\.invalid cannot call this n8n back at 127\.0\.0\.1:5678.* The node waited here instead/);
	expect(run.waitTill).toBeUndefined();
});
