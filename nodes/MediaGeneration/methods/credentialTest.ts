import type { ICredentialDataDecryptedObject, ICredentialsDecrypted, ICredentialTestFunctions, IDataObject, INodeCredentialTestResult } from 'n8n-workflow';
import { endpoints, pathOf, type EndpointName } from '../../../contract/endpoints';
import { MediaGenerationSessionApi } from '../../../credentials/MediaGenerationSessionApi.credentials';
import { namesProtocol, readBaseUrl } from '../input/baseUrl';
import { fieldOf, secretsIn, sessionProblem } from '../input/credentials';
import { dataOf } from '../support/data';
import { networkWords } from '../transport/errors';
import { redactText } from '../transport/redact';
import { failureOf } from '../transport/send';
import { readServiceError } from '../wire/serviceError';

const TIMEOUT_MS = 20_000;

/** What n8n says when the API key credential is saved. A key that may not see the balance is a good key all the same. */
export async function testApiKey(this: ICredentialTestFunctions, { data = {} }: ICredentialsDecrypted): Promise<INodeCredentialTestResult> {
	return await probe(
		this,
		data,
		'getBalance',
		{ 'x-api-key': fieldOf(data, 'apiKey') },
		'The API key was not accepted. Paste it again; if you no longer have it, create a new one, because a key is shown only once.',
		[403, 429],
	);
}

/** What n8n says when the developer session is saved. */
export async function testSession(this: ICredentialTestFunctions, { data = {} }: ICredentialsDecrypted): Promise<INodeCredentialTestResult> {
	const problem = sessionProblem(data);
	if (problem) return wrong(problem);
	const { headers = {} } = await new MediaGenerationSessionApi().authenticate(data, { url: '' });
	return await probe(
		this,
		data,
		'getScopes',
		headers,
		'The session was not accepted. It may have expired: log in again and paste the new session token.',
		[429],
	);
}

async function probe(
	context: ICredentialTestFunctions,
	data: ICredentialDataDecryptedObject,
	endpoint: EndpointName,
	headers: IDataObject,
	refused: string,
	alsoGood: number[],
): Promise<INodeCredentialTestResult> {
	const given = fieldOf(data, 'baseUrl');
	const { baseUrl, problem } = readBaseUrl(given);
	if (problem !== undefined) return wrong(problem);
	const request = {
		method: endpoints[endpoint].method,
		uri: `${baseUrl}${pathOf(endpoint)}`,
		headers,
		json: true,
		simple: false,
		resolveWithFullResponse: true,
		followRedirect: false,
		timeout: TIMEOUT_MS,
	};
	const [outcome] = await Promise.allSettled([context.helpers.request(request)]);
	if (outcome.status === 'rejected') {
		const said = networkWords({ ...failureOf(outcome.reason, []), host: new URL(baseUrl).host });
		return wrong(
			`${said.message}. ${namesProtocol(given) ? said.remedy : 'The address does not begin with http:// or https://, so https:// was tried: add the right one.'}`,
		);
	}
	const { statusCode, body } = dataOf(outcome.value);
	const status = Number(statusCode);
	if (status === 401 || (status === 403 && !alsoGood.includes(403))) return wrong(refused);
	if (status >= 200 && status < 300 && typeof body === 'string' && body !== '')
		return wrong('The API is not at this address: something else answered there, with a web page or text. Check the Base URL: it ends with /api.');
	if ((status >= 200 && status < 300) || alsoGood.includes(status)) return { status: 'OK', message: 'The service accepts it.' };
	if (status === 404 || status === 405 || (status >= 300 && status < 400))
		return wrong(`The API is not at this address (HTTP status ${status}). Check the Base URL: it ends with /api.`);
	const said = redactText(readServiceError(body).message ?? 'it gave no reason', secretsIn(data));
	return wrong(`The service answered with HTTP status ${status}: ${said}. Check the Base URL, or try again later.`);
}

function wrong(message: string): INodeCredentialTestResult {
	return { status: 'Error', message };
}
