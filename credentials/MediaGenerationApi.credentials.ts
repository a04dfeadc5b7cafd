import type {
	Icon,
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';
import { API_KEY_HEADER, secretIn } from './pasted';

/** Its test is the nodes' own (`testedBy`), which can say in words what is wrong: with a `test` here n8n would not call it. */
export class MediaGenerationApi implements ICredentialType {
	name = 'mediaGenerationApi';

	displayName = 'Media Generation API';

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
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			hint: 'The API key from your account. It is sent only to the host of the Base URL.',
		},
		{
			displayName: 'Callbacks Carry a Secret',
			name: 'callbacksCarryProof',
			type: 'boolean',
			default: false,
			description: 'Whether callbacks come with a secret in a header',
			hint: 'Only needed for a Media Generation Trigger whose Verification is Secret Header.',
		},
		{
			displayName: 'Callback Secret',
			name: 'sharedSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			displayOptions: { show: { callbacksCarryProof: [true] } },
			hint: 'The secret that the sender puts into the header.',
		},
		{
			displayName: 'Callback Secret Header',
			name: 'proofHeader',
			type: 'string',
			default: 'x-callback-secret',
			displayOptions: { show: { callbacksCarryProof: [true] } },
			hint: 'The name of the header that carries the secret.',
		},
	];

	async authenticate(
		{ apiKey }: ICredentialDataDecryptedObject,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		return {
			...request,
			headers: { ...request.headers, [API_KEY_HEADER]: secretIn(apiKey, API_KEY_HEADER) },
		};
	}
}
