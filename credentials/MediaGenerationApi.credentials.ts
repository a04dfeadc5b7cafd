import type { Icon, IAuthenticateGeneric, ICredentialTestRequest, ICredentialType, INodeProperties } from 'n8n-workflow';

/** Answers that a good key cannot get. A key without `billing:read` gets 403, one in a hurry 429. */
const REFUSALS = [400, 401, 402, 404, 405, 406, 407, 408, 409, 410, 500, 501, 502, 503, 504];

export class MediaGenerationApi implements ICredentialType {
	name = 'mediaGenerationApi';

	displayName = 'Media Generation API';

	icon: Icon = { light: 'file:../icons/media-generation.svg', dark: 'file:../icons/media-generation.dark.svg' };

	documentationUrl = 'https://docs.n8n.io/integrations/community-nodes/';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'https://media.example.com/api',
			description: 'The address of the API; it ends with /api',
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			description: 'Sent in the x-api-key header, to the host of the Base URL and to no other',
		},
		{
			displayName: 'Callback Secret',
			name: 'callbackSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description: 'Only for a Media Generation Trigger that believes deliveries with a secret header: the secret that senders put into it',
		},
		{
			displayName: 'Callback Secret Header',
			name: 'callbackHeader',
			type: 'string',
			default: 'x-callback-secret',
			description: 'The header that carries the callback secret',
		},
	];

	authenticate: IAuthenticateGeneric = {
		type: 'generic',
		properties: { headers: { 'x-api-key': '={{ $credentials.apiKey }}' } },
	};

	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{ $credentials.baseUrl.trim().replace(/\\/+$/, "").replace(/\\/v1$/, "") }}',
			url: '/v1/billing/balance',
			disableFollowRedirect: true,
			ignoreHttpStatusErrors: { ignore: true, except: REFUSALS },
		},
		rules: [
			{ type: 'responseCode', properties: { value: 401, message: 'The API key was not accepted. Paste it again; it is shown only once, when it is made.' } },
			{ type: 'responseCode', properties: { value: 404, message: 'Nothing is there. Check the Base URL: it ends with /api.' } },
		],
	};
}
