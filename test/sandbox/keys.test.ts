import { scopes } from '../../contract/scopes';
import { closeAll, ok, refused, serve } from './support';

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

	it('opens what its scopes name, children included, and nothing else', async () => {
		const running = await serve();
		const { secret_key: key } = await ok(running, 'createKey', { body: make });
		await ok(running, 'generateImage', { key, body: { prompt: 'fox' } });
		expect(await refused(running, 'editImage', { key, body: {} })).toMatchObject({ status: 400 });
		expect(await refused(running, 'generateVideo', { key, body: { prompt: 'fox' } })).toMatchObject(
			{ status: 403, code: 'insufficient_scope' },
		);
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
			expect(await refused(running, 'getBalance', { key })).toMatchObject({
				status: 401,
				code: 'revoked_api_key',
			});
		}
		expect(await ok(running, 'reactivateKey', { params })).toMatchObject({ status: 'active' });
		await ok(running, 'getBalance', { key });
	});

	it('is replaced by one like it when rotated, and stays as it was', async () => {
		const running = await serve();
		const old = await ok(running, 'createKey', { body: make });
		const replacement = await ok(running, 'rotateKey', { params: { key_id: old.key_id } });
		expect(replacement).toMatchObject({ ...make, status: 'active' });
		expect(replacement.key_id).not.toBe(old.key_id);
		expect(replacement.secret_key).not.toBe(old.secret_key);
		await ok(running, 'getBalance', { key: old.secret_key });
		await ok(running, 'getBalance', { key: replacement.secret_key });
		await ok(running, 'revokeKey', { params: { key_id: old.key_id } });
		expect(await ok(running, 'rotateKey', { params: { key_id: old.key_id } })).toMatchObject({
			status: 'active',
		});
		expect(await refused(running, 'getBalance', { key: old.secret_key })).toMatchObject({
			status: 401,
		});
	});

	it('is gone for good when deleted', async () => {
		const running = await serve();
		const { secret_key: key, key_id } = await ok(running, 'createKey', { body: make });
		const params = { key_id };
		expect(await ok(running, 'deleteKey', { params })).toEqual({ key_id, deleted: true });
		expect(await refused(running, 'getBalance', { key })).toMatchObject({
			status: 401,
			code: 'invalid_api_key',
		});
		for (const name of ['deleteKey', 'revokeKey', 'reactivateKey', 'rotateKey'] as const) {
			expect(await refused(running, name, { params })).toMatchObject({
				status: 404,
				code: 'key_not_found',
				param: 'key_id',
			});
		}
	});

	it('belongs to its account', async () => {
		const running = await serve();
		const other = running.sandbox.addAccount();
		expect(await refused(running, 'deleteKey', { params: { key_id: other.keyId } })).toMatchObject({
			status: 404,
		});
		expect((await ok(running, 'listKeys', { session: other.session })).data).toHaveLength(1);
	});

	it.each([
		['name', { ...make, name: '' }],
		['name', { scopes: make.scopes }],
		['scopes', { ...make, scopes: [] }],
		['scopes', { ...make, scopes: ['image:*', 'everything'] }],
	])('cannot be made with a wrong %s', async (param, body) => {
		expect(await refused(await serve(), 'createKey', { body })).toMatchObject({
			status: 400,
			param,
		});
	});
});

describe('a developer session', () => {
	it('needs keys:*, and no key stands in for it', async () => {
		const running = await serve();
		const other = running.sandbox.addAccount({ sessionScopes: ['image:*'] });
		expect(await refused(running, 'listKeys', { session: other.session })).toMatchObject({
			status: 403,
			message: expect.stringContaining('keys:*'),
		});
		expect(await refused(running, 'listKeys', { session: running.apiKey })).toMatchObject({
			status: 401,
		});
		expect(await refused(running, 'getBalance', { key: running.session.value })).toMatchObject({
			status: 401,
		});
	});

	it('lists the scopes', async () => {
		const { data } = await ok(await serve(), 'getScopes');
		expect(
			Object.fromEntries(
				data.map(({ scope, access }: { scope: string; access: string }) => [scope, access]),
			),
		).toEqual(scopes);
	});
});
