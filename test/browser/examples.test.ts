/// <reference lib="dom" />
import { provision, type StoredWorkflow } from '../../host';
import { writeDocsImages } from '../support/docsImages';
import { exampleNamed, executionsOf, postTo } from '../support/examples';
import { useRealN8n } from '../support/realN8n';
import { keepShot, look, SHOTS, useEditor } from './walk';

const real = useRealN8n({ sandbox: { speed: 10 } });
const editor = useEditor(real);
afterAll(async () => {
	if (editor.page && process.env.UPDATE_IMAGES) await writeDocsImages(SHOTS);
});

const shot = async (name: string) => await keepShot(editor.page, name);
const seen = (text: string | RegExp) => editor.page.getByText(text).filter({ visible: true }).last();

/** Opens an example as a newcomer has it. */
async function openExample(name: string): Promise<StoredWorkflow> {
	const { baseUrl, apiKey, session } = real.sandbox;
	await provision(real.client, { baseUrl, apiKey, session }, name);
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
	const { nodes, connections } = await openExample('When the wait was too short');
	const patient = nodes.map((each) => (each.name === 'Film and sleep' ? { ...each, parameters: { ...each.parameters, options: { timeout: 3600 } } } : each));
	const workflow = { name: 'A video, made while the workflow sleeps', connections, nodes: patient.filter(({ name }) => name !== 'Note'), settings: {} };
	const { id } = await real.client.importWorkflow(workflow);
	await editor.page.goto(`${real.n8n.baseUrl}/workflow/${id}`);
	await editor.page.locator('[data-test-id=canvas-node]').first().waitFor();
	await executeUntilItWaits({ id });
	await editor.page.locator('[data-test-id=canvas-node] [class*=waiting]').first().waitFor();
	await shot('20-pause');
});

look('a finished job starts a workflow, which writes its file', async () => {
	const { id } = await openExample('Order by webhook, image to a file');
	await real.client.activateWorkflow(id);
	await postTo(real, '/webhook/order-an-image', { text: 'A mug with a whale on it' });
	const [, delivered] = await executionsOf(real, id, 2);
	await editor.page.goto(`${real.n8n.baseUrl}/workflow/${id}/executions/${delivered?.id}`);
	await editor.page.locator('[data-test-id=canvas-node]').filter({ hasText: 'On a finished job' }).first().dblclick();
	await seen('View').waitFor();
	await shot('21-trigger');
});

look('a person is asked before anything is paid, and told the price', async () => {
	await openExample('Ask before you pay');
	await editor.page.getByRole('button', { name: 'Open chat' }).filter({ visible: true }).last().click();
	await editor.page.locator('textarea:visible').last().fill('A fox on a hill');
	await editor.page.keyboard.press('Enter');
	await seen(/cost \$0\.40 at most/).waitFor();
	await seen('Film it').waitFor();
	await editor.page.locator('[data-test-id=zoom-to-fit]').click();
	await shot('22-approval');
	await editor.page.getByText('Not now', { exact: true }).last().click();
	await seen('Nothing was made, and nothing paid.').waitFor();
});

look('an artist asks before each image, and after No says in words that it has not drawn', async () => {
	await openExample('An artist that asks before it pays');
	await editor.page.getByRole('button', { name: 'Open chat' }).filter({ visible: true }).last().click();
	await editor.page.locator('textarea:visible').last().fill('Draw a red fox in the snow');
	await editor.page.keyboard.press('Enter');
	await seen(/It costs \$0\.10 at most/).waitFor();
	await shot('23-review');
	await editor.page.getByText('No', { exact: true }).last().click();
	await seen(/What should I change\?/).waitFor();
	await shot('24-refused');
});
