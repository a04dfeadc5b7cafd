import type { INodeExecutionData } from 'n8n-workflow';
import sharp from 'sharp';
import { catalog } from '../../../../../contract/catalog';
import { rulesOf } from '../../../../../contract/catalog/rules';
import { bytesOf, runNode } from '../../../../support/engine';
import { form, modelId, useSandbox } from '../../../../support/sandbox';
import { sampleOf } from '../../../../support/values';

const sandbox = useSandbox();
const edit = {
	resource: 'image',
	operation: 'edit',
	prompt: 'Make it winter',
	model: modelId('standard'),
};
const run = async (parameters: object, more: object = {}) =>
	await runNode({
		parameters: { ...edit, ...parameters } as never,
		credentials: sandbox.credentials(),
		...more,
	});

async function pictures(count: number): Promise<string[]> {
	const { items } = await runNode({
		parameters: {
			resource: 'image',
			operation: 'generate',
			prompt: '={{ $json.prompt }}',
			model: modelId('model-dev'),
			options: { download: false },
		},
		items: Array.from({ length: count }, (_, index) => ({ json: { prompt: `source ${index}` } })),
		credentials: sandbox.credentials(),
	});
	sandbox.it.sandbox.clearRequests();
	return items.map(({ json }) => String(json.url));
}

test('two references by URL: one picture, and the request as the document has it', async () => {
	const image_urls = await pictures(2);
	const { items, error } = await run({ image_urls });
	expect(error).toBeUndefined();
	expect(sandbox.requests('POST').map(({ body }) => body)).toEqual([
		{ model: 'standard', prompt: 'Make it winter', image_urls },
	]);
	expect(items[0]?.json).toMatchObject({ status: 'completed', model: 'standard' });
	expect((await sharp(await bytesOf(items[0]?.binary?.data)).metadata()).format).toBe('png');
});

test.each(
	catalog.filter(({ kind }) => kind === 'studio').map((model) => [model.id, model] as const),
)('%s takes one to five references and its own knobs, and refuses six', async (id, model) => {
	const urls = await pictures(1);
	const values = Object.fromEntries(
		rulesOf(model)
			.filter(({ name }) => name !== 'prompt' && name !== 'image_urls')
			.map((rule) => [rule.name, sampleOf(rule)]),
	);
	const common = { model: modelId(id), parameters: form(values), options: { download: false } };
	for (const count of [1, 5]) {
		const { error } = await run({ ...common, image_urls: Array(count).fill(urls[0]) });
		expect(error).toBeUndefined();
	}
	const { error } = await run({ ...common, image_urls: Array(6).fill(urls[0]) });
	expect(error?.message).toMatch(
		/^Reference Images \(image_urls\) must be a list of 1 to 5 http\(s\) URLs/,
	);
	expect(sandbox.requests('POST')).toHaveLength(2);
});

test('several pictures of one edit come as items of their own, all paired to their input', async () => {
	const image_urls = await pictures(1);
	const { items } = await run({
		model: modelId('sandbox-edit-sequential'),
		image_urls,
		parameters: form({ max_images: 3 }),
	});
	expect(items.map(({ json, pairedItem }) => [json.index, json.of, pairedItem])).toEqual(
		[0, 1, 2].map((index) => [index, 3, { item: 0 }]),
	);
	expect(new Set(items.map(({ binary }) => binary?.data?.fileName)).size).toBe(3);
});

test.each([
	[true, ['data', 'data_2', 'data_3']],
	[false, []],
])(
	'several pictures of one edit come in one item where that is wanted (downloaded: %j)',
	async (download, fields) => {
		const { items, error } = await run({
			model: modelId('sandbox-edit-sequential'),
			image_urls: await pictures(1),
			parameters: form({ max_images: 3 }),
			options: { inOneItem: true, download },
		});
		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
		const [{ json = {}, binary = {}, pairedItem } = {}]: Array<Partial<INodeExecutionData>> = items;
		expect(json).toMatchObject({ status: 'completed', of: 3, cost_usd: 0.1 });
		expect(json).not.toHaveProperty('index');
		expect(new Set(json.urls as string[]).size).toBe(3);
		expect((json.urls as string[])[0]).toBe(json.url);
		expect(pairedItem).toEqual({ item: 0 });
		expect(Object.keys(binary)).toEqual(fields);
		const files = await Promise.all(Object.values(binary).map(bytesOf));
		expect(new Set(files.map((file) => file.toString('base64'))).size).toBe(fields.length);
	},
);

test.each([
	[
		'no reference',
		[],
		'Reference Images (image_urls) must be an http(s) URL or the name of a binary field of the item (given: nothing)',
	],
	[
		'a field that the item does not have',
		['photo'],
		'Reference Images (image_urls), entry 1, must be an http(s) URL or the name of a binary field of the item (given: photo)',
	],
	[
		'another kind of address',
		['ftp://h/a.png'],
		/^Reference Images \(image_urls\), entry 1, must be an http\(s\) URL for standard \(given: ftp:\/\/h\/a\.png\)/,
	],
])('%s is refused before anything is sent', async (_, image_urls, message) => {
	const { error } = await run({ image_urls });
	expect(error?.message).toMatch(message);
	expect(sandbox.requests()).toEqual([]);
});

test('a field of the item that is there is named when another is asked for', async () => {
	const items = [{ json: {}, binary: { data: { data: '', mimeType: 'image/png' } } }];
	expect((await run({ image_urls: ['photo'] }, { items })).error?.description).toBe(
		'Nothing was sent. The binary fields of this item: data. For several, drag the field that lists them, such as files, into an empty field.',
	);
	expect((await run({ image_urls: ['data'] }, { items })).error?.message).toBe(
		'Reference Images (image_urls), entry 1: the file in data is empty',
	);
});

test('a reference that cannot be fetched is named by the service, and nothing is paid', async () => {
	const { error } = await run({ image_urls: ['http://127.0.0.1:9/none.png'] });
	expect(error?.message).toMatch(/image_urls/);
	expect(error?.context?.details).toMatchObject({ http_code: 400, param: 'image_urls' });
});

test.each([[null], [undefined], [''], [' '], [[]], [[null]], [',']])(
	'an entry whose expression gives %j is not left out',
	async (x) => {
		const items = [{ json: { x } as never }];
		const { error } = await run(
			{ image_urls: ['https://h.example/bag.png', '={{ $json.x }}'] },
			{ items },
		);
		expect(error?.message).toMatch(
			/^Reference Images \(image_urls\), entry 2, must be an http\(s\) URL for standard \(given: (nothing|,| )\)$/,
		);
		expect(sandbox.requests()).toEqual([]);
	},
);

test('a wrong entry beside a file is quoted as it was typed', async () => {
	const binary = {
		data: {
			data: 'filesystem-v2',
			id: 'filesystem-v2:abc',
			mimeType: 'image/png',
			fileName: 'a.png',
		},
	};
	const { error } = await run(
		{ image_urls: ['data', 'ftp://files.example/logo.png'] },
		{ items: [{ json: {}, binary }] },
	);
	expect(error?.message).toBe(
		'Reference Images (image_urls), entry 2, must be an http(s) URL for standard (given: ftp://files.example/logo.png)',
	);
});
