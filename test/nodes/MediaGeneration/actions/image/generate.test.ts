import sharp from 'sharp';
import { catalog } from '../../../../../contract/catalog';
import { rulesOf } from '../../../../../contract/catalog/rules';
import { bytesOf, runNode } from '../../../../support/engine';
import { form, modelId, useSandbox } from '../../../../support/sandbox';
import { names, outsideOf, sampleOf } from '../../../../support/values';

const sandbox = useSandbox();
const generate = {
	resource: 'image',
	operation: 'generate',
	prompt: 'A lighthouse at dawn',
	model: modelId('model-dev'),
};
const run = async (parameters: object, more: object = {}) =>
	await runNode({
		parameters: { ...generate, ...parameters } as never,
		credentials: sandbox.credentials(),
		...more,
	});

test('nothing but a prompt and a model: one item with the picture in it', async () => {
	const { items, error } = await run({});
	expect(error).toBeUndefined();
	expect(items).toHaveLength(1);
	expect(items[0]?.json).toMatchObject({
		status: 'completed',
		model: 'model-dev',
		generation_time: expect.any(Number),
		url: expect.stringMatching(/^http.*\.png$/),
	});
	expect(items[0]?.pairedItem).toEqual({ item: 0 });
	const picture = items[0]?.binary?.data;
	expect(picture).toMatchObject({
		mimeType: 'image/png',
		fileName: `A-lighthouse-at-dawn-${items[0]?.json.job_id}.png`,
	});
	expect(await sharp(await bytesOf(picture)).metadata()).toMatchObject({
		format: 'png',
		width: 1024,
		height: 1024,
	});
	expect(sandbox.requests().map(({ body }) => body)).toEqual([
		{ model: 'model-dev', prompt: 'A lighthouse at dawn' },
	]);
});

test('parameters of the form go where the document puts them, and text is read as what it stands for', async () => {
	const values = {
		image_width: 512,
		image_height: '256',
		seed: '7',
		output_format: 'jpeg',
		quality: '',
		guidance_scale: null,
	};
	const { items } = await run({ parameters: form(values) });
	expect(sandbox.requests('POST')[0]?.body).toEqual({
		model: 'model-dev',
		prompt: 'A lighthouse at dawn',
		image_width: 512,
		image_height: 256,
		additional_settings: { seed: 7, output_format: 'jpeg' },
	});
	expect(items[0]?.binary?.data).toMatchObject({ mimeType: 'image/jpeg', fileExtension: 'jpg' });
	expect(await sharp(await bytesOf(items[0]?.binary?.data)).metadata()).toMatchObject({
		format: 'jpeg',
		width: 512,
		height: 256,
	});
});

test('a model by expression is checked for each item by its own rules', async () => {
	const items = [{ json: { model: 'model-dev' } }, { json: { model: 'realism' } }];
	const { items: out } = await run(
		{
			model: { __rl: true, mode: 'id', value: '={{ $json.model }}' },
			parameters: form({ seed: 3 }),
		},
		{ items, settings: { onError: 'continueRegularOutput' } },
	);
	expect(out[0]?.json).toMatchObject({ status: 'completed', model: 'model-dev' });
	expect(out[1]?.json.error).toMatch(/^Seed is not a parameter of realism/);
	expect(sandbox.requests('POST')).toHaveLength(1);
});

test('a vendor-named model takes the whole vocabulary and is sent as it is written', async () => {
	const { items, error } = await run({
		model: modelId('sandbox-image-resolution'),
		parameters: form({ resolution: '2k', image_width: null }),
	});
	expect(error).toBeUndefined();
	expect(items[0]?.json.model).toBe('sandbox-image-resolution');
});

const imageRules = catalog
	.filter(({ kind }) => kind === 'image')
	.flatMap((model) =>
		rulesOf(model).flatMap((rule) =>
			outsideOf(rule).map((outside) => [model.id, rule.name, outside] as const),
		),
	);

test.each(imageRules)(
	'%s: %s as %j is refused before anything is sent',
	async (id, name, outside) => {
		const given =
			name === 'prompt'
				? { prompt: outside }
				: { specifyParameters: 'json', parametersJson: { [name]: outside } };
		const { error } = await run({ model: modelId(id), ...given });
		expect(names(error?.message, name)).toBe(true);
		expect(sandbox.requests()).toEqual([]);
	},
);

test.each(
	catalog.filter(({ kind }) => kind === 'image').map((model) => [model.id, model] as const),
)('%s: its form, filled in with any allowed values, is accepted', async (id, model) => {
	const values = Object.fromEntries(
		rulesOf(model)
			.filter(({ name, insteadOf }) => name !== 'prompt' && !insteadOf)
			.map((rule) => [rule.name, sampleOf(rule)]),
	);
	const { error, items } = await run({
		model: modelId(id),
		parameters: form(values),
		options: { download: false },
	});
	expect(error).toBeUndefined();
	expect(items[0]?.json).toMatchObject({ status: 'completed', model: id });
});

test.each([
	[
		'a deprecated model',
		{ model: modelId('sandbox-deprecated') },
		'Model deprecated',
		/choose another one/,
	],
	[
		'an unknown model',
		{ model: modelId('no-such-model') },
		/no-such-model/,
		/Choose a model from the list/,
	],
	[
		'moderation',
		{ prompt: 'something [moderated]' },
		'Content moderation failed',
		/change the prompt/,
	],
] as const)(
	'%s fails with the service’s words and a remedy',
	async (_, parameters, message, remedy) => {
		const { error } = await run(parameters);
		expect(error?.message).toMatch(message);
		expect(error?.description).toMatch(remedy);
	},
);

