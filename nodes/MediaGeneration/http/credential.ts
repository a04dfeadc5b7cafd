import { endpoints, type EndpointName } from '../../../contract/endpoints';
import { readCredential, type Credential, type CredentialContext, type CredentialName } from './readCredential';

/** The credential that an endpoint is called with. */
export function credentialFor(endpoint: EndpointName): CredentialName {
	return endpoints[endpoint].auth === 'session' ? 'mediaGenerationSessionApi' : 'mediaGenerationApi';
}

const read = new WeakMap<object, Map<CredentialName, Promise<Credential>>>();

/**
 * The credential for an endpoint, read once for all requests of a run: n8n takes it from its database and
 * decrypts it each time.
 * @throws NodeOperationError as {@link readCredential}
 */
export async function credentialOf(context: CredentialContext, endpoint: EndpointName): Promise<Credential> {
	const name = credentialFor(endpoint);
	const known = read.get(context) ?? new Map<CredentialName, Promise<Credential>>();
	read.set(context, known);
	const credential = known.get(name) ?? readCredential(context, name);
	known.set(name, credential);
	return await credential;
}
