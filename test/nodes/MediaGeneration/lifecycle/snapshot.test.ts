import { createHash, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import type { INodeExecutionData, INodeType, IRun, IRunExecutionData } from 'n8n-workflow';
import { resultOf, snapshotFromStored } from '../../../../nodes/MediaGeneration/lifecycle/snapshot';
import { MediaGeneration } from '../../../../nodes/MediaGeneration/MediaGeneration.node';
import { callBack } from '../../../support/deliveries';
import { bytesOf, type NodeRun } from '../../../support/engine';
import { ACCEPTED, DONE, JOB, RETRYING, useJobService } from '../../../support/jobService';
import { sized } from '../../../support/size';
import { useMovedTime } from '../../../support/time';

jest.mock('n8n-workflow', () =>
	jest
		.requireActual<typeof import('../../../support/time')>('../../../support/time')
		.withMovedSleep(),
);

const service = useJobService();
useMovedTime();
const MIB = 1024 * 1024;
const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** An image of so many bytes, which no other equals. */
const imageOf = (bytes: number) =>
	Buffer.concat([SIGNATURE, randomBytes(bytes - SIGNATURE.length)]);
const images = Array.from({ length: 10 }, () => imageOf(3 * MIB));
const items = (count: number) => Array.from({ length: count }, (_, index) => ({ json: { index } }));
const answerWith = (image: Buffer | undefined) => ({
	created: 1,
	data: [{ b64_json: image?.toString('base64') }],
});
const drawn = async (more: Partial<NodeRun>, options: object = {}, parameters: object = {}) =>
	await service.draw(
		{ ...parameters, options: { download: true, concurrency: 1, ...options } },
		more,
	);
/** What n8n writes into its database, in characters. */
async function sizeOf(data: Partial<IRunExecutionData>): Promise<number> {
	const { stringify } = await import('flatted');
	return stringify(data).length;
}
/** Files as what tells one from another: to compare millions of bytes one by one takes Jest minutes. */
const namesOf = (files: Buffer[]) =>
	files.map((file) => createHash('sha256').update(file).digest('hex'));
const filesOf = async (all: INodeExecutionData[] = []) =>
	namesOf(await Promise.all(all.map(async ({ binary }) => await bytesOf(binary?.data))));

test('ten images within their answers: ten files come out, and what n8n stores of the run is small', async () => {
	service.submitted = (number) => ({ body: answerWith(images[number - 1]) });
	const { items: made, run } = await drawn({ items: items(10) });
	expect(await filesOf(made)).toEqual(namesOf(images));
	expect(await sizeOf(run.data)).toBeLessThan(200_000);
});

test('Retry On Fail picks them up: each is paid for once, and its file comes out under its own name', async () => {
	let tries = 0;
	service.submitted = () => {
		if (++tries === 10) return { status: 400, body: { error: { message: 'not this one' } } };
		return { body: answerWith(images[tries > 10 ? 9 : tries - 1]) };
	};
	const { items: made, run } = await drawn({ items: items(10), settings: RETRYING });
	expect(service.posts).toBe(11);
	expect(await filesOf(made)).toEqual(namesOf(images));
	expect(made.map(({ binary }) => binary?.data)).toEqual(
		made.map(() => expect.objectContaining({ fileName: 'a-red-fox.png', mimeType: 'image/png' })),
	);
	expect(await sizeOf(run.data)).toBeLessThan(200_000);
});

test('a job that is waited for and ends with its image in the answer is kept as small', async () => {
	service.looked = () => ({
		body: { ...DONE, image_url: undefined, image: images[0]?.toString('base64') },
	});
	const { items: made, run } = await drawn({});
	expect(await filesOf(made)).toEqual(namesOf(images.slice(0, 1)));
	expect(await sizeOf(run.data)).toBeLessThan(50_000);
});

describe('a pause', () => {
	const type: INodeType = new MediaGeneration();
	const parameters = {
		resource: 'image',
		operation: 'generate',
		prompt: 'a red fox',
		waitFor: 'callback',
	};
	const credentials = () => ({
		mediaGenerationApi: { baseUrl: `${service.server.url}/api`, apiKey: 'a-long-enough-key' },
	});
	const small = Array.from({ length: 20 }, () => imageOf(MIB));

	test('over twenty results that hold their images stores little, and all files come out when it wakes', async () => {
		let isOver = false;
		service.submitted = (number) =>
			number > 20 ? { status: 202, body: ACCEPTED } : { body: answerWith(small[number - 1]) };
		service.looked = () =>
			isOver
				? { body: { ...DONE, image_url: undefined, ...answerWith(images[0]) } }
				: { body: ACCEPTED };
		const { run } = await drawn({ items: items(21) }, {}, parameters);
		expect(run.waitTill).toBeDefined();
		expect(await sizeOf(run.data)).toBeLessThan(300_000);
		isOver = true;
		const execution = {
			parameters: { ...parameters, options: { download: true } },
			items: items(21),
			data: run.data,
		};
		const { items: made } = await callBack(execution, type, credentials(), {
			query: { item: '20' },
		});
		expect(await filesOf(made)).toEqual(namesOf([...small, ...images.slice(0, 1)]));
		expect(service.posts).toBe(21);
	});

	test('that n8n ends passes on the files that were there', async () => {
		service.submitted = (number) =>
			number > 2 ? { status: 202, body: ACCEPTED } : { body: answerWith(small[number - 1]) };
		service.looked = () => ({ body: ACCEPTED });
		const { run } = await drawn({ items: items(3) }, {}, parameters);
		const passedOn = run.data.executionData?.nodeExecutionStack[0]?.data.main?.[0] ?? [];
		expect(passedOn.map(({ json }) => json.status)).toEqual([
			'completed',
			'completed',
			'processing',
		]);
		expect(await filesOf(passedOn.slice(0, 2))).toEqual(namesOf(small.slice(0, 2)));
	});

	test('keeps no file that was put in', async () => {
		const input = `data:image/png;base64,${images[0]?.toString('base64')}`;
		let isOver = false;
		const echo = { ...DONE, image_url: 'https://media.example/made.png', input };
		service.looked = () => ({ body: isOver ? echo : ACCEPTED });
		const options = { download: false, extraBody: '={{ { input: $json.input } }}' };
		const given = [{ json: { input } }];
		const { run } = await drawn({ items: given }, options, parameters);
		expect(run.waitTill).toBeDefined();
		const { runData } = run.data.resultData;
		expect(
			await sizeOf({ ...run.data, resultData: { runData: { ...runData, Items: [] } } }),
		).toBeLessThan(50_000);
		isOver = true;
		const execution = { parameters: { ...parameters, options }, items: given, data: run.data };
		const { items: made } = await callBack(execution, type, credentials(), {
			query: { item: '0' },
		});
		expect(made).toMatchObject([{ json: { job_id: JOB, url: 'https://media.example/made.png' } }]);
	});
});

describe('whatever an answer holds', () => {
	const MOST_OF_NOTE = 768 * 1024;
	const names = [
		'job_id',
		'id',
		'status',
		'status_url',
		'webhook_url',
		'model',
		'created_at',
		'message',
		'error',
		'code',
		'type',
		'url',
		'urls',
		'image',
		'seed',
	];
	const long = fc.record({
		text: fc.constantFrom(
			'a',
			'\u0000',
			'é ',
			'/',
			'https://media.example/',
			'data:image/png;base64,',
			'iVBORw0KGgo',
		),
		count: fc.integer({ min: 1, max: 900_000 }),
	});
	const texts = long.map(({ text, count }) => (text + 'A'.repeat(count)).slice(0, 900_000));
	const many = fc
		.nat(1_200)
		.map((count) =>
			Array.from(
				{ length: count },
				(_, index) => `https://media.example/${'x'.repeat(1_000)}/${index}.png`,
			),
		);
	const value = fc.oneof(
		texts,
		many,
		fc.jsonValue(),
		fc.constantFrom('completed', 'failed', 'processing', JOB),
	);
	const answers = fc.dictionary(
		fc.constantFrom(...names),
		fc.oneof(value, fc.dictionary(fc.constantFrom(...names), value)),
		{ maxKeys: 6 },
	);
	const notesOf = ({ data }: IRun) =>
		Object.values(
			(data.executionData?.contextData['node:Media Generation']?.mediaGenerationRequests ??
				{}) as Record<string, unknown>,
		);

	test('what is kept of it is small, and so are the item and the error', async () => {
		await fc.assert(
			fc.asyncProperty(answers, async (body) => {
				service.submitted = () => ({ body });
				service.looked = () => ({ body });
				const { run, error } = await service.draw({ options: { timeout: 1 } });
				for (const note of notesOf(run))
					expect(JSON.stringify(note).length).toBeLessThan(MOST_OF_NOTE);
				expect(
					JSON.stringify([error?.message, error?.description, error?.context]).length,
				).toBeLessThan(MOST_OF_NOTE);
			}),
			{ numRuns: sized(10, 40) },
		);
	});

	test('the same of what a pause keeps', async () => {
		await fc.assert(
			fc.asyncProperty(answers, async (body) => {
				service.submitted = (number) => (number === 2 ? { status: 202, body: ACCEPTED } : { body });
				service.looked = (_, path) => ({ body: path.includes(JOB) ? ACCEPTED : body });
				service.posts = 0;
				const settings = { onError: 'continueRegularOutput' } as const;
				const { run } = await drawn(
					{ items: items(2), settings },
					{ download: false },
					{ waitFor: 'callback' },
				);
				const kept = run.data.executionData?.contextData['node:Media Generation'] ?? {};
				expect(JSON.stringify(kept).length).toBeLessThan(3 * MOST_OF_NOTE);
			}),
			{ numRuns: sized(5, 20) },
		);
	});
});

describe('of what is kept of a look', () => {
	const SHARE = 64 * 1024;
	const url = 'data:image/png;base64,…';
	const job = {
		status: 'completed',
		urls: [url, url],
		extra: { log: 'x'.repeat(20_000) },
	} as const;
	const file = (data: string, id?: string) => ({
		file: { mimeType: 'image/png', data, ...(id && { id }) },
	});

	test('files are named that n8n has elsewhere', () => {
		const look = {
			job: { ...job, urls: [...job.urls] },
			raw: { log: job.extra.log },
			files: [file('filesystem-v2', 'a'), file('filesystem-v2', 'b')],
		};
		const again = snapshotFromStored(JSON.parse(JSON.stringify(resultOf(look, SHARE))) as object);
		expect(again).toEqual({
			job: { ...look.job, extra: { log: expect.stringMatching(/^x{2000,}…$/) } },
			raw: { log: expect.any(String) },
			files: look.files,
		});
	});

	test('a file that n8n keeps in memory is there as long as there is room for it; the first that has none says why', () => {
		const look = {
			job: { ...job, urls: [url, url, url] },
			raw: {},
			files: [file('A'.repeat(20_000)), file('B'.repeat(20_000)), file('C')],
		};
		const kept = resultOf(look, SHARE);
		expect(JSON.stringify(kept).length).toBeLessThan(SHARE);
		expect(snapshotFromStored(kept)?.files).toEqual([
			look.files[0],
			{
				why: expect.objectContaining({
					message:
						'There was no room to keep every file until now (missing: 2); all were made and paid for',
				}),
			},
		]);
	});

	test.each([[undefined], [{ status: 'completed' }]])('%j is no job', (read) => {
		expect(snapshotFromStored({ answer: {}, read })).toBeUndefined();
	});
});
