import { randomUUID } from 'node:crypto';
import { additionalData, nodeIn, withExpressions, workflowOf, type Credentials } from './workflow';
import { PollContext } from 'n8n-core';
import type {
	IDataObject,
	INodeExecutionData,
	INodeParameters,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { MediaGenerationBalanceTrigger } from '../../nodes/MediaGeneration/MediaGenerationBalanceTrigger.node';

/** What a test polls. */
export interface NodePoll {
	parameters: INodeParameters;
	credentials: Credentials;
	/** The node's static data; kept by the test from poll to poll. */
	staticData: IDataObject;
	mode?: WorkflowExecuteMode;
	/** Default: another node for each poll, so that only what n8n stores is known. */
	nodeId?: string;
}

/** Polls the real balance trigger in n8n's own context; its HTTP goes over the wire. */
export async function pollNode({
	parameters,
	credentials,
	staticData,
	mode = 'trigger',
	nodeId = randomUUID(),
}: NodePoll): Promise<INodeExecutionData[][] | null> {
	const type = new MediaGenerationBalanceTrigger();
	const node = nodeIn('Low balance', 'balance', credentials, { id: nodeId, parameters });
	const workflow = workflowOf(
		[node],
		{ balance: type },
		{ staticData: { 'node:Low balance': staticData } },
	);
	return await withExpressions(workflow, async () => {
		const items = await type.poll.call(
			new PollContext(workflow, node, additionalData(workflow, credentials), mode, 'init'),
		);
		Object.assign(staticData, workflow.staticData['node:Low balance']);
		return items;
	});
}
