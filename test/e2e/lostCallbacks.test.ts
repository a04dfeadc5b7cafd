import type { IncomingMessage, ServerResponse } from 'node:http';
import { nodeItems } from '../../host';
import { ManualClock } from '../support/manualClock';
import { form, modelId } from '../support/sandbox';
import { useRealN8n } from '../support/realN8n';
import { useServer } from '../support/server';

/** The public address of n8n: callbacks come here, and what is let through goes on to it. */
const front = useServer();
const env: NodeJS.ProcessEnv = {};
beforeAll(() => {
	env.N8N_WEBHOOK_URL = front.url;
});
/** Stands still while the workflow is not asleep, so that the jobs run until then. */
const clock = new ManualClock();
const real = useRealN8n({ sandbox: { clock, speed: 1 }, env });
const JOB_MS = 60_000;

const COUNT = 5;
const parameters = {
	resource: 'image',
	operation: 'generate',
	prompt: '={{ $json.prompt }}',
	model: modelId('model-dev'),
	parameters: form({ image_width: 256, image_height: 256 }),
	waitFor: 'callback',
	options: { download: false },
};
const input = Array.from({ length: COUNT }, (_, index) => ({ prompt: `picture ${index}` }));
const videos = {
	...parameters,
	resource: 'video',
	model: modelId('t2v-turbo'),
	parameters: form({ seconds: 5, resolution: '480p' }),
};
const manyVideos = Array.from({ length: 40 }, (_, index) => ({ prompt: `video ${index}` }));

/** Lets a request through to n8n, as a proxy would. */
async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
	const answer = await fetch(new URL(request.url ?? '', real.n8n.baseUrl), { method: 'POST' });
	response.writeHead(answer.status).end(await answer.text());
}
const isNudge = ({ url }: IncomingMessage) => url?.includes('nudge=1') === true;

async function wakes(jobs = input, making: object = parameters) {
	const { id } = await real.start(making, jobs);
	expect((await real.client.waitForExecution(id, { untilWaiting: true })).status).toBe('waiting');
	await clock.advance(JOB_MS);
	const ended = await real.client.waitForExecution(id);
	expect(
		nodeItems(ended, 'Media Generation').map(({ json, pairedItem }) => [json.status, pairedItem]),
	).toEqual(jobs.map((_, item) => ['completed', { item }]));
	expect(ended.data.resultData.runData['Media Generation']).toHaveLength(1);
}

test('callbacks that came before n8n had stored the pause, and come no more: it wakes', async () => {
	front.answer = async (request, response) =>
		isNudge(request) ? await pass(request, response) : response.writeHead(200).end();
	await wakes();
	expect(front.requests.filter((request) => !isNudge(request))).toHaveLength(COUNT);
});

test('lost callbacks, and a lost nudge: it wakes when the jobs are overdue', async () => {
	let nudges = 0;
	front.answer = async (request, response) =>
		isNudge(request) && ++nudges > 1
			? await pass(request, response)
			: response.writeHead(200).end();
	await wakes();
	expect(nudges).toBeGreaterThan(1);
});

test('lost callbacks of many videos: it wakes as the process that paused has seen them end', async () => {
	front.answer = async (request, response) =>
		isNudge(request) ? await pass(request, response) : response.writeHead(200).end();
	await wakes(manyVideos, videos);
	expect(front.requests.filter((request) => !isNudge(request)).length).toBeLessThan(
		manyVideos.length,
	);
});
