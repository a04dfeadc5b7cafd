import { fallbackJobIn } from '../../../../../nodes/MediaGeneration/answers/job/acceptedJob';

const PATH = '/api/v1/images/generations/jobs/job-7';

test.each<[number, unknown, Record<string, unknown>, object | undefined]>([
	// Redirects
	[302, {}, { Location: `${PATH}?a=/b` }, { status_url: `${PATH}?a=/b` }],
	[302, {}, { location: '/login' }, undefined],
	[302, {}, {}, undefined],
	[303, {}, { location: PATH }, undefined],
	[307, {}, { location: PATH }, undefined],
	// What the body says by itself
	[200, { job_id: 'a' }, { location: PATH }, undefined],
	[200, { status_url: '/s' }, { location: PATH }, undefined],
	[200, { image: 'https://m.example.com/1.png' }, { location: PATH }, undefined],
	// Headers
	[202, {}, { location: PATH }, { status_url: PATH, job_id: 'job-7' }],
	[202, { note: 1 }, { location: '/other?x=1' }, { note: 1, status_url: '/other?x=1' }],
	[202, [1], { location: PATH }, { data: [1], status_url: PATH, job_id: 'job-7' }],
	[
		202,
		{},
		{ 'operation-location': `${PATH}?v=1#x` },
		{ status_url: `${PATH}?v=1#x`, job_id: 'job-7' },
	],
	[202, {}, { 'operation-location': PATH, 'x-job-id': 'j' }, { status_url: PATH, job_id: 'j' }],
	[202, {}, { location: PATH, 'status-url': '/s' }, { status_url: '/s' }],
	[
		202,
		{ request_id: 'r' },
		{ 'x-job-id': 'j', 'x-request-id': 'q' },
		{ request_id: 'r', job_id: 'j' },
	],
	[202, {}, { 'x-task-id': 7 }, { job_id: '7' }],
	[202, {}, { 'x-request-id': 'q', etag: 'e', location: '' }, undefined],
	// Texts
	[200, 'job-77', {}, undefined],
	// Failures that leave open whether there is a job
	[409, { job_id: 'a' }, {}, { job_id: 'a' }],
	[500, { job_id: 'a', error: 'x' }, {}, { job_id: 'a' }],
	[500, { job_id: 'a', status: 'failed' }, {}, undefined],
	[500, { request_id: 'a' }, {}, undefined],
	[500, { error: { job_id: 'a' } }, {}, undefined],
	[500, {}, { location: PATH }, undefined],
	// Failures that do not
	[499, { job_id: 'a' }, {}, undefined],
	[400, { job_id: 'a', status: 'running' }, {}, { job_id: 'a' }],
	[400, { job_id: 'a', status: 'failed' }, {}, undefined],
	[400, { job_id: 'a', status: 'zorp' }, {}, undefined],
	[400, { job_id: 'a', x: { status: 'running' } }, {}, undefined],
	[400, { job_id: 'a', status: 'running', error: 'x' }, {}, undefined],
	// What is neither
])('of an accepted job %d with %j and the headers %j tells', (status, body, headers, told) => {
	expect(fallbackJobIn({ status, headers, body }, 'image')).toEqual(told);
});

test('the ID that stands where the user said counts', () => {
	expect(
		fallbackJobIn({ status: 500, headers: {}, body: { key: 'k', job_id: 'a' } }, 'image', {
			paths: { job_id: 'key' },
		}),
	).toEqual({ job_id: 'k' });
});
