import {
	ICredentialsHelper,
	type ICredentialDataDecryptedObject,
	type ICredentials,
	type ICredentialType,
	type IHttpRequestOptions,
	type INodeCredentialsDetails,
	type INodeProperties,
	type IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import { MediaGenerationApi } from '../../credentials/MediaGenerationApi.credentials';
import { MediaGenerationSessionApi } from '../../credentials/MediaGenerationSessionApi.credentials';

const types: Record<string, ICredentialType> = {
	mediaGenerationApi: new MediaGenerationApi(),
	mediaGenerationSessionApi: new MediaGenerationSessionApi(),
};

/** Gives the node the credentials of a test, authenticated as the package's own types say. */
export class TestCredentials extends ICredentialsHelper {
	constructor(private readonly data: Record<string, ICredentialDataDecryptedObject>) {
		super();
	}

	async authenticate(credentials: ICredentialDataDecryptedObject, name: string, options: IHttpRequestOptions) {
		const authenticate = types[name]?.authenticate;
		if (typeof authenticate === 'function') return await authenticate(credentials, options);
		const headers = Object.entries(authenticate?.properties.headers ?? {}).map(([header, value]) => [
			header,
			String(value).replace(/^=\{\{ \$credentials\.(\w+) \}\}$/, (_, field: string) => String(credentials[field])),
		]);
		return { ...options, headers: { ...options.headers, ...Object.fromEntries(headers) } };
	}

	async getDecrypted(_: IWorkflowExecuteAdditionalData, { name }: INodeCredentialsDetails) {
		const found = this.data[name];
		if (!found) throw new Error(`No credential ${name}`);
		return { ...found };
	}

	getParentTypes = (): string[] => [];
	isCredentialUsableByNode = (): boolean => true;
	preAuthentication = async (): Promise<undefined> => undefined;
	runPreAuthentication = async (): Promise<undefined> => undefined;
	getCredentialsProperties = (type: string): INodeProperties[] => types[type]?.properties ?? [];
	updateCredentials = async (): Promise<void> => undefined;
	updateCredentialsOauthTokenData = async (): Promise<void> => undefined;
	getCredentials = async (): Promise<ICredentials> => {
		throw new Error('The engine asks for decrypted credentials only');
	};
}
