import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { MediaGenerationApi } from '../../credentials/MediaGenerationApi.credentials';
import { MediaGenerationSessionApi } from '../../credentials/MediaGenerationSessionApi.credentials';
import { EngineCredentials } from '../../host/engine/surroundings';

const types = {
	mediaGenerationApi: new MediaGenerationApi(),
	mediaGenerationSessionApi: new MediaGenerationSessionApi(),
};

/** Gives the node the credentials of a test, by their types. */
export class TestCredentials extends EngineCredentials {
	constructor(data: Record<string, ICredentialDataDecryptedObject>) {
		super(types, data);
	}
}
