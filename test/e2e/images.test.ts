import sharp from 'sharp';
import { nodeItems } from '../../host';
import { modelsOf } from '../../contract/catalog';
import { storedText } from '../support/executions';
import { testCredential } from '../support/offered';
import { IMAGE, modelId, form } from '../support/sandbox';
import { useRealN8n } from '../support/realN8n';
import {
	BALANCE_TYPE,
	CHAT_MODEL_TYPE,
	inARow,
	NODE_TYPE,
	start,
	TRIGGER_TYPE,
} from '../support/workflowFiles';

const real = useRealN8n();
const generate = { ...IMAGE, prompt: 'A lighthouse at dawn' };
test('n8n runs the packed package, its nodes under their own names, with an action line for each operation', async () => {
	const types = await real.client.nodeTypes();
	const type = types.find(({ name }) => name === NODE_TYPE);
	expect(type).toMatchObject({ displayName: 'Media Generation', usableAsTool: true });
	expect(types.map(({ name }) => name)).toEqual(
		expect.arrayContaining([TRIGGER_TYPE, BALANCE_TYPE, CHAT_MODEL_TYPE]),
	);
	const actions = type?.properties
		.filter(({ name }) => name === 'operation')
		.flatMap(({ options }) =>
			(options ?? []).map((option) => ('action' in option ? option.action : undefined)),
		);
	expect(actions).toEqual(
		expect.arrayContaining([
			'Generate an image',
			'Edit an image',
			'Get an image job',
			'Get the balance',
			'Get many models',
		]),
	);
});

test('the model list comes from the catalog and the service, priced, and can be searched', async () => {
	const all = await real.list('searchModels', generate);
	expect(all.map(({ name }) => name)).toEqual(
		expect.arrayContaining([
			'model-dev — $0.10, ~15 s',
			'realism-2 — $0.20, ~20 s',
			'sandbox-deprecated (deprecated)',
		]),
	);
	const some = await real.list('searchModels', generate, { filter: 'realism' });
	expect(some.map(({ value }) => value)).toEqual(['realism', 'realism-2']);
	const without = await real.list('searchModels', generate, { credentials: undefined });
	expect(without.map(({ value }) => value)).toEqual(modelsOf('image').map(({ id }) => id));
});

test('generate: a picture of the asked size, in the item as a file', async () => {
	const execution = await real.run({
		...generate,
		parameters: form({ image_width: 640, image_height: 384, seed: 11 }),
	});
	expect(execution.status).toBe('success');
	const [item] = nodeItems(execution, 'Media Generation');
	expect(item?.json).toMatchObject({ status: 'completed', model: 'model-dev' });
	expect(item?.binary?.data).toMatchObject({ mimeType: 'image/png', fileType: 'image' });
	const picture = await real.client.downloadBinary(item?.binary?.data as never);
	expect(await sharp(picture).metadata()).toMatchObject({ format: 'png', width: 640, height: 384 });
});

test('edit: a file of an earlier node is handed out by a signed link that the service can fetch', async () => {
	const edit = {
		resource: 'image',
		operation: 'edit',
		prompt: 'Make it winter',
		model: modelId('standard'),
		image_urls: ['data', '={{ $json.url }}'],
	};
	const execution = await real.runFile(
		inARow(start(), real.ours('Generate', NODE_TYPE, generate), real.ours('Edit', NODE_TYPE, edit)),
	);
	const [item] = nodeItems(execution, 'Edit');
	expect(item?.json).toMatchObject({ status: 'completed', model: 'standard' });
	const edited = await real.client.downloadBinary(item?.binary?.data as never);
	expect((await sharp(edited).metadata()).format).toBe('png');
	const [body] = real.sent('/edit').map((sent) => sent.body as { image_urls: string[] });
	expect(body?.image_urls[0]).toMatch(/\/rest\/binary-data\/signed\?token=/);
});

test('the key is nowhere in what n8n stores, of a success and of failures', async () => {
	const { apiKey } = real.sandbox;
	const nowhere = await real.client.createCredential('mediaGenerationApi', 'Unreachable', {
		baseUrl: 'http://127.0.0.1:9/api',
		apiKey,
	});
	const runs = [
		await real.run({ ...generate, options: { raw: true } }),
		await real.run({ ...generate, model: modelId('sandbox-deprecated') }),
		await real.run({ ...generate, model: modelId('sandbox-deprecated') }, [{}], {
			onError: 'continueRegularOutput',
		}),
		await real.run(generate, [{}], {
			credentials: { mediaGenerationApi: { id: nowhere.id, name: nowhere.name } },
		}),
	];
	expect(runs.map(({ status }) => status)).toEqual(['success', 'error', 'success', 'error']);
	for (const { id } of runs) expect(await storedText(real.client, id)).not.toContain(apiKey);
	expect(real.n8n.logs()).not.toContain(apiKey);
});

test.each([
	['the demo key', 'OK', () => real.sandbox.apiKey],
	[
		'a key that may not read the balance',
		'OK',
		() => real.sandbox.sandbox.addAccount({ scopes: ['image:gen:*'] }).apiKey,
	],
	['a wrong key', 'Error', () => 'not-a-key-of-anyone'],
])('testing the credential with %s says %s', async (_, status, key) => {
	const { baseUrl } = real.sandbox;
	for (const base of [baseUrl, `${baseUrl}/`, `${baseUrl}/v1/`]) {
		const credential = await real.client.createCredential('mediaGenerationApi', 'Tested', {
			baseUrl: base,
			apiKey: key(),
		});
		expect(await testCredential(real.client, credential)).toMatchObject({ status });
	}
});
