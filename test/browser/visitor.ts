import type { Locator, Page } from 'playwright-core';
import { provision, type StoredWorkflow } from '../../host';
import { exampleNamed } from '../support/examples';
import type { RealN8n } from '../support/realN8n';
import type { Editor } from './walk';

/** What a visitor does in a newcomer's n8n, by clicking and typing. */
export function useVisitor(real: RealN8n, editor: Editor) {
	/** Once per file: n8n limits logins per minute. */
	beforeAll(async () => {
		const { baseUrl, apiKey, session } = real.sandbox;
		await provision(real.client, { baseUrl, apiKey, session });
	});

	const { byId, onCanvas } = editor;
	/** The mark that n8n gives a node once it has run well. */
	const succeeded = (name: string) =>
		onCanvas(name).locator('[data-test-id=canvas-node-status-success]');

	/** Opens an example from the list of workflows. */
	async function open(name: string): Promise<StoredWorkflow> {
		await editor.page.goto(`${real.n8n.baseUrl}/home/workflows`);
		await editor.page.getByText(name, { exact: true }).first().click();
		await byId('canvas-node').first().waitFor();
		return await exampleNamed(real, name);
	}

	async function publish(): Promise<void> {
		await byId('workflow-open-publish-modal-button').click();
		await byId('workflow-publish-button').click();
		await editor.page.getByText('Got it', { exact: true }).click();
	}

	/** @param from which of several triggers */
	async function execute(from?: string): Promise<void> {
		if (from !== undefined) {
			await editor.page.getByRole('button', { name: 'Select trigger node' }).click();
			await byId(`action-${from}`).click();
		}
		await editor.executeWorkflow();
	}

	/** Gives the form that opens by itself, in a window of its own, when the workflow is executed. */
	async function executeToForm(from?: string): Promise<Page> {
		const [form] = await Promise.all([editor.page.waitForEvent('popup'), execute(from)]);
		return form;
	}

	/** Opens a node once it has run, and gives its output as a table. */
	async function outputOf(name: string): Promise<Locator> {
		await succeeded(name).waitFor();
		await onCanvas(name).dblclick();
		const output = editor.output();
		// n8n shows an output as it last showed one.
		await output.getByRole('radio', { name: 'Table' }).check();
		return output;
	}

	/** Says something in the chat, which n8n opens by itself where it was open before. */
	async function say(text: string): Promise<void> {
		const box = editor.page.locator('textarea:visible').last();
		const opener = editor.page
			.getByRole('button', { name: 'Open chat' })
			.filter({ visible: true })
			.last();
		await box.or(opener).first().waitFor();
		if (await opener.isVisible()) await opener.click();
		await box.fill(text);
		await editor.page.keyboard.press('Enter');
	}

	return {
		open,
		publish,
		execute,
		executeToForm,
		succeeded,
		outputOf,
		say,
		/** The last visible element with this text. */
		seen: (text: string | RegExp) => editor.page.getByText(text).filter({ visible: true }).last(),
		/** In the chat; n8n makes links of its buttons. */
		chatButton: (name: string) =>
			editor.page
				.getByRole('button', { name, exact: true })
				.or(editor.page.getByRole('link', { name, exact: true }))
				.last(),
	};
}
