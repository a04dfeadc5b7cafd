import { endpoints, pathOf } from '../../contract/endpoints';

/** The endpoint tables of the API document. */
const documented = [
	'GET /v1/api-keys/scopes',
	'GET /v1/api-keys',
	'POST /v1/api-keys',
	'DELETE /v1/api-keys/{key_id}',
	'PATCH /v1/api-keys/{key_id}/revoke',
	'PATCH /v1/api-keys/{key_id}/reactivate',
	'POST /v1/api-keys/{key_id}/rotate',
	'GET /v1/billing/balance',
	'GET /v1/billing/transactions',
	'POST /v1/billing/estimate',
	'PUT /v1/billing/limits',
	'POST /v1/images/generations',
	'GET /v1/images/generation/jobs/{job_id}',
	'POST /v1/images/studio/edit',
	'POST /v1/chat/completions',
	'GET /v1/models',
	'POST /v1/videos/generations',
];

test('every documented endpoint has a row, and only the video job path is a guess', () => {
	const rows = Object.values(endpoints).map(({ method, path }) => `${method} ${path}`);
	expect(rows.filter((row) => !documented.includes(row))).toEqual(['GET /v1/videos/generation/jobs/{job_id}']);
	expect(documented.filter((row) => !rows.includes(row))).toEqual([]);
});

test('a path parameter is encoded, so that it cannot name another endpoint', () => {
	expect(pathOf('getImageJob', { job_id: '../../billing/balance?x=1' })).toBe('/v1/images/generation/jobs/..%2F..%2Fbilling%2Fbalance%3Fx%3D1');
});

test('a path without its parameter is refused', () => {
	expect(() => pathOf('getImageJob')).toThrow('job_id is needed');
});
