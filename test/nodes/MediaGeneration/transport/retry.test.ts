import { retryAfterMs, sendWithRetries } from '../../../../nodes/MediaGeneration/transport/retry';
import { isAmbiguous, wasNeverSent, type Outcome } from '../../../../nodes/MediaGeneration/transport/outcome';

const now = Date.parse('2026-01-01T00:00:00Z');

test.each([
	['2', 2000],
	['0', 0],
	['1.5', 1500],
	['Thu, 01 Jan 2026 00:00:10 GMT', 10_000],
	['Wed, 31 Dec 2025 23:59:00 GMT', 0],
	['99999999', 900_000],
	['soon', undefined],
	['', undefined],
	[undefined, undefined],
])('Retry-After %j is a wait of %s ms', (given, expected) => {
	expect(retryAfterMs({ headers: { 'retry-after': given } }, now)).toBe(expected);
});

test.each([
	['its own clock, which is ahead', 'Thu, 01 Jan 2026 00:10:00 GMT', 'Thu, 01 Jan 2026 00:10:20 GMT', 20_000],
	['its own clock, which is behind', 'Wed, 31 Dec 2025 23:00:00 GMT', 'Wed, 31 Dec 2025 23:00:30 GMT', 30_000],
	['our clock, where its own is not told', 'today', 'Thu, 01 Jan 2026 00:00:40 GMT', 40_000],
])('a date in Retry-After is meant by the service as of %s', (_, date, given, expected) => {
	expect(retryAfterMs({ headers: { date, 'retry-after': given } }, now)).toBe(expected);
});

const answer = (status: number, body: unknown = {}): Outcome => ({ answer: { status, body, headers: {} } });
const failure = (code?: string): Outcome => ({ failure: { code, message: '', host: 'h' } });

test.each([
	['a success', answer(200), false, false],
	['a refusal', answer(400), false, false],
	['too many requests', answer(429), false, false],
	['a failing service', answer(500), true, false],
	['a gateway time-out', answer(504), true, false],
	['half an answer', { answer: { status: 200, body: '{"job_id":"cut', headers: {}, unreadable: true } }, true, false],
	['a refused connection', failure('ECONNREFUSED'), false, true],
	['an unknown host', failure('ENOTFOUND'), false, true],
	['a broken connection', failure('ECONNRESET'), true, false],
	['a time-out', failure('ECONNABORTED'), true, false],
	['something unknown', failure(), true, false],
])('%s: may have been paid %s, surely not sent %s', (_, outcome, ambiguous, unsent) => {
	expect([isAmbiguous(outcome), wasNeverSent(outcome)]).toEqual([ambiguous, unsent]);
});

test.each([
	[503, true],
	[429, false],
])('what waits to be sent again after %d is ended with whom it was for', async (status, canBeRepeated) => {
	const stop = new AbortController();
	let tries = 0;
	const sending = sendWithRetries({}, stop.signal, canBeRepeated ? async () => await Promise.resolve(true) : undefined, async () => {
		tries++;
		setImmediate(() => stop.abort());
		return await Promise.resolve({ answer: { status, body: {}, headers: { 'retry-after': '800' } } });
	});
	expect((await sending).answer?.status).toBe(status);
	expect(tries).toBe(1);
});
