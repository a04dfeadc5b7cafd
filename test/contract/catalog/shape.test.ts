import { catalog, findModel, unlistedModel, type ModelEntry } from '../../../contract/catalog';
import { checkValues } from '../../../contract/catalog/request';
import { isShape, shapes, valuesOf, type Shape } from '../../../contract/catalog/shape';

const all = Object.keys(shapes).filter(isShape);
const listed = (id: string) => {
	const model = catalog.find((entry) => entry.id === id);
	if (!model) throw new Error(`There is no model ${id}`);
	return model;
};
const inAll = (model: ModelEntry, given = {}) =>
	Object.fromEntries(all.map((shape) => [shape, valuesOf(shape, model, given)]));

test('a model that takes a size gets one', () => {
	expect(inAll(listed('model-dev'))).toEqual({
		square: { image_width: 1024, image_height: 1024 },
		portrait: { image_width: 1024, image_height: 1280 },
		landscape: { image_width: 1536, image_height: 1024 },
		story: { image_width: 1152, image_height: 2048 },
		banner: { image_width: 2048, image_height: 896 },
	});
});

test('within the bounds of the model, in the same proportion', () => {
	const bounded = {
		...listed('model-dev'),
		accepts: { image_width: { max: 1280 }, image_height: { max: 1280 } },
	};
	expect(inAll(bounded)).toEqual({
		square: { image_width: 1024, image_height: 1024 },
		portrait: { image_width: 1024, image_height: 1280 },
		landscape: { image_width: 1280, image_height: 848 },
		story: { image_width: 720, image_height: 1280 },
		banner: { image_width: 1280, image_height: 560 },
	});
});

test('a model that takes an aspect ratio gets the nearest that is as upright or as wide', () => {
	expect(inAll(listed('t2v-turbo'))).toEqual({
		square: { aspect_ratio: '1:1' },
		portrait: { aspect_ratio: '4:5' },
		landscape: { aspect_ratio: '3:2' },
		story: { aspect_ratio: '9:16' },
		banner: { aspect_ratio: '21:9' },
	});
	expect(inAll(listed('i2v-pro'))).toEqual({
		square: { aspect_ratio: '1:1' },
		portrait: { aspect_ratio: '9:16' },
		landscape: { aspect_ratio: '16:9' },
		story: { aspect_ratio: '9:16' },
		banner: { aspect_ratio: '16:9' },
	});
});

test('beside a resolution the size is told by an aspect ratio, if the model takes one', () => {
	expect(valuesOf('story', unlistedModel('image', 'any'), { resolution: '4k' })).toEqual({
		aspect_ratio: '9:16',
	});
	expect(valuesOf('story', listed('model-dev'), { resolution: '4k' })).toBeUndefined();
});

test.each(['av-gen', 'standard', 'video-to-video'])('%s has none', (id) => {
	expect(Object.values(inAll(listed(id)))).toEqual(all.map(() => undefined));
});

test.each(catalog.flatMap((model) => all.map((shape) => [model.id, shape, model] as const)))(
	'%s takes what it is given for %s',
	(_, shape: Shape, model) => {
		const values = valuesOf(shape, model, {}) ?? {};
		const named = new Set(Object.keys(values));
		const { problems } = checkValues(findModel(model.kind, model.id) ?? model, values);
		expect(problems.filter(({ param }) => named.has(param))).toEqual([]);
	},
);
