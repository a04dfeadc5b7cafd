import { nodeItems } from '../../host';
import { modelId } from '../support/sandbox';
import { useRealN8n } from '../support/realN8n';

/** Jobs are done, and have called back, before the node can look at them. */
const real = useRealN8n();

test('all callbacks before the pause: no pause, and no hang', async () => {
	const execution = await real.run(
		{ resource: 'image', operation: 'generate', prompt: '={{ $json.prompt }}', model: modelId('model-dev'), waitFor: 'callback' },
		[{ prompt: 'one' }, { prompt: 'two' }, { prompt: 'three' }],
	);
	expect(execution.status).toBe('success');
	expect(nodeItems(execution, 'Media Generation').map(({ json, pairedItem }) => [json.status, pairedItem])).toEqual(
		[0, 1, 2].map((item) => ['completed', { item }]),
	);
});

test('just submit: the acceptance, with the URL that it will be delivered to', async () => {
	const callbackUrl = `${real.sandbox.url}/nowhere`;
	const execution = await real.run({ resource: 'image', operation: 'generate', prompt: 'x', model: modelId('model-dev'), waitFor: 'submit', callbackUrl });
	expect(nodeItems(execution, 'Media Generation')[0]?.json).toMatchObject({
		job_id: expect.any(String),
		status: 'processing',
		status_url: expect.stringContaining('/v1/images/generation/jobs/'),
		webhook_url: callbackUrl,
	});
});
