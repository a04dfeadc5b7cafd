import type { FaultHook } from '../../../../../sandbox';
import { runNode } from '../../../../support/engine';
import { json } from '../../../../support/faults';
import { useSandbox } from '../../../../support/sandbox';

let fault: FaultHook = () => undefined;
const sandbox = useSandbox({ faults: (request) => fault(request) });
afterEach(() => {
	fault = () => undefined;
});
const run = async (operation: string, parameters: object = {}) =>
	await runNode({
		parameters: { resource: 'apiKey', operation, ...parameters } as never,
		credentials: sandbox.credentials(),
	});
const create = async (parameters: object = {}) =>
	await run('create', { name: 'Nightly', scopes: ['image:*'], ...parameters });
const answering = (body: unknown) => {
	fault = () => ({ when: 'before', give: json(200, JSON.stringify(body)) });
};
const own = { keyId: { __rl: true, mode: 'id', value: 'k-1' } };
const secret_key = 'sk-12345';

describe('a key that was made', () => {
	test.each([
		[
			'is given with its ID and its secret first',
			{ name: 'x', secret_key, key_id: 'k-1' },
			{ key_id: 'k-1', secret_key, name: 'x' },
		],
		['may have a number for its ID', { key_id: 7, secret_key }, { key_id: 7, secret_key }],
		[
			'may come without an error that is told',
			{ error: null, key_id: 'k-1', secret_key },
			{ key_id: 'k-1', secret_key, error: null },
		],
	])('%s', async (_, answer, key) => {
		answering(answer);
		const { items, error } = await create();
		expect(error).toBeUndefined();
		expect(Object.entries(items[0]?.json ?? {})).toEqual(Object.entries(key));
		expect(items[0]?.pairedItem).toEqual({ item: 0 });
	});

	test.each([
		['no key', {}],
		['no secret', { key_id: 'k-1' }],
		['no ID', { secret_key }],
		['an ID of half a number', { key_id: 1.5, secret_key }],
		['a secret that is easy to guess', { key_id: 'k-1', secret_key: 'sk-1234' }],
		['a secret with blanks', { key_id: 'k-1', secret_key: 'sk-1234 5678' }],
		['a secret before a line break', { key_id: 'k-1', secret_key: `${secret_key}\n` }],
		['a secret that is hidden', { key_id: 'k-1', secret_key: 'sk-[hidden]' }],
		['a secret that no text can be made of', { key_id: 'k-1', secret_key: { toString: 1 } }],
	])('may exist where the answer has %s', async (_, answer) => {
		answering(answer);
		const { items, error } = await create();
		expect(items).toEqual([]);
		expect(error).toMatchObject({
			message: 'The service’s answer contains no key with its secret',
			description: expect.stringMatching(
				/^The API key may still have been created: check API Key > Get Many/,
			),
		});
	});

	test('may exist where the answer has an error beside it, in the words of the service', async () => {
		answering({ error: { message: 'The quota is used up' }, key_id: 'k-1', secret_key });
		expect((await create()).error).toMatchObject({
			message: 'The quota is used up',
			description: expect.stringMatching(/^The API key may still have been created/),
		});
	});
});

test('a key that came with much else is remembered with its secret', async () => {
	let made = 0;
	fault = () => {
		if (++made === 2) return { when: 'before', give: json(403, '{"error":{"message":"not now"}}') };
		return {
			when: 'before',
			give: json(
				200,
				JSON.stringify({
					log: ['x'.repeat(1_000_000)],
					key_id: `k-${made}`,
					secret_key: `${secret_key}-${made}`,
				}),
			),
		};
	};
	const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 };
	const { items } = await runNode({
		parameters: {
			resource: 'apiKey',
			operation: 'create',
			name: 'Nightly',
			scopes: ['image:*'],
		} as never,
		items: [{ json: {} }, { json: {} }],
		credentials: sandbox.credentials(),
		settings,
	});
	expect(items).toMatchObject([
		{ json: { key_id: 'k-1', secret_key: `${secret_key}-1` } },
		{ json: { key_id: 'k-3', secret_key: `${secret_key}-3` } },
	]);
	expect(JSON.stringify(items[0]?.json).length).toBeLessThan(20_000);
});

