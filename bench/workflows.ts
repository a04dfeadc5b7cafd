import { inARow, node, NODE_TYPE, start } from '../test/support/workflowFiles';
import { modelId } from '../test/support/sandbox';
import { MEASURED, type Credentials, type Stage } from './stage';

const items = (count: number) =>
	node(
		'Items',
		'n8n-nodes-base.code',
		{
			jsCode: `return Array.from({ length: ${count} }, (_, index) => ({ json: { prompt: 'image ' + index } }));`,
		},
		{ typeVersion: 2 },
	);

/** So many images by our node; all else is as in `parameters`. */
export function images(
	count: number,
	credentials: Credentials,
	options: object = {},
	parameters: object = {},
) {
	return inARow(start(), ...making(count, credentials, options, parameters));
}

/** The nodes of such a workflow, but the one that starts it. */
export function making(
	count: number,
	credentials: Credentials,
	options: object = {},
	parameters: object = {},
) {
	const given = {
		resource: 'image',
		operation: 'generate',
		prompt: '={{ $json.prompt }}',
		model: modelId('model-dev'),
		...parameters,
		options: { download: false, ...options },
	};
	return [items(count), node(MEASURED, NODE_TYPE, given, { credentials })];
}

/** What makes the same of videos. */
export const video = (model: string, more: object = {}) => ({
	resource: 'video',
	model: modelId(model),
	...more,
});

/** The same requests by n8n's HTTP Request node, with its own batching off. */
export function requests({ service, credentials }: Stage, count: number) {
	return inARow(start(), items(count), httpRequest(MEASURED, service.baseUrl, credentials.theirs));
}

/** An HTTP Request node that submits the item's prompt. */
export const httpRequest = (
	name: string,
	baseUrl: string,
	credentials: Credentials,
	options: object = {},
	path = '/v1/images/generations',
) =>
	node(
		name,
		'n8n-nodes-base.httpRequest',
		{
			method: 'POST',
			url: `${baseUrl}${path}`,
			authentication: 'genericCredentialType',
			genericAuthType: 'httpHeaderAuth',
			sendBody: true,
			specifyBody: 'json',
			jsonBody: '={{ JSON.stringify({ prompt: $json.prompt, model: "model-dev" }) }}',
			options,
		},
		{ typeVersion: 4.2, credentials },
	);

/** A GET of an address by HTTP Request, with the credential where there is one. */
export const httpGet = (
	name: string,
	url: string,
	credentials?: Credentials,
	options: object = {},
) =>
	node(
		name,
		'n8n-nodes-base.httpRequest',
		{
			url,
			...(credentials && {
				authentication: 'genericCredentialType',
				genericAuthType: 'httpHeaderAuth',
			}),
			options,
		},
		{ typeVersion: 4.2, ...(credentials && { credentials }) },
	);

export { inARow, node, start, items };
