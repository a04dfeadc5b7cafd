import { additionalData, nodeIn, withExpressions, workflowOf, type Credentials } from './workflow';
import { LoadOptionsContext } from 'n8n-core';
import type { ILoadOptionsFunctions, INodeParameters } from 'n8n-workflow';
import { MediaGeneration } from '../../nodes/MediaGeneration/MediaGeneration.node';

/** Asks the action node for one of its lists, as the editor does. */
export async function loadList<Result>(
	parameters: INodeParameters,
	credentials: Credentials,
	ask: (context: ILoadOptionsFunctions) => Promise<Result>,
): Promise<Result> {
	const node = nodeIn('Media Generation', 'tested', credentials, { parameters });
	const workflow = workflowOf([node], { tested: new MediaGeneration() });
	const data = { ...additionalData(workflow, credentials), currentNodeParameters: parameters };
	return await withExpressions(workflow, async () => await ask(new LoadOptionsContext(workflow, node, data, 'parameters.x')));
}
