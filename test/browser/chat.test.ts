/// <reference lib="dom" />
import { nodeRun, provision } from '../../host';
import { agentWorkflow } from '../support/chat';
import { exampleNamed, executionsOf } from '../support/examples';
import { useRealN8n } from '../support/realN8n';
import { look, useEditor } from './walk';

const real = useRealN8n({ sandbox: { speed: 40 } });
const editor = useEditor(real);
const EXAMPLE = 'Again until it is good';

async function openExample(): Promise<string> {
	const { baseUrl, apiKey, session } = real.sandbox;
	await provision(real.client, { baseUrl, apiKey, session }, EXAMPLE);
	const { id } = await exampleNamed(real, EXAMPLE);
	await editor.openWorkflow(id);
	return id;
}

/** Runs the workflow, and gives the execution. */
async function execute(id: string) {
	await editor.executeWorkflow();
	const [execution] = await executionsOf(real, id, 1);
	if (!execution) throw new Error('no execution');
	return execution;
}

look('the images of a chat are a field of its own, and say what to enter', async () => {
	await openExample();
	await editor.onCanvas('Judge it').dblclick();
	const form = editor.byId('node-parameters');
	await form.getByText('Images', { exact: true }).waitFor();
	await form.getByText('Binary field or URL').first().waitFor();
	await form.getByText('Add Image', { exact: true }).waitFor();
	await editor.shots('29-chat-images');
});

look(
	'an image is made again until the chat finds it good, and each verdict can be read',
	async () => {
		const id = await openExample();
		await execute(id);
		await editor.onCanvas('Judge it').dblclick();
		await editor
			.output()
			.getByText(/It saw a PNG image of 1024 × 1024 pixels/)
			.first()
			.waitFor();
		await editor.shots('30-verdicts');
	},
);

look('n8n’s log shows the tokens of the chat model', async () => {
	const { id } = await real.client.importWorkflow(agentWorkflow(real, 'How are you?'));
	await editor.openWorkflow(id);
	const { totalTokens } = nodeRun(await execute(id), 'Model')?.data?.ai_languageModel?.[0]?.[0]
		?.json.tokenUsage as { totalTokens: number };
	await editor.byId('logs-overview-header').first().click();
	await editor.page.getByText(`${totalTokens} Tokens`, { exact: true }).first().waitFor();
	await editor.shots('31-tokens');
});
