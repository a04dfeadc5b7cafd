import { Inquiry } from '../../../../nodes/MediaGeneration/trigger/inquiry';
import type { ToldJob, ToldJobs } from '../../../../nodes/MediaGeneration/trigger/jobs';
import { RefusedJobs } from '../../../../nodes/MediaGeneration/trigger/refused';

const job = (id: string): ToldJob => ({ ids: [id], body: {} });
const one = (id: string): ToldJobs => ({ whole: job(id), parts: [], isOne: true });
/** A delivery of so many parts, with or without something around them, and what it is rather about. */
const delivery = (count: number, whole: ToldJob | undefined, isOne: boolean): ToldJobs => ({
	whole,
	parts: Array.from({ length: count }, (_, index) => one(`part-${index}`)),
	isOne,
});
const around = job('whole');

/** By how many jobs a delivery of which so many are unknown puts others in doubt. */
function doubtAfter(told: ToldJobs, asked: boolean[]): number {
	const refused = new RefusedJobs();
	const distrust = jest.spyOn(refused, 'distrust');
	const inquiry = new Inquiry(refused, told);
	for (const hasAsked of asked) inquiry.isUnknown(hasAsked);
	return distrust.mock.calls.reduce((sum, [jobs]) => sum + jobs, 0);
}

test.each([
	['one job', one('a'), [true], 1],
	['one job that was not asked about again', one('a'), [false], 0],
	['all parts', delivery(3, undefined, false), [true, false, false], 3],
	['all parts, the last asked about', delivery(3, undefined, false), [false, false, true], 3],
	['all parts, none asked about', delivery(3, undefined, false), [false, false, false], 0],
	['but for one part', delivery(3, undefined, false), [true, true], 0],
	['all parts of a job, and the job', delivery(3, around, true), [true, true, true, true], 1],
	['all parts of a job, but not the job', delivery(3, around, true), [true, true, true], 0],
	['all parts beside something that may be a job, and that', delivery(3, around, false), [true, true, true, true], 3],
	['all parts of parts', { parts: [delivery(2, around, true), delivery(2, undefined, false)], isOne: false }, [true, true, true, true, true], 3],
])('of a delivery is unknown: %s', (_, told, asked, doubt) => {
	expect(doubtAfter(told, asked)).toBe(doubt);
});

test('five parts are looked for at all usual places, and the job around them always', () => {
	const told = delivery(8, around, true);
	const inquiry = new Inquiry(new RefusedJobs(), told);
	const parts = told.parts.flatMap(({ whole }) => whole ?? []);
	expect(parts.map((part) => inquiry.takeThorough(part))).toEqual([true, true, true, true, true, false, false, false]);
	expect(inquiry.takeThorough(around)).toBe(true);
});

test.each([
	[4, true],
	[5, false],
])('after %d deliveries in vain a job is looked for at all usual places: %s; so for the whole delivery', (inVain, thorough) => {
	const refused = new RefusedJobs();
	for (let times = 0; times < inVain; times++) refused.distrust(1);
	const inquiry = new Inquiry(refused, delivery(1, around, true));
	expect(inquiry.takeThorough(around)).toBe(thorough);
	refused.distrust(1);
	expect(inquiry.takeThorough(around)).toBe(thorough);
});
