import type { IBinaryData, IDataObject, INodeParameters } from 'n8n-workflow';
import { runNode } from '../../../support/engine';
import { modelId, useSandbox } from '../../../support/sandbox';
import { useMovedTime } from '../../../support/time';

jest.mock('n8n-workflow', () =>
	jest
		.requireActual<typeof import('../../../support/time')>('../../../support/time')
		.withMovedSleep(),
);

useMovedTime();

const sandbox = useSandbox({ balanceUsd: '1000' });

/** What a person has, and what is to come of it. */
interface Row {
	given: unknown;
	refused?: RegExp;
	/** A part of the request's body. */
	sent?: unknown;
	hint?: RegExp;
	binary?: Record<string, IBinaryData>;
	json?: IDataObject;
}

const FILE = 'https://h.example/a.png';
const PNG = Buffer.from(
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
	'base64',
);
const file = (content: string | Buffer = PNG, fileName = 'a.png'): IBinaryData => ({
	data: Buffer.from(content).toString('base64'),
	mimeType: 'image/png',
	fileName,
});
const DATA_URI = `data:image/png;base64,${PNG.toString('base64')}`;

/** Runs the node on one item, and holds what came of it against a row. */
async function hold(parameters: IDataObject, row: Row): Promise<void> {
	const { items, error, run } = await runNode({
		parameters: { options: {}, ...parameters } as unknown as INodeParameters,
		items: [{ json: { value: row.given, ...row.json } as IDataObject, binary: row.binary }],
		credentials: sandbox.credentials(),
	});
	const hints = JSON.stringify(run.data.resultData.runData['Media Generation']?.[0]?.hints ?? []);
	if (row.refused) {
		expect(error?.message).toMatch(row.refused);
		expect(error?.description).toContain('Nothing was sent.');
		expect(sandbox.requests('POST')).toEqual([]);
		return;
	}
	expect(error).toBeUndefined();
	const posted = sandbox.requests('POST')[0]?.body ?? items[0]?.json.body;
	if (row.sent !== undefined) expect(posted).toMatchObject(row.sent as object);
	if (row.hint) expect(hints).toMatch(row.hint);
	else expect(hints).not.toContain('"warning"');
}
const table = <R extends Row>(rows: R[]) =>
	rows.map((row) => ({ name: JSON.stringify(row.given).slice(0, 120), row }));

const generate = (more: IDataObject = {}): IDataObject => ({
	resource: 'image',
	operation: 'generate',
	prompt: '={{ $json.value }}',
	model: modelId('model-dev'),
	...more,
});
const edit = (reference: unknown = '={{ $json.value }}'): IDataObject => ({
	resource: 'image',
	operation: 'edit',
	prompt: 'a hat',
	model: modelId('standard'),
	...(reference === null ? {} : { image_urls: reference as string }),
	options: { dryRun: true, inlineFiles: 1 },
});

