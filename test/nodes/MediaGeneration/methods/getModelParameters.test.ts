import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { catalog, modelKinds, type ModelKind } from '../../../../contract/catalog';
import { getModelParameters } from '../../../../nodes/MediaGeneration/methods/getModelParameters';

const places: Record<ModelKind, { resource: string; operation: string }> = {
	image: { resource: 'image', operation: 'generate' },
	studio: { resource: 'image', operation: 'edit' },
	video: { resource: 'video', operation: 'generate' },
};

/** What the editor asks for a node that is set to this model. */
async function formOf(kind: ModelKind, model: string) {
	const parameters: Record<string, string> = { ...places[kind], model };
	const context = { getCurrentNodeParameter: (name: string) => parameters[name] } as unknown as ILoadOptionsFunctions;
	return (await getModelParameters.call(context)).fields;
}

test.each([...catalog.map(({ kind, id }) => [kind, id] as const), ...modelKinds.map((kind) => [kind, 'some-vendor-model'] as const)])(
	'%s %s: the editor shows every label whole',
	async (kind, id) => {
		for (const { displayName } of await formOf(kind, id)) expect(displayName.length).toBeLessThanOrEqual(30);
	},
);

test('a required parameter is marked so, and booleans have a default so that they are not sent unasked', async () => {
	const fields = await formOf('video', 'some-vendor-model');
	expect(fields.filter(({ type }) => type === 'boolean').map(({ defaultValue }) => defaultValue)).not.toContain(null);
	expect((await formOf('video', 'i2v-pro')).find(({ id }) => id === 'image_url')).toMatchObject({ required: true, type: 'string' });
});

test('numbers of a list stay numbers', async () => {
	expect((await formOf('video', 't2v-turbo')).find(({ id }) => id === 'seconds')?.options).toEqual([
		{ name: '5', value: 5 },
		{ name: '8', value: 8 },
	]);
});

test('an expression as model gives the whole vocabulary', async () => {
	expect((await formOf('image', '={{ $json.model }}')).map(({ id }) => id)).toEqual(expect.arrayContaining(['seed', 'aspect_ratio', 'enable_web_search']));
});
