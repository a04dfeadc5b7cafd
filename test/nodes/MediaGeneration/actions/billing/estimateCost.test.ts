import type { FaultHook } from '../../../../../sandbox';
import { runNode } from '../../../../support/engine';
import { json } from '../../../../support/faults';
import { form, modelId, useSandbox } from '../../../../support/sandbox';

let fault: FaultHook = () => undefined;
const sandbox = useSandbox({ faults: (request) => fault(request) });
afterEach(() => {
	fault = () => undefined;
});
const estimate = async (parameters: object) =>
	await runNode({
		parameters: { resource: 'billing', operation: 'estimateCost', ...parameters } as never,
		credentials: sandbox.credentials(),
	});
const film = { kind: 'video', model: modelId('t2v-turbo') };

test.each<[string, object, object, object]>([
	[
		'an image, as a new node has it',
		{ model: modelId('model-dev'), parameters: form({ image_width: 512, image_height: 1024 }) },
		{ endpoint: '/v1/images/generations', model: 'model-dev', image_width: 512 },
		{ catalog_usd_low: 0.1, catalog_usd_high: 0.1 },
	],
	[
		'an edit without its images',
		{ kind: 'studio', model: modelId('pro') },
		{ endpoint: '/v1/images/studio/edit', model: 'pro' },
		{ catalog_usd_low: 0.2, catalog_usd_high: 0.2 },
	],
	[
		'a video whose sources are files',
		{
			kind: 'video',
			model: modelId('i2v-pro'),
			parameters: form({ image_url: 'data', seconds: '5' }),
		},
		{ endpoint: '/v1/videos/generations', model: 'i2v-pro', seconds: 5 },
		{ catalog_usd_low: expect.any(Number), catalog_usd_high: expect.any(Number) },
	],
	[
		'a model that the catalog does not list',
		{ kind: 'video', model: modelId('some-vendor-model'), parameters: form({ seed: 3 }) },
		{
			endpoint: '/v1/videos/generations',
			model: 'some-vendor-model',
			additional_settings: { seed: 3 },
		},
		{},
	],
	[
		'a model among the extra fields, without the prompt that it needs',
		{
			kind: 'image',
			model: modelId('some-vendor-model'),
			options: { extraBody: '{"model":"realism-2"}' },
		},
		{ endpoint: '/v1/images/generations', model: 'realism-2' },
		{ catalog_usd_low: 0.2, catalog_usd_high: 0.2 },
	],
	[
		'a model among the extra fields, whose sources are files',
		{
			kind: 'video',
			model: modelId('some-vendor-model'),
			options: { extraBody: '{"model":"i2v-pro","image_url":"data","seconds":5}' },
		},
		{ endpoint: '/v1/videos/generations', model: 'i2v-pro', image_url: 'data', seconds: 5 },
		{ catalog_usd_low: expect.any(Number), catalog_usd_high: expect.any(Number) },
	],
	[
		'a model among the extra fields, with a value that it does not take',
		{
			kind: 'video',
			model: modelId('some-vendor-model'),
			options: { extraBody: '{"model":"t2v-turbo","seconds":6}' },
		},
		{ endpoint: '/v1/videos/generations', model: 't2v-turbo', seconds: 6 },
		{},
	],
	[
		'an extra field that the catalog does not know',
		{ kind: 'image', model: modelId('model-dev'), options: { extraBody: '{"copies":2}' } },
		{ endpoint: '/v1/images/generations', model: 'model-dev', copies: 2 },
		{},
	],
])('%s', async (_, parameters, body, told) => {
	fault = () => ({
		when: 'before',
		give: json(200, '{"estimate":{"total_usd":0.3},"currency":"USD"}'),
	});
	const { items, error } = await estimate(parameters);
	expect(error).toBeUndefined();
	expect(sandbox.requests().map((request) => [request.path, request.body])).toEqual([
		['/v1/billing/estimate', body],
	]);
	expect(items).toEqual([
		{
			json: {
				estimated_cost_usd: 0.3,
				estimated_cost_nanos: '300000000',
				total_usd: 0.3,
				currency: 'USD',
				...told,
			},
			pairedItem: { item: 0 },
		},
	]);
});

test.each([
	[
		{ kind: 'sound', model: modelId('') },
		'Kind must be one of studio, image, video (given: sound)',
		'Nothing was sent.',
	],
	[
		{ ...film, parameters: form({ seconds: 6, seed: 'x' }), options: { extraBody: '[]' } },
		'Duration (seconds) must be one of 5, 8 for t2v-turbo (given: 6)',
		'Nothing was sent. Also: Seed must be a whole number for t2v-turbo (given: x); Request: Extra Body Fields (JSON) must be a JSON object, such as {"seed": 7} (given: [])',
	],
	[
		{ kind: 'video', model: modelId('model-dev') },
		'Model must be a model for video generation, such as t2v-turbo (given: model-dev, a model for image generation)',
		'Nothing was sent. Choose another model from the list.',
	],
])('%j is refused, and nothing is asked', async (parameters, message, description) => {
	expect((await estimate(parameters)).error).toMatchObject({ message, description });
	expect(sandbox.requests()).toEqual([]);
});
