import { NodeOperationError, type INode } from 'n8n-workflow';
import { withDetails } from '../../../../nodes/MediaGeneration/failures/details';
import { failedAfterPause, failedItem } from '../../../../nodes/MediaGeneration/run/failedItem';
import * as workflow from 'n8n-workflow';
import { plainNode } from '../../../support/node';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	__esModule: true,
}));

/** What n8n 2.36 brought, together with an error branch that takes items with details. */
const { redactedHeaders } = workflow;
const beOld = (isOld: boolean) =>
	isOld
		? delete (workflow as Partial<typeof workflow>).redactedHeaders
		: Object.assign(workflow, { redactedHeaders });

const node = (onError?: INode['onError']) => plainNode({ onError });
const failure = new NodeOperationError(node(), 'Not this one', { description: 'Try another' });
const branched = { error: 'Not this one', details: { description: 'Try another' } };
const json = { status: 'failed', ...branched };

test.each([undefined, 'continueRegularOutput'] as const)(
	'a failed item is its json alone (On Error: %s)',
	(onError) => {
		for (const way of [failedItem, failedAfterPause]) {
			const item = way({ node: node(onError), itemIndex: 3 }, failure);
			expect(item).toEqual({ json, pairedItem: { item: 3 } });
			expect('error' in item).toBe(false);
		}
	},
);

test('what went wrong comes first, then what it was about in the order of the good ones', () => {
	const told = withDetails(new NodeOperationError(node(), 'Not this one'), {
		job_id: 'j',
		prompt: 'a fox',
		model: 'm',
		may_be_paid: true,
	});
	expect(Object.keys(failedItem({ node: node() }, told).json)).toEqual(
		'error job_id prompt status model details'.split(' '),
	);
});

test('with an error branch a failed item is known by its error, which does not go along with what it says', () => {
	const item = failedItem({ node: node('continueErrorOutput'), itemIndex: 3 }, failure);
	expect(item.error).toBe(failure);
	expect({ ...item }).toEqual({ json, pairedItem: { item: 3 } });
});

test('one that comes out of a pause is known by its two fields there', () => {
	beOld(false);
	expect(failedAfterPause({ node: node('continueErrorOutput'), itemIndex: 3 }, failure)).toEqual({
		json: branched,
		pairedItem: { item: 3 },
	});
});

test.each([
	['Try another', 'Try another'],
	[undefined, 'Not this one'],
])(
	'one that comes out of a pause (described as %s) has the two fields that an n8n before 2.36 looks for',
	(description, message) => {
		beOld(true);
		const described = new NodeOperationError(node(), 'Not this one', { description });
		expect(
			failedAfterPause({ node: node('continueErrorOutput'), itemIndex: 3 }, described),
		).toEqual({
			json: { error: 'Not this one', message },
			pairedItem: { item: 3 },
		});
	},
);
