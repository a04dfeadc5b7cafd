import type { IDataObject, INodeParameters, IRun } from 'n8n-workflow';
import type { FaultHook } from '../../../../sandbox';
import { drawing as draw, prompts } from '../../../support/drawing';
import { runNode, type NodeRun } from '../../../support/engine';
import { json } from '../../../support/faults';
import { modelId, useSandbox } from '../../../support/sandbox';

let fault: FaultHook = () => undefined;
const sandbox = useSandbox({ faults: (request) => fault(request) });
afterEach(() => {
	fault = () => undefined;
});

const run = async (parameters: object, more: Partial<NodeRun> = {}) =>
	await runNode({ parameters: parameters as INodeParameters, credentials: sandbox.credentials(), ...more });
const jobs = () => [...sandbox.it.sandbox.state.jobs.keys()];
const hintOf = (whole: IRun) => whole.data.resultData.runData['Media Generation']?.[0]?.hints?.[0]?.message;
/** Answers each request that makes something by what it asks for, without doing it. */
const answering = (by: Record<string, () => Response>) => {
	fault = ({ method, body }) => {
		const found = method === 'POST' ? Object.entries(by).find(([part]) => body.includes(part)) : undefined;
		return found && { when: 'before', give: found[1]() };
	};
};

test('of two jobs that were paid for before a failure none is lost, each with its cost', async () => {
	answering({ 'picture 2': () => json(403, '{"error":{"message":"not this one"}}') });
	const before = jobs().length;
	const { error } = await run(draw, { items: prompts(4) });
	const made = jobs().slice(before);
	expect(made).toHaveLength(2);
	expect(error?.message).toBe('not this one');
	expect(error?.description?.split('\n').slice(1)).toEqual([
		'This is item 3 of 4 ("picture 2"). To go on with the others when one fails, choose Settings > On Error > Continue.',
		'Made and paid for:',
		...made.map((id) => `${id} ($0.10)`),
		'Get Job fetches them. Settings > Retry On Fail picks them up without paying again; starting the workflow again pays again.',
	]);
	expect(error?.context?.details).toMatchObject({
		jobs: made.map((job_id) => ({ job_id, cost_usd: 0.1 })),
		failed: [{ item: 2, message: 'not this one' }],
	});
});

test('a job without a cost of its own is told with what was expected, and one of which nobody knows it without', async () => {
	answering({
		'picture 0': () => json(200, '{"job_id":"told","status":"completed","url":"http://127.0.0.1:9/0.png","cost_usd":0.25}'),
		'picture 1': () => json(200, '{"job_id":"expected","status":"completed","url":"http://127.0.0.1:9/1.png"}'),
		'picture 2': () => json(200, '{"job_id":"unknown","status":"completed","url":"http://127.0.0.1:9/2.png"}'),
		'picture 3': () => json(403, '{"error":{"message":"not this one"}}'),
	});
	const items = ['model-dev', 'model-dev', 'a-model-of-tomorrow', 'model-dev'].map((model, index) => ({ json: { model, prompt: `picture ${index}` } }));
	const { error } = await run({ ...draw, model: modelId('={{ $json.model }}') }, { items });
	expect(error?.description).toContain('Made and paid for:\ntold ($0.25)\nexpected ($0.10)\nunknown\nGet Job');
	expect((error?.context?.details as IDataObject).jobs).toEqual([
		{ job_id: 'told', cost_usd: 0.25 },
		{ job_id: 'expected', cost_usd: 0.1 },
		{ job_id: 'unknown', cost_usd: undefined },
	]);
});

