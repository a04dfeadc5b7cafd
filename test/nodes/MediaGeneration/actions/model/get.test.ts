import { catalog } from '../../../../../contract/catalog';
import { rulesOf } from '../../../../../contract/catalog/rules';
import { searchModels } from '../../../../../nodes/MediaGeneration/editor/lists/models';
import { runNode } from '../../../../support/engine';
import { loadList } from '../../../../support/lists';
import { modelId, useSandbox } from '../../../../support/sandbox';

const sandbox = useSandbox();
const place = { resource: 'model', operation: 'get' };
const get = async (id: string) =>
	await runNode({
		parameters: { ...place, model: modelId(id) },
		credentials: sandbox.credentials(),
	});

test.each(catalog.map((model) => [model.id, model] as const))(
	'%s: what it costs, takes and ignores, each parameter with its bounds',
	async (id, model) => {
		const { items, error } = await get(id);
		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
		expect(items[0]?.json).toMatchObject({
			id,
			kind: model.kind,
			price_per: model.price.per,
			price_usd_low: expect.any(Number),
			eta_seconds: model.etaSeconds,
			ignores: [...(model.ignores ?? [])],
			fields: rulesOf(model).map(({ name, required }) =>
				expect.objectContaining({ name, required }),
			),
		});
	},
);

test('bounds, values and what has no effect are data', async () => {
	const { items } = await get('ultimate-video-upscaler');
	expect(items[0]?.json).toMatchObject({ does: 'upscale' });
	expect(items[0]?.json.fields).toEqual([
		expect.objectContaining({ name: 'prompt', required: true, ignored: true }),
		expect.objectContaining({ name: 'video_url', label: 'Video', type: 'url', required: true }),
		expect.objectContaining({ name: 'seconds', min: 1, max: 30, required: false }),
		expect.objectContaining({ name: 'resolution', values: ['720p', '1080p', '2k', '4k'] }),
	]);
});

test.each([
	[
		'a chat model, which the service alone knows',
		'sandbox-chat-small',
		{ kind: 'chat', id: 'sandbox-chat-small' },
	],
	['a model in other letters', 'Model-Dev', { kind: 'image', id: 'model-dev' }],
])('%s is found', async (_, id, expected) => {
	expect((await get(id)).items[0]?.json).toMatchObject(expected);
});

test('a model that there is not is named', async () => {
	const { error } = await get('nobody');
	expect(error?.message).toBe('There is no model nobody');
});

test('the list has the models of every kind', async () => {
	const { results } = await loadList(
		place,
		sandbox.credentials(),
		async (context) => await searchModels.call(context),
	);
	const ids = results.map(({ value }) => value);
	expect(ids).toEqual(
		expect.arrayContaining([
			...catalog.map(({ id }) => id),
			'sandbox-chat-small',
			'sandbox-edit-webp',
		]),
	);
	expect(new Set(ids).size).toBe(ids.length);
});
