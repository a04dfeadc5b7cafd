import type { IncomingMessage, ServerResponse } from 'node:http';
import { runNode } from '../../../support/engine';
import { useServer } from '../../../support/server';
import { useMovedTime } from '../../../support/time';

jest.mock('n8n-workflow', () =>
	jest
		.requireActual<typeof import('../../../support/time')>('../../../support/time')
		.withMovedSleep(),
);

const server = useServer();
useMovedTime();
const getJob = async (options: object = {}, base = '/api') =>
	await runNode({
		parameters: {
			resource: 'image',
			operation: 'getJob',
			jobId: 'job-1',
			options: { download: false, ...options },
		} as never,
		credentials: {
			mediaGenerationApi: { baseUrl: `${server.url}${base}`, apiKey: 'a-long-enough-key' },
		},
	});
/** A service that says that a job is done, and keeps the result at this address. */
const keepingAt = (address: string, result: object, status = 'COMPLETED') => {
	server.answer = ({ url }: IncomingMessage, response: ServerResponse) =>
		response
			.setHeader('content-type', 'application/json')
			.end(
				JSON.stringify(
					url?.endsWith('/result') ? result : { job_id: 'job-1', status, response_url: address },
				),
			);
};
const asked = () => server.requests.filter(({ url }) => url?.endsWith('/result')).length;

test('a result that is kept elsewhere at the API is fetched there', async () => {
	keepingAt('/api/v1/kept/result', {
		images: [{ url: 'https://media.example.com/1.png' }],
		cost_usd: 0.25,
	});
	const { items } = await getJob({ raw: true });
	expect(items[0]?.json).toMatchObject({
		job_id: 'job-1',
		status: 'completed',
		url: 'https://media.example.com/1.png',
		cost_usd: 0.25,
		raw: { status: { job_id: 'job-1' }, answer: { cost_usd: 0.25 } },
	});
	expect(asked()).toBe(1);
});

test('an address on another origin is asked for on the API’s own, as the key goes to no other', async () => {
	keepingAt('http://127.0.0.1:9/kept/result', {
		images: [{ url: 'https://media.example.com/1.png' }],
	});
	expect((await getJob()).items[0]?.json).toMatchObject({
		status: 'completed',
		url: 'https://media.example.com/1.png',
	});
	expect(asked()).toBe(1);
});

test('while the job runs nobody asks', async () => {
	keepingAt('/api/v1/kept/result', {}, 'IN_PROGRESS');
	expect((await getJob()).items[0]?.json).toMatchObject({ status: 'processing' });
	expect(server.requests).toHaveLength(1);
});

test('a page for browsers at one place does not hide the job at another', async () => {
	server.answer = ({ url }: IncomingMessage, response: ServerResponse) =>
		url?.endsWith('/v1/tasks/job-1')
			? response.setHeader('content-type', 'application/json').end(
					JSON.stringify({
						job_id: 'job-1',
						status: 'completed',
						image_url: 'https://media.example.com/1.png',
					}),
				)
			: response
					.setHeader('content-type', 'text/html')
					.end('<!doctype html><title>Welcome</title>');
	expect((await getJob({}, '/never-asked')).items[0]?.json).toMatchObject({
		job_id: 'job-1',
		url: 'https://media.example.com/1.png',
	});
});