describe('a prompt', () => {
	test.each(
		table([
			{ given: 'Draw [object Object]', refused: /choose one of its fields/ },
			{ given: '#BEZUG!', refused: /an error of a formula/ },
			{ given: '\u200b', refused: /cannot be seen/ },
			{ given: '$json.prompt', refused: /not worked out/ },
			{ given: 'caf\ufffd', sent: { prompt: 'caf\ufffd' }, hint: /encoding/ },
			{ given: 'N/A', sent: { prompt: 'N/A' }, hint: /is only N\/A/ },
			{ given: 'A sign that says <3 & {x}', sent: { model: 'model-dev' } },
			{ given: 'Null Island', sent: { prompt: 'Null Island' } },
		]),
	)('$name', async ({ row }) => await hold(generate(), row));

	test.each([
		['=Draw {{ $json.value }}', { a: 1 }, /\{\{ \$json\.value \}\}.*\{\{ \$json\.value\.name \}\}/],
		['=Draw {{ $json.value }} in ink', '#N/A', /#N\/A, an error of a formula/],
		['=Draw {{ $json.value }} in ink', 'undefined', /check the name of the field/],
	])('%s, of %j', async (prompt, given, refused) => {
		await hold(generate({ prompt }), { given, refused });
	});

	test('an expression that found nothing is told beside other words', async () => {
		const prompt = '=Draw {{ $json.missing }} in ink';
		await hold(generate({ prompt }), {
			given: 1,
			hint: /\{\{ \$json\.missing \}\}/,
		});
	});

	test('what Extra Body Fields put in its place is looked at', async () => {
		const options = { extraBody: '{"prompt": "Draw [object Object]"}' };
		const refused = /choose one of its fields/;
		await hold(generate({ prompt: 'a fox', options }), { given: 1, refused });
	});

	test.each([
		['negative_prompt', '={{ $json.value }}'],
		['negative_prompt', '=no {{ $json.value }}'],
	])('the parameter %s is looked at too', async (name, saved) => {
		const parameters = { mappingMode: 'defineBelow', value: { [name]: saved } };
		await hold(
			{
				...generate({ prompt: 'a fox', parameters }),
				resource: 'video',
				model: modelId('wan-2.6'),
			},
			{ given: '#N/A', refused: /^Negative Prompt .*an error of a formula/ },
		);
	});
});

describe('a reference', () => {
	const understood = (given: unknown, address = FILE): Row => ({
		given,
		sent: { image_urls: [address] },
	});
	const refused = (given: unknown, words: RegExp): Row => ({ given, refused: words });
	test.each(
		table([
			understood(`![photo](${FILE})`),
			understood([{ url: FILE, visible_name: 'a.png', mime_type: 'image/png' }]),
			understood({ data: { attachments: [{ link: FILE }] } }),
			understood({ guid: { rendered: FILE }, source_url: FILE, media_type: 'image' }),
			understood({ MediaUrl0: FILE, NumMedia: '1' }),
			understood('https://h.example/my photo.png', 'https://h.example/my%20photo.png'),
			understood(JSON.stringify([FILE])),
			understood(
				{ webViewLink: 'https://drive.google.com/file/d/1AbC_defGHIjkl-2345/view' },
				'https://drive.google.com/uc?export=download&id=1AbC_defGHIjkl-2345',
			),
			refused('https://drive.google.com/drive/folders/1AbC', /a page of drive\.google\.com/),
			refused('C:\\Users\\me\\a.png', /a file on a disk/),
			refused('https://h.example/a.heic', /ends with \.heic/),
			refused('https://h.example/a.pdf', /ends with \.pdf, so it is not an image/),
			refused('https://h.example/a.mp4', /ends with \.mp4, so it is not an image/),
			refused({ a: FILE, b: 'https://h.example/b.png' }, /must be an http/),
			refused({ file_id: 'AgAC', width: 90 }, /must be an http/),
			refused({ a: 1 }, /must be an http/),
			refused('', /image_urls/),
		]),
	)('$name', async ({ row }) => await hold(edit(), row));

	const photo = { filename: 'a.png', mimetype: 'image/png', size: 12 };
	const picture = (reference: unknown, row: Partial<Row>) => ({
		given: reference,
		sent: { image_urls: [DATA_URI] },
		reference,
		...row,
	});
	const two = { one: file(), two: file(PNG, 'b.png') };
	test.each(
		table([
			picture(['data'], { binary: { Photo: file() } }),
			picture(null, { binary: { attachment_0: file() } }),
			picture([''], { binary: { Photo: file() } }),
			picture([], { binary: { Photo: file() } }),
			picture(['=data {{ $json.value }}'], { given: photo, binary: { Photo: file() } }),
			picture(['={{ $json.value }}'], { given: photo, binary: { Photo: file() } }),
			picture(['={{ $json.value }}'], { given: [photo], binary: { Photo_0: file() } }),
			picture(['={{ $json.value }}'], { given: { ...photo, filename: 'b.png' }, binary: two }),
			picture(['={{ $json.files }}'], {
				json: {
					files: [
						{ fileName: 'a.png', fileSize: '12 B', mimeType: 'image/png', binaryKey: 'data0' },
					],
				},
				binary: { data0: file(), data1: file(PNG, 'b.png') },
			}),
			picture(['={{ $json }}'], {
				json: { Photo: photo, submittedAt: '2026' },
				binary: { Photo: file() },
			}),
			picture(['={{ $binary.Photo }}'], { binary: { Photo: file() } }),
			picture(['A.PNG'], { binary: { Photo: file() } }),
			picture(['$binary.Photo'], { binary: { Photo: file() } }),
			picture(['data'], { binary: two, sent: undefined, refused: /image_urls/ }),
			picture([''], { binary: undefined, sent: undefined, refused: /image_urls/ }),
			picture(['other'], { binary: { Photo: file() }, sent: undefined, refused: /given: other/ }),
			picture(['={{ $json.missing }}'], {
				binary: { Photo: file() },
				sent: undefined,
				refused: /image_urls/,
			}),
		]),
	)('the picture that came in: $name', async ({ row }) => await hold(edit(row.reference), row));

	test.each([
		['a web page', '<!DOCTYPE html><title>Sign in</title>', /a web page \(HTML\)/],
		['a PDF', '%PDF-1.7', /is a PDF/],
		['JSON', '{"error":"no"}', /is JSON/],
		['an SVG', '<svg xmlns="x"/>', /an SVG drawing/],
		['HEIC', '\0\0\0\x18ftypheic', /HEIC/],
		['a video', '\0\0\0\x18ftypisom', /is a video/],
		['an archive', 'PK\x03\x04', /a ZIP archive/],
		['a text', 'Please sign in to go on.', /is a text/],
		['base64', PNG.toString('base64'), /a text with the file in base64/],
		['a newer HEIC', '\0\0\0\x18ftypmif1', /HEIC/],
	])('%s that is called a picture is refused by its bytes', async (_, content, words) => {
		const binary = { data: file(content) };
		await hold(edit('data'), { given: 1, refused: words, binary });
	});

	test('a picture that is called something else is a picture', async () => {
		const binary = { data: { ...file(), mimeType: 'application/pdf' } };
		await hold(edit('data'), {
			given: 1,
			sent: { image_urls: [DATA_URI] },
			binary,
		});
	});

	const doors = {
		edit: { operation: 'edit', model: modelId('standard'), prompt: 'a hat' },
		groupEdit: { operation: 'groupEdit', prompt: 'a hat' },
		animate: { resource: 'video', operation: 'animate', prompt: 'a hat' },
		describe: { operation: 'describe', model: modelId('sandbox-chat-large') },
	};
	test.each(
		Object.entries(doors).flatMap(([name, door]) =>
			[
				{},
				{ images: [], image_urls: [], image_url: '' },
				{ images: [''], image_urls: [''], image_url: ' ' },
			].map((left) => [name, left, door] as const),
		),
	)('the picture that came in is the picture: %s, %j', async (_, left, door) => {
		const { error } = await runNode({
			parameters: {
				resource: 'image',
				...door,
				...left,
				options: { inlineFiles: 1 },
			} as unknown as INodeParameters,
			items: [{ json: {}, binary: { Photo: file() } }],
			credentials: sandbox.credentials(),
		});
		expect(error).toBeUndefined();
		expect(JSON.stringify(sandbox.requests('POST')[0]?.body)).toContain(DATA_URI);
	});

	test('what was understood is in the output', async () => {
		const { items } = await runNode({
			parameters: { ...edit(['data']), options: { inlineFiles: 1 } } as unknown as INodeParameters,
			items: [{ json: {}, binary: { Photo: file() } }],
			credentials: sandbox.credentials(),
		});
		expect(items[0]?.json.reference).toBe('a.png, binary field Photo');
	});
});

describe('a model', () => {
	const model = { __rl: true, mode: 'id', value: '={{ $json.value }}' };
	test.each<[unknown]>([
		['MODEL-DEV — $0.10, ~15 s'],
		[' model-dev '],
		[{ id: 'model-dev', status: 'Live' }],
		[['model-dev']],
		['"model-dev"'],
		['model-dev · $0.10'],
	])('%j is model-dev', async (given) => {
		await hold(generate({ prompt: 'a fox', model }), { given, sent: { model: 'model-dev' } });
	});

	test.each(['undefined', 'null', '[object Object]'])('%s is none', async (given) => {
		const refused = /Model must be an ID/;
		await hold(generate({ prompt: 'a fox', model }), { given, refused });
	});
});

describe('parameters', () => {
	const json = (parametersJson: string) =>
		generate({ prompt: 'a fox', specifyParameters: 'json', parametersJson });
	const form = (value: IDataObject, model = 'model-dev') =>
		generate({
			prompt: 'a fox',
			model: modelId(model),
			parameters: { mappingMode: 'defineBelow', value },
		});
	test.each<[string, IDataObject, RegExp]>([
		[
			'a comma too many',
			json('{"seed": 7,}'),
			/line 1, column 12: a name in double quotes expected, found \}/,
		],
		['single quotes', json("{'seed': 7}"), /line 1, column 2: a name in double quotes/],
		['no end', json('{"seed": 7'), /it ends there/],
		['a list', json('[7]'), /must be a JSON object/],
		['a decimal comma', form({ seed: '0,5' }), /write 0\.5, with a point/],
		['dots for thousands', form({ image_width: '1.024,5' }), /write 1024\.5, with a point/],
		['commas for thousands', form({ image_width: '1,024' }), /write 1024 or 1\.024/],
		['what another model had', form({ seconds: 7 }), /not a parameter of model-dev/],
		[
			'extra fields with a comma too many',
			{ ...form({}), options: { extraBody: '{"a": [1,]}' } },
			/column 10/,
		],
		[
			'a maximum with a comma',
			{ ...form({}), options: { maxCost: '0,5' } },
			/write 0\.5, with a point/,
		],
	])('%s: refused, and how to write it is said', async (_, parameters, refused) => {
		await hold(parameters, { given: 1, refused });
	});
});

