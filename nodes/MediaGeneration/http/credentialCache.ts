import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	IWebhookFunctions,
} from 'n8n-workflow';
import { API_KEY_HEADER } from '../../../credentials/pasted';
import { apiKeyOf } from './readCredential';
import { setNewest } from '../support/forgetOldest';
import { lazily } from '../support/lazily';

const CREDENTIAL = 'mediaGenerationApi';

const CACHED_MS = 1_000;
const MOST_CACHED = 1_000;

interface CachedCredential {
	read: Promise<ICredentialDataDecryptedObject>;
	until: number;
}

const cache = new Map<string, CachedCredential>();

type Context = IExecuteFunctions | IWebhookFunctions;

/**
 * The same context with a cached credential. For a webhook, n8n decrypts it for each `getCredentials` and each authenticated
 * request in a new isolate of its expression engine, which costs more than the rest of the call.
 */
export function contextWithCachedCredential<C extends Context>(context: C): C {
	const credential = lazily(async () => await readCached(context));
	const helpers = {
		...context.helpers,
		httpRequestWithAuthentication: async (
			_: string,
			options: IHttpRequestOptions,
		): Promise<unknown> => {
			const key = apiKeyOf(await credential());
			return await context.helpers.httpRequest({
				...options,
				headers: { ...options.headers, [API_KEY_HEADER]: key },
			});
		},
	};
	const once: C = Object.create(context, {
		getCredentials: { value: credential },
		helpers: { value: helpers },
	});
	return once;
}

async function readCached(context: Context): Promise<ICredentialDataDecryptedObject> {
	const caller = cacheKey(context);
	const known = cache.get(caller);
	if (known && known.until > Date.now()) return await known.read;
	const read = context.getCredentials(CREDENTIAL);
	setNewest(cache, caller, { read, until: Date.now() + CACHED_MS }, MOST_CACHED);
	return await read;
}

/** The key of a cached credential: expressions can give each node and execution another one. */
function cacheKey(context: Context): string {
	return `${context.getWorkflow().id} ${context.getNode().id} ${context.getExecutionId() ?? ''}`;
}
