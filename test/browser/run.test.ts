/// <reference lib="dom" />
import type { FaultHook } from '../../sandbox';
import { modelId } from '../support/sandbox';
import { useRealN8n } from '../support/realN8n';
import { keepShot, look, useEditor } from './walk';

const REFUSED = 'a refused one';
let fault: FaultHook = () => undefined;
const real = useRealN8n({ sandbox: { faults: (request) => fault(request) } });
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
		? {
				when: 'before',
				give: Response.json(
					{
						error: {
							message: 'The prompt is not allowed',
							type: 'invalid_request_error',
							param: 'prompt',
							code: 'content_policy',
						},
					},
					{ status: 400 },
				),
			}
		: undefined;

/** Runs the node and opens it where n8n shows the execution. */
async function runAndOpen(parameters: object, items: object[]): Promise<void> {
	const { id, workflowId } = await real.run(parameters, items);
	await editor.page.goto(`${real.n8n.baseUrl}/workflow/${workflowId}/executions/${id}`);
	await editor.page
		.locator('[data-test-id=canvas-node]')
		.filter({ hasText: 'Media Generation' })
		.first()
		.dblclick();
	await editor.page.locator('[data-test-id=output-panel]').waitFor();
}

/** Of the table that the output is shown as. */
const columns = async () =>
	(await editor.page.locator('[data-test-id=output-panel] th').allInnerTexts())
		.map((text) => text.trim())
		.filter(Boolean);
const inPreview = (text: string | RegExp) =>
	editor.page.locator('[data-test-id=output-panel]').getByText(text).first();

look(
	'images can be told apart: by their prompt in the second column, and by the words in their files’ names',
	async () => {
		await runAndOpen(images, prompts.slice(0, 3));
		await inPreview(/A-lighthouse-at-dawn-/).waitFor();
		await keepShot(editor.page, '14-file-names');
		await inPreview('Table').click();
		await inPreview('A lighthouse at dawn').waitFor();
		const shown = await columns();
		expect(shown.slice(0, 4)).toEqual(['job_id', 'prompt', 'status', 'url']);
		const cells = (
			await editor.page
				.locator('[data-test-id=output-panel] tbody tr')
				.first()
				.locator('td')
				.allInnerTexts()
		).map((text) => text.trim());
		expect(cells[shown.indexOf('cost_usd')]).toBe('0.1');
		expect(shown.indexOf('cost_nanos')).toBeGreaterThan(shown.indexOf('cost_usd'));
		await keepShot(editor.page, '15-prompts');
	},
);

look(
	'a refused item says which one it is, quotes its prompt and how to go on with the others',
	async () => {
		fault = refusing;
		await runAndOpen(images, prompts);
		await inPreview('The prompt is not allowed').waitFor();
		await inPreview(/item 4 of 6 \("a refused one"\)/).waitFor();
		await inPreview(/set Settings > On Error to Continue \(using error output\)/).waitFor();
		await keepShot(editor.page, '16-refused');
		fault = () => undefined;
	},
);

look('a new key’s secret is the second column', async () => {
	await runAndOpen(
		{ resource: 'apiKey', operation: 'create', name: 'For the shop', scopes: ['image:*'] },
		[{}],
	);
	await inPreview('Table').click();
	await inPreview('For the shop').waitFor();
	await keepShot(editor.page, '17-new-key');
	expect((await columns()).slice(0, 2)).toEqual(['key_id', 'secret_key']);
});

look('a wrong value is named by its label, before anything is sent', async () => {
	await runAndOpen(
		{
			...images,
			parameters: {
				mappingMode: 'defineBelow',
				value: { image_width: 9, image_height: 9 },
				matchingColumns: [],
				schema: [],
			},
		},
		prompts.slice(0, 1),
	);
	await inPreview(/Width \(image_width\)|image_width must be/).waitFor();
	await inPreview(/Nothing was sent/).waitFor();
	await keepShot(editor.page, '18-wrong-values');
});
