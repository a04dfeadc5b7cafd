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

/** What a person has, what was seen before this place looked at it, and what is to come of it. */
interface Row {
	given: unknown;
	/** Where people met it: the repository and the number of a public report. */
	report?: string;
	before: 'paid' | 'refused' | 'sent without a word';
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
const BASE64 = PNG.toString('base64');
const DATA_URI = `data:image/png;base64,${BASE64}`;

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
const called = ({ given, report }: Row) => ({
	name: `${JSON.stringify(given)}${report === undefined ? '' : ` (${report})`}`.slice(0, 120),
});
const table = (rows: Row[]) => rows.map((row) => ({ ...called(row), row }));

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
	const paid = (given: unknown, refused: RegExp, report?: string): Row => ({
		given,
		refused,
		report,
		before: 'paid',
	});
	test.each(
		table([
			paid('Draw [object Object]', /choose one of its fields/, 'n8n-io/n8n#11972'),
			paid('[object Object],[object Object]', /choose one of its fields/),
			paid('#N/A', /an error of a formula/),
			paid('#REF!', /an error of a formula/),
			paid('#BEZUG!', /an error of a formula/),
			paid('#¡VALOR!', /an error of a formula/),
			paid('#VALEUR !', /an error of a formula/),
			paid('#DIV/0 !', /an error of a formula/),
			paid('#BEZUG! #BEZUG!', /an error of a formula/),
			paid('(null)', /the expression found nothing/),
			paid('$("Form").first().json.prompt', /not worked out/),
			paid('undefined', /the expression found nothing/),
			paid('null', /the expression found nothing/),
			paid('Invalid DateTime', /the expression found nothing/),
			paid('\u200b', /cannot be seen/),
			paid('a fox in {{ $json.colour }}', /not worked out/),
			paid('<!DOCTYPE html><html><body>Sign in</body></html>', /a web page/),
			paid(DATA_URI, /the content of a file/),
			{ given: 'caf\ufffd', before: 'paid', sent: { prompt: 'caf\ufffd' }, hint: /encoding/ },
			{ given: FILE, before: 'paid', sent: { prompt: FILE }, hint: /only an address/ },
			{ given: '$json.prompt', before: 'paid', refused: /not worked out/ },
			{ given: 'N/A', before: 'paid', sent: { prompt: 'N/A' }, hint: /is only N\/A/ },
			{
				given: "I'm sorry, but I can't help with that.",
				before: 'paid',
				hint: /the refusal of a model/,
			},
			...['[]', '{}', '[null]', '""', '[Object: null prototype] {}'].map((given) =>
				paid(given, /an empty text, list or object/),
			),
			paid('NULL', /the expression found nothing/),
			paid('null null', /the expression found nothing/),
			paid('"undefined"', /the expression found nothing/),
			paid('\u2800', /cannot be seen/),
			paid('\\n\\n', /an empty text/),
			paid('a fox in {{ $binary.data.fileName }}', /not worked out/),
			paid('function trim() { [native code] }', /an object or a function/),
			...['#ARG!', '#DEĞER!', 'Err:502', 'true', '- - -', '(blank)'].map((given): Row => ({
				given,
				before: 'paid',
				hint: /is only /,
			})),
			...['{{1.name}}', '[[subject]]', '%subject%', '#{subject}', '<subject>', '=A2'].map(
				(given): Row => ({ given, before: 'paid', hint: /a placeholder/ }),
			),
			...[
				'Agent stopped due to max iterations.',
				'{"message":"Unauthorized","statusCode":401}',
				'[ERROR: Referenced node is unexecuted]',
			].map((given): Row => ({ given, before: 'paid', hint: /the error of an earlier step/ })),
			{ given: 'a%20red%20fox', before: 'paid', hint: /another encoding/ },
			{ given: '...', before: 'paid', hint: /is only \.\.\./ },
			{
				given: 'Error: Request failed with status code 500',
				before: 'paid',
				hint: /the error of an earlier step/,
			},
			{ given: '{"error": {"message": "no"}}', before: 'paid', hint: /the error of an earlier/ },
			{ given: '{{prompt}}', before: 'paid', hint: /a placeholder/ },
			{ given: '${prompt}', before: 'paid', hint: /a placeholder/ },
			{ given: 'As an AI language model, I cannot', before: 'paid', hint: /the refusal of/ },
			{ given: 'A sign that says <3 & {x}', before: 'paid', sent: { model: 'model-dev' } },
			{ given: 'Null Island', before: 'paid', sent: { prompt: 'Null Island' } },
			{ given: 'if (x === undefined) return;', before: 'paid', sent: { model: 'model-dev' } },
		]),
	)('$name', async ({ row }) => await hold(generate(), row));

