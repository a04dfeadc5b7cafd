import type { INode } from 'n8n-workflow';
import { detailsOf } from '../../../../nodes/MediaGeneration/failures/details';
import { networkWords } from '../../../../nodes/MediaGeneration/failures/connection';
import {
	withRemedyOncePaid,
	marked,
	networkFailure,
	serviceFailure,
	unclear,
	isMarked,
} from '../../../../nodes/MediaGeneration/failures/errors';

const node: INode = {
	id: '1',
	name: 'Node',
	type: 'mediaGeneration',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};
const host = 'media.example.com';
const BASE_URL = 'Check the Base URL of the credential and that the service is running.';
const PAID =
	'The request may still have been accepted and paid for: check Billing > Get Transactions before sending it again.';
const MADE =
	'The API key may still have been created: check API Key > Get Many before trying again, and delete keys you do not need.';
const spending = { spends: true, repeatable: false };
const making = { spends: false, repeatable: false };
const asking = { spends: false, repeatable: true };

const otherProtocol = (code: string) =>
	`${host} does not use https here, or only a TLS version that this n8n does not support (${code})`;
const untrusted = (code: string) => `The certificate of ${host} is not trusted (${code})`;
const HTTP = 'If it uses http, begin the Base URL of the credential with http://.';
const CERTIFICATE =
	'Check the Base URL of the credential; if the server uses a self-signed or private certificate, make this n8n trust it with NODE_EXTRA_CA_CERTS.';
const NETWORK = 'Check the network of this n8n and the Base URL of the credential.';

test.each([
	['ECONNREFUSED', `Nothing answers at ${host}: the connection was refused`, BASE_URL],
	['ENOTFOUND', `The host ${host} could not be found`, BASE_URL],
	['EHOSTUNREACH', `This n8n cannot reach ${host}`, NETWORK],
	['ETIMEDOUT', `No answer from ${host} in time`, 'Try again later.'],
	['EPROTO', otherProtocol('EPROTO'), HTTP],
	['ERR_SSL_WRONG_VERSION_NUMBER', otherProtocol('ERR_SSL_WRONG_VERSION_NUMBER'), HTTP],
	[
		'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE',
		otherProtocol('ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE'),
		HTTP,
	],
	['CERT_HAS_EXPIRED', untrusted('CERT_HAS_EXPIRED'), CERTIFICATE],
	['UNABLE_TO_VERIFY_LEAF_SIGNATURE', untrusted('UNABLE_TO_VERIFY_LEAF_SIGNATURE'), CERTIFICATE],
	['HOSTNAME_MISMATCH', untrusted('HOSTNAME_MISMATCH'), CERTIFICATE],
	['ESTOPPED', 'Stopped', 'It can be sent when the workflow is started again.'],
	['ETOOLARGE', `The answer from ${host} is too large`, 'Check the Base URL of the credential.'],
	['ECONNRESET', `The connection to ${host} broke (ECONNRESET)`, 'Try again later.'],
	[
		'ERR_SSL_BAD_RECORD_TYPE',
		`The connection to ${host} broke (ERR_SSL_BAD_RECORD_TYPE)`,
		'Try again later.',
	],
	[undefined, `The connection to ${host} broke (socket hang up)`, 'Try again later.'],
])('what %s means, and what to do about it', (code, message, remedy) => {
	expect(networkWords({ code, message: 'socket hang up', host })).toEqual({ message, remedy });
});

const known =
	'ECONNREFUSED ENOTFOUND EAI_AGAIN EHOSTUNREACH ETIMEDOUT EPROTO HOSTNAME_MISMATCH'.split(' ');
const ours = ['ESTOPPED', 'ETOOLARGE'];
test.each([
	...[...known, ...ours].flatMap((code) => [`MY_${code}`, `${code}_TOO`]),
	'MY_ERR_SSL_HTTP_REQUEST',
	'MY_UNABLE_TO_READ',
])('a code that only contains one that is known is told as it is: %s', (code) => {
	expect(networkWords({ code, message: 'x', host }).message).toBe(
		`The connection to ${host} broke (${code})`,
	);
});

