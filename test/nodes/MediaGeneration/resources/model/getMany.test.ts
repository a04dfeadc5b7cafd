import { runNode } from '../../../../support/engine';
import { useSandbox } from '../../../../support/sandbox';

const sandbox = useSandbox();
const getMany = async (parameters: object) =>
	(
		await runNode({ parameters: { resource: 'model', operation: 'getMany', simplify: false, ...parameters } as never, credentials: sandbox.credentials() })
	).items.map(({ json }) => json);

test('the live image models: those of the catalog with price and parameters, and the service’s own', async () => {
	const models = await getMany({ kind: 'image', status: 'Live', returnAll: true });
	expect(models[0]).toMatchObject({
		id: 'model-dev',
		kind: 'image',
		status: 'Live',
		price: '$0.10',
		price_usd_low: 0.1,
		price_nanos_high: '100000000',
		eta_seconds: 15,
		required: ['prompt'],
	});
	expect(models.map(({ id }) => id)).toContain('sandbox-image-wide');
	expect(models.every(({ kind, status }) => kind === 'image' && status === 'Live')).toBe(true);
});

test('chat models come from the service alone, with their prices', async () => {
	const models = await getMany({ kind: 'chat', status: 'all', returnAll: true });
	expect(models.map(({ id }) => id)).toEqual(['sandbox-chat-small', 'sandbox-chat-large']);
	expect(models[0]?.price).toMatch(/\$0\.0000002/);
});

test('the deprecated ones, and a limit', async () => {
	expect((await getMany({ kind: 'all', status: 'Deprecated', returnAll: true })).map(({ id }) => id)).toEqual(['sandbox-deprecated']);
	expect(await getMany({ kind: 'all', status: 'all', returnAll: false, limit: 3 })).toHaveLength(3);
});