	test.each([
		['=Draw {{ $json.value }}', { a: 1 }, /\{\{ \$json\.value \}\}.*\{\{ \$json\.value\.name \}\}/],
		['=Draw {{ $json.value }} in ink', '#N/A', /#N\/A, an error of a formula/],
		['=Draw {{ $json.value }} in ink', 'undefined', /check the name of the field/],
	])('%s, of %j', async (prompt, given, refused) => {
		await hold(generate({ prompt }), { given, before: 'paid', refused });
	});

	test('an expression that found nothing is told beside other words', async () => {
		const prompt = '=Draw {{ $json.missing }} in ink';
		await hold(generate({ prompt }), {
			given: 1,
			before: 'paid',
			hint: /\{\{ \$json\.missing \}\}/,
		});
	});

	test('what Extra Body Fields put in its place is looked at', async () => {
		const options = { extraBody: '{"prompt": "Draw [object Object]"}' };
		const refused = /choose one of its fields/;
		await hold(generate({ prompt: 'a fox', options }), { given: 1, before: 'paid', refused });
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
			{ given: '#N/A', before: 'paid', refused: /^Negative Prompt .*an error of a formula/ },
		);
	});
});

describe('a reference', () => {
	const understood = (given: unknown, report?: string): Row => ({
		given,
		report,
		before: 'refused',
		sent: { image_urls: [FILE] },
	});
	const drive = 'https://drive.google.com/uc?export=download&id=1AbC_defGHIjkl-2345';
	const page = (given: unknown, report?: string): Row => ({
		given,
		report,
		before: 'paid',
		sent: { image_urls: [drive] },
	});
	const refused = (given: unknown, words: RegExp, before: Row['before'] = 'paid'): Row => ({
		given,
		before,
		refused: words,
	});
	test.each(
		table([
			understood(`![photo](${FILE})`),
			understood(`[photo](${FILE})`),
			understood(`"${FILE}"`),
			understood(`<${FILE}>`),
			understood(`=IMAGE("${FILE}")`),
			understood(`<img src="${FILE}">`),
			understood(`Photo: ${FILE}`),
			understood('h.example/a.png'),
			understood({ name: 'a.png', type: 'file', file: { url: FILE } }),
			understood({ type: 'external', external: { url: FILE } }),
			understood([{ id: 'att', url: FILE, filename: 'a.png' }]),
			understood([{ url: FILE, visible_name: 'a.png', mime_type: 'image/png' }]),
			understood({ '@microsoft.graph.downloadUrl': FILE, webUrl: 'https://h.example/page' }),
			understood({ secure_url: FILE }),
			understood({ job_id: 'x', status: 'completed', url: FILE }),
			understood({ data: { attachments: [{ link: FILE }] } }),
			understood({ guid: { rendered: FILE }, source_url: FILE, media_type: 'image' }),
			understood({ MediaUrl0: FILE, NumMedia: '1' }),
			understood(`${FILE}.`),
			understood(`${FILE} (12 KB)`),
			understood(`a.png (${FILE})`),
			understood(`url(${FILE})`),
			understood(`${FILE}|200`),
			{
				...understood('https://h.example/my photo.png'),
				sent: { image_urls: ['https://h.example/my%20photo.png'] },
			},
			...[
				`**${FILE}**`,
				`![alt](${FILE} =100x100)`,
				`[![alt](${FILE})](https://h.example)`,
				`<p><img src="${FILE}"></p>`,
				`=BILD("${FILE}")`,
				`照片：${FILE}`,
				`1. ${FILE}`,
				`{"url":"${FILE}"}`,
				`${FILE}\u200b`,
				FILE.replaceAll('/', '\\/'),
				`https://${FILE}`,
				{ title: 'x', link: 'https://h.example/post', enclosure: { url: FILE } },
				{ source_url: FILE, link: 'https://h.example/page/' },
				{ Photo: { files: [{ name: 'a.png', external: { url: FILE } }] } },
			].map((given) => understood(given)),
			...[
				['https://h.example/a.png?a=1&amp;b=2', 'https://h.example/a.png?a=1&b=2'],
				['www.h.example/image?id=7', 'https://www.h.example/image?id=7'],
				['dropbox.com/s/abc/a.png?dl=0', 'https://dropbox.com/s/abc/a.png?raw=1'],
				['https://m.imgur.com/aBcDeF1', 'https://i.imgur.com/aBcDeF1.jpg'],
				[
					'https://git.example.com/g/-/blob/main/a.png',
					'https://git.example.com/g/-/raw/main/a.png',
				],
				['https://www.bing.com/images/search?mediaurl=https%3A%2F%2Fh.example%2Fa.png', FILE],
				[
					'https://en.wikipedia.org/wiki/Fox#/media/File:Fox.jpg',
					'https://commons.wikimedia.org/wiki/Special:FilePath/Fox.jpg',
				],
				...[
					'https://docs.google.com/uc?export=download&id=1AbC',
					'https://docs.google.com/drawings/d/1AbC/export/png',
				].map((given) => [given, given]),
			].map(([given, sent]): Row => ({ given, before: 'paid', sent: { image_urls: [sent] } })),
			...[
				'https://www.dropbox.com/scl/fo/abc/h?dl=0',
				'https://acme.ent.box.com/s/abc',
				'https://www.pinterest.de/pin/123/',
				'https://m.facebook.com/photo.php?fbid=1',
				'https://discord.com/channels/1/2/3',
				'https://t.me/channel/123',
				'https://www.airtable.com/app1',
				'https://eu-central-1.console.aws.amazon.com/s3/object/b',
				'https://www.google.com/search?q=fox',
			].map((given) => refused(given, /, and not the file itself/)),
			refused('https://h.example/{{ $json.id }}.png', /not worked out/),
			refused('https://h.example/%5Bobject%20Object%5D.png', /an object/),
			{ given: 'https://h.example/undefined.png', before: 'paid', hint: /may lack a part/ },
			refused('https://h.example/a.heic', /ends with \.heic/),
			refused('https://ibb.co/abc', /, and not the file itself/),
			understood(JSON.stringify([FILE])),
			understood(`<${FILE}|a.png>`),
			understood({ property_image: FILE, url: 'https://www.notion.so/x' }),
			understood({
				cover: { type: 'external', external: { url: FILE } },
				url: 'https://www.notion.so/x',
			}),
			{
				...understood(`a.png (${FILE}), b.png (https://h.example/b)`),
				sent: { image_urls: [FILE, 'https://h.example/b'] },
			},
			...[
				BASE64,
				BASE64.replace(/.{40}/g, '$&\n'),
				`"${DATA_URI}"`,
				`![a](${DATA_URI})`,
				`<img src="${DATA_URI}">`,
				`url(${DATA_URI})`,
				{ b64_json: BASE64 },
				{ data: [{ b64_json: BASE64 }] },
				{ name: 'a.png', contentType: 'image/png', contentBytes: BASE64 },
				{ inlineData: { mimeType: 'image/png', data: BASE64 } },
				{ type: 'base64', media_type: 'image/png', data: BASE64 },
			].map((given) => ({ ...understood(given), sent: { image_urls: [DATA_URI] } })),
			...['undefined', 'null', '[object Object]', 'no base64 !!', DATA_URI].map((content) =>
				refused(`data:image/png;base64,${content}`, /a data URI without a file in it/),
			),
			refused(`data:image/png;base64,${'A'.repeat(100)}`, /empty but for zeros/),
			refused('https://h.example/${id}.png', /not worked out/),
			refused('https://h.example/<id>.png', /not worked out/),
			refused('https://h.example/%7B%7Bid%7D%7D.png', /not worked out/),
			refused('https://undefined/a.png', /nothing in place of its host/),
			page(
				'https://drive.google.com/file/d/1AbC_defGHIjkl-2345/view?usp=sharing',
				'openfoodfacts/openfoodfacts-server#14308',
			),
			page({
				id: '1AbC_defGHIjkl-2345',
				mimeType: 'image/png',
				webViewLink: 'https://drive.google.com/file/d/1AbC_defGHIjkl-2345/view',
			} as unknown as string),
			page('https://drive.google.com/open?id=1AbC_defGHIjkl-2345', 'joemccann/dillinger#579'),
			page(
				'https://docs.google.com/file/d/1AbC_defGHIjkl-2345/edit?usp=drivesdk',
				'ShareX/ShareX#401',
			),
			refused('https://drive.google.com/drive/folders/1AbC', /, and not the file itself/),
			refused('https://photos.app.goo.gl/abc', /, and not the file itself/),
			refused('https://1drv.ms/i/s!abc', /, and not the file itself/),
			refused('https://files.slack.com/files-pri/T1-F1/a.png', /, and not the file itself/),
			refused('https://www.instagram.com/p/abc/', /, and not the file itself/),
			refused('blob:https://app.example.com/0f1e', /inside of a browser/, 'refused'),
			refused('C:\\Users\\me\\a.png', /a file on a disk/, 'refused'),
			refused('s3://bucket/a.png', /in a store/, 'refused'),
			refused('https://h.example/a.pdf', /ends with \.pdf, so it is not an image/),
			refused('https://h.example/a.mp4', /ends with \.mp4, so it is not an image/),
			refused({ a: FILE, b: 'https://h.example/b.png' }, /must be an http/, 'refused'),
			refused({ file_id: 'AgAC', width: 90 }, /must be an http/, 'refused'),
			refused({ a: 1 }, /must be an http/, 'refused'),
			refused('', /image_urls/, 'refused'),
		]),
	)('$name', async ({ row }) => await hold(edit(), row));

	const photo = { filename: 'a.png', mimetype: 'image/png', size: 12 };
	const picture = (
		reference: unknown,
		row: Partial<Row>,
		report?: string,
	): Row & { reference: unknown } => ({
		given: reference,
		report,
		before: 'refused',
		sent: { image_urls: [DATA_URI] },
		reference,
		...row,
	});
	const two = { one: file(), two: file(PNG, 'b.png') };
	test.each(
		[
			picture(['data'], { binary: { Photo: file() } }, 'n8n-io/n8n#423'),
			picture(null, { binary: { attachment_0: file() } }),
			picture([''], { binary: { Photo: file() } }),
			picture([], { binary: { Photo: file() } }),
			picture(
				['=data {{ $json.value }}'],
				{ given: photo, binary: { Photo: file() } },
				'n8n-io/n8n#20481',
			),
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
			picture(['={{ $binary.Photo }}'], { binary: { Photo: file() } }, 'n8n-io/n8n#23307'),
			picture(['A.PNG'], { binary: { Photo: file() } }),
			picture(['$binary.Photo'], { binary: { Photo: file() } }),
			...['"Photo"', "'photo'", '`Photo`', '[Photo]', '=Photo', '{{ $binary.Photo }}'].map((name) =>
				picture([name], { binary: { ...two, Photo: file() } }),
			),
			picture(['"one", "two"'], { binary: two, sent: { image_urls: [DATA_URI, DATA_URI] } }),
			picture(['data'], { binary: two, sent: undefined, refused: /image_urls/ }),
			picture([''], { binary: undefined, sent: undefined, refused: /image_urls/ }),
			picture(['other'], { binary: { Photo: file() }, sent: undefined, refused: /given: other/ }),
			picture(['={{ $json.missing }}'], {
				binary: { Photo: file() },
				sent: undefined,
				refused: /image_urls/,
			}),
		].map((row) => ({ ...called(row), row })),
	)('the picture that came in: $name', async ({ row }) => await hold(edit(row.reference), row));

	test.each([
		['a web page', '<!DOCTYPE html><title>Sign in</title>', /a web page \(HTML\)/],
		['a PDF', '%PDF-1.7', /is a PDF/],
		['JSON', '{"error":"no"}', /is JSON/],
		['an SVG', '<svg xmlns="x"/>', /an SVG drawing/],
		['HEIC', '\0\0\0\x18ftypheic', /HEIC/],
		['a video', '\0\0\0\x18ftypisom', /is a video/],
		['an archive', 'PK\x03\x04', /an archive or an Office/],
		['a text', 'Please sign in to go on.', /is a text/],
		['base64', PNG.toString('base64'), /a text with the file in base64/],
		['a newer HEIC', '\0\0\0\x18ftypmif1', /HEIC/],
		['HEVC', '\0\0\0\x18ftyphevc', /HEIC/],
		['text in another language', 'Доступ запрещён', /is a text/],
		['a gzip', Buffer.from([0x1f, 0x8b, 8, 0]), /an archive/],
		['nothing but zeros', Buffer.alloc(400), /empty but for zeros/],
		['a program for Windows', 'MZ\x03\0', /a program/],
		['a program for Linux', '\x7fELF\x02\x01', /a program/],
		['a database', 'SQLite format 3\0', /a database/],
		['an icon', Buffer.from([0, 0, 1, 0, 1, 0, 16, 16]), /an icon \(ICO\)/],
		['sound without a tag', Buffer.from([0xff, 0xfb, 0x90, 0x64]), /an audio file/],
		['a picture read as text', '\ufffdPNG\r\n', /read as text/],
	])('%s that is called a picture is refused by its bytes', async (_, content, words) => {
		const binary = { data: file(content) };
		await hold(edit('data'), { given: 1, before: 'paid', refused: words, binary });
	});

	test('of a picture that does not begin like one this is said', async () => {
		const binary = { data: file(Buffer.from([0, 1, 0, 0, 0, 12, 0, 128])) };
		const hint = /does not begin like an image: the service may not take it/;
		await hold(edit('data'), { given: 1, before: 'sent without a word', hint, binary });
	});

	test('a picture that is called something else is a picture', async () => {
		const binary = { data: { ...file(), mimeType: 'application/pdf' } };
		await hold(edit('data'), {
			given: 1,
			before: 'refused',
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
	test.each([
		['model-dev — $0.10, about 15 s', 'paid'],
		['Model-Dev', 'paid'],
		['MODEL-DEV — $0.10, ~15 s', 'paid'],
		[' model-dev ', 'paid'],
		[{ id: 'model-dev', status: 'Live' }, 'refused'],
		[['model-dev'], 'refused'],
		['"model-dev"', 'paid'],
		['model-dev · $0.10', 'paid'],
		['Model Dev', 'paid'],
		['model_dev', 'paid'],
		['model-dev ($0.10)', 'paid'],
		['Model: model-dev', 'paid'],
		['**model-dev**', 'paid'],
		[{ value: 'model-dev', label: 'x' }, 'refused'],
	] as const)('%j is model-dev', async (given, before) => {
		const model = { __rl: true, mode: 'id', value: '={{ $json.value }}' };
		await hold(generate({ prompt: 'a fox', model }), {
			given,
			before,
			sent: { model: 'model-dev' },
		});
	});

	test.each(['t2v-turbo', 'T2V-Turbo', 'T2V Turbo — $0.40, about 43 s'])(
		'%s makes no images',
		async (given) => {
			const model = { __rl: true, mode: 'id', value: '={{ $json.value }}' };
			const refused = /a model for video generation/;
			await hold(generate({ prompt: 'a fox', model }), { given, before: 'paid', refused });
		},
	);

	test.each(['undefined', 'null', '[object Object]', '#N/A', '{{ $json.model }}'])(
		'%s is none',
		async (given) => {
			const model = { __rl: true, mode: 'id', value: '={{ $json.value }}' };
			const refused = /Model must be an ID/;
			await hold(generate({ prompt: 'a fox', model }), { given, before: 'paid', refused });
		},
	);
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
		['a prompt beside that of its field', json('{"prompt": "a hare"}'), /a field of its own/],
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
		await hold(parameters, { given: 1, before: 'refused', refused });
	});
});

test('what a field of its own says too may stand among the parameters', async () => {
	const parametersJson = '{"prompt": "a fox", "seed": 7}';
	await hold(generate({ prompt: 'a fox', specifyParameters: 'json', parametersJson }), {
		given: 1,
		before: 'sent without a word',
		sent: { prompt: 'a fox', additional_settings: { seed: 7 } },
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
		before: 'refused',
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
				before: 'refused',
				refused: /line 1, column 39: a value expected/,
			},
			{
				given: [{ role: 'wizard', content: 'Hello' }],
				before: 'refused',
				refused: /Role of Message 1 must be/,
			},
			understood('Hello', [hello]),
			understood([[{ role: 'User', content: 'Hello' }]], [hello]),
			understood([{ role: ' user ', text: 'Hello' }], [hello]),
			understood([hello, { sender: 'bot', text: 'Hi' }, again]),
			understood({ sessionId: 'x', action: 'sendMessage', chatInput: 'Hello' }, [hello]),
			understood({ conversations: [{ from: 'human', value: 'Hello' }] }, [hello]),
			understood({ headers: {}, body: { messages: pair } }),
			understood([{ message: { type: 'human', content: 'Hello' } }, { message: pair[1] }, again]),
			understood(JSON.stringify(JSON.stringify(pair))),
			understood({ messages: JSON.stringify(pair) }),
			understood(pair.map((message) => JSON.stringify(message)).join('\n')),
			understood(pair.map((message) => JSON.stringify(message))),
			understood({ response: { messages: pair } }),
			{
				...understood(
					[
						{ id: 1, message: '{"type":"human","content":"Hello"}' },
						{ id: 2, message: '{"type":"ai","content":"Hi"}' },
						again,
					],
					pair,
				),
				before: 'paid',
			},
			...[
				{ content: 'Hello', images: [BASE64] },
				{
					content: [
						{ type: 'text', text: 'Hello' },
						{ type: 'image', image: DATA_URI },
					],
				},
			].map((message): Row => ({
				...understood(
					[{ role: 'user', ...message }],
					[{ role: 'user', content: [{ type: 'text', text: 'Hello' }, image] }],
				),
				before: 'paid',
			})),
			understood({ system: 'Be brief', messages: [hello] }, [
				{ role: 'system', content: 'Be brief' },
				hello,
			]),
			understood(
				{
					systemInstruction: { parts: [{ text: 'Be brief' }] },
					contents: [{ parts: [{ text: 'Hi' }] }],
				},
				[
					{ role: 'system', content: [{ type: 'text', text: 'Be brief' }] },
					{ role: 'user', content: [{ type: 'text', text: 'Hi' }] },
				],
			),
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
			{ given, before: 'paid', ...row },
		);
	});

	test('an image that was added and left as it was is the item’s only one; without one it is refused', async () => {
		const parameters = { ...chat(JSON.stringify([hello])), images: [''] };
		await hold(parameters, { given: 1, before: 'refused', refused: /Images/ });
		await hold(
			{ ...parameters, options: { inlineFiles: 1 } },
			{
				given: 1,
				before: 'refused',
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
		[{ headers: {}, body: { job_id: 'abc' } }],
		['{"job_id":"abc"}'],
		['Job ID: abc'],
		['job_id=abc'],
		['"job_id": "abc",'],
		['Job: abc'],
		['abc,'],
		['"abc";'],
	])('the job of the whole item %j', async (value) => {
		await runNode({
			parameters: { resource: 'image', operation: 'getJob', jobId: '={{ $json.value }}' },
			items: [{ json: { value } as IDataObject }],
			credentials: sandbox.credentials(),
		});
		expect(sandbox.requests('GET')[0]?.path).toMatch(/\/abc$/);
	});

	test.each(['uuid:123', 'android:abc', 'id:42', 'video-id:9'])(
		'%s is an ID as it stands',
		async (jobId) => {
			await runNode({
				parameters: { resource: 'image', operation: 'getJob', jobId },
				credentials: sandbox.credentials(),
			});
			expect(decodeURIComponent(sandbox.requests('GET')[0]?.path ?? '')).toMatch(
				new RegExp(`/${jobId}$`),
			);
		},
	);

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
		['https://n8n.example.com/form-test/1', /test URL of its trigger/],
		['https://n8n.example.com/home/workflows', /a page of n8n’s editor/],
		['https://n8n.example.com/workflow/1', /a page of n8n’s editor/],
		['https://n8n.example.com/webhook/1/callback', undefined],
		['"https://n8n.example.com/webhook/1/callback"', undefined],
	])('%s', async (callbackUrl, hint) => {
		await hold(generate({ prompt: 'a fox', waitFor: 'submit', callbackUrl }), {
			given: 1,
			before: 'sent without a word',
			sent: { callback_url: callbackUrl.replaceAll('"', '') },
			hint,
		});
	});
});