test('items that failed beside the first are told by reason, with their jobs and what may be paid', async () => {
	let failed = 0;
	let letAllGo = () => {};
	const allThere = new Promise<void>((resolve) => (letAllGo = resolve));
	fault = async ({ method, body }) => {
		if (method !== 'POST') return undefined;
		if (++failed === 4) letAllGo();
		await allThere;
		if (/picture [02]/.test(body)) return { when: 'before', give: json(403, '{"error":{"message":"not this one"}}') };
		if (body.includes('picture 1')) return { when: 'before', give: json(200, '{"job_id":"job-1","status":"failed","error":"no luck"}') };
		return { when: 'before', give: json(500, '{"error":{"message":"out of order"}}') };
	};
	const { error } = await run({ ...draw, options: { download: false, concurrency: 4 } }, { items: prompts(4) });
	expect(error?.description).toContain('This is item 1 of 4 ("picture 0").');
	expect(error?.description?.split('\n').slice(-4)).toEqual([
		'Failed:',
		'Items 1, 3: not this one',
		'Item 2 (job job-1): Job job-1 failed: no luck',
		'Item 4: out of order',
	]);
	expect((error?.context?.details as IDataObject).failed).toEqual([
		{ item: 0, message: 'not this one' },
		{ item: 1, message: 'Job job-1 failed: no luck', job_id: 'job-1' },
		{ item: 2, message: 'not this one' },
		{ item: 3, message: 'out of order', may_be_paid: true },
	]);
});

test('one item alone is told as it is, without a summary', async () => {
	answering({ 'picture 0': () => json(403, '{"error":{"message":"not this one"}}') });
	const { error } = await run(draw, { items: prompts(1) });
	expect(error?.description).not.toMatch(/This is item|Made and paid|Failed:/);
	expect(error?.context?.details).not.toHaveProperty('failed');
});

test('keys that were made before a failure are named, as their secrets are told only once', async () => {
	answering({ 'Key 1': () => json(403, '{"error":{"message":"not this one"}}') });
	const { error } = await run(
		{ resource: 'apiKey', operation: 'create', name: '={{ $json.prompt }}', scopes: ['image:*'] },
		{ items: ['Key 0', 'Key 1'].map((prompt) => ({ json: { prompt } })), settings: {} },
	);
	const made = sandbox.it.sandbox.context.keys.keysOf(sandbox.it.sandbox.state.accounts.get('demo')!).at(-1)?.id;
	expect(error?.description).toContain(
		`Keys made: ${made}. Settings > Retry On Fail gives them out with their secrets; without it the secrets are lost, so delete these keys.`,
	);
	expect(error?.description).not.toContain('Made and paid for');
});

test.each([
	['several items', 2, '2 of 2 items done, 2 jobs, $0.20 in all.'],
	['one item: the item says it all', 1, undefined],
])('a hint tells what %s came to', async (_, count, hint) => {
	const { run: whole } = await run(draw, { items: prompts(count) });
	expect(hintOf(whole)).toBe(hint);
});

test.each([
	['with an ID', '"job_id":"two",', 'two ($0.25)', [{ job_id: 'two', cost_usd: 0.25 }]],
	[
		'without one',
		'',
		'http://127.0.0.1:9/0.png ($0.25)\nhttp://127.0.0.1:9/1.png',
		[{ url: 'http://127.0.0.1:9/0.png', cost_usd: 0.25 }, { url: 'http://127.0.0.1:9/1.png' }],
	],
])('a job that made several images, %s, is paid for once', async (_, id, words, told) => {
	answering({
		'picture 0': () => json(200, `{${id}"status":"completed","urls":["http://127.0.0.1:9/0.png","http://127.0.0.1:9/1.png"],"cost_usd":0.25}`),
		'picture 1': () => json(403, '{"error":{"message":"not this one"}}'),
	});
	const { error } = await run(draw, { items: prompts(2) });
	expect(error?.description).toContain(`Made and paid for:\n${words}\nGet Job`);
	expect((error?.context?.details as IDataObject).jobs).toEqual(told);
	const { items, run: whole } = await run(draw, { items: prompts(2), settings: { onError: 'continueRegularOutput' } });
	expect(items).toHaveLength(3);
	expect(hintOf(whole)).toMatch(/^1 of 2 items done, (1 job, )?\$0\.25 in all\.$/);
});
