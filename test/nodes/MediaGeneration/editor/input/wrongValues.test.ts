import type { INodeParameters } from 'n8n-workflow';
import { runNode, type NodeRun } from '../../../../support/engine';
import { form, modelId, useSandbox } from '../../../../support/sandbox';

const sandbox = useSandbox();
const draw = {
	resource: 'image',
	operation: 'generate',
	prompt: 'a red fox',
	model: modelId('model-dev'),
};
const film = {
	resource: 'video',
	operation: 'generate',
	prompt: 'waves',
	model: modelId('t2v-turbo'),
};
const look = { resource: 'image', operation: 'getJob' };
const list = { resource: 'billing', operation: 'getTransactions' };
const run = async (parameters: object, x?: unknown, more: Partial<NodeRun> = {}) =>
	await runNode({
		parameters: parameters as INodeParameters,
		items: [{ json: { x } as never }],
		credentials: sandbox.credentials(),
		settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
		...more,
	});
const byExpression = '={{ $json.x }}';
const chat = { resource: 'chat', operation: 'complete', model: modelId('sandbox-chat-small') };
const say = (...message: object[]) => ({ ...chat, messages: { message } });

test('an expression that gives a number where a text goes gives its text', async () => {
	const options = { fileName: byExpression, binaryPropertyName: byExpression };
	const { items, error } = await run({ ...draw, options }, 7);
	expect(error).toBeUndefined();
	expect(items[0]?.binary?.['7']?.fileName).toBe('7.png');
});

const wrong: ReadonlyArray<readonly [parameters: object, x: unknown, named: RegExp]> = [
	[{ ...film, options: { timeout: byExpression } }, 'soon', /Give Up After.*\(given: soon/],
	[
		{ ...film, waitFor: 'callback', options: { timeout: byExpression } },
		-1,
		/Give Up After.*\(given: -1/,
	],
	[{ ...film, options: { pollInterval: byExpression } }, NaN, /Check Every.*\(given: NaN/],
	[{ ...draw, options: { requestTimeout: byExpression } }, 0, /Request: Timeout.*\(given: 0\)/],
	[
		{ ...draw, waitFor: 'callback', options: { requestTimeout: byExpression } },
		'',
		/Request: Timeout.*\(given: nothing/,
	],
	[{ ...draw, options: { fileName: byExpression } }, { a: 1 }, /File: Name.*\(given: \{"a":1\}/],
	[{ ...list, limit: byExpression }, 'abc', /Limit.*\(given: abc/],
	[{ ...look, jobId: byExpression }, null, /Job ID.*\(given: (null|nothing)/],
	[{ ...look, jobId: byExpression }, { toString: 1 }, /Job ID.*\(given: \{"toString":1\}/],
	[{ ...look, jobId: byExpression }, '\ud800', /Job ID.*\(given: /],
	[
		{ resource: 'apiKey', operation: 'revoke', keyId: modelId(byExpression) },
		'..',
		/API Key.*\(given: \.\./,
	],
	[
		{ ...draw, options: { extraBody: byExpression } },
		{ model: { toString: 1 } },
		/model.*\(given: \{"toString":1\}/,
	],
	[
		{ ...say({ role: 'user', content: 'Hello' }), options: { systemPrompt: byExpression } },
		{ a: 1 },
		/System Prompt.*\(given: \{"a":1\}/,
	],
	[
		{ ...draw, parameters: form({ image_width: byExpression }) },
		4096,
		/Width \(image_width\).*\(given: 4096\)/,
	],
];

test.each(wrong)('%j with %p: named, and nothing is sent', async (parameters, x, named) => {
	const { error } = await run(parameters, x);
	expect(error).toMatchObject({
		name: 'NodeOperationError',
		message: expect.stringMatching(named),
	});
	expect(sandbox.requests()).toEqual([]);
});

/** What an item lacks is undefined in n8n, and what it has as nothing is null; neither may be taken for "not set". */
const given: ReadonlyArray<readonly [what: string, parameters: object, named: string]> = [
	[
		'Cost: Dry Run',
		{ ...draw, options: { dryRun: byExpression } },
		'Cost: Dry Run must be true or false (given: nothing)',
	],
	[
		'Maximum Cost',
		{ ...draw, options: { maxCost: byExpression } },
		'Cost: Maximum (USD) must be an amount in US dollars from 0 to 1,000,000,000 (given: nothing)',
	],
	[
		'Return All',
		{ ...list, returnAll: byExpression },
		'Return All must be true or false (given: nothing)',
	],
	[
		'Extra Body Fields',
		{ ...draw, options: { extraBody: byExpression } },
		'Request: Extra Body Fields (JSON) must be a JSON object, such as {"seed": 7} (given: nothing)',
	],
	[
		'the content of a message',
		say(
			{ role: 'system', content: 'You write captions.' },
			{ role: 'user', content: byExpression },
		),
		'Content of Message 2 must be text (given: nothing)',
	],
	[
		'the role of a message',
		say({ role: byExpression, content: 'Hi' }),
		'Role of Message 1 must be one of system, developer, user, assistant, tool (given: nothing)',
	],
	[
		'Messages (JSON)',
		{ ...chat, specifyMessages: 'json', messagesJson: byExpression },
		'Messages (JSON) must be a list, such as [{"role":"user","content":"Hello"}] (given: nothing)',
	],
];

describe.each([undefined, null, ''])('an expression that gives %j', (x) => {
	test.each(given)('%s: named once, and nothing is sent', async (_, parameters, named) => {
		const { error } = await run(parameters, x);
		expect(error).toMatchObject({ message: named, description: 'Nothing was sent.' });
		expect(sandbox.requests()).toEqual([]);
	});
});

test('an expression that gives nothing for Cost: Dry Run of a tool: the agent is told, and nothing is sent', async () => {
	const { items } = await run({ ...draw, options: { dryRun: byExpression } }, undefined, {
		asTool: true,
	});
	expect(items[0]?.json.error).toBe('Cost: Dry Run must be true or false (given: nothing)');
	expect(sandbox.requests()).toEqual([]);
});

test.each([
	{ parametersJson: '', options: {} },
	{ parametersJson: '{}', options: { extraBody: '' } },
])('JSON that is left empty, as in %j, is nothing to add', async (empty) => {
	const { items, error } = await run({
		...draw,
		specifyParameters: 'json',
		...empty,
		options: { ...empty.options, dryRun: true },
	});
	expect(error).toBeUndefined();
	expect(items[0]?.json.body).toEqual({ model: 'model-dev', prompt: 'a red fox' });
});

test('a wrong value of one item of many: that item is not sent, the others are', async () => {
	const items = ['one', 'two', { a: 1 }, 'four'].map((x, index) => ({
		json: { x, prompt: `fox ${index}` } as never,
	}));
	const settings = { onError: 'continueRegularOutput' } as const;
	const result = await run(
		{ ...draw, prompt: '={{ $json.prompt }}', options: { fileName: byExpression } },
		undefined,
		{ items, settings },
	);
	expect(result.items.map(({ json }) => json.error ?? json.status)).toEqual([
		'completed',
		'completed',
		expect.stringMatching(/File: Name.*\(given: \{"a":1\}/),
		'completed',
	]);
	expect(
		sandbox
			.requests('POST')
			.map(({ body }) => (body as { prompt: string }).prompt)
			.sort(),
	).toEqual(['fox 0', 'fox 1', 'fox 3']);
});
