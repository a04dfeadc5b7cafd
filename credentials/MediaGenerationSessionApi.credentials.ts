import type {
	Icon,
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';
import { secretIn, textOf } from './pasted';

/** Its test is the node's own (`testedBy`), which can say in words what is wrong: with a `test` here n8n would not call it. */
export class MediaGenerationSessionApi implements ICredentialType {
	name = 'mediaGenerationSessionApi';

	displayName = 'Media Generation Developer Session API';

	icon: Icon = {
		light: 'file:../icons/media-generation.svg',
		dark: 'file:../icons/media-generation.dark.svg',
	};

	documentationUrl = 'https://www.npmjs.com/package/n8n-nodes-media-generation';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://media.example.com/api',
			hint: 'The address of the API, which ends with /api. If you leave out http:// or https://, https:// is used.',
		},
		{
			displayName: 'Session Token',
			name: 'sessionToken',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			hint: 'The session token of your developer account, as your browser sends it. Treat it like your password. It is sent only to the host of the Base URL.',
		},
		{
			displayName: 'Send Session As',
			name: 'mechanism',
			type: 'options',
			options: [
				{ name: 'Bearer Token', value: 'bearer', description: 'In the Authorization header' },
				{ name: 'Cookie', value: 'cookie', description: 'In a cookie with a name of your choice' },
				{ name: 'Header', value: 'header', description: 'In a header with a name of your choice' },
			],
			default: 'header',
			hint: 'Choose the way your browser sends it while you are logged in.',
		},
		{
			displayName: 'Header Name',
			name: 'headerName',
			type: 'string',
			default: 'x-session-token',
			displayOptions: { show: { mechanism: ['header'] } },
			hint: 'The name of the header that carries the session.',
		},
		{
			displayName: 'Cookie Name',
			name: 'cookieName',
			type: 'string',
			default: 'session',
			displayOptions: { show: { mechanism: ['cookie'] } },
			hint: 'The name of the cookie that carries the session.',
		},
	];

	async authenticate(
		session: ICredentialDataDecryptedObject,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		return { ...request, headers: { ...request.headers, ...sessionHeader(session) } };
	}
}

function sessionHeader({
	mechanism,
	headerName,
	cookieName,
	sessionToken,
}: ICredentialDataDecryptedObject): Record<string, string> {
	if (mechanism === 'bearer') return { Authorization: `Bearer ${secretIn(sessionToken)}` };
	const [given, usual] =
		mechanism === 'cookie' ? [cookieName, 'session'] : [headerName, 'x-session-token'];
	const name = textOf(given ?? usual).trim();
	const secret = secretIn(sessionToken, name);
	return mechanism === 'cookie' ? { Cookie: `${name}=${secret}` } : { [name]: secret };
}
