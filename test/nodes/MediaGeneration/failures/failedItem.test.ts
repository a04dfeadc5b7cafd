import { NodeOperationError, type INode } from 'n8n-workflow';
import { failedAfterPause, failedItem } from '../../../../nodes/MediaGeneration/failures/failedItem';
import * as workflow from 'n8n-workflow';

jest.mock('n8n-workflow', () => ({ ...jest.requireActual<object>('n8n-workflow'), __esModule: true }));

/** What n8n 2.36 brought, together with an error branch that takes items with details. */
const { redactedHeaders } = workflow;
const beOld = (isOld: boolean) => (isOld ? delete (workflow as Partial<typeof workflow>).redactedHeaders : Object.assign(workflow, { redactedHeaders }));

const node = (onError?: INode['onError']) => ({ id: 'n', name: 'n', type: 'n', typeVersion: 1, position: [0, 0], parameters: {}, onError }) as INode;
const failure = new NodeOperationError(node(), 'Not this one', { description: 'Try another' });
const json = { error: 'Not this one', details: { description: 'Try another' } };
const ways = { failedItem, failedAfterPause };

test.each([
	[false, 'continueErrorOutput'],
	[true, 'continueRegularOutput'],
	[true, undefined],
] as const)('a failed item is its json alone (an n8n before 2.36: %s, On Error: %s)', (old, onError) => {
	beOld(old);
	for (const way of Object.values(ways)) {
		const item = way({ node: node(onError), itemIndex: 3 }, failure);
		expect(item).toEqual({ json, pairedItem: { item: 3 } });
		expect('error' in item).toBe(false);
	}
});

describe('with an error branch of an n8n before 2.36', () => {
	beforeEach(() => {
		beOld(true);
	});

	test('a failed item is known by its error, which does not go along with what it says', () => {
		const item = failedItem({ node: node('continueErrorOutput'), itemIndex: 3 }, failure);
		expect(item.error).toBe(failure);
		expect({ ...item }).toEqual({ json, pairedItem: { item: 3 } });
	});

	test.each([
		['Try another', 'Try another'],
		[undefined, 'Not this one'],
	])('one that comes out of a pause (described as %s) has the two fields that such an n8n looks for', (description, message) => {
		const described = new NodeOperationError(node(), 'Not this one', { description });
		expect(failedAfterPause({ node: node('continueErrorOutput'), itemIndex: 3 }, described)).toEqual({
			json: { error: 'Not this one', message },
			pairedItem: { item: 3 },
		});
	});
});
