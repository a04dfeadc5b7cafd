import {
	findJobId,
	idKey,
	jobIdAt,
	jobIdsIn,
	otherJobs,
	ownId,
	narrowedToJob,
	tellsJob,
} from '../../../../../nodes/MediaGeneration/answers/job/ids';
import { walk } from '../../../../../nodes/MediaGeneration/answers/core/walk';

const uuid = '0b8d2c1e-58a4-4f0e-9a53-7f2f6f0a9c11';
const url = 'https://cdn.example.net/1.png';

test.each([
	// Names
	{ id: 'b', job_id: 'a' },
	{ x: { id: 'b' }, video_id: 'a' },
	// IDs of other jobs
	...'source original previous client external batch origin parent root upstream child'
		.split(' ')
		.map((word) => ({
			[`${word}_job_id`]: 'b',
			job_id: 'a',
			status: 'queued',
		})),
	...'retry_of_job original_task extended_from_job remixed_from_video depends_on_job external_task source_video'
		.split(' ')
		.map((name) => ({
			[`${name}_id`]: 'b',
			id: 'a',
			status: 'queued',
		})),
	...['upstream', 'provider', 'extended_from', 'original', 'previous_job', 'vendor'].map(
		(name) => ({
			job_id: 'a',
			[name]: { name: 'p', job_id: 'b', status: 'queued' },
		}),
	),
	{ job_id: 'a', upstream: { data: { task: { id: 'b' } } } },
	{ job_id: 'a', depends_on: [{ job_id: 'b' }, { job_id: 'c' }] },
	{ data: { task_id: 'a', task_info: { external_task_id: 'b' } } },
	{ provider: { job_id: 'a' } },
	{ original_job_id: 'a' },
	{ reference_job_id: 'b', job_id: 'a' },
	// Objects around
	{ task: { id: 'a' }, video_id: 'b' },
	{ tasks: [{ id: 'b' }], video_id: 'a' },
	{ tasks: [{ id: 'a', status: 'x' }], video_id: 'b' },
	{ task_id: 'a', generations: [{ id: 'b', status: 'succeed', url }] },
	{ generation_id: 'a', generations: [{ id: 'b', status: 'pending' }] },
	{ image: { id: 'b' }, x: { id: 'a' } },
	{ uuid: 'a', id: 17, status: 'queued' },
	// States beside
	{ y: { dream_id: 'b' }, x: { dream_id: 'a', status: 'queued' } },
	{ y: { dream_id: 'a' }, x: { dream_id: 'b', status: 'ok' } },
	// Files beside
	{ list: [{ id: 'b', url }], x: { id: 'a' } },
	{ list: [{ id: 'b', image: { url } }], dream_id: 'a' },
	{ list: [{ id: 'a', status: 'x', image: { url } }], dream_id: 'b' },
	{ x: { id: 'a', image: { url } }, dream_id: 'b' },
	// Lists of several
	{ list: [{ id: 'b' }, { id: 'c' }], x: { id: 'a' } },
	{ x: { id: 'a', type: 'video' }, y: { id: 'b' } },
	{ x: { id: 'a', name: 'video.made' }, y: { id: 'b' } },
	{ x: { id: 'a', type: `${'x'.repeat(100)}.` }, y: { id: 'b' } },
	// What holds an answer, beside the request's ID
	...['output', 'result', 'data', 'response', 'image', 'video'].flatMap((name) => [
		{ request_id: 'b', [name]: { uuid: 'a', user_id: 'u', phase: 'WAITING' } },
		{ request_id: 'b', [name]: { id: 'a', lifecycle: 'Pending', polling_url: '/v1/jobs/a' } },
	]),
	...['result', 'data', 'response'].map((name) => ({
		request_id: 'b',
		[name]: [{ id: 'a', stage: 'rendering' }],
	})),
	{ request_id: 'b', output: { id: 'a', polling_url: '/v1/jobs/a' } },
	// What the ID looks like, and where it stands
	{ usage: { id: 'b' }, y: { id: 'a' } },
	{ steps: { id: 'b' }, y: { id: 'a' } },
	{ logs: { job_id: 'b' }, prompt_id: 'a' },
	{ input: { job_id: 'b' }, usage: { client_id: 'a' } },
	{ id: 'b', x: { id: 'a' } },
	// No IDs
	{ job_id: 'b c', trace_id: 'a' },
	{ job_id: 'https://b', trace_id: 'a' },
	{ job_id: 'data:b', trace_id: 'a' },
	{ job_id: 'b'.repeat(513), trace_id: 'a' },
	{ job_id: { x: 'b' }, trace_id: 'a' },
	{ job_id: -1, task_id: 0, run_id: 1.5, render_id: 2 ** 53, trace_id: 'a' },
	{ user_id: 'b', trace_id: 'a' },
	{ task_name: 'b', trace_id: 'a' },
])('of %j the job is a', (body) => {
	expect(findJobId(walk(body))?.value).toBe('a');
});

test.each<[object, unknown]>([
	[{ x: { job_id: 'evt_1' }, y: { dream_id: 'b' } }, 'evt_1'],
	[{ usage: { request_id: 'evt_1' } }, 'evt_1'],
	[{ id: 'x'.repeat(512) }, 'x'.repeat(512)],
	[{ name: 'projects/p/operations/o-1', id: 'b' }, 'projects/p/operations/o-1'],
	[{ name: 'operations/o-1' }, 'operations/o-1'],
	[{ name: 'operations/o-1/x' }, undefined],
	[['operations/o-1'], undefined],
	[{ input: { job_id: 'b' } }, undefined],
])('of %j the job is %j', (body, id) => {
	expect(findJobId(walk(body))?.value).toBe(id);
});

