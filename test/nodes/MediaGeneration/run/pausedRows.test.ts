import type { INode, IWebhookFunctions } from 'n8n-workflow';
import type { Accepted } from '../../../../nodes/MediaGeneration/lifecycle/attempt';
import type { PausedRow, PausedRun } from '../../../../nodes/MediaGeneration/lifecycle/pausedRun';
import { outputAfterPause } from '../../../../nodes/MediaGeneration/run/pausedRows';
import { detailsOf } from '../../../../nodes/MediaGeneration/failures/details';
import { Client } from '../../../../nodes/MediaGeneration/http/client';
import { plainNode } from '../../../support/node';

const node = plainNode();
const clientOf = (onError: INode['onError']) =>
	new Client({
		getNode: () => ({ ...node, onError }),
		getCredentials: async () =>
			await Promise.resolve({ baseUrl: 'https://api.example', apiKey: 'some-long-key' }),
	} as unknown as IWebhookFunctions);
const output = { download: false, binaryPropertyName: 'data', raw: false, maxBytes: 1 };

const jobOf = (itemIndex: number) => ({
	job_id: `job-${itemIndex}`,
	status_url: `https://api.example/${itemIndex}`,
});
/** A row whose job a workflow has paused for. */
const row = (
	itemIndex: number,
	attempt: Accepted = { state: 'running', job: jobOf(itemIndex) },
): PausedRow => ({
	itemIndex,
	index: itemIndex,
	kind: 'image',
	model: 'model-dev',
	attempt,
	etaSeconds: 15,
	output,
	asked: { prompt: `picture ${itemIndex}` },
});
const done = (itemIndex: number, charged?: bigint) =>
	row(itemIndex, {
		state: 'made',
		job: jobOf(itemIndex),
		result: {
			answer: {},
			read: {
				job_id: `job-${itemIndex}`,
				status: 'completed',
				urls: [`https://cdn.example/${itemIndex}.png`],
				extra: {},
			},
		},
		charged,
	});
const failed = (itemIndex: number) =>
	row(itemIndex, {
		state: 'failed',
		job: jobOf(itemIndex),
		why: { message: 'no luck' },
		result: {
			answer: { job_id: `job-${itemIndex}`, status: 'failed', error: 'no luck' },
			read: {
				job_id: `job-${itemIndex}`,
				status: 'failed',
				error: { message: 'no luck' },
				urls: [],
				extra: {},
			},
		},
	});
const runOf = (rows: PausedRow[], others: PausedRun['failed'] = []): PausedRun => ({
	pausedAt: 0,
	givesUpAt: 8_640_000_000_000,
	rows,
	failed: others,
});

test('a job that was not heard of in time never looks like success', async () => {
	const rows = [row(3, { state: 'running', job: { ...jobOf(3), other_job_ids: ['b'] } })];
	const [item] = await outputAfterPause(clientOf('stopWorkflow'), runOf(rows));
	expect(item).toEqual({
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
	const why = { message: 'not yours', details: { job_id: 'job-4', http_code: 403 } };
	const lost = row(4, { state: 'lost', job: jobOf(4), why });
	const refused = [{ itemIndex: 1, index: 1, json: { error: 'refused' } }];
	const items = await outputAfterPause(
		clientOf('continueRegularOutput'),
		runOf([lost, failed(3), done(2), row(0)], refused),
	);
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
		[0, 1, 2, 3, 4].map((item) => ({ item })),
	);
	expect(items.map(({ json }) => json)).toEqual([
		expect.objectContaining({ job_id: 'job-0', status: 'processing', timed_out: true }),
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
		outputAfterPause(
			clientOf('stopWorkflow'),
			runOf([done(0, 100_000_000n), failed(1), failed(2)]),
		),
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
