/// <reference lib="dom" />
import { randomUUID } from 'node:crypto';
import { provision } from '../../host';
import { writeDocsImages } from '../support/docsImages';
import { plainWords } from '../support/plainWords';
import { useRealN8n } from '../support/realN8n';
import { inARow, node, NODE_TYPE } from '../support/workflowFiles';
import { look, SHOTS, useEditor } from './walk';

const real = useRealN8n();
const editor = useEditor(real);
afterAll(async () => {
	if (editor.page && process.env.UPDATE_IMAGES) await writeDocsImages(SHOTS);
});

const { shot } = editor;
const search = async (text: string) =>
	await editor.page.locator('input[placeholder*="earch"]').first().fill(text);
const labels = async () =>
	(await editor.page.locator('label').allInnerTexts()).map((text) => text.split('\n')[0]);

/** Opens the search of nodes in a new workflow. */
async function openSearch(): Promise<void> {
	await editor.page.goto(`${real.n8n.baseUrl}/workflow/new`);
	await editor.byId('canvas-add-button').or(editor.byId('canvas-plus-button')).first().click();
}

look('a newcomer finds the node, chooses a model, and sees a picture', async () => {
	await openSearch();
	await search('manual');
	await editor.page.getByText('Manual Trigger', { exact: true }).first().click();
	await editor.page.locator('[data-test-id=canvas-handle-plus]').first().click({ force: true });
	for (const words of plainWords) {
		await search(words);
		await editor.page.getByText('Media Generation', { exact: true }).first().waitFor();
	}
	await shot('0-search');
	await search('media generation');
	// n8n shows node and trigger as one, under the trigger's words.
	await editor.page
		.getByText(
			'Generate and edit images, make videos, chat, and start workflows when a job is done',
		)
		.first()
		.waitFor();
	await shot('0-node-and-trigger');
	await editor.page.getByText('Media Generation', { exact: true }).first().click();
	await editor.page.getByText('Generate an image', { exact: true }).first().waitFor();
	await editor.page
		.getByText('Create an API key', { exact: true })
		.first()
		.waitFor({ state: 'attached' });
	// The list that was searched in slides away meanwhile.
	await editor.page.locator('[class*=-leave-active]').first().waitFor({ state: 'detached' });
	await shot('1-actions');
	const actions = (
		await editor.page
			.locator('[data-test-id=node-creator-action-item], [data-test-id=node-creator-item-name]')
			.allInnerTexts()
	).map((text) => text.trim());
	expect(
		actions.filter((text) => /^(Generate|Edit|Create|Get|Message|Delete) /.test(text))[0],
	).toBe('Generate an image');
	expect(actions.findIndex((text) => text === 'Generate an image')).toBeLessThan(
		actions.findIndex((text) => text === 'Create an API key'),
	);
	await editor.page
		.getByText(/^Triggers/)
		.first()
		.click();
	await editor.page.getByText('On job done', { exact: true }).first().waitFor();
	await editor.page.getByText('Generate an image', { exact: true }).first().click();

	await editor.page.getByText('Quality', { exact: true }).waitFor();
	await shot('2-node');
	expect(await labels()).toEqual(expect.arrayContaining(['Prompt', 'Model', 'Quality']));
	await editor.page
		.locator('[data-test-id="parameter-input-prompt"] textarea')
		.first()
		.fill('A red fox in the snow');
	await editor.page.locator('.resource-locator input').nth(1).click();
	await editor.page.getByText('model-dev — $0.10, ~15 s').first().waitFor();
	await editor.page.getByText('realism-2 — $0.20, ~20 s').first().waitFor();
	await shot('3-models');
	await editor.page.keyboard.type('realism');
	await editor.page.getByText('realism-2 — $0.20, ~20 s').first().click();

	// Of what it has to offer beside the first four there is one, which n8n adds without a menu.
	await editor.page.locator('[data-test-id=add-fields-select] button:not([aria-haspopup])').click();
	await editor.page.getByText('Negative Prompt (to avoid)', { exact: true }).waitFor();
	await shot('4-form-of-the-other-model');

	await editor.page.getByText('Execute step', { exact: true }).first().click();
	await editor.page.getByText('Binary', { exact: true }).first().click();
	await editor.page.getByText('View', { exact: true }).first().click();
	const picture = editor.page
		.locator('[data-test-id=ndv-data-container] img, .ndv-wrapper img, img[src*="binary-data"]')
		.first();
	await picture.waitFor();
	await editor.page.waitForFunction(() =>
		Array.from(document.images).some(
			({ src, naturalWidth }) => src.includes('binary-data') && naturalWidth === 1024,
		),
	);
	await shot('5-picture');
	await editor.page.keyboard.press('Escape');
	// The price is seen without opening the node.
	await editor.byId('canvas-node').getByText('realism-2 · $0.20', { exact: true }).waitFor();
	await shot('5-subtitle');
});

