import {
	isRetryableCode,
	surelyNotSent,
} from '../../../../nodes/MediaGeneration/failures/connection';
import {
	isAmbiguous,
	wasNeverSent,
	type SendResult,
} from '../../../../nodes/MediaGeneration/failures/outcome';

const failed = (code?: string): SendResult => ({ failure: { code, message: '', host: 'h' } });
const answered = (status: number, unreadable = false): SendResult => ({
	answer: { status, body: {}, headers: {}, unreadable },
});

test.each([
	['ECONNREFUSED', true],
	['ENOTFOUND', true],
	['EPROTO', false],
	['ERR_SSL_WRONG_VERSION_NUMBER', false],
	['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', false],
	['ERR_SSL_HTTP_REQUEST', false],
	['CERT_HAS_EXPIRED', false],
	['UNABLE_TO_VERIFY_LEAF_SIGNATURE', false],
	['HOSTNAME_MISMATCH', false],
])('what fails with %s surely was not sent; it can pass: %s', (code, passes) => {
	expect([
		surelyNotSent({ code }),
		wasNeverSent(failed(code)),
		isAmbiguous(failed(code)),
		isRetryableCode(code),
	]).toEqual([true, true, false, passes]);
});

test.each([
	['ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC', true],
	['ETOOLARGE', false],
	['ECONNRESET', true],
	['EHOSTUNREACH', true],
	['EPROTONOSUPPORT', true],
	['MY_EPROTO', true],
	[undefined, true],
])('what fails with %s may have been accepted; it can pass: %s', (code, passes) => {
	expect([
		surelyNotSent({ code }),
		wasNeverSent(failed(code)),
		isAmbiguous(failed(code)),
		isRetryableCode(code),
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
	expect([isAmbiguous(answered(status)), wasNeverSent(answered(status))]).toEqual([open, false]);
});

test.each([
	[200, true],
	[299, true],
	[300, false],
	[400, false],
])('an answer of status %d that cannot be read leaves it open: %s', (status, open) => {
	expect(isAmbiguous(answered(status, true))).toBe(open);
});
