import type { RealN8n } from '../support/realN8n';
import { inARow, NODE_TYPE, start, type WorkflowNode } from '../support/workflowFiles';
import type { Editor } from './walk';

/** What stands around our node in a workflow that is opened in the editor. */
interface Around {
	credentials?: RealN8n['credentials'];
	/** Nodes before it, after the start. */
	before?: WorkflowNode[];
	settings?: Partial<Pick<WorkflowNode, 'onError'>>;
}

/** Our node in the editor: how to open it, and what it shows. */
export function formIn(real: RealN8n, editor: Editor) {
	const form = () => editor.byId('node-parameters');
	const ourNode = () => editor.onCanvas('Media Generation');
	/** A workflow of a start and our node with these parameters, open in the editor; gives its ID. */
	const openWorkflow = async (
		parameters: object,
		{ credentials = real.credentials, before = [], settings }: Around = {},
	): Promise<string> => {
		const workflow = inARow(
			start(),
			...before,
			real.ours('Media Generation', NODE_TYPE, parameters, { credentials, ...settings }),
		);
		const { id } = await real.client.importWorkflow({ ...workflow, name: 'Form' });
		await editor.openWorkflow(id);
		return id;
	};
	const openForm = async (...given: Parameters<typeof openWorkflow>): Promise<void> => {
		await openWorkflow(...given);
		await ourNode().dblclick();
		await form().getByText('Resource', { exact: true }).waitFor();
	};
	const field = (name: string) => form().locator(`[data-test-id="parameter-input-${name}"]`);
	return {
		form,
		ourNode,
		openWorkflow,
		openForm,
		field,
		/** Runs the node as it stands in the form. */
		execute: async () =>
			await editor.page.getByText('Execute step', { exact: true }).first().click(),
	};
}
