import { NodeOperationError } from 'n8n-workflow';
import { detailsOf, withDetails } from '../../../../nodes/MediaGeneration/failures/details';
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
