import type { INodeParameters } from 'n8n-workflow';
import { DONE, JOB, useJobService } from '../../../support/jobService';
import { useMovedTime } from '../../../support/time';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<typeof import('n8n-workflow')>('n8n-workflow'),
	sleep: jest.requireActual<typeof import('../../../support/time')>('../../../support/time').movedSleep,
}));

const service = useJobService();
useMovedTime();
const MINUTE_MS = 60_000;
const refusal = (status: number) => ({ status, body: { error: { message: 'No such job' } } });

test.each([404, 405, 410])('a job that was accepted just now and answers %d is asked about for a minute', async (status) => {
	service.looked = (number) => (number < 25 ? refusal(status) : { body: DONE });
	expect((await service.draw()).items).toMatchObject([{ json: { job_id: JOB, status: 'completed' } }]);
	expect(service.posts).toBe(1);
});

test('a job that answers 404 for longer than a minute is told with its ID', async () => {
	const from = Date.now();
	service.looked = () => refusal(404);
	const { error } = await service.draw();
	expect(error?.context?.details).toMatchObject({ job_id: JOB, http_code: 404 });
	expect(Date.now() - from).toBeGreaterThanOrEqual(MINUTE_MS);
	expect(service.posts).toBe(1);
});

test.each([400, 403, 422])('a look that is answered %d is the last', async (status) => {
	service.looked = () => refusal(status);
	const { error } = await service.draw();
	expect(error?.context?.details).toMatchObject({ job_id: JOB, http_code: status });
	expect([service.posts, service.looks]).toEqual([1, 1]);
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
