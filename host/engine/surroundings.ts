import type { ExecutionLifecycleHooks } from 'n8n-core';
import {
	createRunExecutionData,
	ICredentialsHelper,
	type ICredentialDataDecryptedObject,
	type ICredentials,
	type ICredentialType,
	type IHttpRequestOptions,
	type INodeCredentialsDetails,
	type INodeProperties,
	type IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';

const BASE = 'http://127.0.0.1:5678/';

/** What n8n's engine gives a node beside its workflow, where there is an engine and nothing around it: no editor, no database. */
export function additionalData(
	executionId: string,
	credentialsHelper: ICredentialsHelper,
	hooks: ExecutionLifecycleHooks,
): IWorkflowExecuteAdditionalData {
	return {
		executionId,
		credentialsHelper,
		hooks,
		currentNodeExecutionIndex: 0,
		restApiUrl: `${BASE}rest`,
		instanceBaseUrl: BASE,
		formBaseUrl: `${BASE}form`,
		formWaitingBaseUrl: `${BASE}form-waiting`,
		formTestBaseUrl: `${BASE}form-test`,
		webhookBaseUrl: `${BASE}webhook`,
		webhookWaitingBaseUrl: `${BASE}webhook-waiting`,
		webhookTestBaseUrl: `${BASE}webhook-test`,
		mcpBaseUrl: `${BASE}mcp`,
		mcpTestBaseUrl: `${BASE}mcp-test`,
		variables: {},
		setExecutionStatus: () => undefined,
		sendDataToUI: () => undefined,
		logAiEvent: () => undefined,
		executeWorkflow: notHere('sub-workflows'),
		getRunExecutionData: async () => createRunExecutionData(),
		getRuntimeCredential: async () => undefined,
		startRunnerTask: notHere('task runners'),
	} as unknown as IWorkflowExecuteAdditionalData;
}

const notHere = (what: string) => async () => {
	throw new Error(`There are no ${what} here`);
};

/** Gives nodes in n8n's engine credentials that are kept nowhere, authenticated as their own types say. */
export class EngineCredentials extends ICredentialsHelper {
	/** @param data the fields of each credential, by its type */
	constructor(
		private readonly types: Record<string, ICredentialType>,
		private readonly data: Record<string, ICredentialDataDecryptedObject>,
	) {
		super();
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		name: string,
		options: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const authenticate = this.types[name]?.authenticate;
		if (typeof authenticate !== 'function')
			throw new Error(`${name} does not say how it authenticates`);
		return await authenticate(credentials, options);
	}

	async getDecrypted(
		_: IWorkflowExecuteAdditionalData,
		__: INodeCredentialsDetails,
		type: string,
	): Promise<ICredentialDataDecryptedObject> {
		const found = this.data[type];
		if (!found) throw new Error(`No credential ${type}`);
		return { ...found };
	}

	getParentTypes = (): string[] => [];
	isCredentialUsableByNode = (): boolean => true;
	preAuthentication = async (): Promise<undefined> => undefined;
	runPreAuthentication = async (): Promise<undefined> => undefined;
	getCredentialsProperties = (type: string): INodeProperties[] =>
		this.types[type]?.properties ?? [];
	updateCredentials = async (): Promise<void> => undefined;
	updateCredentialsOauthTokenData = async (): Promise<void> => undefined;
	getCredentials = async (): Promise<ICredentials> => {
		throw new Error('The engine asks for decrypted credentials only');
	};
}
