import { newPace, holdRequests } from '../../../../nodes/MediaGeneration/http/pace';
import {
	patienceOf,
	retryAfterMs,
	sendWithRetries,
} from '../../../../nodes/MediaGeneration/http/retry';
import { wasNeverSent, type SendResult } from '../../../../nodes/MediaGeneration/failures/outcome';
import { useMovedTime } from '../../../support/time';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<typeof import('n8n-workflow')>('n8n-workflow'),
	sleep:
		jest.requireActual<typeof import('../../../support/time')>('../../../support/time').movedSleep,
}));

const time = useMovedTime();
/** The longest waits between tries. */
beforeEach(() => jest.spyOn(Math, 'random').mockReturnValue(1));
afterEach(() => jest.restoreAllMocks());

const now = Date.parse('2026-01-01T00:00:00Z');

test.each([
	['2', 2000],
	['0', undefined],
	['2026-01-01T00:00:10Z', undefined],
	[2, 2000],
	['Thu, 01 Jan 2026 00:00:10 GMT', 10_000],
	['Wed, 31 Dec 2025 23:59:00 GMT', undefined],
	['99999999', 900_000],
	['soon', undefined],
	['5, 5', undefined],
	['-3', undefined],
	['', undefined],
	[undefined, undefined],
])('Retry-After %j is a wait of %s ms', (given, expected) => {
	expect(retryAfterMs({ headers: { 'retry-after': given } }, now)).toBe(expected);
});

const always = async () => await Promise.resolve(true);
const minutes = 60_000;

const answer = (status: number, retryAfter?: string, body: object = {}): SendResult => ({
	answer: { status, body, headers: { 'retry-after': retryAfter } },
});
const failure = (code?: string): SendResult => ({ failure: { code, message: '', host: 'h' } });

test.each([
	[503, true],
	[429, false],
])(
	'what waits to be sent again after %d is ended with whom it was for',
	async (status, canBeRepeated) => {
		const stop = new AbortController();
		let tries = 0;
		const sending = sendWithRetries(
			newPace(),
			{
				stop: stop.signal,
				patience: 15 * minutes,
				again: canBeRepeated ? always : undefined,
			},
			async () => {
				tries++;
				setImmediate(() => stop.abort());
				return await Promise.resolve({
					answer: { status, body: {}, headers: { 'retry-after': '800' } },
				});
			},
		);
		expect((await sending).answer?.status).toBe(status);
		expect(tries).toBe(1);
	},
);

/** What comes of a request that is answered so, the last answer again and again: how long after the first each try goes out, in milliseconds. */
async function tries(
	answers: SendResult[],
	again?: (last: SendResult) => Promise<boolean>,
	pace = newPace(),
	patience = 15 * minutes,
) {
	const from = Date.now();
	const at: number[] = [];
	const outcome = await sendWithRetries(pace, { again, patience }, async () => {
		at.push(Date.now() - from);
		return await Promise.resolve(answers[Math.min(at.length, answers.length) - 1] as SendResult);
	});
	return { at, outcome };
}