test('all that may be the job’s ID, each once, the likeliest first', () => {
	const body = {
		request_id: 'x',
		trace_id: ' y ',
		data: { id: 'z', job_id: 'x' },
		input: { job_id: 'w' },
		note: 'v',
		list: [{ id: 'u' }, { id: 't' }],
	};
	expect(jobIdsIn(walk(body)).map(({ id, place }) => [id, place.key])).toEqual([
		['x', 'job_id'],
		['z', 'id'],
		['u', 'id'],
		['t', 'id'],
		['y', 'trace_id'],
	]);
});

test.each([
	[{ id: 'a' }, true],
	[{ dream_id: 'a' }, true],
	[{ job_id: 'a' }, true],
	[{ request_id: 'a' }, false],
	[{ original_job_id: 'a' }, false],
	[{ upstream: { job_id: 'a' } }, false],
	[{ result: 'a1234567' }, false],
	[{}, false],
])('whether %j names a job: %j', (body, tells) => {
	expect(tellsJob(body)).toBe(tells);
});

test.each([
	[{ jobs: [{ job_id: 'a' }, { job_id: 'b' }, { job_id: 'b' }] }, ['b']],
	[
		{
			jobs: [
				{ job_id: 'a', task_id: 't' },
				{ job_id: 'b', x: { job_id: 'd' } },
			],
		},
		['b'],
	],
	[{ jobs: [{ id: 7 }, { id: 'a' }, { id: {} }] }, ['7']],
	[{ ids: ['a', 'b', true] }, ['b']],
	[{ jobs: [{ job_id: 'a' }] }, []],
	[{ x: { job_id: 'a' }, y: { job_id: 'b' } }, []],
	[{ jobs: [{ job_id: 'b' }, { job_id: 'c' }] }, []],
	[{ logs: [{ job_id: 'a' }, { job_id: 'b' }] }, []],
	[{ jobs: [{ request_id: 'a' }, { request_id: 'b' }] }, []],
	[{ tasks: ['a', 'b'] }, []],
])('beside the job a, %j tells of the jobs %j', (body, others) => {
	expect(otherJobs(body, 'a')).toEqual(others);
	expect(otherJobs(body, undefined)).toEqual([]);
});

test.each([
	[{ job_id: 'a' }, 'job'],
	[{ x: { task_id: 'a' } }, 'job'],
	[{ job: { id: 'a' } }, 'job'],
	[{ jobs: [{ id: 'a' }] }, 'job'],
	[{ task: { id: 'a' } }, 'job'],
	[{ name: 'operations/a' }, 'job'],
	[{ tasks: [{ id: 'a' }] }, 'likely'],
	[{ x: { id: 'a' } }, 'likely'],
	[{ ids: ['a'] }, 'likely'],
	[{ edit_id: 'a' }, 'likely'],
	[{ request_id: 'a' }, 'request'],
	[{ upstream: { job: { id: 'a' } } }, 'hardly'],
	[{ retry_of_job_id: 'a' }, 'hardly'],
	[{ usage: { id: 'a' } }, 'hardly'],
	[{ client_id: 'a' }, 'hardly'],
])('how surely the ID in %j is a job’s: %s', (body, certainty) => {
	expect(jobIdsIn(walk(body)).map((found) => found.certainty)).toEqual([certainty]);
});

test.each([
	['operations/op-1', 'op-1'],
	['projects/p/locations/l/operations/op-1', 'op-1'],
	['models/veo/operations/op-1', 'op-1'],
	['job-1', 'job-1'],
	['a/b', 'a/b'],
	['/v1/jobs/1', '/v1/jobs/1'],
])('the ID in %s is %s, to ask with and to compare with', (told, id) => {
	expect(jobIdAt(walk({ name: told }).places.at(-1))).toBe(id);
	expect(idKey(told)).toBe(id);
});

test.each<[object, string | undefined]>([
	[{ files: [{ id: 'f-1', status: 'ready', parent_job_id: 'J' }] }, 'J'],
	[{ outputs: [{ id: 'f-1', status: 'ready', source_id: 'J' }, { id: 'f-2' }] }, 'J'],
	[{ operation: 'models/x/operations/J', id: 'f-1', status: 'done' }, 'models/x/operations/J'],
	[{ job_id: 'other', parent_job_id: 'J' }, 'other'],
	[{ request_id: 'r', status: 'done' }, undefined],
])('of %j, asked about J, the job’s ID is %s', (body, id) => {
	expect(ownId(walk(body), 'J')?.value).toBe(id);
});

test('UUIDs are the same in small letters and in capitals, other IDs are not', () => {
	expect(idKey(uuid.toUpperCase())).toBe(uuid);
	for (const id of [
		'A',
		`x${uuid}`.toUpperCase(),
		`${uuid}0`.toUpperCase(),
		uuid.slice(1).toUpperCase(),
		uuid.replace('9a53', '9a5').toUpperCase(),
	])
		expect(idKey(id)).toBe(id);
});

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
	['the only one', { job_id: 'a', status: 'done' }, 'a', { job_id: 'a', status: 'done' }],
])('what an answer says of a job: %s', (_, body, jobId, said) => {
	expect(narrowedToJob(body, jobId)).toEqual(said);
});
