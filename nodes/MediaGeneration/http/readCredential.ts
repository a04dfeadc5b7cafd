import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	ILoadOptionsFunctions,
	IPollFunctions,
	ISupplyDataFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import { API_KEY_HEADER, secretIn } from '../../../credentials/pasted';
import { asText } from '../support/data';
import { nodeFailure } from '../failures/failure';
import { readBaseUrl } from './baseUrl';
import { flag, text } from '../n8n/readers';
import { endpoints, type EndpointName } from '../../../contract/endpoints';

export type Context =
	| IExecuteFunctions
	| ILoadOptionsFunctions
	| IWebhookFunctions
	| IPollFunctions
	| ISupplyDataFunctions;

export type CredentialName = 'mediaGenerationApi' | 'mediaGenerationSessionApi';

export function credentialFor(endpoint: EndpointName): CredentialName {
	return endpoints[endpoint].auth === 'session'
		? 'mediaGenerationSessionApi'
		: 'mediaGenerationApi';
}

export interface Credential {
	baseUrl: string;
	/** Empty in a developer session. */
	apiKey: string;
	/** What must never be shown. */
	secrets: string[];
	/** What callbacks must carry; empty where they carry no secret. */
	callbackSecret: string;
	/** In small letters. */
	callbackHeader: string;
}

/** A name that a header or a cookie can have. */
const SENDABLE_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** What is wrong with the header or cookie name of a developer session. */
export function sessionProblem({
	mechanism,
	headerName,
	cookieName,
}: ICredentialDataDecryptedObject): string | undefined {
	const named: Record<string, [label: string, given: unknown, example: string]> = {
		header: ['Header Name', headerName, 'x-session-token'],
		cookie: ['Cookie Name', cookieName, 'session'],
	};
	const [label, given, example] = named[asText(mechanism)] ?? [];
	if (given === undefined || SENDABLE_NAME.test(asText(given).trim())) return undefined;
	// What was pasted may hold the session itself, so it is not shown.
	return `The credential’s ${label} must consist of letters, digits and hyphens only, such as ${example}`;
}

/** Why a credential's secrets cannot be sent, if they cannot. */
export function credentialProblem(
	name: CredentialName,
	data: ICredentialDataDecryptedObject,
): string | undefined {
	const isSession = name === 'mediaGenerationSessionApi';
	if ((isSession ? sessionOf(data) : apiKeyOf(data)) === '')
		return isSession
			? 'The credential’s Session Token is empty: enter the session token of your developer account'
			: 'The credential’s API Key is empty: enter the API key from your account';
	if (secretsIn(data).some((secret) => /[^\t\x20-\x7e]/.test(secret)))
		return 'A secret of the credential contains a line break or another character that cannot be sent; paste it again';
	return isSession ? sessionProblem(data) : undefined;
}

/**
 * The node's credential of this type, read from n8n.
 * @throws NodeOperationError when its Base URL is unusable, its secret is empty, or a secret or a name cannot be sent
 */
export async function readCredential(context: Context, name: CredentialName): Promise<Credential> {
	const data = await context.getCredentials(name);
	const wrong = (message: string) =>
		nodeFailure(
			{ node: context.getNode() },
			message,
			'Nothing was sent. Open the credential, correct it and test it.',
		);
	const { baseUrl, problem: misplaced } = readBaseUrl(fieldOf(data, 'baseUrl'));
	if (misplaced !== undefined) throw wrong(misplaced);
	const problem = credentialProblem(name, data);
	if (problem) throw wrong(problem);
	const carriesSecret = flag.read(data.callbacksCarryProof)?.value ?? false;
	return {
		baseUrl,
		apiKey: apiKeyOf(data),
		secrets: secretsIn(data),
		callbackSecret: carriesSecret ? fieldOf(data, 'sharedSecret') : '',
		callbackHeader: (fieldOf(data, 'proofHeader') || 'x-callback-secret').toLowerCase(),
	};
}

export function secretsIn(data: ICredentialDataDecryptedObject): string[] {
	return [apiKeyOf(data), sessionOf(data), fieldOf(data, 'sharedSecret')].filter(Boolean);
}

/** The API key of a credential, as it is sent. */
export const apiKeyOf = (data: ICredentialDataDecryptedObject): string =>
	secretIn(fieldOf(data, 'apiKey'), API_KEY_HEADER);

const sessionOf = (data: ICredentialDataDecryptedObject): string =>
	secretIn(fieldOf(data, 'sessionToken'), fieldOf(data, 'headerName'), fieldOf(data, 'cookieName'));

/** A trimmed text of a credential; empty if there is none. */
export function fieldOf(data: ICredentialDataDecryptedObject, name: string): string {
	return text.read(data[name])?.value.trim() ?? '';
}
