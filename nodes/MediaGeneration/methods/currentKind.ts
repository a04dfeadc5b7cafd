import type { ILoadOptionsFunctions } from 'n8n-workflow';
import type { ModelKind } from '../../../contract/catalog';

/** The product area that the editor's open node is set to. */
export function currentKind(context: ILoadOptionsFunctions): ModelKind | 'chat' {
	const resource = context.getCurrentNodeParameter('resource');
	const operation = context.getCurrentNodeParameter('operation');
	if (resource === 'image') return operation === 'edit' ? 'studio' : 'image';
	if (resource === 'video' || resource === 'chat') return resource;
	const chosen = context.getCurrentNodeParameter('kind');
	return chosen === 'studio' || chosen === 'video' ? chosen : 'image';
}
