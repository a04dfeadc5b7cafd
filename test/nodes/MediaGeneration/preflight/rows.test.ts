import type { IBinaryData, IDataObject, INodeParameters } from 'n8n-workflow';
import { runNode } from '../../../support/engine';
import { modelId, useSandbox } from '../../../support/sandbox';

const sandbox = useSandbox({ balanceUsd: '1000' });
const FILE = 'https://h.example/a.png';

const run = async (parameters: IDataObject, binary?: Record<string, IBinaryData>, json = {}) =>
	await runNode({
		parameters: {
			options: { dryRun: true, inlineFiles: 1 },
			...parameters,
		} as unknown as INodeParameters,
		items: [{ json, ...(binary && { binary }) }],
		credentials: sandbox.credentials(),
	});
const generate = (prompt: unknown) => ({
	resource: 'image',
	operation: 'generate',
	prompt: '={{ $json.value }}',
	model: modelId('model-dev'),
	...(typeof prompt === 'object' ? prompt : {}),
});
const edit = (reference: unknown) => ({
	resource: 'image',
	operation: 'edit',
	prompt: 'a hat',
	model: modelId('standard'),
	image_urls: [reference],
});
const file = (content: string | Buffer, mimeType = 'image/png'): Record<string, IBinaryData> => ({
	data: { data: Buffer.from(content).toString('base64'), mimeType, fileName: 'a.png' },
});
const PNG = Buffer.from('\x89PNG\r\n\x1a\n0000', 'latin1');
const sentBody = (json: IDataObject | undefined) => (json?.body ?? json?.request) as IDataObject;

test.each([
	['Draw [object Object]', /choose one of its fields/],
	['#N/A', /an error of a formula/],
	['#REF!', /an error of a formula/],
	['undefined', /the expression found nothing/],
	['null', /the expression found nothing/],
])('the prompt %j is refused, and costs nothing', async (value, message) => {
	const { error } = await run({ ...generate({}), options: {} }, undefined, { value });
	expect(error?.message).toMatch(message);
	expect(sandbox.requests('POST')).toEqual([]);
});

test.each([
	['Null Island'],
	['#1 fan'],
	['{{ handlebars }} on a shirt'],
	['if (x === undefined) return null;'],
])('the prompt %j is sent as it is', async (value) => {
	const { items, error } = await run(generate({}), undefined, { value });
	expect(error).toBeUndefined();
	expect(JSON.stringify(items[0]?.json)).toContain(JSON.stringify(value).slice(1, -1));
});

test.each([
	['a web page', '<!DOCTYPE html><title>Sign in</title>', /a web page \(HTML\)/],
	['a PDF', '%PDF-1.7', /is a PDF/],
	['JSON', '{"error":"no"}', /is JSON/],
	['an SVG', '<svg xmlns="x"/>', /an SVG drawing/],
	['HEIC', '\0\0\0\x18ftypheic', /HEIC/],
	['a video', '\0\0\0\x18ftypisom', /is a video/],
	['an archive', 'PK\x03\x04', /a ZIP archive/],
])('%s that is called a picture is refused by its bytes', async (_, content, message) => {
	const { error } = await run({ ...edit('data'), options: { inlineFiles: 1 } }, file(content));
	expect(error?.message).toMatch(message);
	expect(sandbox.requests('POST')).toEqual([]);
});

test('a picture that is called something else is a picture', async () => {
	const { error } = await run(edit('data'), file(PNG, 'application/pdf'));
	expect(error).toBeUndefined();
});

test.each<[unknown]>([
	[`![photo](${FILE})`],
	[`"${FILE}"`],
	[`=IMAGE("${FILE}")`],
	[{ name: 'a.png', type: 'file', file: { url: FILE } }],
	[[{ id: 'att', url: FILE, filename: 'a.png' }]],
	['h.example/a.png'],
])('the reference %j is understood', async (value) => {
	const { items, error } = await run(edit('={{ $json.value }}'), undefined, { value });
	expect(error).toBeUndefined();
	expect(JSON.stringify(sentBody(items[0]?.json) ?? items[0]?.json)).toContain(`"${FILE}"`);
});

test('the page of a file in Drive is the file, which is said; a folder is refused', async () => {
	const page = 'https://drive.google.com/file/d/1AbC_defGHIjkl-2345/view?usp=sharing';
	const { items, run: whole } = await run(edit('={{ $json.value }}'), undefined, { value: page });
	expect(JSON.stringify(items[0]?.json)).toContain('uc?export=download&id=1AbC_defGHIjkl-2345');
	const hints = whole.data.resultData.runData['Media Generation']?.[0]?.hints;
	expect(JSON.stringify(hints)).toContain('a page of Google Drive');
	const { error } = await run(edit('={{ $json.value }}'), undefined, {
		value: 'https://drive.google.com/drive/folders/1AbC',
	});
	expect(error?.message).toMatch(/is a folder of Google Drive, and not the file itself/);
});

test.each([['model-dev — $0.10, about 15 s'], ['Model-Dev'], ['MODEL-DEV — $0.10, ~15 s']])(
	'the model %j is model-dev',
	async (id) => {
		const { items, error } = await run(
			generate({ prompt: 'a fox', model: { __rl: true, mode: 'id', value: id } }),
		);
		expect(error).toBeUndefined();
		expect(JSON.stringify(items[0]?.json)).toContain('"model":"model-dev"');
	},
);

test('messages with the roles of an agent’s memory are understood', async () => {
	const { error } = await run({
		resource: 'chat',
		operation: 'complete',
		model: modelId('sandbox-chat-small'),
		specifyMessages: 'json',
		messagesJson: JSON.stringify([
			{ role: 'human', content: 'Hello' },
			{ role: 'ai', content: 'Hi' },
			{ role: 'Human', content: 'Again' },
		]),
		options: {},
	});
	expect(error).toBeUndefined();
	expect(sandbox.requests('POST')[0]?.body).toMatchObject({
		messages: [{ role: 'user' }, { role: 'assistant' }, { role: 'user' }],
	});
});
