import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../../test/support/until';
import { report } from '../../test/support/workflowFiles';
import { median, type Figure, type Measure } from '../figure';
import { published } from '../receiver';
import { cpuSeconds, idle, type Stage } from '../stage';
import { making, node, video } from '../workflows';

const COUNTS = [100, 400, 800];
/** As many items at once as the node takes, so those that are waited for here come in waves. */
const AT_ONCE = 100;
/** How long a job of a wave takes, in milliseconds. */
const WAITED_MS = 5_000;
/** All jobs that are paused for end together, so long after the workflow was started, and so much later for each. */
const PAUSED_MS = 20_000;
const SUBMITTED_MS = 25;
const PROBE_EVERY_MS = 1_000;
const PROBES = 30;
const PACE = { every: 50, within: 900_000 };

/** What one run took, and what it did to the rest of n8n meanwhile. */
interface Taken {
	/** CPU time for each job, in milliseconds. */
	cpuMs: number;
	/** From the end of the last job until the workflow had gone on, in seconds. */
	awakeS: number;
	/** Callbacks that were sent, and those that n8n did not take. */
	callbacks: number;
	refused: number;
	/** Calls of another workflow's webhook that n8n did not take, and the longest that one was kept waiting, in seconds. */
	othersRefused: number;
	othersS: number;
}

interface Both {
	count: number;
	paused: Taken;
	waited: Taken;
}

/** Another workflow's webhook, and the CPU time that a call of it takes by itself, in seconds. */
interface Other {
	url: string;
	cpuS: number;
}

const webhook = (name: string) => (id: string) =>
	node(
		name,
		'n8n-nodes-base.webhook',
		{ httpMethod: 'POST', path: id, options: {} },
		{ typeVersion: 2, webhookId: id },
	);

/** Videos that end together: a workflow that pauses for them, beside one that waits here. */
export const pauses = (stage: Stage): Measure => ({
	keys: ['pauses.cpu', 'pauses.awake', 'pauses.refused', 'pauses.others'],
	run: async () => {
		const { url, stop } = await published(
			stage,
			(id) => [webhook('Other')(id)],
			(id) => id,
		);
		const other = { url, cpuS: await costOf(stage, url) };
		const taken: Both[] = [];
		for (const count of COUNTS) {
			const waited: Taken[] = [];
			const paused: Taken[] = [];
			for (let run = 0; run < Math.min(stage.runs, 3); run++) {
				waited.push(await videos(stage, count, 'result', other));
				paused.push(await videos(stage, count, 'callback', other));
			}
			taken.push({ count, waited: middleOf(waited), paused: middleOf(paused) });
		}
		await stop();
		return figuresOf(taken);
	},
});

async function costOf({ n8n }: Stage, url: string): Promise<number> {
	const call = async () => await (await fetch(url, { method: 'POST' })).text();
	for (let number = 0; number < PROBES; number++) await call();
	await idle(n8n.pid);
	const before = cpuSeconds(n8n.pid);
	for (let number = 0; number < PROBES; number++) await call();
	await idle(n8n.pid);
	return (cpuSeconds(n8n.pid) - before) / PROBES;
}

/** Has a workflow wait for so many videos in this way. */
async function videos(
	stage: Stage,
	count: number,
	waitFor: 'result' | 'callback',
	other: Other,
): Promise<Taken> {
	const { service, n8n } = stage;
	const name = randomUUID();
	const ours = making(
		count,
		await stage.strange(),
		{ concurrency: AT_ONCE },
		video('t2v-turbo', { waitFor }),
	);
	const workflow = await published(
		stage,
		(id) => [
			webhook('Begin')(id),
			...ours,
			report('Awake', `${service.baseUrl}/reached/${name}`, '{}', true),
		],
		(id) => id,
	);
	await idle(n8n.pid);
	service.forget();
	const endsAt = Date.now() + PAUSED_MS + count * SUBMITTED_MS;
	service.jobMs = () => (waitFor === 'result' ? WAITED_MS : Math.max(1, endsAt - Date.now()));
	const before = cpuSeconds(n8n.pid);
	const probe = new AbortController();
	const probed = probing(other.url, probe.signal);
	await fetch(workflow.url, { method: 'POST' });
	await until('the workflow to go on', () => service.reached.has(name), PACE);
	await until('all callbacks to be answered', () => service.callingBack === 0, PACE);
	probe.abort();
	const others = await probed;
	await idle(n8n.pid);
	const cpuS = cpuSeconds(n8n.pid) - before - others.length * other.cpuS;
	await until(
		'n8n to take the workflow back',
		async () =>
			await workflow.stop().then(
				() => true,
				() => false,
			),
		PACE,
	);
	service.jobMs = () => 0;
	const lastEnd = Math.max(...[...service.jobs.values()].map((job) => job.endsAt));
	return {
		cpuMs: (cpuS / count) * 1_000,
		awakeS: ((service.reached.get(name) ?? NaN) - lastEnd) / 1_000,
		callbacks: service.calledBack.length,
		// 409 says that the workflow is awake already.
		refused: service.calledBack.filter((status) => status !== 200 && status !== 409).length,
		othersRefused: others.filter(({ status }) => status !== 200).length,
		othersS: Math.max(...others.map(({ seconds }) => seconds)),
	};
}

