import { startSandbox } from '../../sandbox';
import { median, type Figure, type Measure } from '../figure';
import type { ServedJob } from '../service';
import { MEASURED, type Credentials, type Stage } from '../stage';
import { httpGet, httpRequest, images, inARow, items, node, start, video } from '../workflows';

const JOB_MS = 40_000;
const JOBS = 20;
const VARIED = 30;
const ETA_MS = 39_000;
const PER_SECOND = 5;
const LIMITED = 300;

/** How often a job is asked about, how soon its end is seen, and how much of a rate limit is used: all at their own pace, so side by side. */
export const jobs = (stage: Stage): Measure => ({
	keys: [
		'requestsPerJob.first',
		'requestsPerJob.waiting',
		'requestsPerJob.paused',
		'latency.poll',
		'rateLimit.used',
	],
	run: async () => (await Promise.all([looksAndLatency(stage), rateLimit(stage)])).flat(),
});

async function looksAndLatency(stage: Stage): Promise<Figure[]> {
	const { service } = stage;
	const jobsOf = async (
		count: number,
		credentials: Credentials,
		parameters: object,
	): Promise<ServedJob[]> => {
		service.jobs.clear();
		await stage.run(images(count, credentials, { concurrency: count }, parameters));
		return [...service.jobs.values()];
	};
	const mean = (all: ServedJob[], of: (job: ServedJob) => number) =>
		all.reduce((sum, job) => sum + of(job), 0) / all.length;
	service.jobMs = () => JOB_MS;
	const stranger = await stage.strange();
	const first = mean(await jobsOf(JOBS, stranger, video('t2v-turbo')), ({ looks }) => looks);
	const waiting = mean(await jobsOf(JOBS, stranger, video('t2v-turbo')), ({ looks }) => looks);
	const paused = mean(
		await jobsOf(JOBS, await stage.strange(), video('t2v-turbo', { waitFor: 'callback' })),
		({ looks }) => looks,
	);
	let number = 0;
	service.jobMs = () => ETA_MS * (0.7 + (0.6 * ((number++ * 7) % VARIED)) / VARIED);
	const strange = await stage.strange();
	const lateness = ({ from, endsAt, toldAt = NaN }: ServedJob) =>
		(toldAt - endsAt) / (endsAt - from);
	const lateAtFirst = mean(await jobsOf(VARIED, strange, video('t2v-turbo')), lateness);
	const varied = await jobsOf(VARIED, strange, video('t2v-turbo'));
	service.jobMs = () => 0;
	return [
		{
			key: 'requestsPerJob.first',
			what: `status requests for each job of ${JOB_MS / 1_000} s, of a model that the node does not know yet`,
			value: first,
			goal: JOB_MS / 5_000,
			from: { jobs: JOBS },
		},
		{
			key: 'requestsPerJob.waiting',
			what: 'the same, once it has made some',
			value: waiting,
			goal: 3,
			from: { jobs: JOBS },
		},
		{
			key: 'requestsPerJob.paused',
			what: 'the same, while the workflow is paused',
			value: paused,
			goal: 1.2,
			from: { jobs: JOBS },
		},
		{
			key: 'latency.poll',
			what: `from a job's end to its answer, as a part of its time, of ${VARIED} jobs that take 39 s +-30 %, the second time that the node meets such jobs`,
			value: mean(varied, lateness),
			goal: 0.1,
			from: {
				'the first time': lateAtFirst,
				'status requests': mean(varied, ({ looks }) => looks),
			},
		},
	];
}

async function rateLimit({ client, run }: Stage): Promise<Figure> {
	const limited = await startSandbox({
		speed: Infinity,
		rateLimit: PER_SECOND,
		balanceUsd: '10000',
	});
	const credential = await client.createCredential('mediaGenerationApi', 'Limited', {
		baseUrl: limited.baseUrl,
		apiKey: limited.apiKey,
	});
	const { seconds } = await run(
		images(LIMITED, { mediaGenerationApi: credential }, { concurrency: 10 }),
	);
	await limited.close();
	const ideal = (LIMITED - PER_SECOND) / PER_SECOND;
	return {
		key: 'rateLimit.used',
		what: `${LIMITED} images where ${PER_SECOND} requests a second are allowed; one that fails ends the run`,
		value: ideal / seconds,
		goal: 0.95,
		atLeast: true,
		from: { seconds, ideal },
	};
}

const VIDEOS = 30;
const LOOP_WAIT_S = 5;
const VIDEO_MS = [6_000, 10_000] as const;

/** Videos, beside the loop that people build for them. */
export const videos = (stage: Stage): Measure => ({
	keys: ['videos.vsHttpLoop'],
	run: async () => {
		const { service, client, runs } = stage;
		const strange = await stage.strange();
		const [least, most] = VIDEO_MS;
		let number = 0;
		service.jobMs = () => least + ((most - least) * ((number++ * 7) % VIDEOS)) / VIDEOS;
		const wall = async (workflow: ReturnType<typeof inARow>) => {
			const { id } = await client.importWorkflow(workflow);
			const startedAt = Date.now();
			await client.runWorkflow(id);
			return (Date.now() - startedAt) / 1_000;
		};
		const ours: number[] = [];
		const theirs: number[] = [];
		for (let run = 0; run < Math.min(runs, 3); run++) {
			ours.push(await wall(images(VIDEOS, strange, { concurrency: VIDEOS }, video('t2v-turbo'))));
			theirs.push(await wall(loop(stage)));
		}
		service.jobMs = () => 0;
		return [
			{
				key: 'videos.vsHttpLoop',
				what: `${VIDEOS} videos of ${least / 1_000} to ${most / 1_000} s, beside HTTP Request, Wait ${LOOP_WAIT_S} s and If in a loop`,
				value: median(ours) / median(theirs),
				goal: 0.6,
				from: {
					'ours s': median(ours),
					'the first time s': ours[0] ?? NaN,
					'loop s': median(theirs),
					'longest job s': most / 1_000,
				},
			},
		];
	},
});

function loop({ service, credentials }: Stage) {
	const submit = httpRequest(
		'Submit',
		service.baseUrl,
		credentials.theirs,
		{},
		'/v1/videos/generations',
	);
	const wait = node(
		'Wait',
		'n8n-nodes-base.wait',
		{ resume: 'timeInterval', amount: LOOP_WAIT_S, unit: 'seconds' },
		{ typeVersion: 1.1 },
	);
	const status = httpGet(
		'Status',
		`=${service.baseUrl}/v1/videos/generation/jobs/{{ $json.job_id }}`,
		credentials.theirs,
	);
	const isDone = {
		conditions: [
			{
				id: '1',
				leftValue: '={{ $json.status }}',
				rightValue: 'completed',
				operator: { type: 'string', operation: 'equals' },
			},
		],
		combinator: 'and',
		options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
	};
	const done = node(
		'Done?',
		'n8n-nodes-base.if',
		{ conditions: isDone, options: {} },
		{ typeVersion: 2.2 },
	);
	const out = node(MEASURED, 'n8n-nodes-base.noOp', {});
	const file = inARow(start(), items(VIDEOS), submit, wait, status, done, out);
	const to = (name: string) => ({ node: name, type: 'main' as const, index: 0 });
	return {
		...file,
		connections: { ...file.connections, 'Done?': { main: [[to(MEASURED)], [to('Wait')]] } },
	};
}
