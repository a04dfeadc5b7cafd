import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { documentedScopes, readScopes } from '../../answers/list/scopes';
import { messageOf } from '../../support/data';
import { apiRequest, LIST_TIMEOUT_MS } from '../../http/request';
import { Client } from '../../http/client';

/** The scopes to choose from: the service's, or the document's where the service cannot be asked. */
export async function getScopes(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const listed = await fromService(this);
	return (listed.length > 0 ? listed : documentedScopes).map(({ scope, access }) => ({
		name: access ? `${access} (${scope})` : scope,
		value: scope,
	}));
}

async function fromService(context: ILoadOptionsFunctions) {
	try {
		const { body } = await apiRequest(new Client(context), {
			endpoint: 'getScopes',
			timeout: LIST_TIMEOUT_MS,
		});
		return readScopes(body);
	} catch (error) {
		context.logger.warn(`The scope list shows the documented scopes: ${messageOf(error)}`);
		return [];
	}
}
