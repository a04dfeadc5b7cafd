import { additionalData, nodeIn, withExpressions, workflowOf, type Credentials } from './workflow';
import { LoadOptionsContext } from 'n8n-core';
import type { ILoadOptionsFunctions, INodeParameters, INodeType } from 'n8n-workflow';
import { MediaGeneration } from '../../nodes/MediaGeneration/MediaGeneration.node';

/** Asks a node for one of its lists, as the editor does; unless it says which, the action node. */
export async function loadList<Result>(
	parameters: INodeParameters,
	credentials: Credentials,
	ask: (context: ILoadOptionsFunctions) => Promise<Result>,
	type: INodeType = new MediaGeneration(),
): Promise<Result> {
	const node = nodeIn('Media Generation', 'tested', credentials, { parameters });
	const workflow = workflowOf([node], { tested: type });
	const data = { ...additionalData(workflow, credentials), currentNodeParameters: parameters };
	return await withExpressions(
		workflow,
		async () => await ask(new LoadOptionsContext(workflow, node, data, 'parameters.x')),
	);
}
