import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { catalog, modelKinds, type ModelKind } from '../../../../../contract/catalog';
import { getModelParameters } from '../../../../../nodes/MediaGeneration/editor/lists/models';
import { loadList } from '../../../../support/lists';
import { modelId } from '../../../../support/sandbox';

const places: Record<ModelKind, { resource: string; operation: string }> = {
	image: { resource: 'image', operation: 'generate' },
	studio: { resource: 'image', operation: 'edit' },
	video: { resource: 'video', operation: 'generate' },
};

/** What the editor asks for a node that is set to this model. */
async function formOf(kind: ModelKind, model: string) {
	const parameters: Record<string, string> = { ...places[kind], model };
	const context = {
		getCurrentNodeParameter: (name: string) => parameters[name],
	} as unknown as ILoadOptionsFunctions;
	return (await getModelParameters.call(context)).fields;
}

/** The same for a node whose model was chosen in a list or by its ID. */
const answerFor = async (model: unknown, place: object = places.image) =>
	await loadList(
		{ ...place, model: model as never },
		{},
		async (context) => await getModelParameters.call(context),
	);

test.each([
	...catalog.map(({ kind, id }) => [kind, id] as const),
	...modelKinds.map((kind) => [kind, 'some-vendor-model'] as const),
])(
	'%s %s: the editor shows every label whole, also of the field that somebody points at',
	async (kind, id) => {
		for (const { displayName } of await formOf(kind, id))
			expect(displayName.length).toBeLessThanOrEqual(27);
	},
);

test('a required parameter is marked so, and booleans have a default so that they are not sent unasked', async () => {
	const fields = await formOf('video', 'some-vendor-model');
	expect(
		fields.filter(({ type }) => type === 'boolean').map(({ defaultValue }) => defaultValue),
	).not.toContain(null);
	expect((await formOf('video', 'i2v-pro')).find(({ id }) => id === 'image_url')).toMatchObject({
		required: true,
		type: 'string',
	});
});

test('numbers of a list stay numbers', async () => {
	expect((await formOf('video', 't2v-turbo')).find(({ id }) => id === 'seconds')?.options).toEqual([
		{ name: '5', value: 5 },
		{ name: '8', value: 8 },
	]);
});

test('an expression as model gives the whole vocabulary', async () => {
	expect((await formOf('image', '={{ $json.model }}')).map(({ id }) => id)).toEqual(
		expect.arrayContaining(['seed', 'aspect_ratio', 'enable_web_search']),
	);
});

test('the form of a model: what each parameter is called, what it takes and what it is at first', async () => {
	const { fields, emptyFieldsNotice } = await answerFor(modelId(' model-dev\n'));
	expect(emptyFieldsNotice).toBeUndefined();
	const field = (id: string, displayName: string, type: string, more: object = {}) => ({
		id,
		displayName,
		required: false,
		defaultMatch: false,
		display: true,
		type,
		options: undefined,
		defaultValue: null,
		removed: false,
		...more,
	});
	const options = (...values: string[]) => ({
		options: values.map((value) => ({ name: value, value })),
	});
	expect(fields).toEqual([
		field('image_width', 'Width (pixels, 256-2048)', 'number', { defaultValue: 1024 }),
		field('image_height', 'Height (pixels, 256-2048)', 'number', { defaultValue: 1024 }),
		field('resolution', 'Resolution', 'options', options('0.5k', '1k', '2k', '4k', '8k')),
		field('quality', 'Quality', 'options', options('low', 'medium', 'high')),
		field('output_format', 'Output Format', 'options', {
			...options('png', 'jpeg', 'webp'),
			removed: true,
		}),
		field('seed', 'Seed (same seed, same look)', 'number', { removed: true }),
		field('num_inference_steps', 'Inference Steps (try 20-50)', 'number', { removed: true }),
		field('guidance_scale', 'Guidance Scale (try 3-10)', 'number', { removed: true }),
	]);
});

test.each<[ModelKind, string, Record<string, string>]>([
	[
		'video',
		'some-vendor-model',
		{
			'Image (field or URL)': 'string',
			'Last Frame (field or URL)': 'string',
			'Video (field or URL)': 'string',
			'Reference Images (max 9)': 'string',
			'Duration (seconds)': 'number',
			'Aspect Ratio': 'options',
			Resolution: 'options',
			'Negative Prompt (to avoid)': 'string',
			'Seed (same seed, same look)': 'number',
			'Extend Prompt': 'boolean',
			'Generate Audio (2× price)': 'boolean',
			'Audio (off = silent)': 'boolean',
			'Audio Track (field or URL)': 'string',
		},
	],
	[
		'video',
		'video-watermark-remover',
		{ 'Video (field or URL)': 'string', 'Duration (seconds, 1-30)': 'number' },
	],
])(
	'%s %s: a label tells what to fill in and its bounds, and has a field to match',
	async (kind, id, labels) => {
		expect(
			Object.fromEntries(
				(await formOf(kind, id)).map(({ displayName, type }) => [displayName, type]),
			),
		).toEqual(labels);
	},
);

const shownAtFirst = async (kind: ModelKind, model: string, value?: object) => {
	const parameters: Record<string, unknown> = {
		...places[kind],
		model,
		parameters: { mappingMode: 'defineBelow', value },
	};
	const context = {
		getCurrentNodeParameter: (name: string) => parameters[name],
	} as unknown as ILoadOptionsFunctions;
	return (await getModelParameters.call(context)).fields
		.filter(({ removed }) => !removed)
		.map(({ id }) => id);
};

test.each<[ModelKind, string, object | undefined, string[]]>([
	['image', 'model-dev', undefined, ['image_width', 'image_height', 'resolution', 'quality']],
	[
		'image',
		'model-dev',
		{ seed: 7, guidance_scale: null },
		['image_width', 'image_height', 'resolution', 'quality', 'seed'],
	],
	['video', 'i2v-pro', undefined, ['image_url', 'seconds', 'aspect_ratio', 'resolution']],
	[
		'video',
		'some-vendor-model',
		undefined,
		[
			'image_url',
			'video_url',
			'seconds',
			'aspect_ratio',
			'prompt_extend',
			'generate_audio',
			'audio',
		],
	],
	['studio', 'group-edit', undefined, ['seed']],
])(
	'%s %s with %j: four are shown, and what has a value or is a switch',
	async (kind, id, value, names) => {
		expect(await shownAtFirst(kind, id, value)).toEqual(names);
	},
);

test('a chat model has no form', async () => {
	expect(
		await answerFor(modelId('model-dev'), { resource: 'chat', operation: 'complete' }),
	).toEqual({ fields: [] });
});

test('a model of another kind has no form here, and a model without parameters of its own has none at all: both are told', async () => {
	expect(await answerFor(modelId('t2v-turbo'))).toEqual({
		fields: [],
		emptyFieldsNotice:
			't2v-turbo is a model for video generation. Choose a model for image generation under Model.',
	});
	expect(await answerFor(modelId('standard'), places.studio)).toEqual({
		fields: [],
		emptyFieldsNotice: 'standard has no parameters of its own.',
	});
});

test('before a model is chosen, the form has the whole vocabulary', async () => {
	const ids = (await answerFor(modelId(''))).fields.map(({ id }) => id);
	expect(ids).toEqual((await formOf('image', 'some-vendor-model')).map(({ id }) => id));
});
