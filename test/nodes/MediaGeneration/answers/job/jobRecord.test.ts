import { recordOf } from '../../../../../nodes/MediaGeneration/answers/job/ids';

const uuid = '0b8d2c1e-58a4-4f0e-9a53-7f2f6f0a9c11';

test.each<[string, unknown, string | undefined, unknown]>([
	[
		'one of several',
		{ jobs: [{ job_id: 'a' }, { job_id: 'b' }], sum: 2 },
		'b',
		{ jobs: [{ job_id: 'b' }], sum: 2 },
	],
	[
		'one in other letters',
		{ jobs: [{ job_id: uuid }, { job_id: 'b' }] },
		uuid.toUpperCase(),
		{ jobs: [{ job_id: uuid }] },
	],
	[
		'one of lists in a list',
		{ groups: [{ tasks: [{ task_id: 'a' }, { task_id: 'b' }] }, { n: 1 }] },
		'b',
		{ groups: [{ tasks: [{ task_id: 'b' }] }, { n: 1 }] },
	],
	[
		'none of several',
		{ jobs: [{ job_id: 'a' }, { job_id: 'b' }] },
		'c',
		{ jobs: [{ job_id: 'a' }, { job_id: 'b' }] },
	],
	[
		'nobody knows which',
		{ jobs: [{ job_id: 'a' }, { job_id: 'b' }] },
		undefined,
		{ jobs: [{ job_id: 'a' }, { job_id: 'b' }] },
	],
	['the only one', { job_id: 'a', status: 'done' }, 'a', { job_id: 'a', status: 'done' }],
	['a text', 'x', 'a', 'x'],
])('what an answer says of a job: %s', (_, body, jobId, said) => {
	expect(recordOf(body, jobId)).toEqual(said);
});
