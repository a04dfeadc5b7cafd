import { nodeItems } from '../../host';
import type { FaultHook } from '../../sandbox';
import { everyThirdRequest, expectEvenFaults, moneyTrail } from '../support/faults';
import { modelId } from '../support/sandbox';
import { useRealN8n } from '../support/realN8n';
import { until } from '../support/until';

let fault: FaultHook = () => undefined;
const real = useRealN8n({ sandbox: { faults: (request) => fault(request) } });
const generate = {
	resource: 'image',
	operation: 'generate',
	prompt: '={{ $json.prompt }}',
	model: modelId('model-dev'),
	options: { download: false },
};
const prompts = Array.from({ length: 10 }, (_, index) => ({ prompt: `picture ${index}` }));

test('Retry On Fail: ten items whose seventh fails once are charged ten times', async () => {
	const { state } = real.sandbox.sandbox;
	const charges = () =>
		[...state.accounts.values()]
			.flatMap(({ entries }) => entries)
			.filter(({ type }) => type === 'charge').length;
	const before = charges();
	let failed = false;
	fault = ({ body }) => {
		if (failed || !body.includes('picture 6')) return undefined;
		failed = true;
		return {
			when: 'before',
			give: Response.json({ error: { message: 'not now' } }, { status: 403 }),
		};
	};
	const execution = await real.run(generate, prompts, {
		retryOnFail: true,
		maxTries: 3,
		waitBetweenTries: 0,
	} as never);
	expect(execution.status).toBe('success');
	expect(nodeItems(execution, 'Media Generation').map(({ json }) => json.status)).toEqual(
		Array(10).fill('completed'),
	);
	expect(charges() - before).toBe(10);
});

test('1,000 items with a fault on every third request: no job paid twice, none paid that is not told of', async () => {
	const { apiKey, accountId } = real.sandbox.sandbox.addAccount({ balanceUsd: 500 });
	const own = await real.client.createCredential('mediaGenerationApi', 'Night batch', {
		baseUrl: real.sandbox.baseUrl,
		apiKey,
	});
	const faulty = everyThirdRequest(() => real.sandbox);
	fault = faulty.hook;
	const items = Array.from({ length: 1000 }, (_, index) => ({ prompt: `night picture ${index}` }));
	const execution = await real.run(
		{ ...generate, options: { download: false, concurrency: 20, requestTimeout: 1 } },
		items,
		{
			onError: 'continueRegularOutput',
			credentials: { mediaGenerationApi: { id: own.id, name: own.name } },
		},
	);
	const output = nodeItems(execution, 'Media Generation');
	expect(output.map(({ pairedItem }) => pairedItem)).toEqual(items.map((_, item) => ({ item })));
	expectEvenFaults(faulty.given);
	const trail = moneyTrail(
		real.sandbox,
		accountId,
		output,
		items.map(({ prompt }) => prompt),
	);
	const [hint] = execution.data.resultData.runData['Media Generation']?.[0]?.hints ?? [];
	expect(Number(/(\d+) requests sent again/.exec(hint?.message ?? '')?.[1])).toBeGreaterThanOrEqual(
		faulty.given.times.tooMany as number,
	);
	process.stderr.write(
		`1,000 items, faults ${JSON.stringify(faulty.given.times)}: ${trail.completed} completed, ${trail.paidJobs} paid\n`,
	);
	expect(trail).toMatchObject({ charges: trail.paidJobs, paidTwice: [], untold: [], unknown: [] });
});

test('Stop in the middle of a batch tells what was made, and what was on its way', async () => {
	const { requests } = real.sandbox.sandbox;
	fault = ({ body }) =>
		body.includes('picture 0') ? undefined : { when: 'before', give: 'silence' };
	const { id } = await real.start(
		{ ...generate, options: { download: false, concurrency: 2 } },
		prompts,
	);
	await until('the second and the third item to be sent', () => requests.length === 3);
	await real.client.stopExecution(id);
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

test('a budget one nano too small sends nothing', async () => {
	fault = () => undefined;
	const execution = await real.run({ ...generate, options: { maxCost: 0.999999999 } }, prompts);
	expect((execution.data.resultData.error as Error).message).toBe(
		'10 items can cost up to $1.00, more than the Maximum Cost of $0.999999999',
	);
	expect(real.sandbox.sandbox.requests).toEqual([]);
});
