import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { findTool, modelKinds, type ModelKind, type ToolName } from '../../../../contract/catalog';
import { jobKinds } from '../fields/jobKinds';

/** The product area that the editor's open node is set to, or all of them. */
export function currentKind(context: ILoadOptionsFunctions): ModelKind | 'all' | 'chat' {
	const resource = context.getCurrentNodeParameter('resource');
	const operation = context.getCurrentNodeParameter('operation');
	if (resource === 'chat' || operation === 'describe') return 'chat';
	if (resource === 'model') return 'all';
	const here = modelKinds.filter((kind) => jobKinds[kind].madeBy.resource === resource);
	const chosen = context.getCurrentNodeParameter('kind');
	return (
		here.find((kind) => jobKinds[kind].madeBy.operations.some((one) => one === operation)) ??
		here[0] ??
		modelKinds.find((kind) => kind === chosen) ??
		modelKinds[0]
	);
}

/** The tool that its operation is, if it is one. */
export function currentTool(context: ILoadOptionsFunctions): ToolName | undefined {
	const kind = currentKind(context);
	const operation = context.getCurrentNodeParameter('operation');
	return kind === 'chat' || kind === 'all' ? undefined : findTool(kind, operation);
}
