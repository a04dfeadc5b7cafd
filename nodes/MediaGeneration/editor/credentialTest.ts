import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	IDataObject,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { endpoints, pathOf, type EndpointName } from '../../../contract/endpoints';
import { API_KEY_HEADER } from '../../../credentials/pasted';
import { MediaGenerationSessionApi } from '../../../credentials/MediaGenerationSessionApi.credentials';
import { isAbsolute } from '../http/addresses';
import { readBaseUrl } from '../http/baseUrl';
import {
	apiKeyOf,
	credentialFor,
	credentialProblem,
	fieldOf,
	secretsIn,
} from '../http/readCredential';
import { dataOf } from '../support/data';
import { isByteStream, readBody } from '../http/body';
import { withDeadline } from '../support/deadline';
import { networkWords } from '../failures/connection';
import { intermediaryOf } from '../failures/intermediary';
import type { ApiAnswer } from '../failures/outcome';
import { isRedirect, isSuccess } from '../support/httpStatus';
import { redactText } from '../http/redact';
import { connectionFailure } from '../http/send';
import { readServiceError, type ServiceError } from '../answers/failure/serviceError';
import { settled } from '../support/settled';

const TIMEOUT_MS = 20_000;

/** Tests the API key credential. A key without the scope for the balance is good too. */
export async function testApiKey(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	return await testCredential(
		this,
		data,
		'getBalance',
		{ [API_KEY_HEADER]: apiKeyOf(data) },
		'The API key was not accepted. Paste it again; if you no longer have it, create a new one, because a key is shown only once.',
		[403, 429],
	);
}

/** Tests the developer session credential. */
export async function testSession(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const { headers = {} } = await new MediaGenerationSessionApi().authenticate(data, { url: '' });
	return await testCredential(
		this,
		data,
		'getScopes',
		headers,
		'The session was not accepted. It may have expired: log in again and paste the new session token.',
		[429],
	);
}

async function testCredential(
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
	const unsendable = credentialProblem(credentialFor(endpoint), data);
	if (unsendable !== undefined) return wrong(unsendable);
	const request = {
		method: endpoints[endpoint].method,
		uri: `${baseUrl}${pathOf(endpoint)}`,
		headers,
		json: true,
		simple: false,
		resolveWithFullResponse: true,
		followRedirect: false,
		timeout: TIMEOUT_MS,
		useStream: true,
	};
	const outcome = await settled(
		withDeadline(TIMEOUT_MS, undefined, async (signal) => await sendTest(context, request, signal)),
	);
	if (outcome.status === 'rejected') {
		const said = networkWords(connectionFailure(outcome.reason, [], baseUrl));
		return wrong(
			`${said.message}. ${isAbsolute(given) ? said.remedy : 'The address does not begin with http:// or https://, so https:// was tried: add the right one.'}`,
		);
	}
	const reason = whyWrong(outcome.value, refused, alsoGood, secretsIn(data));
	return reason === undefined
		? { status: 'OK', message: 'The service accepts it.' }
		: wrong(reason);
}

/** Why an answer says that a credential is wrong, if it is. */
function whyWrong(
	answer: Pick<ApiAnswer, 'status' | 'body' | 'headers'>,
	refused: string,
	alsoGood: number[],
	secrets: readonly string[],
): string | undefined {
	const { status, body } = answer;
	const front = intermediaryOf(answer);
	if (front) return `${front.message}. ${front.remedy}`;
	const said = readServiceError(body);
	if (status === 401 || (status === 403 && (!alsoGood.includes(403) || tellsOfKey(said))))
		return refused;
	if (isSuccess(status) && typeof body === 'string' && body !== '')
		return 'The API is not at this address: something else answered there, with a web page or text. Check the Base URL: it ends with /api.';
	if (isSuccess(status) || alsoGood.includes(status)) return undefined;
	if (status === 404 || status === 405 || isRedirect(status))
		return `The API is not at this address (HTTP status ${status}). Check the Base URL: it ends with /api.`;
	const reason = redactText(said.message ?? 'it gave no reason', secrets);
	return `The service answered with HTTP status ${status}: ${reason}. Check the Base URL, or try again later.`;
}

/** Sends the request, and reads the answer within the usual limits, which n8n's own helper does not have. */
async function sendTest(
	context: ICredentialTestFunctions,
	request: object,
	signal: AbortSignal,
): Promise<Pick<ApiAnswer, 'status' | 'body' | 'headers'>> {
	const { statusCode, headers, body } = dataOf(await context.helpers.request(request));
	const close = () => isByteStream(body) && body.destroy();
	signal.addEventListener('abort', close);
	if (signal.aborted) close();
	const status = Number(statusCode);
	return {
		status,
		headers: { ...dataOf(headers) },
		body: await readBody(body, isSuccess(status) ? 'all' : 'none'),
	};
}

const KEY = '\\b(api[ _-]?)?(key|token|credential)s?\\b';
const BAD =
	'\\b(invalid|no such|unknown|not (valid|found)|incorrect|wrong|malformed|expired|revoked|disabled)\\b';

/** Whether a 403 says that the key itself is bad, and not its scopes. */
const tellsOfKey = ({ message = '', type = '', code = '' }: ServiceError) =>
	new RegExp(`${BAD}.{0,20}${KEY}|${KEY}.{0,20}${BAD}`, 'i').test(
		[message, type, code].join('; ').replaceAll('_', ' '),
	);

function wrong(message: string): INodeCredentialTestResult {
	return { status: 'Error', message };
}
