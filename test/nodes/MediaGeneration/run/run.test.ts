import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import type { INodeParameters } from 'n8n-workflow';
import { drawing as draw, prompts } from '../../../support/drawing';
import { runNode, type NodeRun } from '../../../support/engine';
import { useSandbox } from '../../../support/sandbox';

const sandbox = useSandbox();
afterEach(() => jest.restoreAllMocks());

const run = async (parameters: object, more: Partial<NodeRun> = {}) =>
	await runNode({
		parameters: parameters as INodeParameters,
		credentials: sandbox.credentials(),
		...more,
	});

describe('a node without an operation that there is', () => {
	const advice = 'Choose a resource and an operation in the node.';
	const ofAll = 'Resource must be one of image, video, chat, model, billing, ledger, apiKey';
	const ofImages = 'Operation must be one of generate, edit, groupEdit, describe, getJob';

	test.each([
		[{ resource: 'musc', operation: 'generate' }, `${ofAll} (given: musc)`],
		[{ resource: '', operation: 'generate' }, `${ofAll} (given: nothing)`],
		[{ resource: 'image', operation: 'rotate' }, `${ofImages} (given: rotate)`],
		[{ resource: 'image', operation: '' }, `${ofImages} (given: nothing)`],
		[{ resource: 'image', operation: null }, `${ofImages} (given: nothing)`],
	])('%j says what there is', async (parameters, message) => {
		const { error } = await run({ ...draw, ...parameters });
		expect(error?.message).toEqual(message);
		expect(error?.description).toBe(`Nothing was sent. ${advice}`);
	});

	test('fails every item where the node goes on, which n8n would pass on as if it were done', async () => {
		const { items } = await run(
			{ ...draw, operation: 'rotate' },
			{ items: prompts(2), settings: { onError: 'continueRegularOutput' } },
		);
		expect(items).toEqual(
			[0, 1].map((item) => ({
				json: {
					status: 'failed',
					error: `${ofImages} (given: rotate)`,
					details: { description: expect.stringContaining(advice) },
				},
				pairedItem: { item },
			})),
		);
	});
});

test('where nobody stops it, nothing is told as stopped', async () => {
	const warn = jest.spyOn(Container.get(Logger), 'warn');
	await run(draw, { items: prompts(2) });
	expect(warn).not.toHaveBeenCalled();
});

describe('the secrets of keys that were made', () => {
	const key = { resource: 'apiKey', operation: 'create', name: 'Nightly', scopes: ['image:*'] };
	const again = { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 };

	test.each([
		['once they are given out', {}],
		['once they are given out, though it would be tried again', again],
	])('are kept nowhere else %s', async (_, settings) => {
		const { items, run: whole } = await run(key, { items: prompts(2), settings });
		expect(items.map(({ json: { secret_key } }) => secret_key)).toEqual([
			expect.any(String),
			expect.any(String),
		]);
		for (const { json } of items)
			expect(JSON.stringify(whole.data.executionData)).not.toContain(json.secret_key);
	});
});

test('each output is paired with its own item', async () => {
	const { items } = await run(
		{ resource: 'model', operation: 'getMany', returnAll: false, limit: 2 },
		{ items: prompts(2) },
	);
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual([
		{ item: 0 },
		{ item: 0 },
		{ item: 1 },
		{ item: 1 },
	]);
});