test.each<[string, string, object, boolean, string, object, boolean]>([
	[
		'surely not sent',
		'ECONNREFUSED',
		spending,
		false,
		`${BASE_URL} This request was not sent.`,
		{},
		true,
	],
	[
		'not sent this time, but perhaps earlier',
		'ECONNREFUSED',
		spending,
		true,
		PAID,
		{ may_be_paid: true },
		true,
	],
	['not sent this time, and costs nothing', 'ECONNREFUSED', asking, true, BASE_URL, {}, true],
	['perhaps accepted', 'ECONNRESET', spending, false, PAID, { may_be_paid: true }, false],
	['perhaps made', 'ECONNRESET', making, false, MADE, { may_be_made: true }, false],
])('a request that got no answer and was %s', (_, code, effect, isOpen, remedy, left, refused) => {
	const error = networkFailure(
		{ node, itemIndex: 3 },
		{ code, message: 'x', host },
		effect as typeof spending,
		isOpen,
	);
	const { message } = networkWords({ code, message: 'x', host });
	expect(error).toMatchObject({
		name: 'NodeApiError',
		message,
		description: remedy,
		context: { itemIndex: 3 },
	});
	expect(detailsOf(error)).toEqual({ code, message, remedy, ...left });
	expect(isMarked(error, 'refused')).toBe(refused);
});

test.each([
	[spending, { may_be_paid: true }],
	[{ spends: true, repeatable: true }, { may_be_paid: true }],
	[making, { may_be_made: true }],
	[asking, {}],
])('what is not known of a request of %j that may have been accepted', (effect, left) => {
	expect(unclear(effect)).toEqual(left);
});

test('the error of an answer has the service’s words, what to do, and all that names the failure', () => {
	const service = { message: 'no such size', type: 'invalid', code: 'bad_size', param: 'size' };
	const error = serviceFailure({ node, itemIndex: 2 }, 400, service, { job_id: 'j-1' });
	const remedy = 'Nothing was made and nothing was paid: change the value that the message names.';
	expect(error).toMatchObject({
		message: 'no such size',
		description: `${remedy} (HTTP 400, type invalid, code bad_size, parameter size, job j-1)`,
		httpCode: '400',
		context: { itemIndex: 2 },
	});
	expect(detailsOf(error)).toEqual({ ...service, http_code: 400, remedy, job_id: 'j-1' });
	expect(isMarked(error, 'refused')).toBe(false);
	expect(isMarked(marked(error, 'refused'), 'refused')).toBe(true);
});

test.each([
	[
		409,
		{},
		'The service refused the request: change what its message names, or try again later. (HTTP 409)',
	],
	[400, { may_be_paid: true }, `${PAID} (HTTP 400)`],
	[400, { may_be_made: true }, `${MADE} (HTTP 400)`],
	[399, {}, 'Check the Base URL of the credential; it ends with /api. (HTTP 399)'],
])('an answer of %d that says nothing, of which is known %j', (status, more, description) => {
	expect(serviceFailure({ node }, status, {}, more)).toMatchObject({
		message: `The service answered with HTTP status ${status} and no message`,
		description,
	});
});

test('an answer that says nothing but a code is told by it', () => {
	expect(serviceFailure({ node }, 200, { code: 'X1007' }).message).toBe(
		'The service answered with HTTP status 200 and the code X1007',
	);
});

test('what fails after the paid part says what to do instead', () => {
	const error = withRemedyOncePaid(
		serviceFailure({ node }, 404, { message: 'gone' }),
		'Fetch it with Get Job.',
	);
	expect(error).toMatchObject({ message: 'gone', description: 'Fetch it with Get Job.' });
	expect(detailsOf(error)).toEqual({
		message: 'gone',
		http_code: 404,
		remedy: 'Fetch it with Get Job.',
	});
});
