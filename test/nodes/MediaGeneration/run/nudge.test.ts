import { nudgePausedRun } from '../../../../nodes/MediaGeneration/run/nudge';
import { bomb, withinMemory } from '../../../support/bombs';
import { runNode } from '../../../support/engine';
import { IMAGE, useSandbox } from '../../../support/sandbox';
import { useServer } from '../../../support/server';
import { useMovedTime } from '../../../support/time';
import { until } from '../../../support/until';

jest.mock('n8n-workflow', () =>
	jest
		.requireActual<typeof import('../../../support/time')>('../../../support/time')
		.withMovedSleep(),
);

const sandbox = useSandbox({ speed: 0.01 });
const n8n = useServer();
useMovedTime();

const logger = { warn: jest.fn(), info: jest.fn(), debug: jest.fn(), error: jest.fn() };
beforeEach(() => jest.clearAllMocks());

/** Has n8n answer one nudge after another so, the last answer for ever; gives the seconds at which they came. */
async function nudged(
	answers: Array<number | 'broken'>,
	endsAfter = 3_600,
	givesUpAfter = endsAfter,
): Promise<number[]> {
	const from = Date.now();
	const at: number[] = [];
	n8n.answer = (request, response) => {
		at.push((Date.now() - from) / 1000);
		const answer = answers.length > 1 ? answers.shift() : answers[0];
		if (answer === 'broken') return request.destroy();
		return response.writeHead(answer ?? 404).end('{}');
	};
	await nudgePausedRun(
		{
			resumeUrl: `${n8n.url}/webhook-waiting/1?signature=s`,
			givesUpAt: from + givesUpAfter * 1000,
			endsAt: from + endsAfter * 1000,
		},
		logger,
	);
	return at;
}

test('a nudge is a POST to the resume address, marked', async () => {
	await nudged([404]);
	expect(n8n.requests.map(({ method, url }) => [method, url])).toContainEqual([
		'POST',
		'/webhook-waiting/1?signature=s&nudge=1',
	]);
});

test('a pause is nudged by one at a time in a process', async () => {
	const now = Date.now();
	const pause = {
		resumeUrl: `${n8n.url}/webhook-waiting/2`,
		givesUpAt: now + 3_600_000,
		endsAt: now + 3_600_000,
	};
	n8n.answer = (_, response) => response.writeHead(404).end('{}');
	await Promise.all([nudgePausedRun(pause, logger), nudgePausedRun(pause, logger)]);
	expect(n8n.requests).toHaveLength(2);
});

test.each([
	['soon, then ever more seldom, until it went on', [200, 200, 503, 200, 409], 5],
	['again while n8n has not stored the pause', [409, 409, 200, 409], 4],
	['no more than five times, when it went on before the first', [409], 5],
	['twice, where there is no such execution', [404], 2],
	['twice, where the address is not right', [401], 2],
	['as ever, where a proxy found nothing at first', [404, 200, 409], 3],
	['as ever, where a proxy found nothing later on', [200, 404, 200, 410, 200, 409], 6],
	['again where nothing is known', ['broken', 502, 200, 409], 4],
])('%s', async (_, answers, count) => {
	const seconds = [3, 6.9, 11.97, 18.56, 27.13, 38.27];
	const at = await nudged([...answers] as Array<number | 'broken'>);
	expect(at).toHaveLength(count);
	for (const [index, second] of at.entries()) expect(second).toBeCloseTo(seconds[index] ?? 0, 1);
});

test('what a nudge is answered is not taken in', async () => {
	const closed: Array<Promise<void>> = [];
	const from = Date.now();
	n8n.answer = (_, response) => void closed.push(bomb(response, 404, 'text/html'));
	await withinMemory(
		async () =>
			await nudgePausedRun(
				{ resumeUrl: n8n.url, givesUpAt: from + 60_000, endsAt: from + 60_000 },
				logger,
			),
	);
	expect(closed.length).toBeGreaterThan(0);
	await Promise.all(closed);
});

test('no more than a few, and none after the pause', async () => {
	const hour = await nudged([503], 3_600);
	expect(hour.length).toBeLessThan(30);
	const at = await nudged([503], 86_400);
	expect(at.length).toBeLessThan(170);
	expect(Math.max(...at)).toBeLessThan(86_400);
	const distances = at.map((second, index) => second - (at[index - 1] ?? 0));
	expect(Math.max(...distances)).toBeLessThanOrEqual(601);
	expect(await nudged([503], 2)).toEqual([]);
	expect(await nudged([200], 5)).toEqual([3]);
});

test.each([
	['until it went on', [200, 200, 200, 409], [3, 5, 20, 35]],
	['no more than a few', [502], [3, 5, 20, 35, 50]],
])('when its time is over, again: %s', async (_, answers, expected) => {
	expect(await nudged([...answers], 60, 5)).toEqual(expected);
});

test('a time that is over before n8n has stored the pause: nudged until it went on', async () => {
	expect(await nudged([409, 200, 409], 100, 1)).toEqual([1, 16, 31]);
});

test('what fails is logged, and thrown at nobody', async () => {
	await nudged(['broken', 409]);
	expect(logger.warn).toHaveBeenCalledWith(
		expect.stringMatching(
			/^A paused workflow could not be nudged at 127\.0\.0\.1:\d+; it still wakes by callbacks: /,
		),
	);
	await nudgePausedRun({ resumeUrl: 'no address', givesUpAt: Infinity, endsAt: Infinity }, logger);
	expect(logger.warn).toHaveBeenLastCalledWith(
		expect.stringMatching(/^A paused workflow is nudged no more: /),
	);
});

const pausing = { ...IMAGE, prompt: 'x', waitFor: 'callback' };

test('a node that pauses nudges itself, and nothing that has not paused is nudged', async () => {
	const { run } = await runNode({
		parameters: pausing,
		credentials: sandbox.credentials(),
		livesOn: true,
		additional: { webhookWaitingBaseUrl: `${n8n.url}/webhook-waiting` },
	});
	expect(run.waitTill).toBeInstanceOf(Date);
	await until('a nudge', () => n8n.requests.some(({ url }) => url?.includes('nudge=1')));
});

test.each([['soon'], [-1], [0], [{ a: 1 }], [1e12], [NaN], [true]])(
	'Give Up After %j: named, and nothing is sent',
	async (timeout) => {
		const { error, run } = await runNode({
			parameters: { ...pausing, options: { timeout: timeout as never } },
			credentials: sandbox.credentials(),
			additional: { webhookWaitingBaseUrl: `${n8n.url}/webhook-waiting` },
		});
		expect(error?.message).toMatch(/^Wait: Give Up After \(Seconds\) must be /);
		expect(run.waitTill).toBeUndefined();
		expect(sandbox.requests('POST')).toEqual([]);
	},
);
