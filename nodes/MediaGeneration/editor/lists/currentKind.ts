import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { modelKinds, type ModelKind } from '../../../../contract/catalog';
import { jobKinds } from '../fields/jobKinds';

/** The product area that the editor's open node is set to. */
export function currentKind(context: ILoadOptionsFunctions): ModelKind | 'chat' {
	const resource = context.getCurrentNodeParameter('resource');
	const operation = context.getCurrentNodeParameter('operation');
	if (resource === 'chat') return resource;
	const here = modelKinds.filter((kind) => jobKinds[kind].madeBy.resource === resource);
	const chosen = context.getCurrentNodeParameter('kind');
	return (
		here.find((kind) => jobKinds[kind].madeBy.operations.some((one) => one === operation)) ??
		here[0] ??
		modelKinds.find((kind) => kind === chosen) ??
		modelKinds[0]
	);
}
