import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { findModel, kinds, modelKinds, unlistedModel } from '../../../../../contract/catalog';
import {
	modelField,
	readModel,
	readModelId,
} from '../../../../../nodes/MediaGeneration/editor/fields/model';
import { MediaGeneration } from '../../../../../nodes/MediaGeneration/MediaGeneration.node';
import { readFrom, refusalOf } from '../../../../support/input';
import { modelId } from '../../../../support/sandbox';

const imageModel = (model: unknown) => readFrom((input) => readModel(input, 'image'), { model });

test('a model of the catalog is that of the catalog, and any other takes all that its kind does', () => {
	expect(imageModel(modelId('model-dev'))).toBe(findModel('image', 'model-dev'));
	expect(imageModel(' model-dev ')).toBe(findModel('image', 'model-dev'));
	expect(imageModel(modelId('some-vendor-model'))).toEqual(
		unlistedModel('image', 'some-vendor-model'),
	);
});

const required =
	'Model is required: a model for image generation, such as model-dev (given: nothing)';
test.each([
	[undefined, required, 'Choose a model from the list.'],
	[modelId(' '), required, 'Choose a model from the list.'],
	[
		{ a: 1 },
		'Model must be an ID: text without control characters, and not only dots (given: {"a":1})',
		'Choose a model from the list.',
	],
	[
		modelId('..'),
		'Model must be an ID: text without control characters, and not only dots (given: ..)',
		'Choose a model from the list.',
	],
	[
		modelId('t2v-turbo'),
		'Model must be a model for image generation, such as model-dev (given: t2v-turbo, a model for video generation)',
		'Choose another model from the list.',
	],
])('of %j a person is told what to do', (model, message, advice) => {
	expect(
		refusalOf((input) => readModel(input, 'image'), model === undefined ? {} : { model }),
	).toEqual({
		message,
		description: `Nothing was sent. ${advice}`,
	});
});

test('what is asked for is said by who asks', () => {
	expect(readFrom((input) => readModelId(input, 'a chat model'), { model: modelId('a/b:c') })).toBe(
		'a/b:c',
	);
	expect(refusalOf((input) => readModelId(input, 'a chat model'), {})?.message).toBe(
		'Model is required: a chat model (given: nothing)',
	);
});

test.each(modelKinds)(
	'a new node for %s starts with a model as its list shows it',
	async (kind) => {
		const place = { image: 'generate', studio: 'edit', video: 'generate' }[kind];
		const parameters: Record<string, string> = {
			resource: kind === 'studio' ? 'image' : kind,
			operation: place,
		};
		const context = {
			getCurrentNodeParameter: (name: string) => parameters[name],
			getNode: () => ({}),
		} as unknown as ILoadOptionsFunctions;
		const { results } = await new MediaGeneration().methods.listSearch.searchModels.call(context);
		const { defaultModel } = kinds[kind];
		expect(modelField(kind).default).toEqual({
			mode: 'list',
			value: defaultModel,
			cachedResultName: results.find(({ value }) => value === defaultModel)?.name,
		});
	},
);

test('the list can be searched, and needs no credential', () => {
	expect(modelField('image').modes?.find(({ name }) => name === 'list')?.typeOptions).toMatchObject(
		{ searchable: true, skipCredentialsCheckInRLC: true },
	);
});
