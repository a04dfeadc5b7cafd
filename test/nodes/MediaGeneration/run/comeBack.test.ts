import { done, elsewhere, usePausedVideos } from '../../../support/pausedVideos';
import { useMovedTime } from '../../../support/time';
import { until } from '../../../support/until';

jest.mock('n8n-workflow', () =>
	jest
		.requireActual<typeof import('../../../support/time')>('../../../support/time')
		.withMovedSleep(),
);

const videos = usePausedVideos();
const time = useMovedTime();
const MANY = 100;

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
	expect(at.every((seconds, index) => seconds > (at[index - 1] ?? 2))).toBe(true);
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
