import {
	afterAccepted,
	isLasting,
	isNothingThere,
	isPropagating,
} from '../../../../nodes/MediaGeneration/lifecycle/jobErrors';
import {
	restoredFailure,
	storedFailure,
} from '../../../../nodes/MediaGeneration/lifecycle/snapshot';
import { detailsOf, withDetails } from '../../../../nodes/MediaGeneration/failures/details';
import { apiError } from '../../../../nodes/MediaGeneration/failures/failure';
import { nodeContext } from '../../../support/nodeContext';

const { run } = nodeContext();
const NOW = Date.parse('2026-03-01T12:00:00.000Z');
const MINUTE_MS = 60_000;
const failure = (http_code?: number) =>
	withDetails(apiError(run, 'no', 'why', http_code), { http_code });
beforeEach(() => jest.spyOn(Date, 'now').mockReturnValue(NOW));
afterEach(() => jest.restoreAllMocks());

test.each([404, 405, 410])(
	'%d says that there is nothing: for good, once a job may be known everywhere',
	(status) => {
		expect(isNothingThere(failure(status))).toBe(true);
		expect(isLasting(failure(status), NOW - MINUTE_MS)).toBe(true);
		expect(isLasting(failure(status), NOW - MINUTE_MS + 1)).toBe(false);
	},
);

test('a job is known everywhere after a minute', () => {
	expect([
		isPropagating(NOW - MINUTE_MS),
		isPropagating(NOW - MINUTE_MS + 1),
		isPropagating(NOW),
	]).toEqual([false, true, true]);
});

test.each([400, 403, 406, 422, 451, 499])('%d is of no use to ask again', (status) => {
	expect([isNothingThere(failure(status)), isLasting(failure(status), NOW)]).toEqual([false, true]);
});

test.each([undefined, 200, 302, 399, 401, 402, 407, 408, 409, 423, 425, 429, 500, 502, 503])(
	'%p can pass',
	(status) => {
		expect([isNothingThere(failure(status)), isLasting(failure(status), 0)]).toEqual([
			false,
			false,
		]);
	},
);

test.each([400, 412, 422, 428])('%d that says that the job has not ended can pass', (status) => {
	expect(
		isLasting(
			withDetails(apiError(run, 'The job is still running', 'why', status), { http_code: status }),
			0,
		),
	).toBe(false);
});

test.each([
	[{ job_id: 'j', status_url: '/j' }, 'j'],
	[{ status_url: '/j' }, '/j'],
])('a job that was accepted is not to be sent again: %j', (job, named) => {
	const remedy = `The job was accepted, and is charged if it is still running. Do not submit it again: fetch it later with Get Job (job ${named}).`;
	const details = { http_code: 403, ...job, remedy };
	const told = afterAccepted(failure(403), job);
	expect([told.message, told.description, detailsOf(told)]).toEqual(['no', remedy, details]);
	const kept = storedFailure(told);
	expect(kept).toEqual({ message: 'no', description: remedy, details });
	const error = restoredFailure(run.item(4), JSON.parse(JSON.stringify(kept)) as never);
	expect(error).toMatchObject({
		message: 'no',
		description: remedy,
		httpCode: '403',
		context: { itemIndex: 4 },
	});
	expect(detailsOf(error)).toEqual(details);
});
