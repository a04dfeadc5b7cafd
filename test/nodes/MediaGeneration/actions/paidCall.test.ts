import { runNode } from '../../../support/engine';
import { json } from '../../../support/faults';
import { useSandbox } from '../../../support/sandbox';

/* An operation that there is not, as somebody who adds one would write it. */
jest.mock('../../../../nodes/MediaGeneration/actions', () => {
	const { defineOperation } = jest.requireActual<
		typeof import('../../../../nodes/MediaGeneration/run/operation')
	>('../../../../nodes/MediaGeneration/run/operation');
	const { paidCall } = jest.requireActual<
		typeof import('../../../../nodes/MediaGeneration/actions/paidCall')
	>('../../../../nodes/MediaGeneration/actions/paidCall');
	const speak = defineOperation({
		value: 'speak',
		name: 'Speak',
		action: 'Speak',
		description: 'Speak a text',
		forAgents: 'Speaks a text.',
		fields: [{ displayName: 'Text', name: 'text', type: 'string', default: '' }],
		read: (input) => ({ text: input.given('text') }),
		paid: paidCall({
			endpoint: 'completeChat',
			call: ({ text }: { text: unknown }) => ({ body: { text: String(text) } }),
		}),
	});
	return { resources: [{ value: 'chat', name: 'Chat', operations: [speak] }] };
});

let answer = () => json(200, '');
const sandbox = useSandbox({ faults: () => ({ when: 'before', give: answer() }) });
const speak = async () =>
	await runNode({
		parameters: { resource: 'chat', operation: 'speak', text: 'Hello' } as never,
		credentials: sandbox.credentials(),
	});

test('what the endpoint answers is the item', async () => {
	answer = () => json(200, '{"data":{"url":"https://h.example/1.mp3","cost_usd":0.02}}');
	const { items, error } = await speak();
	expect(error).toBeUndefined();
	expect(items.map(({ json: item }) => item)).toEqual([
		{ url: 'https://h.example/1.mp3', cost_usd: 0.02 },
	]);
	expect(sandbox.requests().map(({ body }) => body)).toEqual([{ text: 'Hello' }]);
});

test.each([
	['a refusal', 402, '{"error":{"message":"No money"}}', 'No money', undefined],
	['a broken service', 500, '{"error":{"message":"Oops"}}', 'Oops', true],
	['a success without a record', 200, '{}', 'The service accepted the request', true],
	['an error as a success', 200, '{"error":{"message":"Oops"}}', 'Oops', true],
])('%s is told, with whether it may be paid for', async (_, status, body, message, mayBePaid) => {
	answer = () => json(status, body);
	const { error } = await speak();
	expect(error?.message).toContain(message);
	const details = error?.context?.details as { may_be_paid?: boolean } | undefined;
	expect(details?.may_be_paid).toBe(mayBePaid);
	expect(sandbox.requests()).toHaveLength(1);
});