/** Calls a webhook again and again until it is told to stop, and tells how each call was answered, and after how long. */
async function probing(
	url: string,
	stop: AbortSignal,
): Promise<Array<{ status: number; seconds: number }>> {
	const answers: Array<{ status: number; seconds: number }> = [];
	while (!stop.aborted) {
		const from = Date.now();
		const [outcome] = await Promise.allSettled([fetch(url, { method: 'POST' })]);
		await (outcome.status === 'fulfilled' ? outcome.value.text() : undefined);
		answers.push({
			status: outcome.status === 'fulfilled' ? outcome.value.status : 0,
			seconds: (Date.now() - from) / 1_000,
		});
		await delay(PROBE_EVERY_MS);
	}
	return answers;
}

function middleOf(runs: Taken[]): Taken {
	const of = (what: keyof Taken) => median(runs.map((run) => run[what]));
	return {
		cpuMs: of('cpuMs'),
		awakeS: of('awakeS'),
		callbacks: of('callbacks'),
		refused: of('refused'),
		othersRefused: of('othersRefused'),
		othersS: of('othersS'),
	};
}

function figuresOf(taken: Both[]): Figure[] {
	const behind = (parts: Record<string, (both: Both) => number>) =>
		Object.fromEntries(
			taken.flatMap((both) =>
				Object.entries(parts).map(([name, of]) => [`${name} at ${both.count}`, of(both)]),
			),
		);
	const most = (of: (both: Both) => number) => Math.max(...taken.map(of));
	const line = (of: (both: Both) => number) =>
		taken.map((both): [number, number] => [both.count, (of(both) * both.count) / 1_000]);
	return [
		{
			key: 'pauses.cpu',
			what: 'CPU time of n8n for videos that end together: paused for, beside waited for here',
			value: most(({ paused, waited }) => paused.cpuMs / waited.cpuMs),
			goal: 2.5,
			from: behind({
				'paused ms a job': ({ paused }) => paused.cpuMs,
				'waiting ms a job': ({ waited }) => waited.cpuMs,
			}),
			series: {
				'paused for': line(({ paused }) => paused.cpuMs),
				'waited for here': line(({ waited }) => waited.cpuMs),
			},
		},
		{
			key: 'pauses.awake',
			what: 'from the end of the last job until the workflow has gone on, in seconds',
			value: most(({ paused }) => paused.awakeS),
			goal: 10,
			from: behind({
				'paused s': ({ paused }) => paused.awakeS,
				'waiting s': ({ waited }) => waited.awakeS,
			}),
		},
		{
			key: 'pauses.refused',
			what: 'callbacks, and calls of another workflow’s webhook, that n8n refused',
			value: most(({ paused }) => paused.refused + paused.othersRefused),
			goal: 0,
			from: behind({
				callbacks: ({ paused }) => paused.callbacks,
				refused: ({ paused }) => paused.refused,
				'other calls refused': ({ paused }) => paused.othersRefused,
			}),
		},
		{
			key: 'pauses.others',
			what: 'the longest that another workflow’s webhook was kept waiting, in seconds',
			value: most(({ paused }) => paused.othersS),
			goal: 2,
			from: behind({
				'paused s': ({ paused }) => paused.othersS,
				'waiting s': ({ waited }) => waited.othersS,
			}),
		},
	];
}
