import { catalog, kinds, modelKinds, otherKindsOf } from '../../../contract/catalog';

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

test('an ID of another product area is told apart from an unknown one', () => {
	expect(otherKindsOf('image', 'standard')).toEqual(['studio']);
	expect(otherKindsOf('image', 'some-vendor-model')).toEqual([]);
	expect(modelKinds).toEqual(['image', 'studio', 'video']);
});
