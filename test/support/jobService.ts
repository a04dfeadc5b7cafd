import type { IncomingMessage, ServerResponse } from 'node:http';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { runNode, type NodeResult, type NodeRun } from './engine';
import { IMAGE } from './sandbox';
import { useServer } from './server';

/** What a service answers: JSON, or a text or bytes as they are. */
export interface Reply {
	status?: number;
	headers?: Record<string, string>;
	body?: object;
	text?: string | Buffer;
}

/** Retry On Fail, as quick as can be. */
export const RETRYING = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
export const JOB = 'job-77';
export const DONE = { job_id: JOB, status: 'completed', image_url: 'https://media.example/a.png' };
export const STATUS_PATH = `/api/v1/images/generation/jobs/${JOB}`;
export const ACCEPTED = { job_id: JOB, status: 'processing', status_url: STATUS_PATH };

interface JobService {
	server: ReturnType<typeof useServer>;
	/** How many submissions and looks there were in this test. */
	posts: number;
	looks: number;
	submitted(number: number): Reply;
	looked(number: number, path: string): Reply;
	draw(parameters?: INodeParameters, more?: Partial<NodeRun>): Promise<NodeResult>;
}

/**
 * A service that answers each submission and each look as a test says. A look at another address than the job's finds
 * nothing. `draw` runs the node that asks it for an image.
 */
export function useJobService(): JobService {
	const server = useServer();
	const it: JobService = {
		server,
		posts: 0,
		looks: 0,
		submitted: () => ({ status: 202, body: ACCEPTED }),
		looked: () => ({ body: DONE }),
		draw: async ({ options, ...parameters } = {}, more = {}) => {
			const image = { ...IMAGE, prompt: 'a red fox' };
			const shown = { download: false, pollInterval: 2, ...(options as IDataObject) };
			return await runNode({
				parameters: { ...image, ...parameters, options: shown } as INodeParameters,
				credentials: {
					mediaGenerationApi: { baseUrl: `${server.url}/api`, apiKey: 'a-long-enough-key' },
				},
				...more,
			});
		},
	};
	beforeEach(() => {
		it.posts = it.looks = 0;
		it.submitted = () => ({ status: 202, body: ACCEPTED });
		it.looked = () => ({ body: DONE });
		jest.spyOn(Math, 'random').mockReturnValue(0);
		server.answer = ({ method, url = '' }: IncomingMessage, response: ServerResponse) => {
			const look = () =>
				url.includes(JOB)
					? it.looked(++it.looks, url)
					: { status: 404, body: { error: { message: 'not found' } } };
			const {
				status = 200,
				headers = {},
				body,
				text = '',
			}: Reply = method === 'POST' ? it.submitted(++it.posts) : look();
			response.writeHead(status, { 'content-type': 'application/json', ...headers });
			response.end(body === undefined ? text : JSON.stringify(body));
		};
	});
	afterEach(() => jest.mocked(Math.random).mockRestore());
	return it;
}

/** Everything that a user is told. */
export const told = ({ items, error }: NodeResult) =>
	JSON.stringify({
		items,
		message: error?.message,
		description: error?.description,
		details: error?.context?.details,
	});
