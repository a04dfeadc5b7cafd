import { MediaGeneration } from '../../../../../nodes/MediaGeneration/MediaGeneration.node';
import { runNode } from '../../../../support/engine';
import { form, modelId, useSandbox } from '../../../../support/sandbox';

const sandbox = useSandbox();
const run = async (parameters: object) =>
	await runNode({
		parameters: {
			resource: 'image',
			operation: 'generate',
			prompt: 'A lighthouse',
			options: { download: false, pollInterval: 0.1 },
			...parameters,
		},
		credentials: sandbox.credentials(),
	});
const sent = () => sandbox.requests('POST').map(({ body }) => body);

test('operations whose models take a size offer shapes', () => {
	const { properties } = new MediaGeneration().description;
	expect(
		properties
			.filter(({ name }) => name === 'shape')
			.map(({ displayOptions }) => displayOptions?.show),
	).toEqual([{ resource: ['image', 'video'], operation: ['generate', 'animate'] }]);
});

test('an image is made in the chosen shape, at its price', async () => {
	const { items, error } = await run({ shape: 'story' });
	expect(error).toBeUndefined();
	expect(sent()).toEqual([
		{ model: 'model-dev', prompt: 'A lighthouse', image_width: 1152, image_height: 2048 },
	]);
	expect(items[0]?.json).toMatchObject({ status: 'completed', estimated_cost_usd: 0.1 });
});

test('what the service does anyway is not sent', async () => {
	await run({ shape: 'square' });
	expect(sent()).toEqual([{ model: 'model-dev', prompt: 'A lighthouse' }]);
});

test('a video has the nearest aspect ratio', async () => {
	const { error } = await run({
		resource: 'video',
		model: modelId('t2v-standard'),
		shape: 'banner',
	});
	expect(error).toBeUndefined();
	expect(sent()).toEqual([{ model: 't2v-standard', prompt: 'A lighthouse', aspect_ratio: '16:9' }]);
});

test.each([
	[
		'a size beside it',
		{ shape: 'story', parameters: form({ image_width: 512 }) },
		'Shape (story) sets the same as image_width (512): leave one of them out',
	],
	[
		'a model without sizes',
		{
			resource: 'video',
			model: modelId('av-gen'),
			shape: 'story',
			specifyParameters: 'json',
			parametersJson: { image_url: 'https://h.example/a.png' },
		},
		'Shape cannot be story for av-gen, which has no such size',
	],
	[
		'a resolution beside it that the model has instead',
		{ shape: 'story', parameters: form({ resolution: '2k' }) },
		'Shape cannot be story for model-dev, which has no such size',
	],
	[
		'another word',
		{ shape: '={{ "round" }}' },
		'Shape must be one of model, banner, landscape, portrait, square, story (given: round)',
	],
])('%s is refused before anything is sent', async (_, parameters, message) => {
	expect((await run(parameters)).error?.message).toBe(message);
	expect(sandbox.requests()).toEqual([]);
});
