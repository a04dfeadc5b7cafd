import { runToEnd } from '../../../../../nodes/MediaGeneration/support/slices';
import { readModelList as modelsIn } from '../../../../../nodes/MediaGeneration/answers/list/models';

const readModelList = (body: unknown) => runToEnd(modelsIn(body));

const only = (fields: object) =>
	readModelList({ data: [{ id: 'a', type: 'image', ...fields }] })[0];

test.each([
	[
		'a list',
		[{ id: 'a', type: 'image' }, { id: 'b' }],
		[
			['a', 'image'],
			['b', 'chat'],
		],
	],
	[
		'entries without an ID, which are none',
		{ data: [{ title: {} }, { id: 'a', type: 'video' }] },
		[['a', 'video']],
	],
	['a word', 'none', []],
])('%s', (_, body, models) => {
	expect(readModelList(body).map(({ id, kind }) => [id, kind])).toEqual(models);
});

test.each([
	[{ status: 'deprecated' }, 'Deprecated'],
	[{ deprecated: true }, 'Deprecated'],
	[{ lifecycle: 'Retired in May' }, 'Deprecated'],
	[{ status: 5 }, 'Live'],
	[{ previous_deprecated: true }, 'Live'],
	[{ details: { inner: { deprecated: true } } }, 'Live'],
])('of %j it is %s', (fields, status) => {
	expect(only(fields)?.status).toBe(status);
});

test.each<[object, string | undefined]>([
	[{ id: '', slug: 's', name: 'n' }, 's'],
	[{ id: 5, name: 'n', key: 'k' }, 'n'],
	[{ title: 't' }, undefined],
])('the ID of %j is %s', (fields, id) => {
	expect(readModelList([fields])[0]?.id).toBe(id);
});

test.each([
	[{ tags: 'video', type: 'image' }, 'image'],
	[{ type: 'image', tags: 'video' }, 'image'],
	[{ modality: 'text+image->text' }, 'chat'],
	[{ modality: 'text->image' }, 'image'],
	[{ modality: 'text+image->text+image' }, 'image'],
	[{ supported_tasks: ['text-to-video', 'image-to-video'] }, 'video'],
	[{ some: { thing: { type: 'video' } } }, 'video'],
	[{ some: { other: { thing: { type: 'video' } } } }, 'chat'],
])('%j makes %s', (fields, kind) => {
	expect(readModelList([{ id: 'a', ...fields }])[0]?.kind).toBe(kind);
});

test.each([
	['video', 'video', undefined],
	['image-to-video', 'video', 'image-to-video'],
	['text-to-image', 'image', undefined],
])('a model that makes %s is told with its type, where there are several', (type, kind, told) => {
	const listed = { id: 'a', type };
	const rest = { priceText: undefined };
	expect(readModelList([listed])).toEqual([
		{ id: 'a', kind, status: 'Live', type: told, ...rest, listed },
	]);
});

test.each(['id', 'model_id', 'model', 'slug', 'model_name', 'name', 'endpoint_id'])(
	'a model’s ID is told as %s',
	(name) => {
		expect(readModelList([{ [name]: 'a', title: 't' }])[0]?.id).toBe('a');
	},
);

test.each([
	'image-to-text',
	'image_to_text',
	'imageToText',
	'image captioning',
	'video understanding',
	'chat',
	'text',
	'language',
	'llm',
	'completion',
])('what makes %s chats', (type) => {
	expect(readModelList([{ id: 'a', type, tags: 'video' }])[0]?.kind).toBe('chat');
});

test.each<[object, string]>([
	[{ capabilities: ['text-to-video', 'image-to-video'] }, 'video'],
	[{ supported_tasks: ['image-editing'] }, 'studio'],
])('what a model makes, told as a list of what it can do: %j', (fields, kind) => {
	expect(readModelList([{ id: 'a', ...fields }])[0]?.kind).toBe(kind);
});
