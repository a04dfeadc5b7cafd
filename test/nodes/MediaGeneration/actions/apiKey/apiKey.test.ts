import type { FaultHook } from '../../../../../sandbox';
import { runNode } from '../../../../support/engine';
import { json } from '../../../../support/faults';
import { useSandbox } from '../../../../support/sandbox';

let fault: FaultHook = () => undefined;
// Retries wait a random time: here, none.
beforeEach(() => jest.spyOn(Math, 'random').mockReturnValue(0));
const sandbox = useSandbox({ faults: (request) => fault(request) });
afterEach(() => {
	fault = () => undefined;
});
const run = async (operation: string, parameters: object = {}) =>
	await runNode({
		parameters: { resource: 'apiKey', operation, ...parameters } as never,
		credentials: sandbox.credentials(),
	});
const only = async (operation: string, parameters: object = {}) => {
	const { items, error } = await run(operation, parameters);
	expect(error).toBeUndefined();
	expect(items).toHaveLength(1);
	return items[0]?.json ?? {};
};
const create = async () =>
	await only('create', { name: 'Nightly batch', scopes: ['image:*', 'billing:read'] });
const keyId = (key: { key_id?: unknown }) => ({
	keyId: { __rl: true, mode: 'id', value: key.key_id },
});
const works = async (secret: unknown) => {
	const { error } = await runNode({
		parameters: { resource: 'billing', operation: 'getBalance' },
		credentials: sandbox.credentials(String(secret)),
	});
	return error === undefined;
};

test('a key is created with its scopes, and its secret works', async () => {
	const key = await create();
	expect(key).toMatchObject({
		key_id: expect.any(String),
		name: 'Nightly batch',
		scopes: ['image:*', 'billing:read'],
	});
	expect(await works(key.secret_key)).toBe(true);
});

test('the list names keys and gives no secret away', async () => {
	const key = await create();
	const { items } = await run('getMany', { returnAll: true });
	expect(items.map(({ json }) => json.key_id)).toContain(key.key_id);
	expect(JSON.stringify(items)).not.toContain(key.secret_key);
});

test('revoked, reactivated, deleted: a key behaves so at once', async () => {
	const key = await create();
	await only('revoke', keyId(key));
	expect(await works(key.secret_key)).toBe(false);
	await only('reactivate', keyId(key));
	expect(await works(key.secret_key)).toBe(true);
	await only('delete', keyId(key));
	expect(await works(key.secret_key)).toBe(false);
	expect((await run('revoke', keyId(key))).error?.context?.details).toMatchObject({
		http_code: 404,
	});
});

test.each([
	['was not answered', 'after'],
	['did not arrive', 'before'],
] as const)('a deletion whose first try %s has deleted the key', async (_, when) => {
	const key = await create();
	let tries = 0;
	fault = ({ method }) =>
		method === 'DELETE' && tries++ === 0 ? { when, give: 'destroy' } : undefined;
	expect(await only('delete', keyId(key))).toMatchObject({ deleted: true });
	expect(tries).toBe(2);
	expect(await works(key.secret_key)).toBe(false);
});

test.each([404, 410])(
	'a deletion after an unclear one that finds nothing left (HTTP %d) has succeeded',
	async (status) => {
		let tries = 0;
		fault = ({ method }) =>
			method === 'DELETE'
				? {
						when: 'before',
						give: tries++ === 0 ? 'destroy' : json(status, '{"error":{"message":"no such key"}}'),
					}
				: undefined;
		expect(await only('delete', keyId({ key_id: 'key-1' }))).toMatchObject({ deleted: true });
		tries = 1;
		expect((await run('delete', keyId({ key_id: 'key-1' }))).error?.context?.details).toMatchObject(
			{ http_code: status },
		);
	},
);

test.each(['revoke', 'reactivate'])(
	'%s that is refused after an unclear try has failed, whatever the refusal says',
	async (operation) => {
		let tries = 0;
		const refusal = json(409, '{"error":{"message":"The key is already so"}}');
		fault = ({ method }) =>
			method === 'PATCH'
				? { when: 'before', give: tries++ === 0 ? 'destroy' : refusal }
				: undefined;
		expect(
			(await run(operation, keyId({ key_id: 'key-1' }))).error?.context?.details,
		).toMatchObject({ http_code: 409 });
		expect(tries).toBe(2);
	},
);

test('a rotated key has the same configuration and a new secret', async () => {
	const key = await create();
	const rotated = await only('rotate', keyId(key));
	expect(rotated).toMatchObject({ name: key.name, scopes: key.scopes });
	expect(rotated.secret_key).not.toBe(key.secret_key);
	expect(await works(rotated.secret_key)).toBe(true);
});

test.each([
	[{ name: '={{ ["a"] }}', scopes: ['image:*'] }, 'Name must be text (given: ["a"])'],
	[
		{ name: '#N/A', scopes: ['image:*'] },
		'Name is #N/A, an error of a formula in the sheet that it comes from: correct the formula (given: #N/A)',
	],
	[
		{ name: 'x', scopes: '={{ [{}] }}' },
		'Scopes must be a list in which each entry is a scope, such as image:* (given: [{}])',
	],
])('%j is wrong, and not said to be missing too', async (parameters, message) => {
	expect((await run('create', parameters)).error).toMatchObject({
		message,
		description: 'Nothing was sent.',
	});
	expect(sandbox.requests()).toEqual([]);
});

test('the session is sent, and is in no output', async () => {
	const { run: whole } = await run('getMany', { returnAll: true });
	const { header, value } = sandbox.it.session;
	expect(sandbox.requests()[0]?.headers[header]).toBe(value);
	expect(JSON.stringify(whole)).not.toContain(value);
});

test('when one of several keys cannot be made, the error names those that were, without their secrets', async () => {
	const {
		items,
		error,
		run: whole,
	} = await runNode({
		parameters: {
			resource: 'apiKey',
			operation: 'create',
			name: '={{ $json.name }}',
			scopes: '={{ $json.scopes }}',
		} as never,
		items: [
			{ json: { name: 'First', scopes: ['image:*'] } },
			{ json: { name: 'Second', scopes: ['no:such:scope'] } },
		],
		credentials: sandbox.credentials(),
	});
	expect(items).toEqual([]);
	expect(JSON.stringify(whole.data.executionData)).not.toContain('secret_key');
	const made = (await run('getMany', { returnAll: true })).items.find(
		({ json }) => json.name === 'First',
	)?.json;
	expect(error?.description).toContain(`API keys created: ${String(made?.key_id)}.`);
	expect(JSON.stringify(error)).not.toContain('secret_key');
});
