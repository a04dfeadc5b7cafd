import { nodeItems, type Execution } from '../../host';
import { form, modelId } from '../support/sandbox';
import { useRealN8n } from '../support/realN8n';
import { NODE_TYPE } from '../support/workflowFiles';

const real = useRealN8n();
const only = (execution: Execution) => {
	expect(execution.data.resultData.error).toBeUndefined();
	return nodeItems(execution, 'Media Generation')[0]?.json ?? {};
};
const options = { pollInterval: 0.2, download: false };

test('a clip is upscaled: its length is read from its link, and its form leaves out what the tool asks for', async () => {
	const made = only(
		await real.run({
			resource: 'video',
			operation: 'generate',
			prompt: 'Waves roll in',
			model: modelId('t2v-turbo'),
			parameters: form({ seconds: 5, resolution: '480p' }),
			options,
		}),
	);
	const upscale = { resource: 'video', operation: 'upscale', video_url: String(made.url), options };
	expect(only(await real.run(upscale))).toMatchObject({
		status: 'completed',
		model: 'ultimate-video-upscaler',
		estimated_cost_usd: 0.32,
	});
	const { results } = await real.client.resourceLocatorResults({
		nodeTypeAndVersion: { name: NODE_TYPE, version: 1 },
		methodName: 'searchModels',
		path: 'parameters.model',
		currentNodeParameters: upscale as never,
		credentials: real.credentials,
	});
	expect(results.map(({ value }) => value)).toEqual(['ultimate-video-upscaler']);
});

test('an image is described, and a model told as data', async () => {
	const made = only(
		await real.run({
			resource: 'image',
			operation: 'generate',
			prompt: 'A lighthouse',
			shape: 'story',
			options: { download: false },
		}),
	);
	const model = modelId('sandbox-chat-large');
	expect(
		only(
			await real.run({
				resource: 'image',
				operation: 'describe',
				model,
				images: [String(made.url)],
			}),
		),
	).toMatchObject({ text: expect.stringMatching(/./) });
	expect(
		only(await real.run({ resource: 'model', operation: 'get', model: modelId('i2v-pro') })),
	).toMatchObject({ id: 'i2v-pro', does: 'animate', fields: expect.any(Array) });
});
