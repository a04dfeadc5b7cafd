import { NodeOperationError } from 'n8n-workflow';
import { catalog } from '../../../../contract/catalog';
import {
	detailsOf,
	withLiveModels,
	withDetails,
} from '../../../../nodes/MediaGeneration/failures/details';
import { plainNode } from '../../../support/node';

const node = plainNode();
const failure = () => new NodeOperationError(node, 'no');

test('details add up on an error, and what is not known replaces nothing', () => {
	const error = withDetails(withDetails(failure(), { job_id: 'a', type: 'x' }), {
		job_id: undefined,
		type: 'y',
		may_be_paid: false,
	});
	expect(detailsOf(error)).toStrictEqual({ job_id: 'a', type: 'y', may_be_paid: false });
	expect(error.context.details).toStrictEqual(detailsOf(error));
});

test.each([failure(), new Error('no'), {}, null, undefined, 'no'])(
	'there are none on %p',
	(error) => {
		expect(detailsOf(error)).toEqual({});
	},
);

const failureAt = (param?: string) => withDetails(failure(), { param });

test.each(['image', 'studio', 'video'] as const)(
	'a failure that blames the model names the models there are for %s',
	(kind) => {
		const failure = failureAt('model');
		expect(withLiveModels(failure, kind)).toBe(failure);
		const { allowed } = detailsOf(failure);
		expect(allowed?.length).toBeGreaterThan(0);
		expect(
			catalog.filter(({ id }) => allowed?.includes(id)).map((model) => [model.kind, model.status]),
		).toEqual(allowed?.map(() => [kind, 'Live']));
	},
);

test.each(['prompt', undefined])('one that blames %s names none', (param) => {
	expect(detailsOf(withLiveModels(failureAt(param), 'image')).allowed).toBeUndefined();
});
