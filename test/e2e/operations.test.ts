import { nodeItems } from '../../host';
import { testCredential } from '../support/offered';
import { CHAT, IMAGE, VIDEO, form } from '../support/sandbox';
import { outputOf, useRealN8n } from '../support/realN8n';

/** Its jobs are done, and have called back, before the node can look at them. */
const real = useRealN8n();
const only = async (parameters: object) => {
	const execution = await real.run(parameters);
	expect(execution.data.resultData.error).toBeUndefined();
	return outputOf(execution)[0] ?? {};
};
const film = {
	...VIDEO,
	prompt: 'Waves roll in',
	parameters: form({ seconds: 5, resolution: '480p', aspect_ratio: '1:1' }),
	options: { pollInterval: 0.2 },
};

test('video: generated, looked at again, and playable', async () => {
	const execution = await real.run(film);
	expect(execution.data.resultData.error).toBeUndefined();
	const [item] = nodeItems(execution, 'Media Generation');
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
	const parameters = CHAT;
	const models = await real.list('searchModels', parameters);
	expect(models.map(({ name }) => name)).toEqual([
		expect.stringMatching(/^sandbox-chat-small — \$0\.20 \/ \$0\.80 per million tokens/),
		expect.stringMatching(/^sandbox-chat-large — /),
	]);
	expect(await only(parameters)).toMatchObject({
		text: expect.stringMatching(/./),
		usage: { total_tokens: expect.any(Number) },
	});
});

test('API keys: a new one, with lists from the service', async () => {
	const creating = { resource: 'apiKey', operation: 'create' };
	const scopes = await real.offered('options', 'getScopes', creating);
	expect(scopes.map(({ value }) => value)).toEqual(expect.arrayContaining(['image:*', 'keys:*']));
	const key = await only({ ...creating, name: 'From n8n', scopes: ['image:*'] });
	expect(key.secret_key).toMatch(/./);
	const listed = await real.list('searchKeys', creating);
	expect(listed.find(({ value }) => value === key.key_id)?.name).toMatch(/^From n8n \(active\)/);
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
	expect(await testCredential(real.client, good)).toMatchObject({ status: 'OK' });
	const bad = await real.client.createCredential('mediaGenerationSessionApi', 'Bad', {
		...data,
		sessionToken: 'nobody',
	});
	expect(await testCredential(real.client, bad)).toMatchObject({ status: 'Error' });
});

test('all callbacks before a pause: no pause, and no hang', async () => {
	const execution = await real.run(
		{ ...IMAGE, prompt: '={{ $json.prompt }}', waitFor: 'callback' },
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
