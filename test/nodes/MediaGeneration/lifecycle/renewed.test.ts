import {
	ACCEPTED,
	DONE,
	JOB,
	RETRYING,
	useJobService,
	type Reply,
} from '../../../support/jobService';
import { useMovedTime } from '../../../support/time';

jest.mock('n8n-workflow', () =>
	jest
		.requireActual<typeof import('../../../support/time')>('../../../support/time')
		.withMovedSleep(),
);

const service = useJobService();
useMovedTime();
const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** The files that were asked for, and how often the old link is gone. */
let fetched: string[];
let isGone: (time: number) => boolean;
beforeEach(() => {
	fetched = [];
	isGone = () => true;
	const before = service.server.answer;
	service.server.answer = (request, response) => {
		const { url = '' } = request;
		if (!url.endsWith('.png')) return before(request, response);
		fetched.push(url);
		if (url === '/old.png' && isGone(fetched.length)) return response.writeHead(410).end('expired');
		return response.writeHead(200, { 'content-type': 'image/png' }).end(PNG);
	};
});
const file = (name: string) => `${service.server.url}/${name}.png`;
const done = (name: string): Reply => ({ body: { ...DONE, image_url: file(name) } });
const draw = async (more: object = {}) =>
	await service.draw(
		{ options: { download: true, concurrency: 1 } },
		{ settings: RETRYING, ...more },
	);

test('the link to a file has expired: Retry On Fail asks for a new one', async () => {
	service.looked = (number) => done(['fine', 'old', 'fine'][number - 1] ?? 'new');
	const { items } = await draw({ items: [{ json: {} }, { json: {} }] });
	expect(items).toMatchObject(
		['fine', 'new'].map((name) => ({
			json: { job_id: JOB, url: file(name) },
			binary: { data: { mimeType: 'image/png' } },
		})),
	);
	expect(fetched).toEqual(['/fine.png', '/old.png', '/fine.png', '/new.png']);
	expect([service.posts, service.looks]).toEqual([2, 4]);
});

test('a link that expires each time is asked for each time', async () => {
	service.looked = (number) => done(number < 3 ? 'old' : 'new');
	expect((await draw()).items).toMatchObject([{ json: { url: file('new') } }]);
	expect([service.posts, service.looks]).toEqual([1, 3]);
});

test('further jobs are still named', async () => {
	service.submitted = () => ({ status: 202, body: { jobs: [ACCEPTED, { job_id: 'job-78' }] } });
	service.looked = (number) => done(number === 1 ? 'old' : 'new');
	expect((await draw()).items).toMatchObject([
		{ json: { url: file('new'), model: 'model-dev', other_job_ids: ['job-78'] } },
	]);
});

test.each<[string, Reply]>([
	['is gone', { status: 404, body: { error: { message: 'no such job' } } }],
	['has failed, as it expired', { body: { job_id: JOB, status: 'expired' } }],
	['has no file', { body: { job_id: JOB, status: 'completed' } }],
	['runs', { body: ACCEPTED }],
])(
	'a job of which the service says now that it %s: what it said first counts, and nothing is sent again',
	async (_, reply) => {
		service.looked = (number) => (number === 1 ? done('old') : reply);
		isGone = (time) => time === 1;
		expect((await draw()).items).toMatchObject([
			{ json: { status: 'completed', url: file('old') } },
		]);
		expect(service.posts).toBe(1);
	},
);

test('a result without a job has no address to ask at: its link is tried again', async () => {
	service.submitted = () => ({ body: { status: 'completed', image_url: file('old') } });
	isGone = (time) => time === 1;
	expect((await draw()).items).toMatchObject([{ json: { url: file('old') } }]);
	expect([service.posts, service.looks]).toEqual([1, 0]);
});
