import { IMAGE } from '../support/sandbox';
import { useRealN8n } from '../support/realN8n';
import { until } from '../support/until';

const real = useRealN8n();
const generate = { ...IMAGE, prompt: '={{ $json.prompt }}', options: { download: false } };
const prompts = Array.from({ length: 10 }, (_, index) => ({ prompt: `picture ${index}` }));

test('Stop in the middle of a batch tells what was made, and what was on its way', async () => {
	const { requests } = real.sandbox.sandbox;
	real.fault = ({ body }) =>
		body.includes('picture 0') ? undefined : { when: 'before', give: 'silence' };
	const { id } = await real.start(
		{ ...generate, options: { download: false, concurrency: 2 } },
		prompts,
	);
	await until('the second and the third item to be sent', () => requests.length === 3);
	await real.client.http.rest('POST', `/executions/${id}/stop`);
	expect((await real.client.waitForExecution(id)).status).toBe('canceled');
	const [job] = [...real.sandbox.sandbox.state.jobs.keys()].slice(-1);
	await until('the log', () =>
		real.n8n
			.logs()
			.includes(`Stopped. Accepted before that, and paid for: ${job}. Get Job fetches them.`),
	);
	for (const item of [2, 3])
		expect(real.n8n.logs()).toContain(
			`Stopped. The request for item ${item} may still have been accepted and paid for`,
		);
	expect(requests).toHaveLength(3);
});
