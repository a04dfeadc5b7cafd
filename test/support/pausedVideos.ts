import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import type { INodeType } from 'n8n-workflow';
import { MediaGeneration } from '../../nodes/MediaGeneration/MediaGeneration.node';
import { callBack, inOtherProcess, type PausedExecution } from './deliveries';
import { runNode } from './engine';
import { modelId } from './sandbox';
import { useServer } from './server';

/** A job of the service, by the prompt that it was ordered with. */
interface VideoJob {
	id: string;
	prompt: string;
	callbackUrl?: string;
	looks: number;
}

/** A workflow that has paused for videos. */
export interface PausedVideos extends PausedExecution {
	/** In the order of the items. */
	jobs: VideoJob[];
	/** The items whose jobs call back. */
	calling: number[];
}

/** This process' node, and one that knows nothing of what this process knows. */
export const here = new MediaGeneration() as INodeType;
export const elsewhere = (): INodeType =>
	inOtherProcess(() => {
		const loaded = jest.requireActual<
			typeof import('../../nodes/MediaGeneration/MediaGeneration.node')
		>('../../nodes/MediaGeneration/MediaGeneration.node');
		return new loaded.MediaGeneration();
	});

const credentials = (baseUrl: string) => ({
	mediaGenerationApi: { baseUrl, apiKey: 'a-long-enough-key' },
});

const RUNNING: (job: VideoJob) => object | number = () => ({ status: 'processing' });

/** A service that makes videos, which have ended when a test says so, and the address of an n8n that has nothing but it. */
export function usePausedVideos() {
	const server = useServer();
	const n8n = useServer();
	const jobs = new Map<string, VideoJob>();
	const it = {
		n8n,
		/** What the service says of a job when it is asked. */
		state: RUNNING,
		looks: () => [...jobs.values()].reduce((sum, { looks }) => sum + looks, 0),
		/** The nudges that n8n got, as far as their addresses tell. */
		nudges: () => n8n.requests.filter(({ url }) => url?.includes('nudge=1')).length,
		/** Runs the node until it has paused; `livesOn` says whether its process goes on after that. */
		async paused(
			count: number,
			{ livesOn = true, timeout = 3_600, models = ['t2v-turbo'] } = {},
		): Promise<PausedVideos> {
			const parameters = {
				resource: 'video',
				operation: 'generate',
				prompt: '={{ $json.prompt }}',
				model: modelId('={{ $json.model }}'),
				waitFor: 'callback',
				options: { download: false, timeout, concurrency: 20 },
			};
			const items = Array.from({ length: count }, (_, index) => ({
				json: { prompt: `video ${index}`, model: models[index % models.length] ?? '' },
			}));
			const additional = {
				executionId: randomUUID(),
				webhookWaitingBaseUrl: `${n8n.url}/webhook-waiting`,
			};
			const { run } = await runNode({
				parameters,
				items,
				credentials: credentials(`${server.url}/api`),
				livesOn,
				additional,
			});
			expect(run.waitTill).toBeInstanceOf(Date);
			const made = items.map(
				({ json: { prompt } }) =>
					[...jobs.values()].find((job) => job.prompt === prompt) as VideoJob,
			);
			const calling = made.flatMap(({ callbackUrl }, index) =>
				callbackUrl === undefined ? [] : [index],
			);
			return { parameters, items, data: run.data, additional, jobs: made, calling };
		},
		/** Calls such an execution back for an item, or nudges it. */
		call: async (execution: PausedVideos, type: INodeType, item: number | 'nudge') =>
			await callBack(execution, type, credentials(`${server.url}/api`), {
				query: item === 'nudge' ? { nudge: '1' } : { item: String(item) },
			}),
	};
	const submit = async (request: IncomingMessage) => {
		const { prompt, callback_url: callbackUrl } = (await json(request)) as {
			prompt: string;
			callback_url?: string;
		};
		const id = randomUUID();
		jobs.set(id, { id, prompt, callbackUrl, looks: 0 });
		return {
			job_id: id,
			status: 'processing',
			status_url: `${server.url}/api/v1/videos/generation/jobs/${id}`,
		};
	};
	const look = (job: VideoJob) => {
		job.looks++;
		const told = it.state(job);
		return typeof told === 'number'
			? { status: told, body: { error: { message: 'not told' } } }
			: { status: 200, body: { job_id: job.id, ...told } };
	};
	beforeEach(() => {
		jobs.clear();
		it.state = RUNNING;
		n8n.answer = (_, response) => response.writeHead(200).end('{}');
		server.answer = async (request, response) => {
			const job = jobs.get(request.url?.split('/').pop() ?? '');
			const { status, body } =
				request.method === 'POST'
					? { status: 202, body: await submit(request) }
					: job
						? look(job)
						: { status: 404, body: {} };
			response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
		};
	});
	return it;
}

/** That a job has ended well. */
export const done = ({ id }: VideoJob) => ({
	status: 'completed',
	video_url: `https://cdn.example.net/${id}.mp4`,
});
