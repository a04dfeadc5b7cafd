/// <reference lib="dom" />
import type { FaultHook } from '../../sandbox';
import { json } from '../support/faults';
import { form, modelId } from '../support/sandbox';
import { useRealN8n } from '../support/realN8n';
import { look, useEditor } from './walk';

const REFUSED = 'a refused one';
const real = useRealN8n();
const editor = useEditor(real);

const prompts = [
	'A red fox in the snow',
	'A lighthouse at dawn',
	'Two boats',
	REFUSED,
	'A tree',
	'A bridge',
].map((prompt) => ({ prompt }));
const images = {
	resource: 'image',
	operation: 'generate',
	prompt: '={{ $json.prompt }}',
	model: modelId('model-dev'),
	options: {},
};
const refusing: FaultHook = ({ body }) =>
	body.includes(REFUSED)
		? { when: 'before', give: json(400, '{"error":{"message":"The prompt is not allowed"}}') }
		: undefined;

/** Runs the node and opens it where n8n shows the execution. */
async function runAndOpen(parameters: object, items: object[]): Promise<void> {
	const { id, workflowId } = await real.run(parameters, items);
	await editor.page.goto(`${real.n8n.baseUrl}/workflow/${workflowId}/executions/${id}`);
	await editor.onCanvas('Media Generation').dblclick();
	await editor.output().waitFor();
}

/** Of the table that the output is shown as. */
const columns = async () =>
	(await editor.output().locator('th').allInnerTexts()).map((text) => text.trim()).filter(Boolean);
const inPreview = (text: string | RegExp) => editor.output().getByText(text).first();

look(
	'images can be told apart: by their prompt in the second column, and by the words in their files’ names',
	async () => {
		await runAndOpen(images, prompts.slice(0, 3));
		await inPreview(/A-lighthouse-at-dawn-/).waitFor();
		await editor.shot('14-file-names');
		await inPreview('Table').click();
		await inPreview('A lighthouse at dawn').waitFor();
		const shown = await columns();
		expect(shown.slice(0, 4)).toEqual(['job_id', 'prompt', 'status', 'url']);
		const cells = (
			await editor.output().locator('tbody tr').first().locator('td').allInnerTexts()
		).map((text) => text.trim());
		expect(cells[shown.indexOf('cost_usd')]).toBe('0.1');
		expect(shown.indexOf('cost_nanos')).toBeGreaterThan(shown.indexOf('cost_usd'));
		await editor.shot('15-prompts');
	},
);

look(
	'a refused item says which one it is, quotes its prompt and how to go on with the others',
	async () => {
		real.fault = refusing;
		await runAndOpen(images, prompts);
		await inPreview('The prompt is not allowed').waitFor();
		await inPreview(/item 4 of 6 \("a refused one"\)/).waitFor();
		await inPreview(/set Settings > On Error to Continue \(using error output\)/).waitFor();
		await editor.shot('16-refused');
	},
);

look('a new key’s secret is the second column', async () => {
	await runAndOpen(
		{ resource: 'apiKey', operation: 'create', name: 'For the shop', scopes: ['image:*'] },
		[{}],
	);
	await inPreview('Table').click();
	await inPreview('For the shop').waitFor();
	await editor.shot('17-new-key');
	expect((await columns()).slice(0, 2)).toEqual(['key_id', 'secret_key']);
});

look('a wrong value is named by its label, before anything is sent', async () => {
	await runAndOpen(
		{
			...images,
			parameters: form({ image_width: 9, image_height: 9 }),
		},
		prompts.slice(0, 1),
	);
	await inPreview(/Width \(image_width\)|image_width must be/).waitFor();
	await inPreview(/Nothing was sent/).waitFor();
	await editor.shot('18-wrong-values');
});
