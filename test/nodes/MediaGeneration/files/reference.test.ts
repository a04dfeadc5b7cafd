import type { IBinaryData, IDataObject, INodeExecutionData } from 'n8n-workflow';
import { runNode } from '../../../support/engine';
import { modelId } from '../../../support/sandbox';
import { useServer } from '../../../support/server';

const server = useServer();
const file = (more: Partial<IBinaryData> = {}): IBinaryData => ({
	id: 'filesystem-v2:1',
	data: 'filesystem-v2',
	mimeType: 'image/png',
	...more,
});
const bytes = (mimeType = 'image/png'): IBinaryData => ({
	data: Buffer.from('some bytes').toString('base64'),
	mimeType,
});

/** What the reference images of Edit go out as, or what is wrong with them; nothing is sent but by a wrong node. */
async function edit(
	image_urls: unknown,
	{ json = {}, binary }: Partial<INodeExecutionData> = {},
	{ baseUrl = `${server.url}/api`, options = {} } = {},
) {
	const { items, error, hints } = await runNode({
		parameters: {
			resource: 'image',
			operation: 'edit',
			prompt: 'x',
			model: modelId('standard'),
			image_urls,
			options: { dryRun: true, ...options },
		} as never,
		items: [{ json, binary }],
		credentials: { mediaGenerationApi: { baseUrl, apiKey: 'a-key-of-some-length' } },
	});
	expect(server.requests.map(({ url }) => url).filter((url) => url?.includes('images'))).toEqual(
		[],
	);
	const body = items[0]?.json.body as IDataObject | undefined;
	return {
		urls: body?.image_urls as string[] | undefined,
		error: error && `${error.message}. ${error.description}`,
		hints,
	};
}

const links = (count: number) =>
	Array.from({ length: count }, () => expect.stringMatching(/\/binary-data\/signed\?token=/));
const A = 'https://h.example.com/a,b;c.png';
const B = 'https://h.example.com/b.png?x=1,2';

describe('what stands for an address', () => {
	test.each<[string, unknown, string[], IDataObject?]>([
		['itself', [A], [A]],
		['two in a list', [A, B], [A, B]],
		['two with a semicolon between them', [`${A};${B}`], [A, B]],
		['two with a comma between them', [`${A}, ${B}`], [A, B]],
		['JSON', [JSON.stringify([A, B])], [A, B]],
		[
			'attachments',
			'={{ $json.attachments }}',
			[A, B],
			{ attachments: [{ url: A, filename: 'a.png' }, { url: B }] },
		],
	])('%s', async (_, given, urls, json = {}) => {
		expect(await edit(given, { json })).toMatchObject({ urls, error: undefined });
	});
});

describe('what stands for a file of the item', () => {
	test.each<[string, unknown, number?]>([
		['the name of its field', ['Photo']],
		['the name of the file', ['cat.png']],
		['the field by an expression', ['={{ $binary.Photo }}']],
		['two names with a comma between them', ['Photo, Logo'], 2],
		['all files of the item', '={{ Object.values($binary) }}', 2],
	])('%s', async (_, given, count = 1) => {
		const binary = { Photo: file({ fileName: 'cat.png' }), Logo: file({ fileName: 'logo.png' }) };
		expect(await edit(given, { binary })).toMatchObject({ urls: links(count), error: undefined });
	});

	test.each(['data', '_files.data', '={{ $json._files.data }}'])(
		'a file of a workflow whose Binary Mode is Combined: %s',
		async (given) => {
			const json = { _files: { data: file() } } as unknown as IDataObject;
			expect(await edit([given], { json })).toMatchObject({ urls: links(1), error: undefined });
		},
	);

	test.each<[string, unknown, Partial<INodeExecutionData>]>([
		['in a binary field', ['data'], { binary: { data: bytes() } }],
		[
			'in the item',
			['={{ $json.picture }}'],
			{ json: { picture: bytes() } as unknown as IDataObject },
		],
	])('bytes that a Code node has put %s', async (_, given, item) => {
		expect(await edit(given, item)).toMatchObject({ urls: links(1), error: undefined });
	});
});

