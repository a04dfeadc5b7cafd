import { blames, closeAll, ok, refuses, serve } from './support';

afterEach(closeAll);

const make = { name: 'For tests', scopes: ['image:*', 'billing:read'] };

describe('an API key', () => {
	it('is made with a secret that is told once', async () => {
		const running = await serve();
		const made = await ok(running, 'createKey', { body: make });
		expect(made).toMatchObject({ ...make, status: 'active', last_used_at: null });
		await ok(running, 'getBalance', { key: made.secret_key });
		const { data } = await ok(running, 'listKeys');
		expect(data).toHaveLength(2);
		expect(data[1]).toMatchObject({ key_id: made.key_id, last_used_at: expect.any(String) });
		expect(JSON.stringify(data)).not.toContain(made.secret_key);
		expect(JSON.stringify([...running.sandbox.state.keys.values()])).not.toContain(made.secret_key);
	});

	it('stops at once when revoked, and goes on when reactivated', async () => {
		const running = await serve();
		const { secret_key: key, key_id } = await ok(running, 'createKey', { body: make });
		const params = { key_id };
		for (let round = 0; round < 2; round += 1) {
			expect(await ok(running, 'revokeKey', { params })).toMatchObject({
				key_id,
				status: 'revoked',
			});
			await refuses(
				running,
				'getBalance',
				{ key },
				{
					status: 401,
					code: 'revoked_api_key',
				},
			);
		}
		expect(await ok(running, 'reactivateKey', { params })).toMatchObject({ status: 'active' });
		await ok(running, 'getBalance', { key });
	});

	it('is gone for good when deleted', async () => {
		const running = await serve();
		const { secret_key: key, key_id } = await ok(running, 'createKey', { body: make });
		const params = { key_id };
		expect(await ok(running, 'deleteKey', { params })).toEqual({ key_id, deleted: true });
		await refuses(
			running,
			'getBalance',
			{ key },
			{
				status: 401,
				code: 'invalid_api_key',
			},
		);
		for (const name of ['deleteKey', 'revokeKey', 'reactivateKey', 'rotateKey'] as const) {
			await refuses(
				running,
				name,
				{ params },
				{
					status: 404,
					code: 'key_not_found',
					param: 'key_id',
				},
			);
		}
	});

	it.each([
		['name', { ...make, name: '' }],
		['name', { scopes: make.scopes }],
		['scopes', { ...make, scopes: [] }],
		['scopes', { ...make, scopes: ['image:*', 'everything'] }],
	])('cannot be made with a wrong %s', async (param, body) => {
		await blames(await serve(), 'createKey', { body }, param);
	});
});
