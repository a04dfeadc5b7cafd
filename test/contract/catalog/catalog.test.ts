import {
	catalog,
	findModel,
	kinds,
	modelKinds,
	otherKindsOf,
	type ModelKind,
} from '../../../contract/catalog';
import { priceLabel } from '../../../contract/catalog/price';
import { rulesOf } from '../../../contract/catalog/rules';

const size = ['image_width', 'image_height', 'resolution', 'quality'];
const turbo = ['seconds', 'resolution', 'aspect_ratio', 'seed', 'negative_prompt'];

/** The model tables of the API document, row by row: ID, required, optional, cost, ETA. */
const documented: Array<[ModelKind, string, string[], string[], string, number]> = [
	[
		'image',
		'model-dev',
		['prompt'],
		[...size, 'seed', 'num_inference_steps', 'guidance_scale', 'output_format'],
		'$0.10',
		15,
	],
	[
		'image',
		'model-pro',
		['prompt'],
		[...size, 'seed', 'num_inference_steps', 'guidance_scale', 'output_format'],
		'$0.10',
		15,
	],
	['image', 'model-1.1', ['prompt'], [...size, 'seed', 'output_format'], '$0.10', 15],
	[
		'image',
		'model-1.2',
		['prompt'],
		[...size, 'seed', 'negative_prompt', 'num_inference_steps', 'guidance_scale'],
		'$0.10',
		30,
	],
	['image', 'realism', ['prompt'], [...size, 'negative_prompt'], '$0.10', 20],
	['image', 'realism-2', ['prompt'], [...size, 'negative_prompt'], '$0.20', 20],
	['studio', 'standard', ['prompt', 'image_urls'], [], '$0.10', 8],
	['studio', 'pro', ['prompt', 'image_urls'], [], '$0.20', 10],
	['studio', 'group-edit', ['prompt', 'image_urls'], ['seed'], '$0.10', 20],
	['video', 't2v-turbo', ['prompt'], turbo, '$0.40', 43],
	['video', 't2v-standard', ['prompt'], ['seconds', 'aspect_ratio'], '$1.20', 63],
	['video', 'av-gen', ['prompt', 'image_url'], ['seconds'], '$0.42–$1.25', 34],
	['video', 'i2v-turbo', ['prompt', 'image_url'], turbo, 'about $0.11', 39],
	[
		'video',
		'i2v-standard',
		['prompt', 'image_url'],
		['seconds', 'resolution', 'aspect_ratio'],
		'$0.30–$0.60',
		38,
	],
	[
		'video',
		'i2v-pro',
		['prompt', 'image_url'],
		['seconds', 'resolution', 'aspect_ratio', 'end_image_url'],
		'$0.04–$0.08 per second',
		63,
	],
	[
		'video',
		'video-to-video',
		['prompt', 'video_url'],
		['seconds', 'resolution'],
		'$0.04–$0.08 per second',
		175,
	],
	[
		'video',
		'ultimate-video-upscaler',
		['prompt', 'video_url'],
		['seconds', 'resolution'],
		'$0.016–$0.064 per second',
		90,
	],
	[
		'video',
		'video-watermark-remover',
		['prompt', 'video_url'],
		['seconds'],
		'$0.008 per second',
		90,
	],
];

test.each(catalog.map((model) => [model.kind, model.id, model] as const))(
	'%s %s takes nothing that models not listed here could not take',
	(kind, _, model) => {
		const known = new Set([
			...Object.keys(kinds[kind].common),
			...Object.keys(kinds[kind].vocabulary),
		]);
		expect(Object.keys(model.accepts).filter((name) => !known.has(name))).toEqual([]);
	},
);

test.each(documented)(
	'%s %s takes, costs and lasts what the document says',
	(kind, id, required, optional, cost, eta) => {
		const model = findModel(kind, id);
		if (!model) throw new Error('not in the catalog');
		const rules = rulesOf(model);
		const named = (needed: boolean) =>
			rules
				.filter((rule) => rule.required === needed)
				.map(({ name }) => name)
				.sort();
		expect(named(true)).toEqual([...required].sort());
		expect(named(false)).toEqual([...optional].sort());
		expect(priceLabel(model)).toBe(cost);
		expect(model.etaSeconds).toBe(eta);
	},
);

test('the catalog holds no other models', () => {
	expect(catalog.map(({ id }) => id)).toEqual(documented.map(([, id]) => id));
});

test('an ID of another product area is told apart from an unknown one', () => {
	expect(otherKindsOf('image', 'standard')).toEqual(['studio']);
	expect(otherKindsOf('image', 'some-vendor-model')).toEqual([]);
	expect(modelKinds).toEqual(['image', 'studio', 'video']);
});
