import type { ICredentialDataDecryptedObject, IHttpRequestOptions, IWebhookFunctions } from 'n8n-workflow';

const CREDENTIAL = 'mediaGenerationApi';

/** Reads of a credential that are under way, by node: deliveries at the same moment share one. */
const underWay = new Map<string, Promise<ICredentialDataDecryptedObject>>();

/**
 * The same context, but for one delivery it reads the credential once. n8n reads and decrypts it anew for each
 * `getCredentials` and each authenticated request, and outside of an execution makes an isolate of its expression
 * engine each time, which costs more than all the rest of the delivery.
 */
export function readingOnce(context: IWebhookFunctions): IWebhookFunctions {
	let read: Promise<ICredentialDataDecryptedObject> | undefined;
	const credential = async () => await (read ??= readShared(context));
	const helpers: IWebhookFunctions['helpers'] = {
		...context.helpers,
		httpRequestWithAuthentication: async (_, options: IHttpRequestOptions): Promise<unknown> => {
			const { apiKey } = await credential();
			return await context.helpers.httpRequest({ ...options, headers: { ...options.headers, 'x-api-key': apiKey } });
		},
	};
	const once: IWebhookFunctions = Object.create(context, { getCredentials: { value: credential }, helpers: { value: helpers } });
	return once;
}

async function readShared(context: IWebhookFunctions): Promise<ICredentialDataDecryptedObject> {
	const key = `${context.getWorkflow().id} ${context.getNode().id}`;
	const known = underWay.get(key);
	if (known) return await known;
	const read = context.getCredentials(CREDENTIAL);
	underWay.set(key, read);
	try {
		return await read;
	} finally {
		underWay.delete(key);
	}
}
