import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import type { INodeParameters } from 'n8n-workflow';
import { drawing as draw, prompts } from '../../../support/drawing';
import { runNode, type NodeRun } from '../../../support/engine';
import { HeldClock } from '../../../support/queueClock';
import { listening } from '../../../support/listening';
import { VIDEO, useSandbox } from '../../../support/sandbox';
import { answerOf } from '../../../support/faults';

const clock = new HeldClock();
const sandbox = useSandbox({ clock });
let told: string[] = [];
let shown: unknown[] = [];
let cancel = () => {};
beforeEach(() => {
	told = [];
	shown = [];
	clock.holding = false;
	jest
		.spyOn(Container.get(Logger), 'warn')
		.mockImplementation((message) => void told.push(message));
});
afterEach(() => {
	jest.restoreAllMocks();
});

const film = { ...VIDEO, prompt: '={{ $json.prompt }}' };
const jobs = () => [...sandbox.it.sandbox.state.jobs.keys()];
const run = async (parameters: object, more: Partial<NodeRun> = {}) =>
	await runNode({
		parameters: parameters as INodeParameters,
		credentials: sandbox.credentials(),
		additional: {
			sendDataToUI: (_type: string, data: { messages: unknown[] }) => shown.push(...data.messages),
		} as never,
		onStart: (execution) => (cancel = () => execution.cancel()),
		...more,
	});
/** Carries out what is asked for, gives no answer, and stops the workflow: with the request of this number. */
const stopAt = (number: number) => {
	let requests = 0;
	sandbox.fault = ({ method }) => {
		if (method !== 'POST' || ++requests < number) return undefined;
		setImmediate(() => cancel());
		return { when: 'after', give: 'silence' };
	};
};
const IN_PROGRESS = 'the workflow was stopped while the request was in progress';
const mayBePaid = (item: number, why = IN_PROGRESS) =>
	`Stopped. The request for item ${item} may still have been accepted and paid for: ${why}.`;

/** Stops the workflow as soon as so many jobs were accepted. */
const stopAfter = (count: number) => {
	let accepted = 0;
	jest.spyOn(Container.get(Logger), 'info').mockImplementation((message) => {
		if (message.startsWith('Media Generation accepted') && ++accepted === count)
			setImmediate(() => cancel());
	});
};

test('Stop names every job that was made, and the request that was on its way', async () => {
	const before = jobs().length;
	stopAt(3);
	await run(draw, { items: prompts(5) });
	const [first, second, ...more] = jobs().slice(before);
	expect(told).toEqual([
		`Stopped. Accepted before that, and paid for: ${first}, ${second}. Get Job fetches them.`,
		mayBePaid(3),
	]);
	expect(more).toHaveLength(1);
	expect(shown).toEqual([]);
});

test('a workflow that was started by hand tells it in the browser too', async () => {
	stopAt(1);
	await run(draw, { items: prompts(2), onChunk: () => undefined });
	expect(shown).toEqual(told);
});

test('a request that costs nothing is not told as paid for', async () => {
	stopAt(1);
	await run({ resource: 'apiKey', operation: 'create', name: 'Nightly', scopes: ['image:*'] });
	expect(told).toEqual([
		`Stopped. The request for item 1 may still have been accepted: ${IN_PROGRESS}.`,
	]);
});

test('nothing is told where nothing was made', async () => {
	sandbox.fault = () => answerOf({}, 429);
	// How long to wait is drawn: so the refusal is there.
	jest.spyOn(Math, 'random').mockImplementation(() => {
		setImmediate(() => cancel());
		return 0.99;
	});
	const { error } = await run(draw, { items: prompts(3) });
	expect(error?.message).toMatch(/too many|HTTP status 429/i);
	expect(told).toEqual([]);
});

test('a job that is waited for goes on, and is named', async () => {
	clock.holding = true;
	stopAfter(1);
	const before = jobs().length;
	await run(film, { items: prompts(1) });
	expect(told).toEqual([
		`Stopped. Accepted before that, and paid for: ${jobs().slice(before).join()}. Get Job fetches them.`,
	]);
});

test('jobs that were accepted with one that is waited for are named too', async () => {
	const running = (job_id: string) => ({ job_id, status: 'processing' });
	sandbox.fault = ({ method }) => {
		if (method === 'POST') return answerOf({ jobs: [running('job-1'), running('job-2')] }, 202);
		setImmediate(() => cancel());
		return answerOf(running('job-1'));
	};
	await run({ ...draw, options: { pollInterval: 0.01 } }, { items: prompts(1) });
	expect(told).toEqual([
		'Stopped. Accepted before that, and paid for: job-1, job-2. Get Job fetches them.',
	]);
});

test('each of several jobs of a workflow that was to pause is named', async () => {
	clock.holding = true;
	stopAfter(3);
	const before = jobs().length;
	await run({ ...film, waitFor: 'callback', options: { concurrency: 1 } }, { items: prompts(3) });
	expect(told).toEqual([
		`Stopped. Accepted before that, and paid for: ${jobs().slice(before).join(', ')}. Get Job fetches them.`,
	]);
});

test('Stop ends the download of a file that was made before the pause, and names its job', async () => {
	const media = await listening(() => setImmediate(() => cancel()));
	const url = `${media.url}/never.png`;
	const job = { job_id: 'job-1', status: 'completed', url };
	sandbox.fault = () => answerOf(job);
	await run({ ...draw, waitFor: 'callback', options: {} }, { items: prompts(1) });
	await media.close();
	expect(told).toEqual([
		'Stopped. Accepted before that, and paid for: job-1. Get Job fetches them.',
	]);
});

test('what failed before Stop and may be paid for is named, also where the node goes on on errors', async () => {
	let requests = 0;
	sandbox.fault = ({ method }) => {
		if (method !== 'POST') return undefined;
		if (++requests === 1)
			return {
				when: 'after',
				give: Response.json({ error: { message: 'broken' } }, { status: 500 }),
			};
		setImmediate(() => cancel());
		return { when: 'after', give: 'silence' };
	};
	await run(draw, { items: prompts(3), settings: { onError: 'continueRegularOutput' } });
	expect(told).toEqual([mayBePaid(1, 'broken'), mayBePaid(2)]);
});

test('of a workflow that was to pause each request is named by what became of it', async () => {
	const url = 'https://cdn.example.net/1.png';
	const answers = [
		() => Response.json({ error: { message: 'broken' } }, { status: 500 }),
		() => Response.json({ status: 'completed', image_url: url }),
		() => Response.json({ job_id: 'job-2', status: 'processing' }, { status: 202 }),
	];
	sandbox.fault = ({ method }) => {
		if (method !== 'POST') return undefined;
		const answer = answers.shift();
		if (answer) return { when: 'before', give: answer() };
		setImmediate(() => cancel());
		return { when: 'before', give: 'silence' };
	};
	const { run: whole } = await run(
		{ ...draw, waitFor: 'callback' },
		{ items: prompts(5), settings: { onError: 'continueRegularOutput' } },
	);
	expect(whole.waitTill).toBeUndefined();
	expect(told).toEqual([
		`Stopped. Accepted before that, and paid for: ${url}, job-2. Get Job fetches them.`,
		mayBePaid(1, 'broken'),
		mayBePaid(4),
	]);
});

test('keys that were made before Stop are named', async () => {
	stopAt(2);
	await run(
		{ resource: 'apiKey', operation: 'create', name: 'Nightly', scopes: ['image:*'] },
		{ items: prompts(2) },
	);
	expect(told.join()).toMatch(
		/Stopped\. API keys created before that: \S+\. Their secrets are lost, so delete these keys\./,
	);
});
