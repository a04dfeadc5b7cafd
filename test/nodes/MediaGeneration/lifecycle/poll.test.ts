import type { INodeParameters } from 'n8n-workflow';
import { DONE, JOB, useJobService } from '../../../support/jobService';
import { useMovedTime } from '../../../support/time';

jest.mock('n8n-workflow', () =>
	jest
		.requireActual<typeof import('../../../support/time')>('../../../support/time')
		.withMovedSleep(),
);

const service = useJobService();
useMovedTime();
const MINUTE_MS = 60_000;
const refusal = (status: number) => ({ status, body: { error: { message: 'No such job' } } });

test.each([404, 405, 410])(
	'a job that was accepted just now and answers %d is asked about for a minute',
	async (status) => {
		service.looked = (number) => (number < 25 ? refusal(status) : { body: DONE });
		expect((await service.draw()).items).toMatchObject([
			{ json: { job_id: JOB, status: 'completed' } },
		]);
		expect(service.posts).toBe(1);
	},
);

test('a job that answers 404 for longer than a minute is told with its ID', async () => {
	const from = Date.now();
	service.looked = () => refusal(404);
	const { error } = await service.draw();
	expect(error?.context?.details).toMatchObject({ job_id: JOB, http_code: 404 });
	expect(Date.now() - from).toBeGreaterThanOrEqual(MINUTE_MS);
	expect(service.posts).toBe(1);
});

test.each([404, 405, 410])(
	'Get Job with Wait Until Done is told at once that there is nothing (%d), as nobody knows when the job was accepted',
	async (status) => {
		service.looked = () => refusal(status);
		const getJob = async (options: INodeParameters) => {
			const before = service.looks;
			const { error } = await service.draw({ operation: 'getJob', jobId: JOB, options });
			expect(error?.context?.details).toMatchObject({ http_code: status });
			return service.looks - before;
		};
		expect(await getJob({ wait: true })).toBe(await getJob({}));
	},
);

describe('a service that is out of order while a job runs', () => {
	const OUTAGE_MS = 2 * MINUTE_MS;

	test.each([
		['answers 503', { status: 503, body: { error: { message: 'Down for maintenance' } } }],
		[
			'answers 500 with a page',
			{ status: 500, headers: { 'content-type': 'text/html' }, text: '<html>Oops</html>' },
		],
		['answers 408', { status: 408 }],
	])(
		'that %s for two minutes is asked again until it tells how the job ended',
		async (_, reply) => {
			const from = Date.now();
			service.looked = () => (Date.now() - from < OUTAGE_MS ? reply : { body: DONE });
			expect((await service.draw()).items).toMatchObject([
				{ json: { job_id: JOB, status: 'completed' } },
			]);
			expect(service.posts).toBe(1);
		},
	);

	test('that breaks connections for two minutes is asked again until it tells how the job ended', async () => {
		const from = Date.now();
		const { answer } = service.server;
		service.server.answer = (request, response) => {
			if (request.method === 'GET' && Date.now() - from < OUTAGE_MS) request.socket.destroy();
			else answer(request, response);
		};
		expect((await service.draw()).items).toMatchObject([
			{ json: { job_id: JOB, status: 'completed' } },
		]);
		expect(service.posts).toBe(1);
	});

	test('is told at once by Get Job, where nobody knows that there is such a job', async () => {
		const from = Date.now();
		service.looked = () => ({ status: 503, body: { error: { message: 'Down for maintenance' } } });
		const { error } = await service.draw({
			operation: 'getJob',
			jobId: JOB,
			options: { wait: true },
		});
		expect(error?.message).toBe('Down for maintenance');
		expect(Date.now() - from).toBeLessThan(OUTAGE_MS);
	});
});
