import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	ILoadOptionsFunctions,
	IPollFunctions,
	ISupplyDataFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import { showValue } from '../../../contract/catalog/rules';
import { nodeFailure } from '../support/failure';
import { flag, text } from './readers';

/** Where a credential can be read: in a node at work, and in the editor. */
export type CredentialContext = IExecuteFunctions | ILoadOptionsFunctions | IWebhookFunctions | IPollFunctions | ISupplyDataFunctions;

export type CredentialName = 'mediaGenerationApi' | 'mediaGenerationSessionApi';

/** A credential, checked: where the API is, and the secrets that belong to its host alone. */
export interface Credential {
	/** Without a slash or `/v1` at its end. */
	baseUrl: string;
	/** The API key; empty in a developer session. */
	apiKey: string;
	/** What must never be shown: the key, the session, the callback secret. */
	secrets: string[];
	/** What callbacks must carry; empty where they carry no secret. */
	callbackSecret: string;
	/** In small letters. */
	callbackHeader: string;
}

/** What is wrong with a key, as it was pasted, that no header can hold. */
export const UNSENDABLE = 'A secret of the credential contains a line break or another character that cannot be sent';

/** What a header or a cookie can be called. */
const SENDABLE_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** What is wrong with the name under which a developer session is sent; nothing where it can be sent. */
export function sessionProblem({ mechanism, headerName, cookieName }: ICredentialDataDecryptedObject): string | undefined {
	const named: Record<string, [label: string, given: unknown, example: string]> = {
		header: ['Header Name', headerName, 'x-session-token'],
		cookie: ['Cookie Name', cookieName, 'session'],
	};
	const [label, given, example] = named[String(mechanism)] ?? [];
	if (given === undefined || SENDABLE_NAME.test(String(given))) return undefined;
	// What was pasted may hold the session itself, so it is not shown.
	return `The credential’s ${label} must be a name of letters, digits and hyphens and nothing else, such as ${example}`;
}

const secretNames = ['apiKey', 'sessionToken', 'sharedSecret', 'callbackSecret'];

/**
 * The node's credential of this type, read from n8n.
 * @throws NodeOperationError when its Base URL is no address, or a secret or its header's name cannot be sent
 */
export async function readCredential(context: CredentialContext, name: CredentialName): Promise<Credential> {
	const data = await context.getCredentials(name);
	const wrong = (message: string) => nodeFailure(context.getNode(), message, 'Nothing was sent. Open the credential, correct it and test it.');
	const baseUrl = normalizeBaseUrl(fieldOf(data, 'baseUrl'));
	if (!isHttp(baseUrl))
		throw wrong(`The credential’s Base URL must be an address that begins with https:// or http:// (given: ${showValue(baseUrl || 'nothing')})`);
	const problem = name === 'mediaGenerationSessionApi' ? sessionProblem(data) : undefined;
	if (problem) throw wrong(problem);
	const secrets = secretNames.map((field) => fieldOf(data, field)).filter((secret) => secret !== '');
	if (secrets.some((secret) => /[^\t\x20-\x7e\x80-\xff]/.test(secret))) throw wrong(`${UNSENDABLE}; paste it again`);
	return {
		baseUrl,
		apiKey: fieldOf(data, 'apiKey'),
		secrets,
		...callbackSecretOf(data),
	};
}

/**
 * Brings a base URL, as people paste it, to the form that endpoint paths are appended to: with a scheme, and without
 * a slash or `/v1` (which an OpenAI-style client wants) at its end.
 */
export function normalizeBaseUrl(given: string): string {
	let base = withoutSlashes(given.trim());
	if (base.endsWith('/v1')) base = withoutSlashes(base.slice(0, -'/v1'.length));
	return base === '' || hasScheme(base) ? base : `https://${base}`;
}

/** Whether an address says how it is to be reached. */
export function hasScheme(address: string): boolean {
	return /^\s*[a-z][a-z0-9+.-]*:\/\//i.test(address);
}

function withoutSlashes(address: string): string {
	let end = address.length;
	while (address[end - 1] === '/') end--;
	return address.slice(0, end);
}

/** Whether an address is one of http or https. */
export function isHttp(address: string): boolean {
	return /^https?:\/\//i.test(address) && URL.canParse(address);
}

/** The secret behind the switch while it is on, else the one that was saved without a switch. */
function callbackSecretOf(data: ICredentialDataDecryptedObject): Pick<Credential, 'callbackSecret' | 'callbackHeader'> {
	const isOn = flag.read(data.callbacksCarryProof)?.value ?? false;
	const [secret, header] = isOn ? ['sharedSecret', 'proofHeader'] : ['callbackSecret', 'callbackHeader'];
	return { callbackSecret: fieldOf(data, secret), callbackHeader: (fieldOf(data, header) || 'x-callback-secret').toLowerCase() };
}

function fieldOf(data: ICredentialDataDecryptedObject, name: string): string {
	return text.read(data[name])?.value ?? '';
}