test.each([
	['reactivate', '{}', { key_id: 'k-1', success: true }],
	['revoke', '{"key":{"key_id":"k-2","status":"revoked"}}', { key_id: 'k-2', status: 'revoked' }],
	['revoke', '{"status":"revoked"}', { key_id: 'k-1', status: 'revoked' }],
	['delete', '{}', { deleted: true, key_id: 'k-1', success: true }],
	[
		'revoke',
		'{"status":"revoked","secret_key":{"toString":1}}',
		{ key_id: 'k-1', status: 'revoked', secret_key: { toString: 1 } },
	],
	['delete', '{"deleted":false}', { deleted: false, key_id: 'k-1' }],
])('%s that is answered with %s', async (operation, body, told) => {
	fault = () => ({ when: 'before', give: json(200, body) });
	expect((await run(operation, own)).items).toEqual([{ json: told, pairedItem: { item: 0 } }]);
});

test.each([
	['reactivate', 'PATCH', '/v1/api-keys/k-1/reactivate'],
	['revoke', 'PATCH', '/v1/api-keys/k-1/revoke'],
	['rotate', 'POST', '/v1/api-keys/k-1/rotate'],
	['delete', 'DELETE', '/v1/api-keys/k-1'],
])('%s is about the key that is named', async (operation, method, path) => {
	answering({ key_id: 'k-1', secret_key });
	await run(operation, { keyId: { __rl: true, mode: 'id', value: ' k-1 ' } });
	expect(sandbox.requests().map((request) => [request.method, request.path])).toEqual([
		[method, path],
	]);
});

describe('what is sent for a new key', () => {
	test.each([
		[
			{ name: ' Nightly batch ', scopes: [' image:* '] },
			{ name: 'Nightly batch', scopes: ['image:*'] },
		],
		[
			{ name: 7, scopes: 'image:*, billing:read' },
			{ name: '7', scopes: ['image:*', 'billing:read'] },
		],
		[
			{ scopes: ['*'], options: { extraBody: '{"expires":1}' } },
			{ name: 'Nightly', scopes: ['*'], expires: 1 },
		],
		[
			{ scopes: ['a', 'A.b-c_d:1', 'x:y:*'] },
			{ name: 'Nightly', scopes: ['a', 'A.b-c_d:1', 'x:y:*'] },
		],
	])('%j', async (parameters, body) => {
		answering({ key_id: 'k-1', secret_key });
		expect((await create(parameters)).error).toBeUndefined();
		expect(sandbox.requests().map((request) => request.body)).toEqual([body]);
	});

	const scopes = 'Scopes must be a list in which each entry is a scope, such as image:*';
	test.each([
		[{ scopes: ['undefined'] }, `${scopes} (given: ["undefined"])`, ''],
		[
			{ scopes: '={{ [] }}' },
			'Scopes must name at least one scope, such as image:* (given: none)',
			'',
		],
		[
			{ name: ' ', scopes: '={{ [] }}' },
			'Name is required (given: nothing)',
			' Also: Scopes must name at least one scope, such as image:* (given: none)',
		],
	])('%j is refused', async (parameters, message, also) => {
		expect((await create(parameters)).error).toMatchObject({
			message,
			description: `Nothing was sent.${also}`,
		});
		expect(sandbox.requests()).toEqual([]);
	});
});

test.each([
	[' ', 'API Key is required (given: nothing)'],
	['..', 'API Key must be an ID: text without control characters, and not only dots (given: ..)'],
])('of the key %j a person is told once what is wrong', async (value, message) => {
	for (const operation of ['rotate', 'delete'])
		expect(
			(await run(operation, { keyId: { __rl: true, mode: 'id', value } })).error,
		).toMatchObject({ message, description: 'Nothing was sent.' });
	expect(sandbox.requests()).toEqual([]);
});

test('scopes as the service tells them, one an item', async () => {
	answering({ scopes: [{ scope: 'image:*', description: 'Images' }, { scope: 'new:thing' }] });
	expect((await run('getScopes')).items).toEqual([
		{ json: { scope: 'image:*', access: 'Images' }, pairedItem: { item: 0 } },
		{ json: { scope: 'new:thing', access: '' }, pairedItem: { item: 0 } },
	]);
});

test('keys are listed up to the limit', async () => {
	answering({ keys: [1, 2, 3].map((id) => ({ key_id: `k-${id}` })) });
	expect((await run('getMany', { limit: 2 })).items).toEqual(
		['k-1', 'k-2'].map((key_id) => ({ json: { key_id }, pairedItem: { item: 0 } })),
	);
});