describe('messages', () => {
	const chat = (messagesJson = '={{ $json.value }}') => ({
		resource: 'chat',
		operation: 'complete',
		model: modelId('sandbox-chat-small'),
		specifyMessages: 'json',
		messagesJson,
	});
	const hello = { role: 'user', content: 'Hello' };
	const pair = [hello, { role: 'assistant', content: 'Hi' }, { role: 'user', content: 'Again' }];
	const again = { role: 'user', content: 'Again' };
	const image = { type: 'image_url', image_url: { url: DATA_URI } };
	const understood = (given: unknown, messages: unknown = pair): Row => ({
		given,
		sent: { messages },
	});
	test.each(
		table([
			understood([{ role: 'human', content: 'Hello' }, { role: 'ai', content: 'Hi' }, again]),
			understood([{ type: 'human', content: 'Hello' }], [hello]),
			understood({ messages: pair }),
			understood([{ messages: pair }]),
			understood({ json: { messages: pair } }),
			understood({ chat_history: pair }),
			understood(hello, [hello]),
			understood(JSON.stringify({ messages: pair })),
			understood(`\`\`\`json\n${JSON.stringify(pair)}\n\`\`\``),
			understood({ messages: [{ human: 'Hello', ai: 'Hi' }, { human: 'Again' }] }),
			understood([
				{ type: 'human', data: { content: 'Hello' } },
				{ type: 'ai', data: { content: 'Hi' } },
				again,
			]),
			understood([
				{
					lc: 1,
					type: 'constructor',
					id: ['langchain_core', 'messages', 'HumanMessage'],
					kwargs: { content: 'Hello' },
				},
				{
					lc: 1,
					type: 'constructor',
					id: ['langchain_core', 'messages', 'AIMessage'],
					kwargs: { content: 'Hi' },
				},
				again,
			]),
			understood(
				{
					contents: [
						{ role: 'user', parts: [{ text: 'Hello' }] },
						{ role: 'model', parts: [{ text: 'Hi' }] },
					],
				},
				[
					{ role: 'user', content: [{ type: 'text', text: 'Hello' }] },
					{ role: 'assistant', content: [{ type: 'text', text: 'Hi' }] },
				],
			),
			understood(
				[
					{
						role: 'user',
						content: [
							{ type: 'input_text', text: 'Hello' },
							{ type: 'input_image', image_url: DATA_URI },
						],
					},
				],
				[{ role: 'user', content: [{ type: 'text', text: 'Hello' }, image] }],
			),
			understood(
				[
					{
						role: 'user',
						content: [
							{
								type: 'image',
								source: { type: 'base64', media_type: 'image/png', data: PNG.toString('base64') },
							},
						],
					},
				],
				[{ role: 'user', content: [image] }],
			),
			{
				given: '[{"role": "user", "content": "Hello"},]',
				refused: /line 1, column 39: a value expected/,
			},
			{
				given: [{ role: 'wizard', content: 'Hello' }],
				refused: /Role of Message 1 must be/,
			},
			understood('Hello', [hello]),
			understood([[{ role: 'User', content: 'Hello' }]], [hello]),
		]),
	)('$name', async ({ row }) => await hold(chat(), row));

	test.each<[string, unknown, Partial<Row>]>([
		[
			'=Ask about {{ $json.value }}',
			{ a: 1 },
			{ refused: /Content of Message 1 contains \[object/ },
		],
		['={{ $json.value }}', '#N/A', { refused: /an error of a formula/ }],
		[
			'={{ $json.value }}',
			'Why is there [object Object] in my log?',
			{ hint: /\[object Object\]/ },
		],
	])('the content %s, of %j', async (content, given, row) => {
		await hold(
			{
				...chat(),
				specifyMessages: 'form',
				messages: { message: [{ role: 'user', content }] },
			},
			{ given, ...row },
		);
	});

	test('an image that was added and left as it was is the item’s only one; without one it is refused', async () => {
		const parameters = { ...chat(JSON.stringify([hello])), images: [''] };
		await hold(parameters, { given: 1, refused: /Images/ });
		await hold(
			{ ...parameters, options: { inlineFiles: 1 } },
			{
				given: 1,
				binary: { Photo: file() },
				sent: { messages: [{ content: [{ type: 'text' }, { image_url: { url: DATA_URI } }] }] },
			},
		);
	});
});

describe('IDs', () => {
	test.each([
		[{ job_id: 'abc' }],
		[[{ job_id: 'abc', status: 'processing' }]],
		[{ id: 'abc' }],
		[{ json: { job_id: 'abc' }, pairedItem: 0 }],
	])('the job of the whole item %j', async (value) => {
		await runNode({
			parameters: { resource: 'image', operation: 'getJob', jobId: '={{ $json.value }}' },
			items: [{ json: { value } as IDataObject }],
			credentials: sandbox.credentials(),
		});
		expect(sandbox.requests('GET')[0]?.path).toMatch(/\/abc$/);
	});

	test.each([[{ key_id: 'key_1', name: 'a' }], [{ id: 'key_1' }]])(
		'the key of the whole item %j',
		async (value) => {
			await runNode({
				parameters: {
					resource: 'apiKey',
					operation: 'revoke',
					keyId: { __rl: true, mode: 'id', value: '={{ $json.value }}' },
				},
				items: [{ json: { value } as IDataObject }],
				credentials: sandbox.credentials(),
			});
			expect(sandbox.requests().at(-1)?.path).toContain('/key_1');
		},
	);
});

describe('a Callback URL', () => {
	test.each([
		['https://n8n.example.com/webhook-test/1/callback', /test URL of its trigger/],
		['https://n8n.example.com/workflow/1', /a page of n8n’s editor/],
		['https://n8n.example.com/webhook/1/callback', undefined],
		['"https://n8n.example.com/webhook/1/callback"', undefined],
	])('%s', async (callbackUrl, hint) => {
		await hold(generate({ prompt: 'a fox', waitFor: 'submit', callbackUrl }), {
			given: 1,
			sent: { callback_url: callbackUrl.replaceAll('"', '') },
			hint,
		});
	});
});