test.each<[string, SendResult[], number[]]>([
	['a success', [answer(200)], [0]],
	['a refusal', [answer(400, '1')], [0]],
	['what may have been accepted', [answer(503, '1')], [0]],
	...[
		{ error: { code: 'insufficient_quota' } },
		{ detail: 'Insufficient balance' },
		{ message: 'You are out of credits' },
	].map((body): [string, SendResult[], number[]] => [
		`too many requests for the money: ${JSON.stringify(body)}`,
		[answer(429, undefined, body)],
		[0],
	]),
	[
		'too many requests for the money, for a time',
		[answer(429, '2', { message: 'Insufficient quota' }), answer(200)],
		[0, 2_000],
	],
	['a connection that cannot be made', [failure('ECONNREFUSED')], [0, 1_000, 3_000, 7_000]],
	[
		'a connection that can be made in a while',
		[failure('ENOTFOUND'), failure('EAI_AGAIN'), answer(200)],
		[0, 1_000, 3_000],
	],
	['a connection that never can be', [failure('EPROTO')], [0]],
	[
		'too many requests, for a time',
		[answer(429, '2'), answer(429, '3'), answer(200)],
		[0, 2_000, 5_000],
	],
	...['0', 'soon'].map((retryAfter): [string, SendResult[], number[]] => [
		`too many requests, for no time that helps: ${retryAfter}`,
		[...Array.from({ length: 5 }, () => answer(429, retryAfter)), answer(200)],
		[0, 1_000, 3_000, 7_000, 15_000, 31_000],
	]),
	[
		'too many requests, nobody says for how long',
		[...Array.from({ length: 7 }, () => answer(429)), answer(200)],
		[0, 1_000, 3_000, 7_000, 15_000, 31_000, 61_000, 91_000],
	],
	[
		'too many requests, for a quarter of an hour',
		[answer(429, '450')],
		[0, 7.5 * minutes, 15 * minutes],
	],
])(
	'what must not be sent twice is sent again only where it was surely not accepted: %s',
	async (_, answers, expected) => {
		const { at, outcome } = await tries(answers);
		expect(at).toEqual(expected);
		expect(outcome).toBe(answers[Math.min(at.length, answers.length) - 1]);
	},
);

test.each<[string, SendResult[], number[]]>([
	['a refusal', [answer(400, '1')], [0]],
	['a failing service', [answer(500)], [0, 1_000, 3_000, 7_000]],
	['a failing service that says when it is back', [answer(503, '9'), answer(200)], [0, 9_000]],
	['a connection that broke', [failure('ECONNRESET'), answer(200)], [0, 1_000]],
	['a connection that timed out', [failure('ETIMEDOUT')], [0, 1_000]],
	['a connection that timed out, as others name it', [failure('ECONNABORTED')], [0, 1_000]],
	['what only sounds like it', [failure('ETIMEDOUT_NOT')], [0, 1_000, 3_000, 7_000]],
	['something unknown', [failure()], [0, 1_000, 3_000, 7_000]],
	['an answer that is too large', [failure('ETOOLARGE')], [0]],
])(
	'what may be sent twice is sent again where that can give anything else: %s',
	async (_, answers, expected) => {
		const { at, outcome } = await tries(answers, always);
		expect(at).toEqual(expected);
		expect(outcome).toBe(answers[Math.min(at.length, answers.length) - 1]);
	},
);

test.each([
	['too many requests, nobody says for how long', answer(429), [0, 1_000, 3_000, 7_000]],
	['too many requests, for a few seconds', answer(429, '4'), [0, 4_000, 8_000]],
	['too many requests, for a minute', answer(429, '60'), [0]],
])('where nobody can stop it, no try begins later than it may: %s', async (_, last, expected) => {
	expect(patienceOf({})).toBe(10_000);
	const { at } = await tries([last], always, newPace(), patienceOf({}));
	expect(at).toEqual(expected);
});

test('one request that is refused again and again waits ever longer, and does not hold others up so long', async () => {
	const pace = newPace();
	const held: number[] = [];
	const answers = Array.from({ length: 5 }, () => answer(429, '0'));
	const from = Date.now();
	const at: number[] = [];
	await sendWithRetries(pace, { patience: 15 * minutes }, async () => {
		// Another of the batch has had its answer.
		pace.refusals = 0;
		held.push(pace.resumeAt - from);
		at.push(Date.now() - from);
		return await Promise.resolve(answers[at.length - 1] ?? answer(200));
	});
	expect(at).toEqual([0, 1_000, 3_000, 7_000, 15_000, 31_000]);
	expect(held.slice(1)).toEqual([0, 1_000, 3_000, 7_000, 15_000].map((ms) => ms + 1_000));
});

