import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import sharp from 'sharp';
import { bytesOf } from '../../../support/engine';
import { DONE, JOB, RETRYING, told, useJobService } from '../../../support/jobService';
import { useMovedTime } from '../../../support/time';

jest.mock('n8n-workflow', () =>
	jest
		.requireActual<typeof import('../../../support/time')>('../../../support/time')
		.withMovedSleep(),
);

const service = useJobService();
useMovedTime();
/** An image that is larger than what an item shows of an address. */
const png = sharp({
	create: {
		width: 64,
		height: 64,
		channels: 3,
		background: 'red',
		noise: { type: 'gaussian', mean: 100, sigma: 30 },
	},
})
	.png()
	.toBuffer();
const base64 = async () => (await png).toString('base64');
const withImage = async (more: object = {}) => ({ ...more, data: [{ b64_json: await base64() }] });
const draw = async (options: object = {}, more: object = {}) =>
	await service.draw({ options: { download: true, ...options } }, more);
const SHOWN = 'data:image/png;base64,…';
/** Has n8n's store fail as often as a test says. */
function failing(times: number) {
	const store = jest.spyOn(Container.get(BinaryDataService), 'store');
	for (let time = 0; time < times; time++)
		store.mockRejectedValueOnce(
			Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }),
		);
	return store;
}
afterEach(() => jest.restoreAllMocks());

test.each([
	['in base64', async () => await withImage()],
	[
		'in an address of its own',
		async () => ({ status: 'completed', image: `data:image/png;base64,${await base64()}` }),
	],
	[
		'in a text within the answer',
		async () => ({ status: 'completed', result: JSON.stringify(await withImage()) }),
	],
])('a file that came %s is in the item, and of its address the type', async (_, answer) => {
	const body = await answer();
	service.submitted = () => ({ body });
	const { items } = await draw();
	expect(items).toMatchObject([
		{
			json: { status: 'completed', url: SHOWN },
			binary: { data: { mimeType: 'image/png', fileName: 'a-red-fox.png' } },
		},
	]);
	expect(await bytesOf(items[0]?.binary?.data)).toEqual(await png);
});

test('the raw answer holds a type in place of a file that is in the item', async () => {
	const body = await withImage({ seed: 7 });
	service.submitted = () => ({ body });
	expect((await draw({ raw: true })).items).toMatchObject([
		{ json: { seed: 7, raw: { seed: 7, data: [{ b64_json: SHOWN }] } } },
	]);
});

test('several are numbered in their names, and stored once each', async () => {
	const body = {
		data: [{ b64_json: await base64() }, { b64_json: (await base64()).replace(/=*$/, 'AAAA') }],
	};
	service.submitted = () => ({ body });
	const store = jest.spyOn(Container.get(BinaryDataService), 'store');
	const { items } = await draw();
	expect(items.map(({ json, binary }) => [json.index, binary?.data?.fileName])).toEqual([
		[0, 'a-red-fox-1.png'],
		[1, 'a-red-fox-2.png'],
	]);
	expect(store).toHaveBeenCalledTimes(2);
});

describe('without File: Download', () => {
	test('a file that has no other address is in the item all the same', async () => {
		const body = await withImage();
		service.submitted = () => ({ body });
		const { items } = await draw({ download: false });
		expect(await bytesOf(items[0]?.binary?.data)).toEqual(await png);
		expect(items[0]?.json.url).toBe(SHOWN);
	});

	test('what is no image is told in a note, and is in the raw answer', async () => {
		const svg = `data:image/svg+xml;base64,${Buffer.from(`<svg>${' '.repeat(4_000)}</svg>`).toString('base64')}`;
		service.submitted = () => ({ body: { status: 'completed', image: svg } });
		expect((await draw({ download: false, raw: true })).items).toMatchObject([
			{
				json: {
					note: 'The file is not in the item: The file in the answer is text, not an image',
					raw: { image: svg },
				},
			},
		]);
	});

	test('an agent’s tool stores nothing', async () => {
		const body = await withImage();
		service.submitted = () => ({ body });
		const store = jest.spyOn(Container.get(BinaryDataService), 'store');
		expect((await service.draw({}, { asTool: true })).items).toMatchObject([
			{ json: { url: SHOWN } },
		]);
		expect(store).not.toHaveBeenCalled();
	});
});

describe('a file that n8n cannot store', () => {
	test('is tried again, as it is paid for', async () => {
		const body = await withImage();
		service.submitted = () => ({ body });
		failing(2);
		expect(await bytesOf((await draw()).items[0]?.binary?.data)).toEqual(await png);
		expect(service.posts).toBe(1);
	});

	test('is told with the job, and Retry On Fail asks for it again', async () => {
		const body = await withImage({ ...DONE, image_url: undefined });
		service.looked = () => ({ body });
		failing(4);
		const { items, error } = await draw({}, { settings: RETRYING });
		expect(error).toBeUndefined();
		expect(await bytesOf(items[0]?.binary?.data)).toEqual(await png);
		expect([service.posts, service.looks]).toEqual([1, 2]);
	});

	test('of no job that could be asked about is not paid for again, and its error says so each time', async () => {
		const body = await withImage();
		service.submitted = () => ({ body });
		failing(1_000);
		const result = await draw({}, { settings: RETRYING });
		expect(result.error?.message).toBe('n8n could not store the file: no space left on device');
		expect(result.error?.context?.details).toMatchObject({
			may_be_paid: true,
			url: SHOWN,
			urls: [SHOWN],
		});
		expect(service.posts).toBe(1);
		expect(told(result).length).toBeLessThan(3_000);
	});

	test.each([
		['is too large', { maxFileSize: 0.001 }, /^The file is larger than 0\.001 MiB/],
		['is no image', {}, /^The file in the answer is text, not an image$/],
		['is empty', {}, /^The file in the answer is empty$/],
	])('as it %s is told with its job', async (what, options, message) => {
		const content = {
			'is too large': await base64(),
			'is no image': Buffer.from('<svg/>').toString('base64'),
			'is empty': '%',
		}[what];
		service.looked = () => ({
			body: { job_id: JOB, status: 'completed', image: `data:image/png;base64,${content}` },
		});
		const { error } = await draw(options);
		expect(error?.message).toMatch(message);
		expect(error?.context?.details).toMatchObject({ job_id: JOB });
	});
});
