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
import { readServiceError } from '../answers/failure/serviceError';
import { settled } from '../support/settled';

const TIMEOUT_MS = 20_000;

interface Trial {
	endpoint: EndpointName;
	headers: IDataObject;
	/** What is said of a credential that was not accepted. */
	refused: string;
	/** The statuses of failures that an accepted credential can get too. */
	alsoGood: number[];
}

/** Tests the API key credential. A key without the scope for the balance is good too. */
export async function testApiKey(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	return await testCredential(this, data, {
		endpoint: 'getBalance',
		headers: { [API_KEY_HEADER]: apiKeyOf(data) },
		refused:
			'The API key was not accepted. Paste it again; if you no longer have it, create a new one, because a key is shown only once.',
		alsoGood: [403, 429],
	});
}

/** Tests the developer session credential. */
export async function testSession(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const { headers = {} } = await new MediaGenerationSessionApi().authenticate(data, { url: '' });
	return await testCredential(this, data, {
		endpoint: 'getScopes',
		headers,
		refused:
			'The session was not accepted. It may have expired: log in again and paste the new session token.',
		alsoGood: [429],
	});
}

async function testCredential(
	context: ICredentialTestFunctions,
	data: ICredentialDataDecryptedObject,
	trial: Trial,
): Promise<INodeCredentialTestResult> {
	const { endpoint, headers } = trial;
	const given = fieldOf(data, 'baseUrl');
	const { baseUrl = '', problem } = readBaseUrl(given);
	const unsendable = problem ?? credentialProblem(credentialFor(endpoint), data);
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
		const { message, remedy } = networkWords(connectionFailure(outcome.reason, [], baseUrl));
		return wrong(
			`${message}. ${isAbsolute(given) ? remedy : 'The address does not begin with http:// or https://, so https:// was tried: add the right one.'}`,
		);
	}
	const reason = whyWrong(outcome.value, trial, secretsIn(data));
	return reason === undefined
		? { status: 'OK', message: 'The service accepts it.' }
		: wrong(reason);
}

type Answer = Pick<ApiAnswer, 'status' | 'body' | 'headers'>;

/** Of a 403: the key itself is bad, and not its scopes. */
const BAD_KEY = /invalid|not valid|no such|unknown|expired|revoked/i;

/** Why an answer says that a credential is wrong, if it is. */
function whyWrong(
	answer: Answer,
	{ refused, alsoGood }: Trial,
	secrets: readonly string[],
): string | undefined {
	const { status, body } = answer;
	const front = intermediaryOf(answer);
	if (front) return `${front.message}. ${front.remedy}`;
	const { message = 'it gave no reason', code } = readServiceError(body);
	const isGood = alsoGood.includes(status) && !BAD_KEY.test(`${message} ${code}`);
	if (status === 401 || (status === 403 && !isGood)) return refused;
	if (isSuccess(status) && typeof body === 'string' && body !== '')
		return elsewhere('something else answered there, with a web page or text');
	if (isSuccess(status) || isGood) return undefined;
	if (status === 404 || status === 405 || isRedirect(status))
		return elsewhere(`HTTP status ${status}`);
	return `The service answered with HTTP status ${status}: ${redactText(message, secrets)}. Check the Base URL, or try again later.`;
}

const elsewhere = (what: string) =>
	`The API is not at this address (${what}). Check the Base URL: it ends with /api.`;

/** Sends the request, and reads the answer within limits, which n8n's own helper does not have. */
async function sendTest(
	context: ICredentialTestFunctions,
	request: object,
	signal: AbortSignal,
): Promise<Answer> {
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

const wrong = (message: string): INodeCredentialTestResult => ({ status: 'Error', message });
