import { endpoints, type EndpointName } from '../../../contract/endpoints';
import { perRun } from '../n8n/perRun';
import { readCredential, type Credential, type CredentialContext, type CredentialName } from './readCredential';

/** The credential that an endpoint is called with. */
export function credentialFor(endpoint: EndpointName): CredentialName {
	return endpoints[endpoint].auth === 'session' ? 'mediaGenerationSessionApi' : 'mediaGenerationApi';
}

const credentials = perRun<CredentialContext, Map<CredentialName, Promise<Credential>>>(() => new Map());

/**
 * The credential for an endpoint, read once for all requests of a run: n8n takes it from its database and
 * decrypts it each time.
 * @throws NodeOperationError as {@link readCredential}
 */
export async function credentialOf(context: CredentialContext, endpoint: EndpointName): Promise<Credential> {
	const name = credentialFor(endpoint);
	const known = credentials(context);
	const credential = known.get(name) ?? readCredential(context, name);
	known.set(name, credential);
	return await credential;
}
