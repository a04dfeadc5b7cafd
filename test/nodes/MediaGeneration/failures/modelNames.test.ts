import type { INode } from 'n8n-workflow';
import { catalog } from '../../../../contract/catalog';
import {
	withAllowedModels,
	detailsOf,
	withDetails,
} from '../../../../nodes/MediaGeneration/failures/details';
import { nodeFailure } from '../../../../nodes/MediaGeneration/failures/failure';

const failureAt = (param?: string) =>
	withDetails(nodeFailure({ node: { name: 'n' } as INode }, 'no'), { param });

test.each(['image', 'studio', 'video'] as const)(
	'a failure that blames the model names the models there are for %s',
	(kind) => {
		const failure = failureAt('model');
		expect(withAllowedModels(failure, kind)).toBe(failure);
		const { allowed } = detailsOf(failure);
		expect(allowed?.length).toBeGreaterThan(0);
		expect(
			catalog.filter(({ id }) => allowed?.includes(id)).map((model) => [model.kind, model.status]),
		).toEqual(allowed?.map(() => [kind, 'Live']));
	},
);

test.each(['prompt', undefined])('one that blames %s names none', (param) => {
	expect(detailsOf(withAllowedModels(failureAt(param), 'image')).allowed).toBeUndefined();
});
