import { DONE, JOB, useJobService } from '../../../support/jobService';
import { useMovedTime } from '../../../support/time';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<typeof import('n8n-workflow')>('n8n-workflow'),
	sleep:
		jest.requireActual<typeof import('../../../support/time')>('../../../support/time').movedSleep,
}));

const service = useJobService();
useMovedTime();
const refusal = (status: number) => ({ status, body: { error: { message: 'No such job' } } });

test('what stands before a place that is only guessed does not end the search for the job', async () => {
	service.submitted = () => ({ status: 202, body: { job_id: JOB, status: 'processing' } });
	const refusals = [404, 400, 401, 403, 405, 302, 501];
	service.looked = (number) =>
		number <= refusals.length ? refusal(refusals[number - 1] ?? 0) : { body: DONE };
	expect((await service.draw()).items).toMatchObject([
		{ json: { job_id: JOB, status: 'completed' } },
	]);
	expect([service.posts, service.looks]).toEqual([1, refusals.length + 1]);
});