look('the trigger shows the whole address to copy, and where to paste it', async () => {
	const webhookId = randomUUID();
	const trigger = real.ours(
		'On delivery',
		`${NODE_TYPE}Trigger`,
		{},
		{ typeVersion: 2, webhookId },
	);
	const { id } = await real.client.importWorkflow({ ...inARow(trigger), name: 'Trigger' });
	await editor.openWorkflow(id);
	await editor.onCanvas().dblclick({ force: true });
	await editor.page.getByText('Open Webhook URLs at the top of this panel').first().waitFor();
	const toggle = editor.page.getByText('Webhook URLs').first();
	if (!(await editor.page.getByText('/webhook-test/').first().isVisible())) await toggle.click();
	await editor.page.getByText(`/webhook-test/${webhookId}/finished-job`).first().waitFor();
	await shot('6-trigger');
});

look(
	'an agent is given a tool in words of this package, and its picture is seen in the chat',
	async () => {
		const { baseUrl, apiKey, session } = real.sandbox;
		await provision(real.client, { baseUrl, apiKey, session }, 'An artist that knows its budget');
		const workflow = await real.client.findWorkflow('An artist that knows its budget');
		await editor.openWorkflow(String(workflow?.id));
		await editor.onCanvas('Draw an image').dblclick({ force: true });
		await editor.byId('node-parameters').getByText('Maximum Cost per Call (USD)').waitFor();
		await editor.page.getByText('Quality', { exact: true }).waitFor();
		await shot('7-tool');
		expect(await labels()).toEqual(
			expect.arrayContaining([
				'Tool Description',
				'Prompt',
				'Model',
				'Maximum Cost per Call (USD)',
			]),
		);
		await editor
			.byId('node-parameters')
			.getByText('Defined automatically by the')
			.first()
			.waitFor();
		await editor.page.keyboard.press('Escape');

		await editor.page
			.getByRole('button', { name: 'Open chat' })
			.filter({ visible: true })
			.last()
			.click();
		await editor.page.locator('textarea:visible').last().fill('Draw a red fox');
		await editor.page.keyboard.press('Enter');
		await editor.page.waitForFunction(() =>
			Array.from(document.images).some(
				({ src, naturalWidth }) => src.includes('/media/') && naturalWidth === 1024,
			),
		);
		await editor.page.locator('[data-test-id=zoom-to-fit]').click();
		await editor.page.getByText('Here is what came of it').last().scrollIntoViewIfNeeded();
		await shot('8-chat');
	},
);

look('the credential shows its two fields first', async () => {
	await editor.page.goto(`${real.n8n.baseUrl}/home/credentials`);
	await editor.page.getByText('Sandbox', { exact: true }).first().click();
	await editor.page.getByText('The address of the API, which ends with /api').waitFor();
	await editor.page.getByText('The API key from your account').waitFor();
	await shot('10-credential');
});

look('what the node gives is known before it has run', async () => {
	const answer = await editor.page.request.get(
		`${real.n8n.baseUrl}/schemas/n8n-nodes-media-generation.mediaGeneration/1.0.0/image/generate.json`,
	);
	expect(answer.status()).toBe(200);
	expect(((await answer.json()) as { properties: object }).properties).toMatchObject({
		job_id: {},
		prompt: {},
		url: {},
		cost_usd: { type: 'number' },
	});
	const workflow = inARow(
		real.ours('Generate an image', NODE_TYPE, { resource: 'image', operation: 'generate' }),
		node('Next', 'n8n-nodes-base.set', {}, { typeVersion: 3.4 }),
	);
	const { id } = await real.client.importWorkflow({ ...workflow, name: 'Before the first run' });
	await editor.page.emulateMedia({ colorScheme: 'light' });
	await editor.openWorkflow(id);
	await editor.onCanvas('Next').dblclick();
	await editor.page.getByText('estimated_cost_usd', { exact: true }).first().waitFor();
	await shot('11-fields-before-the-first-run');
});

look('the ledger is a table that people can open', async () => {
	const { baseUrl, apiKey, session } = real.sandbox;
	const name = 'Rows to images, safe to run again';
	await provision(real.client, { baseUrl, apiKey, session }, name);
	const workflow = await real.client.findWorkflow(name);
	await real.client.runWorkflow(workflow?.id ?? '');
	await editor.page.setViewportSize({ width: 1500, height: 700 });
	await editor.page.goto(`${real.n8n.baseUrl}/home/datatables`);
	await editor.page.getByText('media_generation_jobs', { exact: true }).first().click();
	await editor.page.getByText('row-1', { exact: true }).first().waitFor();
	await shot('13-ledger');
});
