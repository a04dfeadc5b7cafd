/// <reference lib="dom" />
import { nodeRun, provision } from '../../host';
import { exampleNamed, executionsOf } from '../support/examples';
import { useRealN8n } from '../support/realN8n';
import { modelId } from '../support/sandbox';
import { CHAT_MODEL_TYPE, node, NODE_TYPE, ofAgent, start } from '../support/workflowFiles';
import { keepShot, look, useEditor } from './walk';

const real = useRealN8n({ sandbox: { speed: 40 } });
const editor = useEditor(real);
const EXAMPLE = 'Again until it is good';

async function openWorkflow(id: string): Promise<void> {
	await editor.page.goto(`${real.n8n.baseUrl}/workflow/${id}`);
	await editor.page.locator('[data-test-id=canvas-node]').first().waitFor();
}

async function openExample(): Promise<string> {
	const { baseUrl, apiKey, session } = real.sandbox;
	await provision(real.client, { baseUrl, apiKey, session }, EXAMPLE);
	const { id } = await exampleNamed(real, EXAMPLE);
	await openWorkflow(id);
	return id;
}

const openNode = async (name: string) =>
	await editor.page
		.locator('[data-test-id=canvas-node]')
		.filter({ hasText: name })
		.first()
		.dblclick();

/** Presses the button that runs the workflow, and gives the execution. */
async function execute(id: string) {
	await editor.page.locator('[data-test-id=execute-workflow-button]').first().click();
	const [execution] = await executionsOf(real, id, 1);
	if (!execution) throw new Error('no execution');
	return execution;
}

/** Keeps what is seen, light and dark. */
async function keepBoth(name: string): Promise<void> {
	await keepShot(editor.page, name);
	await editor.page.emulateMedia({ colorScheme: 'dark' });
	await keepShot(editor.page, `${name}-dark`);
	await editor.page.emulateMedia({ colorScheme: 'light' });
}

look('the images of a chat are a field of its own, and say what to enter', async () => {
	await openExample();
	await openNode('Judge it');
	const form = editor.page.locator('[data-test-id=node-parameters]');
	await form.getByText('Images', { exact: true }).waitFor();
	await form.getByText('Binary field or URL').first().waitFor();
	await form.getByText('Add Image', { exact: true }).waitFor();
	await keepBoth('29-chat-images');
});

look(
	'an image is made again until the chat finds it good, and each verdict can be read',
	async () => {
		const id = await openExample();
		await execute(id);
		await openNode('Judge it');
		await editor.page.locator('[data-test-id=output-panel]').waitFor();
		await editor.page
			.locator('[data-test-id=output-panel]')
			.getByText(/It saw a PNG image of 1024 × 1024 pixels/)
			.first()
			.waitFor();
		await keepBoth('30-verdicts');
	},
);

look('n8n’s log shows the tokens of the chat model', async () => {
	const { mediaGenerationApi } = real.credentials;
	const ours = (name: string, type: string, parameters: object) =>
		node(name, type, parameters, mediaGenerationApi && { credentials: { mediaGenerationApi } });
	const workflow = ofAgent(
		start(),
		{ version: 3.1, text: 'How are you?' },
		ours('Model', CHAT_MODEL_TYPE, { model: modelId('sandbox-chat-small'), options: {} }),
		ours('Draw', `${NODE_TYPE}Tool`, {
			resource: 'image',
			operation: 'generate',
			model: modelId('model-dev'),
			prompt: 'A fox',
		}),
	);
	const { id } = await real.client.importWorkflow(workflow);
	await openWorkflow(id);
	const { totalTokens } = nodeRun(await execute(id), 'Model')?.data?.ai_languageModel?.[0]?.[0]
		?.json.tokenUsage as { totalTokens: number };
	await editor.page.locator('[data-test-id=logs-overview-header]').first().click();
	await editor.page.getByText(`${totalTokens} Tokens`, { exact: true }).first().waitFor();
	await keepBoth('31-tokens');
});
