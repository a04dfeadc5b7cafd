/// <reference lib="dom" />
import { provision, type StoredWorkflow } from '../../host';
import { writeDocsImages } from '../support/docsImages';
import { exampleNamed, executionsOf, postTo, publishForm, submitForm } from '../support/examples';
import { useRealN8n } from '../support/realN8n';
import { inARow, start } from '../support/workflowFiles';
import { keepShot, look, SHOTS, useEditor } from './walk';

const real = useRealN8n({ sandbox: { speed: 10 } });
const editor = useEditor(real);
afterAll(async () => {
	if (editor.page && process.env.UPDATE_IMAGES) await writeDocsImages(SHOTS);
});

const shot = async (name: string) => await keepShot(editor.page, name);
const seen = (text: string | RegExp) => editor.page.getByText(text).filter({ visible: true }).last();

/** In the chat; n8n makes links of its buttons. */
const button = (name: string) =>
	editor.page
		.getByRole('button', { name, exact: true })
		.or(editor.page.getByRole('link', { name, exact: true }))
		.last();
const press = async (name: string) => await button(name).click({ force: true });

/** Says something in the chat, which n8n opens by itself where it was open before. */
async function say(text: string): Promise<void> {
	const box = editor.page.locator('textarea:visible').last();
	const opener = editor.page.getByRole('button', { name: 'Open chat' }).filter({ visible: true }).last();
	await box.or(opener).first().waitFor();
	if (await opener.isVisible()) await opener.click();
	await box.fill(text);
	await editor.page.keyboard.press('Enter');
}

/** Once for all: n8n lets nobody log in many times a minute. */
beforeAll(async () => {
	const { baseUrl, apiKey, session } = real.sandbox;
	await provision(real.client, { baseUrl, apiKey, session });
});

/** Opens an example as a newcomer has it. */
async function openExample(name: string): Promise<StoredWorkflow> {
	const workflow = await exampleNamed(real, name);
	await editor.page.goto(`${real.n8n.baseUrl}/workflow/${workflow.id}`);
	await editor.page.locator('[data-test-id=canvas-node]').first().waitFor();
	return workflow;
}

/** Presses the button that runs the workflow, and waits until its execution sleeps. */
async function executeUntilItWaits({ id }: { id: string }): Promise<void> {
	await editor.page.locator('[data-test-id=execute-workflow-button]').first().click();
	await executionsOf(real, id, 1, true);
}

look('a video is waited for in a pause', async () => {
	const { nodes } = await openExample('When the wait was too short');
	const film = nodes.find(({ name }) => name === 'Film and sleep');
	if (!film) throw new Error('no node that sleeps');
	const patient = { ...film, name: 'Film it', parameters: { ...film.parameters, options: { timeout: 3600 } } };
	const { id } = await real.client.importWorkflow({ ...inARow(start(), patient), name: 'A video, made while the workflow sleeps' });
	await editor.page.goto(`${real.n8n.baseUrl}/workflow/${id}`);
	await editor.page.locator('[data-test-id=canvas-node]').first().waitFor();
	await executeUntilItWaits({ id });
	await editor.page.locator('[data-test-id=canvas-node] [class*=waiting]').first().waitFor();
	await editor.page.locator('[data-test-id=canvas-node]').filter({ hasText: 'Film it' }).first().dblclick();
	await editor.page.locator('[data-test-id=output-panel]').waitFor();
	await shot('20-pause');
});

look('a finished job starts a workflow, which writes its file', async () => {
	const { id } = await openExample('Order by webhook, image to a file');
	await real.client.activateWorkflow(id);
	await postTo(real, '/webhook/order-an-image', { text: 'A mug with a whale on it' });
	const [, delivered] = await executionsOf(real, id, 2);
	await editor.page.goto(`${real.n8n.baseUrl}/workflow/${id}/executions/${delivered?.id}`);
	await editor.page.locator('[data-test-id=canvas-node]').filter({ hasText: 'On a finished job' }).first().dblclick();
	await seen('View').click();
	await editor.page.locator('img[src*="binary-data"]').first().waitFor();
	await shot('21-trigger');
});

look('a person is asked before anything is paid, and told the price', async () => {
	await openExample('Ask before you pay');
	await say('A fox on a hill');
	await seen(/cost \$0\.40 at most/).waitFor();
	await seen('Film it').waitFor();
	await editor.page.locator('[data-test-id=zoom-to-fit]').click();
	await button('Not now').scrollIntoViewIfNeeded();
	await shot('22-approval');
	await press('Not now');
	await seen('Nothing was made, and nothing paid.').waitFor();
});

look('an artist asks before each image, and after No says in words that it has not drawn', async () => {
	await openExample('An artist that asks before it pays');
	await say('Draw a red fox in the snow');
	await seen(/It costs \$0\.10 at most/).waitFor();
	await shot('23-review');
	await press('No');
	await seen(/What should I change\?/).waitFor();
	await shot('24-refused');
});

look('three models and four seeds of each are side by side on a page', async () => {
	const workflow = await openExample('Compare models and seeds');
	await publishForm(real, workflow, '/form/compare-models');
	const page = await submitForm(real, '/form/compare-models', ['A lighthouse at dawn, watercolour']);
	await executionsOf(real, workflow.id, 1, true);
	await editor.page.goto(page ?? '');
	await editor.page.locator('img[alt*=seed]').nth(11).waitFor();
	await editor.page.waitForFunction(() => Array.from(document.images).every(({ complete, naturalWidth }) => complete && naturalWidth > 0));
	await shot('25-compare');
});

look('what each customer cost is a line for each', async () => {
	const { id } = await openExample('What each customer cost this month');
	await real.client.runWorkflow(id);
	const [execution] = await executionsOf(real, id, 1);
	await editor.page.goto(`${real.n8n.baseUrl}/workflow/${id}/executions/${execution?.id}`);
	await editor.page.locator('[data-test-id=canvas-node]').filter({ hasText: 'A line for each customer' }).first().dblclick();
	// n8n shows an output as it last showed one.
	await editor.page.locator('[data-test-id=output-panel]').getByText('Table', { exact: true }).click();
	await seen('Harbour Café').waitFor();
	await shot('26-customers');
});
