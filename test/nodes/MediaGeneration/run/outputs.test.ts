import type { IDataObject, INode, IWebhookFunctions } from 'n8n-workflow';
import { lastLookAt, outputOf, overdueItem } from '../../../../nodes/MediaGeneration/run/outputs';
import type { PausedRun, PendingJob } from '../../../../nodes/MediaGeneration/jobs/pending';
import { detailsOf } from '../../../../nodes/MediaGeneration/failures/details';
import { Client } from '../../../../nodes/MediaGeneration/http/client';

const node = {
	id: 'n',
	name: 'n',
	type: 'n',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
} as INode;
const clientOf = (onError: INode['onError']) =>
	new Client({
		getNode: () => ({ ...node, onError }),
		getCredentials: async () =>
			await Promise.resolve({ baseUrl: 'https://api.example', apiKey: 'some-long-key' }),
	} as unknown as IWebhookFunctions);
const output = { download: false, binaryPropertyName: 'data', raw: false, maxBytes: 1 };

/** A job that a workflow has paused for. */
const pending = (itemIndex: number, more: Partial<PendingJob> = {}): PendingJob => ({
	itemIndex,
	index: itemIndex,
	kind: 'image',
	model: 'model-dev',
	job_id: `job-${itemIndex}`,
	status_url: `https://api.example/${itemIndex}`,
	etaSeconds: 15,
	output,
	cost: { prompt: `picture ${itemIndex}` },
	...more,
});
const done = (itemIndex: number, more: IDataObject = {}) =>
	pending(itemIndex, {
		answer: {
			job_id: `job-${itemIndex}`,
			status: 'completed',
			url: `https://cdn.example/${itemIndex}.png`,
			...more,
		},
	});
const failed = (itemIndex: number) =>
	pending(itemIndex, {
		answer: { job_id: `job-${itemIndex}`, status: 'failed', error: 'no luck' },
	});
const runOf = (jobs: PendingJob[], others: PausedRun['failed'] = []): PausedRun => ({
	pausedAt: 0,
	jobs,
	failed: others,
});

test.each<[string, Partial<PendingJob>, IDataObject, object]>([
	[
		'what only the submission told',
		{ told: { other_job_ids: ['b'] } },
		{ status: 'completed' },
		{
			job_id: 'job-0',
			status_url: 'https://api.example/0',
			model: 'model-dev',
			extra: { other_job_ids: ['b'] },
		},
	],
	[
		'what the last answer tells otherwise, but for the ID',
		{},
		{
			status: 'completed',
			job_id: 'other',
			status_url: 'https://api.example/new',
			model: 'model-pro',
		},
		{ job_id: 'job-0', status_url: 'https://api.example/new', model: 'model-pro' },
	],
	[
		'an ID that only the last answer tells',
		{ job_id: undefined },
		{ status: 'completed', job_id: 'late' },
		{ job_id: 'late' },
	],
])('a job’s last look has %s', (_, more, answer, expected) => {
	const look = lastLookAt(pending(0, { ...more, answer }));
	expect(look.job).toMatchObject({ status: 'completed', ...expected });
	expect([look.raw, look.accepted]).toEqual([answer, more.told]);
});

test('a job that was not heard of in time never looks like success', () => {
	expect(overdueItem(pending(3, { told: { other_job_ids: ['b'] } }))).toEqual({
		json: {
			job_id: 'job-3',
			status: 'processing',
			timed_out: true,
			model: 'model-dev',
			status_url: 'https://api.example/3',
			other_job_ids: ['b'],
			prompt: 'picture 3',
		},
		pairedItem: { item: 3 },
	});
});

test('whatever became of the jobs, their items come out in order, each with its own', async () => {
	const lost = { message: 'not yours', details: { job_id: 'job-4', http_code: 403 } };
	const refused = [{ itemIndex: 1, index: 1, json: { error: 'refused' } }];
	const items = await outputOf(
		clientOf('continueRegularOutput'),
		runOf([pending(4, { lost }), failed(3), done(2), pending(0)], refused),
	);
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
		[0, 1, 2, 3, 4].map((item) => ({ item })),
	);
	expect(items.map(({ json }) => json)).toEqual([
		overdueItem(pending(0)).json,
		{ error: 'refused' },
		expect.objectContaining({
			job_id: 'job-2',
			status: 'completed',
			url: 'https://cdn.example/2.png',
			prompt: 'picture 2',
		}),
		{
			job_id: 'job-3',
			prompt: 'picture 3',
			status: 'failed',
			model: 'model-dev',
			error: 'Job job-3 failed: no luck',
			details: expect.objectContaining({ job_id: 'job-3', prompt: 'picture 3' }),
		},
		{
			job_id: 'job-4',
			prompt: 'picture 4',
			status: 'failed',
			model: 'model-dev',
			error: 'not yours',
			details: expect.objectContaining({ job_id: 'job-4', prompt: 'picture 4', http_code: 403 }),
		},
	]);
});

test('where the node does not go on, the first failure tells of all other jobs', async () => {
	const [outcome] = await Promise.allSettled([
		outputOf(clientOf('stopWorkflow'), runOf([done(0, { cost_usd: 0.1 }), failed(1), failed(2)])),
	]);
	const reason: unknown = outcome.status === 'rejected' ? outcome.reason : undefined;
	expect(detailsOf(reason)).toMatchObject({
		job_id: 'job-1',
		prompt: 'picture 1',
		jobs: [{ job_id: 'job-0', cost_usd: 0.1 }],
		failed: [
			{ item: 1, message: 'Job job-1 failed: no luck', job_id: 'job-1' },
			{ item: 2, message: 'Job job-2 failed: no luck', job_id: 'job-2' },
		],
	});
	expect(reason).toHaveProperty(
		'description',
		expect.stringContaining('This is item 2 of 3 ("picture 1"), which n8n calls [item 1].'),
	);
});