test.each<[string, unknown, Partial<INodeExecutionData>, RegExp]>([
	[
		'no such field',
		['picture'],
		{ binary: { photo: file() } },
		/entry 1, must be an http\(s\) URL or the name of a binary field.*given: picture\).*The binary fields of this item: photo\./,
	],
	[
		'an item without files',
		['photo'],
		{},
		/This item has no file: attach one where the workflow begins, or let an earlier node read it/,
	],
	[
		'a PDF',
		['Logo'],
		{ binary: { Logo: file({ mimeType: 'application/pdf', fileName: 'offer.pdf' }) } },
		/Reference Images \(image_urls\), entry 1: the file in Logo \(offer\.pdf\) is a PDF, not an image\. Nothing was sent/,
	],
	[
		'an empty file',
		['data'],
		{ binary: { data: file({ bytes: 0 }) } },
		/the file in data is empty\. Nothing was sent/,
	],
	[
		'an address with a blank in it',
		['https://h.example.com/my photo'],
		{},
		/must be an http\(s\) URL/,
	],
])('%s is told, and nothing is sent', async (_, given, item, words) => {
	const { urls, error } = await edit(given, item);
	expect(urls).toBeUndefined();
	expect(error).toMatch(words);
});

test.each<[string, Partial<IBinaryData>]>([
	['of unknown type', { mimeType: 'application/octet-stream' }],
	['without a type', { mimeType: undefined }],
])('a file %s is taken', async (_, more) => {
	expect(await edit(['data'], { binary: { data: file(more) } })).toMatchObject({ urls: links(1) });
});

test('a service elsewhere cannot fetch from an n8n that knows itself as localhost: refused, also in a dry run', async () => {
	const { error } = await edit(
		['data'],
		{ binary: { data: file() } },
		{ baseUrl: 'https://api.example.com/api' },
	);
	expect(error).toMatch(
		/The service at api\.example\.com cannot fetch files from this n8n at (localhost|127\.0\.0\.1).*Nothing was sent\. Set the public address of this n8n \(N8N_WEBHOOK_URL.*add Options > File: Send in Request up to \(MiB\)/,
	);
});

describe('files that are sent in the request itself', () => {
	const PNG = 'iVBORw0KGgoAAAANSUhEUg==';
	const png = (mimeType = 'image/png'): IBinaryData => ({ data: PNG, mimeType });
	const elsewhere = { baseUrl: 'https://api.example.com/api', options: { inlineFiles: 1 } };
	const itself = `data:image/png;base64,${PNG}`;

	test.each<[string, unknown, IBinaryData]>([
		['a binary field', ['data'], png()],
		['one whose type n8n does not know', ['data'], png('application/octet-stream')],
		['a data URI', [itself], png()],
	])('%s', async (_, given, data) => {
		expect(await edit(given, { binary: { data } }, elsewhere)).toMatchObject({
			urls: [itself],
			error: undefined,
		});
	});

	test('a larger one is linked, or refused where the service cannot follow a link', async () => {
		const binary = { data: { ...png(), data: Buffer.alloc(2_000, 7).toString('base64') } };
		expect(await edit(['data'], { binary }, { options: { inlineFiles: 0.001 } })).toMatchObject({
			urls: links(1),
		});
		const { error } = await edit(
			['data'],
			{ binary },
			{ ...elsewhere, options: { inlineFiles: 0.001 } },
		);
		expect(error).toMatch(
			/cannot fetch files.*raise Options > File: Send in Request up to \(MiB\)/,
		);
	});

	test('unless somebody asks for that, a data URI is stored and linked like any file', async () => {
		expect(await edit([itself])).toMatchObject({ urls: links(1), error: undefined });
		expect((await edit(['data:image/png;base64,'])).error).toMatch(/is empty\. Nothing was sent/);
		expect((await edit(['data:text/html;base64,PGI+'])).error).toMatch(/is a text, not an image/);
	});

	test('a dry run shows of one no more than its beginning', async () => {
		const binary = { data: { ...png(), data: Buffer.alloc(100_000, 7).toString('base64') } };
		const { urls } = await edit(['data'], { binary }, elsewhere);
		expect(urls?.[0]?.length).toBeLessThan(2_100);
	});
});
