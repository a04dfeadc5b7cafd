import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Attempt, JobRef } from '../../../../nodes/MediaGeneration/lifecycle/attempt';
import { withOutcomeOfOthers, type RowReport } from '../../../../nodes/MediaGeneration/run/summary';
import { withDetails, type ErrorDetails } from '../../../../nodes/MediaGeneration/failures/details';
import { nodeFailure, type NodeFailure } from '../../../../nodes/MediaGeneration/failures/failure';
import { drawing as draw, prompts } from '../../../support/drawing';
import { runNode, type NodeRun } from '../../../support/engine';
import { json } from '../../../support/faults';
import { useSandbox } from '../../../support/sandbox';
import { plainNode } from '../../../support/node';

const sandbox = useSandbox();

const run = async (parameters: object, more: Partial<NodeRun> = {}) =>
	await runNode({
		parameters: parameters as INodeParameters,
		credentials: sandbox.credentials(),
		...more,
	});
const jobs = () => [...sandbox.it.sandbox.state.jobs.keys()];
/** Answers each request that makes something by what it asks for, without doing it. */
const answering = (by: Record<string, () => Response>) => {
	sandbox.fault = ({ method, body }) => {
		const found =
			method === 'POST' ? Object.entries(by).find(([part]) => body.includes(part)) : undefined;
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
		'This is item 3 of 4 ("picture 2"), which n8n calls [item 2]. To continue with the other items when one fails, set Settings > On Error to Continue (using error output).',
		`Made and paid for: ${made.map((id) => `${id} ($0.10)`).join(', ')}. Get Job fetches them. Settings > Retry On Fail picks them up without paying again; starting the workflow again pays again.`,
		'1 other item was not sent.',
	]);
	expect(error?.context?.details).toMatchObject({
		jobs: made.map((job_id) => ({ job_id, cost_usd: 0.1 })),
	});
	expect((error?.context?.details as IDataObject).failed).toEqual([
		{ item: 2, message: 'not this one', prompt: 'picture 2' },
	]);
});

test.each(['stopWorkflow', 'continueRegularOutput'] as const)(
	'of a key that may have been made, no summary says that it was paid for (%s)',
	async (onError) => {
		answering({ second: () => json(200, '{"status":"ok","cost_usd":0.09}') });
		const { items, error, hints } = await run(
			{ resource: 'apiKey', operation: 'create', name: '={{ $json.name }}', scopes: ['image:*'] },
			{ items: ['first', 'second'].map((name) => ({ json: { name } })), settings: { onError } },
		);
		expect(JSON.stringify([items, error?.context])).toContain('"may_be_made":true');
		expect(JSON.stringify([items, error?.description, hints])).not.toContain('paid');
	},
);

test('one item alone is told as it is, without a summary', async () => {
	answering({ 'picture 0': () => json(403, '{"error":{"message":"not this one"}}') });
	const { error } = await run(draw, { items: prompts(1) });
	expect(error?.description).not.toMatch(/This is item|Made and paid|Failed:/);
	expect(error?.context?.details).not.toHaveProperty('failed');
});

test('of jobs that were only asked about, none is called made now', async () => {
	await run({ ...draw }, { items: prompts(1) });
	const { error } = await run(
		{
			resource: 'image',
			operation: 'getJob',
			jobId: '={{ $json.id }}',
			options: { download: false },
		},
		{ items: [jobs().at(-1), 'of-nobody'].map((id) => ({ json: { id } })) },
	);
	expect(error?.description).toContain('This is item 2 of 2');
	expect(error?.description).not.toContain('Made and paid for');
	expect((error?.context?.details as IDataObject).jobs).toEqual([]);
});

test('keys that were made before a failure are named, as their secrets are told only once', async () => {
	answering({ 'Key 1': () => json(403, '{"error":{"message":"not this one"}}') });
	const { error } = await run(
		{ resource: 'apiKey', operation: 'create', name: '={{ $json.prompt }}', scopes: ['image:*'] },
		{ items: ['Key 0', 'Key 1'].map((prompt) => ({ json: { prompt } })), settings: {} },
	);
	const made = sandbox.it.sandbox.context.keys
		.keysOf(sandbox.it.sandbox.state.accounts.get('demo')!)
		.at(-1)?.id;
	expect(error?.description).toContain(
		`API keys created: ${made}. With Settings > Retry On Fail, the retry returns them with their secrets; without it the secrets are lost, so delete these keys.`,
	);
	expect(error?.description).not.toContain('Made and paid for');
});

test.each([
	['several items', 2, '2 of 2 items done, 2 jobs, $0.20 in all.'],
	['one item: the item says it all', 1, undefined],
])('a hint tells what %s came to', async (_, count, hint) => {
	const { hints } = await run(draw, { items: prompts(count) });
	expect(hints[0]).toBe(hint);
});

