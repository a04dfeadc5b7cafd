import { createHash, randomBytes } from 'node:crypto';
import type { INodeExecutionData, INodeType, IRunExecutionData } from 'n8n-workflow';
import { MediaGeneration } from '../../../../nodes/MediaGeneration/MediaGeneration.node';
import { callBack } from '../../../support/deliveries';
import { bytesOf, type NodeRun } from '../../../support/engine';
import { ACCEPTED, DONE, JOB, RETRYING, useJobService } from '../../../support/jobService';
import { useMovedTime } from '../../../support/time';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<typeof import('n8n-workflow')>('n8n-workflow'),
	sleep: jest.requireActual<typeof import('../../../support/time')>('../../../support/time').movedSleep,
}));

const service = useJobService();
useMovedTime();
const MIB = 1024 * 1024;
const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** An image of so many bytes, which no other equals. */
const imageOf = (bytes: number) => Buffer.concat([SIGNATURE, randomBytes(bytes - SIGNATURE.length)]);
const images = Array.from({ length: 10 }, () => imageOf(3 * MIB));
const items = (count: number) => Array.from({ length: count }, (_, index) => ({ json: { index } }));
const answerWith = (image: Buffer | undefined) => ({ created: 1, data: [{ b64_json: image?.toString('base64') }] });
const drawn = async (more: Partial<NodeRun>, options: object = {}, parameters: object = {}) =>
	await service.draw({ ...parameters, options: { download: true, concurrency: 1, ...options } }, more);
/** What n8n writes into its database, in characters. */
async function sizeOf(data: Partial<IRunExecutionData>): Promise<number> {
	const { stringify } = await import('flatted');
	return stringify(data).length;
}
/** Files as what tells one from another: to compare millions of bytes one by one takes Jest minutes. */
const namesOf = (files: Buffer[]) => files.map((file) => createHash('sha256').update(file).digest('hex'));
const filesOf = async (all: INodeExecutionData[] = []) => namesOf(await Promise.all(all.map(async ({ binary }) => await bytesOf(binary?.data))));

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
	expect(made.map(({ binary }) => binary?.data)).toEqual(made.map(() => expect.objectContaining({ fileName: 'a-red-fox.png', mimeType: 'image/png' })));
	expect(await sizeOf(run.data)).toBeLessThan(200_000);
});

test('a job that is waited for and ends with its image in the answer is kept as small', async () => {
	service.looked = () => ({ body: { ...DONE, image_url: undefined, image: images[0]?.toString('base64') } });
	const { items: made, run } = await drawn({});
	expect(await filesOf(made)).toEqual(namesOf(images.slice(0, 1)));
	expect(await sizeOf(run.data)).toBeLessThan(50_000);
});

describe('a pause', () => {
	const type: INodeType = new MediaGeneration();
	const parameters = { resource: 'image', operation: 'generate', prompt: 'a red fox', waitFor: 'callback' };
	const credentials = () => ({ mediaGenerationApi: { baseUrl: `${service.server.url}/api`, apiKey: 'a-long-enough-key' } });
	const small = Array.from({ length: 20 }, () => imageOf(MIB));

	test('over twenty results that hold their images stores little, and all files come out when it wakes', async () => {
		let isOver = false;
		service.submitted = (number) => (number > 20 ? { status: 202, body: ACCEPTED } : { body: answerWith(small[number - 1]) });
		service.looked = () => (isOver ? { body: { ...DONE, image_url: undefined, ...answerWith(images[0]) } } : { body: ACCEPTED });
		const { run } = await drawn({ items: items(21) }, {}, parameters);
		expect(run.waitTill).toBeDefined();
		expect(await sizeOf(run.data)).toBeLessThan(300_000);
		isOver = true;
		const execution = { parameters: { ...parameters, options: { download: true } }, items: items(21), data: run.data };
		const { items: made } = await callBack(execution, type, credentials(), { query: { item: '20' } });
		expect(await filesOf(made)).toEqual(namesOf([...small, ...images.slice(0, 1)]));
		expect(service.posts).toBe(21);
	});

	test('that n8n ends passes on the files that were there', async () => {
		service.submitted = (number) => (number > 2 ? { status: 202, body: ACCEPTED } : { body: answerWith(small[number - 1]) });
		service.looked = () => ({ body: ACCEPTED });
		const { run } = await drawn({ items: items(3) }, {}, parameters);
		const passedOn = run.data.executionData?.nodeExecutionStack[0]?.data.main?.[0] ?? [];
		expect(passedOn.map(({ json }) => json.status)).toEqual(['completed', 'completed', 'processing']);
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
		expect(await sizeOf({ ...run.data, resultData: { runData: { ...runData, Items: [] } } })).toBeLessThan(50_000);
		isOver = true;
		const execution = { parameters: { ...parameters, options }, items: given, data: run.data };
		const { items: made } = await callBack(execution, type, credentials(), { query: { item: '0' } });
		expect(made).toMatchObject([{ json: { job_id: JOB, url: 'https://media.example/made.png' } }]);
	});
});
