import type { Icon, ICredentialDataDecryptedObject, ICredentialTestRequest, ICredentialType, IHttpRequestOptions, INodeProperties } from 'n8n-workflow';

export class MediaGenerationSessionApi implements ICredentialType {
	name = 'mediaGenerationSessionApi';

	displayName = 'Media Generation Developer Session API';

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
			displayName: 'Send Session As',
			name: 'mechanism',
			type: 'options',
			options: [
				{ name: 'Bearer Token', value: 'bearer', description: 'Authorization: Bearer <value>' },
				{ name: 'Cookie', value: 'cookie' },
				{ name: 'Header', value: 'header' },
			],
			default: 'header',
			description: 'How your developer account proves itself: as your browser does it when you are logged in',
		},
		{
			displayName: 'Header Name',
			name: 'headerName',
			type: 'string',
			default: 'x-session-token',
			displayOptions: { show: { mechanism: ['header'] } },
		},
		{
			displayName: 'Cookie Name',
			name: 'cookieName',
			type: 'string',
			default: 'session',
			displayOptions: { show: { mechanism: ['cookie'] } },
		},
		{
			displayName: 'Value',
			name: 'sessionToken',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			description: 'The session itself. It is worth as much as your password.',
		},
	];

	async authenticate(session: ICredentialDataDecryptedObject, request: IHttpRequestOptions): Promise<IHttpRequestOptions> {
		return { ...request, headers: { ...request.headers, ...sessionHeader(session) } };
	}

	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{ $credentials.baseUrl.trim().replace(/\\/+$/, "").replace(/\\/v1$/, "") }}',
			url: '/v1/api-keys/scopes',
			disableFollowRedirect: true,
		},
		rules: [{ type: 'responseCode', properties: { value: 401, message: 'The session was not accepted. It may have ended: log in again and paste the new one.' } }],
	};
}

function sessionHeader({ mechanism, headerName, cookieName, sessionToken }: ICredentialDataDecryptedObject): Record<string, string> {
	const secret = String(sessionToken ?? '');
	if (mechanism === 'bearer') return { Authorization: `Bearer ${secret}` };
	if (mechanism === 'cookie') return { Cookie: `${String(cookieName ?? 'session')}=${secret}` };
	return { [String(headerName ?? 'x-session-token')]: secret };
}
