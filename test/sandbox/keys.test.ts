import { blames, closeAll, ok, refuses, serve } from './support';

afterEach(closeAll);

const make = { name: 'For tests', scopes: ['image:*', 'billing:read'] };

it('a key is kept without its secret, and tells when it was last used', async () => {
	const running = await serve();
	const made = await ok(running, 'createKey', { body: make });
	expect(made).toMatchObject({ ...make, status: 'active', last_used_at: null });
	await ok(running, 'getBalance', { key: made.secret_key });
	const { data } = await ok(running, 'listKeys');
	expect(data[1]).toMatchObject({ key_id: made.key_id, last_used_at: expect.any(String) });
	expect(JSON.stringify([...running.sandbox.state.keys.values()])).not.toContain(made.secret_key);
});

it('a key that is gone is told as the parameter to blame', async () => {
	const running = await serve();
	for (const name of ['deleteKey', 'revokeKey', 'reactivateKey', 'rotateKey'] as const)
		await refuses(
			running,
			name,
			{ params: { key_id: 'gone' } },
			{ status: 404, code: 'key_not_found', param: 'key_id' },
		);
});

it.each([
	['name', { ...make, name: '' }],
	['name', { scopes: make.scopes }],
	['scopes', { ...make, scopes: [] }],
	['scopes', { ...make, scopes: ['image:*', 'everything'] }],
])('a key cannot be made with a wrong %s', async (param, body) => {
	await blames(await serve(), 'createKey', { body }, param);
});