test('a hint tells nothing of costs that Get Job only tells of', async () => {
	await run(draw, { items: prompts(2) });
	const { hints, items: out } = await run(
		{
			resource: 'image',
			operation: 'getJob',
			jobId: '={{ $json.id }}',
			options: { download: false },
		},
		{
			items: jobs()
				.slice(-2)
				.map((id) => ({ json: { id } })),
		},
	);
	expect(out).toHaveLength(2);
	expect(hints).toEqual([]);
});

test.each([
	['all', '={{ true }}', {}, '3 of 3 items done, dry runs would cost $0.30.'],
	[
		'some, beside one that is sent',
		'={{ $itemIndex !== 1 }}',
		{},
		'3 of 3 items done, 1 job, $0.10 in all, dry runs would cost $0.20.',
	],
	[
		'some, beside one that fails',
		'={{ $itemIndex !== 1 }}',
		{ 'picture 1': () => json(403, '{}') },
		'2 of 3 items done, dry runs would cost $0.20. Failed: Item 2 ("picture 1"): The service answered with HTTP status 403 and no message.',
	],
] as const)('a hint tells what dry runs would cost: %s', async (_, dryRun, answers, hint) => {
	answering(answers);
	const parameters = { ...draw, options: { ...draw.options, dryRun } };
	const { hints } = await run(parameters, {
		items: prompts(3),
		settings: { onError: 'continueRegularOutput' },
	});
	expect(hints[0]).toBe(hint);
});

test.each([
	['with an ID', '"job_id":"two",', '1 job, ', 'two ($0.25)', [{ job_id: 'two', cost_usd: 0.25 }]],
	[
		'without one',
		'',
		'',
		'http://127.0.0.1:9/0.png ($0.25), http://127.0.0.1:9/1.png',
		[{ url: 'http://127.0.0.1:9/0.png', cost_usd: 0.25 }, { url: 'http://127.0.0.1:9/1.png' }],
	],
])('a job that made several images, %s, is paid for once', async (_, id, jobCount, words, told) => {
	answering({
		'picture 0': () =>
			json(
				200,
				`{${id}"status":"completed","urls":["http://127.0.0.1:9/0.png","http://127.0.0.1:9/1.png"],"cost_usd":0.25}`,
			),
		'picture 1': () => json(403, '{"error":{"message":"not this one"}}'),
	});
	const { error } = await run(draw, { items: prompts(2) });
	expect(error?.description).toContain(`Made and paid for: ${words}. Get Job`);
	expect((error?.context?.details as IDataObject).jobs).toEqual(told);
	const { items, hints } = await run(draw, {
		items: prompts(2),
		settings: { onError: 'continueRegularOutput' },
	});
	expect(items).toHaveLength(3);
	expect(hints[0]).toBe(
		`1 of 2 items done, ${jobCount}$0.25 in all. Failed: Item 2 ("picture 1"): not this one.`,
	);
});

const node = plainNode();
const failureOf = (message: string, details: ErrorDetails = {}) =>
	withDetails(nodeFailure({ node, itemIndex: 1 }, message, 'Try another.'), details);
interface Ended {
	attempts?: Attempt[];
	failure?: NodeFailure;
}
const reportOf = (itemIndex: number, { attempts, failure }: Ended): RowReport => ({
	own: { itemIndex },
	request: attempts && { attempts },
	outcome: failure
		? { status: 'rejected', reason: failure }
		: { status: 'fulfilled', value: undefined },
});
/** What a job or an answer has come to; amounts in nanos. */
const made = (
	job: JobRef,
	more: { price?: bigint; charged?: bigint } = {},
	urls: string[] = [],
): Attempt => ({
	state: 'made',
	job,
	result: { read: { status: 'completed', urls, extra: {} } },
	...more,
});
const failed = (message: string, details: ErrorDetails = {}) => ({
	failure: failureOf(message, details),
});

