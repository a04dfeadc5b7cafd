import { surelyNotSent } from '../../../../nodes/MediaGeneration/failures/connection';
import {
	isRetryable,
	isAmbiguous,
	wasNeverSent,
	type Outcome,
} from '../../../../nodes/MediaGeneration/failures/outcome';

const failed = (code?: string): Outcome => ({ failure: { code, message: '', host: 'h' } });
const answered = (status: number, unreadable = false): Outcome => ({
	answer: { status, body: {}, headers: {}, unreadable },
});

test.each([
	['ECONNREFUSED', true],
	['ENOTFOUND', true],
	['EAI_AGAIN', true],
	['EPROTO', false],
	['ERR_SSL_WRONG_VERSION_NUMBER', false],
	['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', false],
	['ERR_SSL_UNSUPPORTED_PROTOCOL', false],
	['ERR_SSL_HTTP_REQUEST', false],
	['ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', false],
	['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', false],
	['ERR_TLS_CERT_ALTNAME_INVALID', false],
	['DEPTH_ZERO_SELF_SIGNED_CERT', false],
	['CERT_HAS_EXPIRED', false],
	['UNABLE_TO_VERIFY_LEAF_SIGNATURE', false],
	['HOSTNAME_MISMATCH', false],
])('what fails with %s surely was not sent; it can pass: %s', (code, passes) => {
	expect([
		surelyNotSent({ code }),
		wasNeverSent(failed(code)),
		isAmbiguous(failed(code)),
		isRetryable(failed(code)),
	]).toEqual([true, true, false, passes]);
});

test.each([
	['ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC', true],
	['ERR_INVALID_URL', true],
	['ETOOLARGE', false],
	['ECONNRESET', true],
	['EHOSTUNREACH', true],
	['EPROTONOSUPPORT', true],
	['UND_ERR_INVALID_ARG', true],
	['ERR_INVALID_STATE', true],
	['ERR_INVALID_ARG_TYPE', true],
	['ERR_HTTP2_INVALID_SESSION', true],
	['ERR_HTTP_HEADERS_SENT', true],
	['MY_EPROTO', true],
	['MY_ECONNREFUSED', true],
	['ECONNREFUSED_BY_NAME', true],
	['MY_HOSTNAME_MISMATCH', true],
	['HOSTNAME_MISMATCHED', true],
	['MY_UNABLE_TO_WRITE', true],
	['MY_ERR_SSL_READ', true],
	['MY_ERR_HTTP_INVALID_READ', true],
	[undefined, true],
])('what fails with %s may have been accepted; it can pass: %s', (code, passes) => {
	expect([
		surelyNotSent({ code }),
		wasNeverSent(failed(code)),
		isAmbiguous(failed(code)),
		isRetryable(failed(code)),
	]).toEqual([false, false, true, passes]);
});

test.each([
	['a connection that could not be made was not sent, whatever its code', true, 'ETIMEDOUT', true],
	['one that was made may have been', false, 'ETIMEDOUT', false],
])('%s', (_, connecting, code, expected) => {
	expect(surelyNotSent({ code, connecting })).toBe(expected);
});

test.each([
	[100, true],
	[199, true],
	[200, false],
	[299, false],
	[300, false],
	[302, false],
	[303, true],
	[400, false],
	[408, true],
	[425, false],
	[429, false],
	[499, true],
	[500, true],
	[504, true],
])('an answer of status %d leaves open whether the request was accepted: %s', (status, open) => {
	expect([
		isAmbiguous(answered(status)),
		wasNeverSent(answered(status)),
		isRetryable(answered(status)),
	]).toEqual([open, false, true]);
});

test.each([
	[200, true],
	[299, true],
	[300, false],
	[400, false],
])('an answer of status %d that cannot be read leaves it open: %s', (status, open) => {
	expect(isAmbiguous(answered(status, true))).toBe(open);
});
