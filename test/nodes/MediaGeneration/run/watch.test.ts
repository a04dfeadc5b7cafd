import type { INodeExecutionData } from 'n8n-workflow';
import { done, elsewhere, here, usePausedVideos } from '../../../support/pausedVideos';
import { useMovedTime } from '../../../support/time';
import { until } from '../../../support/until';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<typeof import('n8n-workflow')>('n8n-workflow'),
	sleep:
		jest.requireActual<typeof import('../../../support/time')>('../../../support/time').movedSleep,
}));

const videos = usePausedVideos();
const time = useMovedTime();
const MANY = 100;
const JOB_MS = 40_000;

/** Has all jobs end so long after now. */
function endingIn(ms: number): void {
	const endsAt = Date.now() + ms;
	videos.state = (job) => (Date.now() < endsAt ? { status: 'processing' } : done(job));
}

/** Has n8n say to every nudge that the workflow goes on, so that nobody nudges it any more. */
const goOn = () => (videos.n8n.answer = (_, response) => response.writeHead(409).end());

test('the process that paused for many looks at them by itself, and wakes the workflow with what it saw, without a callback', async () => {
	endingIn(JOB_MS);
	const execution = await videos.paused(MANY);
	const seen: number[] = [];
	// As n8n does: it wakes the workflow before it answers.
	const woken = new Promise<INodeExecutionData[] | undefined>((resolve) => {
		videos.n8n.answer = async (_, response) => {
			if (execution.jobs.every(({ looks }) => looks > 0)) {
				seen.push(videos.looks());
				const { items } = await videos.call(execution, here, 'nudge');
				seen.push(videos.looks());
				goOn();
				resolve(items);
			}
			response.writeHead(200).end('{}');
		};
	});
	expect((await woken)?.map(({ json, pairedItem }) => [json.status, pairedItem])).toEqual(
		execution.jobs.map((_, item) => ['completed', { item }]),
	);
	const [before = NaN, after] = seen;
	expect(before).toBeLessThan(3 * MANY);
	expect(after).toBe(before);
});

test('a callback wakes the workflow too, and neither asks about a job whose end the other has seen', async () => {
	const execution = await videos.paused(MANY);
	endingIn(0);
	goOn();
	const looks = videos.looks();
	expect((await videos.call(execution, here, execution.calling.at(-1) ?? 0)).items).toHaveLength(
		MANY,
	);
	await until('the nudge when the jobs were due', () => videos.nudges() > 4);
	expect(videos.looks() - looks).toBeLessThan(MANY + 30);
});

test('a job of which nothing can be told leaves the rest to callbacks and nudges', async () => {
	const execution = await videos.paused(MANY);
	videos.state = () => 401;
	const nudges = videos.nudges();
	await until('a nudge when the jobs are due', () => videos.nudges() > nudges + 1);
	expect(videos.looks()).toBeLessThan(MANY);
	endingIn(0);
	goOn();
	expect((await videos.call(execution, here, 'nudge')).items).toHaveLength(MANY);
});

test('one that paused for few waits for their callbacks', async () => {
	endingIn(JOB_MS);
	const execution = await videos.paused(20);
	expect(execution.calling).toHaveLength(20);
	const looks = videos.looks();
	await until('a nudge when the jobs are overdue', () => videos.nudges() > 1);
	goOn();
	expect(videos.looks()).toBe(looks);
});

describe('when the process that paused is gone', () => {
	test('a callback that finds jobs running has its process nudge the pause again and again, until it has gone on', async () => {
		const execution = await videos.paused(MANY, { livesOn: false });
		const [first, second] = execution.calling as [number, number];
		const running = new Set(execution.jobs.slice(-2));
		videos.state = (job) => (running.has(job) ? { status: 'processing' } : done(job));
		const other = elsewhere();
		const from = Date.now();
		const at: number[] = [];
		videos.n8n.answer = (_, response) => {
			at.push((Date.now() - from) / 1_000);
			response.writeHead(at.length < 3 ? 200 : 409).end('{}');
		};
		expect(await videos.call(execution, other, first)).toMatchObject({
			status: 200,
			items: undefined,
		});
		expect(await videos.call(execution, other, second)).toMatchObject({
			status: 200,
			items: undefined,
		});
		await until('the nudge that finds it awake', () => at.length === 3);
		running.clear();
		expect((await videos.call(execution, other, 'nudge')).items).toHaveLength(MANY);
		expect(at.every((seconds, index) => seconds > (at[index - 1] ?? 10))).toBe(true);
	});

	test('a nudge has nobody nudge again', async () => {
		const execution = await videos.paused(MANY, { livesOn: false });
		expect(await videos.call(execution, elsewhere(), 'nudge')).toMatchObject({
			status: 200,
			items: undefined,
		});
		time.move(3_600_000);
		await until(
			'the last look of all',
			async () => (await videos.call(execution, elsewhere(), 'nudge')).items !== undefined,
		);
		expect(videos.nudges()).toBe(0);
	});
});
