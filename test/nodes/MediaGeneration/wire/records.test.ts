import { recordOf, recordsIn, type Records } from '../../../../nodes/MediaGeneration/wire/records';

interface Told {
	whole?: [ids: string[], body: unknown];
	parts?: Told[];
	isOne: boolean;
}

const told = ({ whole, parts, isOne }: Records): Told => ({
	...(whole && { whole: [whole.ids.map(({ id }) => id), whole.body()] }),
	...(parts.length > 0 && { parts: parts.map(told) }),
	isOne,
});

const one = (id: string, body: unknown): Told => ({ whole: [[id], body], isOne: true });

test.each<[string, object]>([
	['a job', { job_id: 'a', status: 'done' }],
	['the only one of a list', { jobs: [{ job_id: 'a' }] }],
	['only one that is likely', { trace_id: 'a' }],
])('an answer about one job is all of it: %s', (_, body) => {
	expect(told(recordsIn(body))).toEqual(one('a', body));
});

test.each<[string, object, string[]]>([
	['its files', { job_id: 'j', status: 'done', images: [{ id: 'a' }, { id: 'b' }] }, ['j', 'a', 'b']],
	['its files, and no state', { id: 'j', images: [{ id: 'a' }, { id: 'b' }] }, ['j', 'a', 'b']],
	['files beside it', { task: { id: 'j', status: 'done' }, images: [{ id: 'a' }, { id: 'b' }] }, ['j', 'a', 'b']],
	['nothing that could be a job', { list: [{ trace_id: 'a' }, { trace_id: 'b' }] }, ['a', 'b']],
	['nothing', {}, []],
])('an answer about one job whose lists hold %s is all of it', (_, body, ids) => {
	expect(told(recordsIn(body))).toEqual({ whole: [ids, body], isOne: true });
});

test.each<[string, unknown, Told]>([
	[
		'a list',
		{ jobs: [{ job_id: 'a' }, { job_id: 'b' }], sum: 2 },
		{ parts: [one('a', { jobs: [{ job_id: 'a' }], sum: 2 }), one('b', { jobs: [{ job_id: 'b' }], sum: 2 })], isOne: false },
	],
	['nothing but a list', [{ id: 'a' }, { id: 'b' }], { parts: [one('a', [{ id: 'a' }]), one('b', [{ id: 'b' }])], isOne: false }],
	[
		'a list with other entries',
		{ jobs: [{ job_id: 'a' }, { note: 'x' }, { job_id: 'b' }] },
		{ parts: [one('a', { jobs: [{ job_id: 'a' }] }), one('b', { jobs: [{ job_id: 'b' }] })], isOne: false },
	],
	[
		'a list that tells of one twice',
		{ jobs: [{ job_id: 'a', n: 1 }, { job_id: 'b' }, { job_id: 'a', n: 2 }] },
		{
			parts: [
				one('a', {
					jobs: [
						{ job_id: 'a', n: 1 },
						{ job_id: 'a', n: 2 },
					],
				}),
				one('b', { jobs: [{ job_id: 'b' }] }),
			],
			isOne: false,
		},
	],
	[
		'lists by state',
		{ completed: [{ id: 'a' }], failed: [{ id: 'b' }] },
		{ parts: [one('a', { completed: [{ id: 'a' }] }), one('b', { failed: [{ id: 'b' }] })], isOne: false },
	],
	[
		'a list, with the ID of the request',
		{ request_id: 'r', jobs: [{ job_id: 'a' }, { job_id: 'b' }] },
		{
			whole: [['r'], { request_id: 'r', jobs: [{ job_id: 'a' }, { job_id: 'b' }] }],
			parts: [one('a', { request_id: 'r', jobs: [{ job_id: 'a' }] }), one('b', { request_id: 'r', jobs: [{ job_id: 'b' }] })],
			isOne: false,
		},
	],
	[
		'a list of those with files',
		{ jobs: [{ job_id: 'a', images: [{ id: 'x' }, { id: 'y' }] }, { job_id: 'b' }] },
		{
			parts: [
				{ whole: [['a', 'x', 'y'], { jobs: [{ job_id: 'a', images: [{ id: 'x' }, { id: 'y' }] }] }], isOne: true },
				one('b', { jobs: [{ job_id: 'b' }] }),
			],
			isOne: false,
		},
	],
	[
		'lists in a list',
		{ groups: [{ tasks: [{ task_id: 'a' }, { task_id: 'b' }] }, { tasks: [{ task_id: 'c' }] }] },
		{
			parts: [
				{ parts: [one('a', { groups: [{ tasks: [{ task_id: 'a' }] }] }), one('b', { groups: [{ tasks: [{ task_id: 'b' }] }] })], isOne: false },
				one('c', { groups: [{ tasks: [{ task_id: 'c' }] }] }),
			],
			isOne: false,
		},
	],
])('an answer about several jobs is split: %s', (_, body, records) => {
	expect(told(recordsIn(body))).toEqual(records);
});

const uuid = '0b8d2c1e-58a4-4f0e-9a53-7f2f6f0a9c11';

test.each<[string, unknown, string | undefined, unknown]>([
	['one of several', { jobs: [{ job_id: 'a' }, { job_id: 'b' }], sum: 2 }, 'b', { jobs: [{ job_id: 'b' }], sum: 2 }],
	['one in other letters', { jobs: [{ job_id: uuid }, { job_id: 'b' }] }, uuid.toUpperCase(), { jobs: [{ job_id: uuid }] }],
	['one of those by state', { completed: [{ id: 'a' }], failed: [{ id: 'b' }] }, 'b', { failed: [{ id: 'b' }] }],
	['none of several', { jobs: [{ job_id: 'a' }, { job_id: 'b' }] }, 'c', { jobs: [{ job_id: 'a' }, { job_id: 'b' }] }],
	['nobody knows which', { jobs: [{ job_id: 'a' }, { job_id: 'b' }] }, undefined, { jobs: [{ job_id: 'a' }, { job_id: 'b' }] }],
	['the only one', { job_id: 'a', status: 'done' }, 'a', { job_id: 'a', status: 'done' }],
	['a text', 'x', 'a', 'x'],
])('what an answer says of a job: %s', (_, body, jobId, said) => {
	expect(recordOf(body, jobId)).toEqual(said);
});
