import { answersAtOnce, endpoints, pathOf } from '../../contract/endpoints';
import { rows } from '../document/rows';

/** Every endpoint that the API document names: two of them have tables of their bodies alone. */
const documented: readonly string[] = [
	...rows['Endpoints: API keys'],
	...rows['Endpoints: Billing'],
	...rows['Endpoints without a table'],
	'POST /v1/images/generations',
	'POST /v1/chat/completions',
];

test('every documented endpoint has a row, and only the video job path is a guess', () => {
	const known = Object.values(endpoints).map(({ method, path }) => `${method} ${path}`);
	expect(known.filter((row) => !documented.includes(row))).toEqual([
		'GET /v1/videos/generation/jobs/{job_id}',
	]);
	expect(documented.filter((row) => !known.includes(row))).toEqual([]);
});

test('of what makes media without a callback_url, videos alone come as jobs in any case', () => {
	const making = ['generateImage', 'editImage', 'generateVideo'] as const;
	expect(making.filter((name) => !answersAtOnce(name))).toEqual(['generateVideo']);
});

test('a path parameter is encoded, so that it cannot name another endpoint', () => {
	expect(pathOf('getImageJob', { job_id: '../../billing/balance?x=1' })).toBe(
		'/v1/images/generation/jobs/..%2F..%2Fbilling%2Fbalance%3Fx%3D1',
	);
});

test.each([[{}], [{ job_id: '' }], [{ job_id: '.' }], [{ job_id: '..' }], [{ job_id: '...' }]])(
	'a path without its parameter is refused: %j',
	(parameters) => {
		expect(() => pathOf('getImageJob', parameters)).toThrow(
			new RangeError('job_id is needed for /v1/images/generation/jobs/{job_id}'),
		);
	},
);

test.each(['.a', 'a.', 'a..b'])('a path parameter may hold dots: %s', (key_id) => {
	expect(pathOf('rotateKey', { key_id })).toBe(`/v1/api-keys/${key_id}/rotate`);
});