test.each<[what: string, rows: Ended[], jobs: object[]]>([
	[
		'a job with what was charged',
		[{ attempts: [made({ job_id: 'a' }, { charged: 100_000_000n, price: 200_000_000n })] }],
		[{ job_id: 'a', cost_usd: 0.1 }],
	],
	[
		'a job with what was expected',
		[{ attempts: [made({ job_id: 'a' }, { price: 200_000_000n })] }],
		[{ job_id: 'a', cost_usd: 0.2 }],
	],
	['a job whose cost nobody knows', [{ attempts: [made({ job_id: 'a' })] }], [{ job_id: 'a' }]],
	[
		'a job of two rows, once',
		[1, 2].map(() => ({ attempts: [made({ job_id: 'a' }, { charged: 100_000_000n })] })),
		[{ job_id: 'a', cost_usd: 0.1 }],
	],
	[
		'jobs that were accepted with it, none at its cost',
		[
			{
				attempts: [made({ job_id: 'a', other_job_ids: ['b', 7, 'c'] }, { charged: 100_000_000n })],
			},
		],
		[{ job_id: 'a', cost_usd: 0.1 }, { job_id: 'b' }, { job_id: 'c' }],
	],
	[
		'a job that has its cost elsewhere',
		[
			{ attempts: [made({ job_id: 'a', other_job_ids: ['b'] })] },
			{ attempts: [made({ job_id: 'b' }, { charged: 100_000_000n })] },
		],
		[{ job_id: 'a' }, { job_id: 'b', cost_usd: 0.1 }],
	],
	[
		'a job known by its address',
		[{ attempts: [made({ status_url: 'https://x/1' }, {}, ['https://x/1.png'])] }],
		[{ status_url: 'https://x/1' }],
	],
	[
		'a result known by its address',
		[{ attempts: [made({}, { charged: 100_000_000n }, ['https://x/1.png'])] }],
		[{ url: 'https://x/1.png', cost_usd: 0.1 }],
	],
	['nothing that has no address', [{ attempts: [made({})] }], []],
	['nothing of a row that cost nothing', [{}], []],
])('told as made: %s', (_, rows, jobs) => {
	const reports = [...rows, failed('no')].map((row, index) => reportOf(index, row));
	const { context } = withOutcomeOfOthers(failureOf('no'), reports, reportOf(1, {}), true);
	expect(context.details).toEqual({ jobs, failed: [{ item: rows.length, message: 'no' }] });
});

test('a summary tells the keys, the jobs and the failures one after another', () => {
	const key = (key_id?: string): Attempt => ({
		state: 'made',
		job: {},
		result: { read: { key_id } },
	});
	const unclear: Attempt = { state: 'unclear', why: { message: 'broken' } };
	const { description } = withOutcomeOfOthers(
		failureOf('no'),
		[
			reportOf(0, { attempts: [key('k1'), key()] }),
			reportOf(1, { attempts: [made({ job_id: 'a' })] }),
			reportOf(2, {
				attempts: [unclear, unclear],
				...failed('no', { job_id: 'b', may_be_paid: true }),
			}),
			reportOf(3, failed('no')),
		],
		reportOf(1, {}),
		true,
	);
	expect(description?.split('\n')).toEqual([
		'Try another.',
		'This is item 2 of 4, which n8n calls [item 1]. To continue with the other items when one fails, set Settings > On Error to Continue (using error output).',
		'API keys created: k1. With Settings > Retry On Fail, the retry returns them with their secrets; without it the secrets are lost, so delete these keys.',
		'Made and paid for: a. Get Job fetches them. Starting the workflow again pays again.',
		'2 tries that brought no result may have been paid for.',
		'Failed: Items 3 (job b), 4: no.',
	]);
});

test('a failure is told with its item, and which of its variants, wherever it stands among all', () => {
	const rows = [failed('no'), failed('no'), {}, failed('not either'), {}, {}].map(
		(more, index) => ({
			...reportOf(index < 3 ? 1 : 4, more),
			own: { itemIndex: index < 3 ? 1 : 4, variant: { variant: (index % 3) + 1, of: 3 } },
		}),
	);
	const failure = withOutcomeOfOthers(failureOf('no'), rows, {
		own: { itemIndex: 1, variant: { variant: 2, of: 3 } },
	});
	expect(failure.description?.split('\n').slice(1)).toEqual([
		'This is variant 2 of 3 of item 2 of 2, which n8n calls [item 1]. To continue with the other variants when one fails, set Settings > On Error to Continue (using error output).',
		'Failed: Items 2 (variant 1), 2 (variant 2): no. Item 5 (variant 1): not either.',
	]);
	expect(failure.context.details).toMatchObject({
		failed: [
			{ item: 1, variant: 1 },
			{ item: 1, variant: 2 },
			{ item: 4, variant: 1 },
		],
	});
});

test.each<[ErrorDetails, ErrorDetails, string, object[]]>([
	[
		{ job_id: 'b', other_job_ids: ['c', 'd'] },
		{},
		'Failed: Item 1 (jobs b, c, d): no. Item 2: not either.',
		[{ item: 0, job_id: 'b', other_job_ids: ['c', 'd'] }, { item: 1 }],
	],
	[
		{ status_url: 'https://x/1' },
		{ job_id: 'b', status_url: 'https://x/1' },
		'Failed: Item 1 (job https://x/1): no. Item 2 (job b): not either.',
		[
			{ item: 0, status_url: 'https://x/1' },
			{ item: 1, job_id: 'b' },
		],
	],
	[
		{ may_be_paid: true },
		{},
		'Failed: Item 1: no. Item 2: not either.',
		[{ item: 0, may_be_paid: true }, { item: 1 }],
	],
])('failures name their jobs: %j and %j', (first, second, words, rows) => {
	const failure = withOutcomeOfOthers(
		failureOf('no'),
		[reportOf(0, failed('no', first)), reportOf(1, failed('not either', second))],
		reportOf(0, {}),
	);
	expect(failure.description?.split('\n').slice(-1)).toEqual([words]);
	expect(failure.context.details).toMatchObject({ failed: rows });
});