test.each([
	['one that says when it is back', '50', 0, [0, 50_000, 100_000]],
	['one that takes its time to answer', '2', 50_000, [0, 52_000, 104_000]],
])(
	'all tries and their waits together take no longer than they may, for a failing service: %s',
	async (_, retryAfter, takes, expected) => {
		const from = Date.now();
		const at: number[] = [];
		const left: number[] = [];
		const send = async (ms: number) => {
			at.push(Date.now() - from);
			left.push(ms);
			time.move(takes);
			return await Promise.resolve(answer(503, retryAfter));
		};
		await sendWithRetries(
			newPace(),
			{ again: always, longest: 120_000, patience: 15 * minutes },
			send,
		);
		expect(at).toEqual(expected);
		expect(left).toEqual(at.map((ms) => 120_000 - ms));
	},
);

test('whether it may be sent again is asked just before that, with what came of it last', async () => {
	const from = Date.now();
	const asked: unknown[] = [];
	const answers = [answer(503), failure('ECONNREFUSED'), answer(429, '5'), answer(500)];
	const { at, outcome } = await tries(answers, async (last) => {
		asked.push([last, Date.now() - from]);
		return await Promise.resolve(asked.length < 2);
	});
	expect(asked).toEqual([
		[answers[0], 1_000],
		[answers[3], 12_000],
	]);
	expect(at).toEqual([0, 1_000, 3_000, 8_000]);
	expect(outcome).toBe(answers[3]);
});

test('what is stopped while the batch is held up is not sent', async () => {
	const send = jest.fn();
	const pace = newPace();
	holdRequests(pace, 1_000, Date.now());
	const retries = { stop: AbortSignal.abort(), again: always, patience: 15 * minutes };
	const outcome = await sendWithRetries(pace, retries, send);
	expect(outcome).toEqual({
		failure: { code: 'ESTOPPED', connecting: true, message: 'Stopped', host: '' },
	});
	expect(wasNeverSent(outcome)).toBe(true);
	expect(send).not.toHaveBeenCalled();
	expect(pace.retries).toBe(0);
});

test.each([
	['before its first try', 0, 'ESTOPPED'],
	['between its tries', 1, 'ECONNRESET'],
])('what is stopped %s is not sent, although no limit holds it up', async (_, sent, code) => {
	const stop = new AbortController();
	if (sent === 0) stop.abort();
	const again = jest.fn(always);
	const send = jest.fn(async () => {
		setImmediate(() => stop.abort());
		return await Promise.resolve(failure('ECONNRESET'));
	});
	const retries = { stop: stop.signal, again, patience: 15 * minutes };
	const outcome = await sendWithRetries(newPace(), retries, send);
	expect(outcome.failure?.code).toBe(code);
	expect(send).toHaveBeenCalledTimes(sent);
	expect(again).not.toHaveBeenCalled();
});

test.each<[string, SendResult[], object]>([
	['nothing of a success', [answer(200)], { retries: 0, refusals: 0, limitedMs: 0 }],
	[
		'each further try',
		[failure('ECONNREFUSED'), failure('ECONNREFUSED'), answer(200)],
		{ retries: 2, refusals: 0, limitedMs: 0 },
	],
	[
		'too many requests until there is an answer',
		[answer(429, '1'), answer(429, '2'), answer(400)],
		{ retries: 2, refusals: 0, limitedMs: 3_000 },
	],
	[
		'too many requests also when there is none',
		[answer(429, '1'), answer(429, '2'), failure('ECONNRESET')],
		{ retries: 2, refusals: 2, limitedMs: 3_000 },
	],
])('the batch takes down %s', async (_, answers, expected) => {
	const pace = newPace();
	await tries(answers, undefined, pace);
	expect(pace).toMatchObject(expected);
});

test('a refusal for too many requests holds up all that are on their way, and each as long as it was told itself', async () => {
	const pace = newPace();
	const each = await Promise.all(
		['7', '7', '7.5'].map(
			async (retryAfter) => await tries([answer(429, retryAfter), answer(200)], undefined, pace),
		),
	);
	expect(each.map(({ at }) => at)).toEqual([
		[0, 7_000],
		[0, 7_000],
		[0, 7_500],
	]);
	expect(pace).toMatchObject({ retries: 3, limitedMs: 7_000 });
});