test('a key without the scope, too little money, and a wrong key each have their remedy', async () => {
	const { sandbox: server } = sandbox.it;
	const noScope = server.addAccount({ scopes: ['chat:*'] });
	const poor = server.addAccount({ balanceUsd: '0.05' });
	const failures = await Promise.all(
		[noScope.apiKey, poor.apiKey, 'a-wrong-key-altogether'].map(
			async (apiKey) =>
				(await run({}, { credentials: sandbox.credentials(apiKey) })).error?.description,
		),
	);
	expect(failures[0]).toMatch(/lacks the scope/);
	expect(failures[1]).toMatch(/add funds/);
	expect(failures[2]).toMatch(
		/The API key.* was not accepted: open the credential, paste it again/,
	);
});

test('the key is in no error and no item, not even when the service echoes it', async () => {
	const { apiKey } = sandbox.it;
	const { run: whole } = await run({ prompt: `my key is ${apiKey}`, options: { raw: true } });
	const { run: failed } = await run(
		{ model: modelId(`x-${apiKey}`) },
		{ settings: { onError: 'continueRegularOutput' } },
	);
	for (const { data } of [whole, failed]) {
		const stored = JSON.stringify(data.resultData.runData['Media Generation']);
		expect(stored.replaceAll(`my key is ${apiKey}`, '')).not.toContain(apiKey);
	}
});

test('going on on errors: each item keeps its place, its error and the details', async () => {
	const prompts = ['first', 'x'.repeat(2001), 'third'];
	const { items } = await run(
		{ prompt: '={{ $json.prompt }}', options: { download: false } },
		{
			items: prompts.map((prompt) => ({ json: { prompt } })),
			settings: { onError: 'continueRegularOutput' },
		},
	);
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual([
		{ item: 0 },
		{ item: 1 },
		{ item: 2 },
	]);
	expect(items.map(({ json }) => json.status)).toEqual(['completed', 'failed', 'completed']);
	expect(items[1]?.json.error).toMatch(/^Prompt must be text of 1 to 2000 characters/);
});

test('an error branch gets the failed items, with the service’s code', async () => {
	const { outputs } = await run(
		{
			model: { __rl: true, mode: 'id', value: '={{ $json.model }}' },
			options: { download: false },
		},
		{
			items: [{ json: { model: 'sandbox-deprecated' } }, { json: { model: 'model-dev' } }],
			settings: { onError: 'continueErrorOutput' },
		},
	);
	expect(outputs[0]).toMatchObject([{ json: { model: 'model-dev' }, pairedItem: { item: 1 } }]);
	expect(outputs[1]).toMatchObject([
		{
			json: {
				error: 'Model deprecated',
				details: { http_code: expect.any(Number), param: 'model' },
			},
		},
	]);
});

test('options: no download, the raw answer, another field and file name', async () => {
	const plain = await run({ options: { download: false, raw: true } });
	expect(plain.items[0]?.binary).toBeUndefined();
	expect(plain.items[0]?.json.raw).toMatchObject({
		job_id: plain.items[0]?.json.job_id,
		url: plain.items[0]?.json.url,
	});
	const named = await run({ options: { binaryPropertyName: 'picture', fileName: 'sun/rise: 1' } });
	expect(named.items[0]?.binary?.picture?.fileName).toBe('sun_rise_ 1.png');
});

test('extra body fields go out as they are, over everything else', async () => {
	await run({ options: { extraBody: '{"user":"u-1","image_width":640}', enable_fallback: false } });
	expect(sandbox.requests('POST')[0]?.body).toMatchObject({
		user: 'u-1',
		image_width: 640,
		enable_fallback: false,
	});
});

test('Cost: Dry Run shows the Callback URL too', async () => {
	const { items } = await run({
		waitFor: 'submit',
		callbackUrl: 'https://hooks.example/x',
		options: { dryRun: true },
	});
	expect(items[0]?.json.body).toMatchObject({ callback_url: 'https://hooks.example/x' });
	expect(sandbox.requests()).toEqual([]);
});

test('a model among the extra body fields is the one that the item names', async () => {
	const { items } = await run({
		waitFor: 'submit',
		callbackUrl: 'http://127.0.0.1:9/',
		options: { extraBody: '{"model":"realism-2"}' },
	});
	expect(sandbox.requests('POST')[0]?.body).toMatchObject({ model: 'realism-2' });
	expect(items[0]?.json).toMatchObject({ model: 'realism-2' });
});

test('a job that the service finishes later is waited for', async () => {
	const { items, error } = await run({
		options: { pollInterval: 0.1, extraBody: '{"callback_url":"http://127.0.0.1:9/"}' },
		model: modelId('sandbox-image-quality'),
	});
	expect(error).toBeUndefined();
	expect(items[0]?.json).toMatchObject({ status: 'completed', model: 'sandbox-image-quality' });
});

test('items run side by side, and come out in order', async () => {
	const items = Array.from({ length: 12 }, (_, index) => ({
		json: { prompt: `picture ${index}` },
	}));
	const { items: out } = await run(
		{ prompt: '={{ $json.prompt }}', options: { download: false, raw: true } },
		{ items },
	);
	expect(out.map(({ pairedItem }) => pairedItem)).toEqual(items.map((_, item) => ({ item })));
	expect(new Set(out.map(({ json }) => json.job_id)).size).toBe(12);
});
