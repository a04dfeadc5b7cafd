import type {
	INodeListSearchResult,
	INodeParameters,
	INodePropertyOptions,
	ResourceMapperFields,
} from 'n8n-workflow';
import type { N8nClient, StoredCredential } from '../../host';

/** What a node can offer for its parameters, by the name under which n8n's API gives it. */
export interface Offered {
	'resource-locator-results': INodeListSearchResult;
	'resource-mapper-fields': ResourceMapperFields;
	options: INodePropertyOptions[];
}

/** What the editor sends along to be offered something. */
export interface OfferRequest {
	nodeTypeAndVersion: { name: string; version: number };
	methodName: string;
	/** Where the parameter is, as in `parameters.model`. */
	path: string;
	currentNodeParameters: INodeParameters;
	/** Of a locator's list: what was typed to search in it. */
	filter?: string | undefined;
	credentials?: Record<string, { id: string; name: string }> | undefined;
}

/** What a node offers for one of its parameters, as the editor asks for it: by a locator's list, a mapper's fields or a drop-down. */
export async function offered<K extends keyof Offered>(
	{ http }: N8nClient,
	kind: K,
	request: OfferRequest,
): Promise<Offered[K]> {
	return await http.rest('POST', `/dynamic-node-parameters/${kind}`, { body: request });
}

/** Runs a credential's test on the data that is stored, as the editor does after saving. */
export async function testCredential(
	{ http }: N8nClient,
	{ id, name, type }: StoredCredential,
): Promise<{ status: 'OK' | 'Error'; message: string }> {
	// Its secrets come blanked; n8n puts them back when they are sent in again.
	const { data } = await http.rest<{ data: object }>('GET', `/credentials/${id}`, {
		query: { includeData: true },
	});
	return await http.rest('POST', '/credentials/test', {
		body: { credentials: { id, name, type, data } },
	});
}
