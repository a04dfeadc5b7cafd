import { nodeItems, type Execution } from '../../host';
import { form, modelId } from '../support/sandbox';
import { useRealN8n } from '../support/realN8n';
import { NODE_TYPE } from '../support/workflowFiles';

/** Its jobs are done, and have called back, before the node can look at them. */
const real = useRealN8n();
const items = (execution: Execution) => nodeItems(execution, 'Media Generation');
const only = async (parameters: object) => {
	const execution = await real.run(parameters);
	expect(execution.data.resultData.error).toBeUndefined();
	expect(items(execution).length).toBeGreaterThan(0);
	return items(execution)[0]?.json ?? {};
};

test('video: generated, looked at again, and playable', async () => {
	const execution = await real.run({
		resource: 'video',
		operation: 'generate',
		prompt: 'Waves roll in',
		model: modelId('t2v-turbo'),
		parameters: form({ seconds: 5, resolution: '480p', aspect_ratio: '1:1' }),
		options: { pollInterval: 0.2 },
	});
	expect(execution.data.resultData.error).toBeUndefined();
	const [item] = items(execution);
	expect(item?.binary?.data).toMatchObject({ mimeType: 'video/mp4', fileType: 'video' });
	const file = await real.client.downloadBinary(item?.binary?.data as never);
	expect(file.subarray(4, 8).toString()).toBe('ftyp');
	const job = await only({
		resource: 'video',
		operation: 'getJob',
		jobId: item?.json.job_id,
		options: { download: false },
	});
	expect(job).toMatchObject({
		job_id: item?.json.job_id,
		status: 'completed',
		url: item?.json.url,
	});
});

test('chat: models to choose from, and an answer', async () => {
	const parameters = {
		resource: 'chat',
		operation: 'complete',
		model: modelId('sandbox-chat-small'),
		messages: { message: [{ role: 'user', content: 'Hello' }] },
	};
	const { results } = await real.client.resourceLocatorResults({
		nodeTypeAndVersion: { name: NODE_TYPE, version: 1 },
		methodName: 'searchModels',
		path: 'parameters.model',
		currentNodeParameters: parameters as never,
		credentials: real.credentials,
	});
	expect(results.map(({ name }) => name)).toEqual([
		expect.stringMatching(/^sandbox-chat-small — \$0\.20 \/ \$0\.80 per million tokens/),
		expect.stringMatching(/^sandbox-chat-large — /),
	]);
	expect(await only(parameters)).toMatchObject({
		text: expect.stringMatching(/./),
		usage: { total_tokens: expect.any(Number) },
	});
});

test('billing: transactions, an estimate, limits', async () => {
	const estimate = await only({
		resource: 'billing',
		operation: 'estimateCost',
		kind: 'video',
		model: modelId('i2v-pro'),
		parameters: form({ seconds: 5 }),
	});
	expect(estimate).toMatchObject({ catalog_usd_low: 0.2, catalog_usd_high: 0.4 });
	const limits = await only({
		resource: 'billing',
		operation: 'setLimits',
		limits: { daily_limit_usd: 50, monthly_limit_usd: 500 },
	});
	expect(limits).toMatchObject({ daily_limit_usd: 50, monthly_limit_usd: 500 });
	expect(
		await only({ resource: 'billing', operation: 'getTransactions', returnAll: true }),
	).toMatchObject({ amount_nanos: expect.any(Number) });
});

test('API keys: all seven operations, with lists from the service', async () => {
	const load = {
		nodeTypeAndVersion: { name: NODE_TYPE, version: 1 },
		path: 'parameters.x',
		currentNodeParameters: { resource: 'apiKey', operation: 'create' },
		credentials: real.credentials,
	};
	const scopes = await real.client.loadOptions({ ...load, methodName: 'getScopes' });
	expect(scopes.map(({ value }) => value)).toEqual(expect.arrayContaining(['image:*', 'keys:*']));
	const key = await only({
		resource: 'apiKey',
		operation: 'create',
		name: 'From n8n',
		scopes: ['image:*'],
	});
	expect(key.secret_key).toMatch(/./);
	const { results } = await real.client.resourceLocatorResults({
		...load,
		methodName: 'searchKeys',
	});
	expect(results.find(({ value }) => value === key.key_id)?.name).toMatch(/^From n8n \(active\)/);

	const about = (operation: string) => ({
		resource: 'apiKey',
		operation,
		keyId: modelId(String(key.key_id)),
	});
	expect(await only(about('revoke'))).toMatchObject({ status: 'revoked' });
	expect(await only(about('reactivate'))).toMatchObject({ status: 'active' });
	expect((await only(about('rotate'))).secret_key).not.toBe(key.secret_key);
	expect(await only(about('delete'))).toMatchObject({ key_id: key.key_id });
	expect(
		items(await real.run({ resource: 'apiKey', operation: 'getMany', returnAll: true })).map(
			({ json }) => json.key_id,
		),
	).not.toContain(key.key_id);
	expect(
		items(await real.run({ resource: 'apiKey', operation: 'getScopes' })).map(
			({ json }) => json.scope,
		),
	).toContain('chat:*');
});

test('without a session credential the documented scopes are offered', async () => {
	const scopes = await real.client.loadOptions({
		nodeTypeAndVersion: { name: NODE_TYPE, version: 1 },
		methodName: 'getScopes',
		path: 'parameters.scopes',
		currentNodeParameters: { resource: 'apiKey', operation: 'create' },
	});
	expect(scopes).toHaveLength(10);
});

test('testing the session credential', async () => {
	const { baseUrl, session } = real.sandbox;
	const data = {
		baseUrl,
		mechanism: 'header',
		headerName: session.header,
		sessionToken: session.value,
	};
	const good = await real.client.createCredential('mediaGenerationSessionApi', 'Good', data);
	expect(await real.client.testCredential(good)).toMatchObject({ status: 'OK' });
	const bad = await real.client.createCredential('mediaGenerationSessionApi', 'Bad', {
		...data,
		sessionToken: 'nobody',
	});
	expect(await real.client.testCredential(bad)).toMatchObject({ status: 'Error' });
});

test('all callbacks before a pause: no pause, and no hang', async () => {
	const execution = await real.run(
		{
			resource: 'image',
			operation: 'generate',
			prompt: '={{ $json.prompt }}',
			model: modelId('model-dev'),
			waitFor: 'callback',
		},
		[{ prompt: 'one' }, { prompt: 'two' }, { prompt: 'three' }],
	);
	expect(execution.status).toBe('success');
	expect(
		nodeItems(execution, 'Media Generation').map(({ json, pairedItem }) => [
			json.status,
			pairedItem,
		]),
	).toEqual([0, 1, 2].map((item) => ['completed', { item }]));
});

test('just submit: the acceptance, with the URL that it will be delivered to', async () => {
	const callbackUrl = `${real.sandbox.url}/nowhere`;
	const execution = await real.run({
		resource: 'image',
		operation: 'generate',
		prompt: 'x',
		model: modelId('model-dev'),
		waitFor: 'submit',
		callbackUrl,
	});
	expect(nodeItems(execution, 'Media Generation')[0]?.json).toMatchObject({
		job_id: expect.any(String),
		status: 'processing',
		status_url: expect.stringContaining('/v1/images/generation/jobs/'),
		webhook_url: callbackUrl,
	});
});
