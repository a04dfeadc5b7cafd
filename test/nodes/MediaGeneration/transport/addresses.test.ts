import { asHandedBack, atOrigin, onSameOrigin } from '../../../../nodes/MediaGeneration/transport/addresses';

const base = 'https://api.example.com/api';

test.each([
	['https://api.example.com/x/1?a=b', ['https://api.example.com/x/1?a=b']],
	['https://queue.example.net/api/v1/jobs/1', ['https://api.example.com/api/v1/jobs/1', 'https://api.example.com/api/api/v1/jobs/1']],
	['//queue.example.net/jobs/1', ['https://api.example.com/jobs/1', 'https://api.example.com/api/jobs/1']],
	['/api/v1/jobs/1', ['https://api.example.com/api/v1/jobs/1', 'https://api.example.com/api/api/v1/jobs/1']],
	['/v1/jobs/1', ['https://api.example.com/api/v1/jobs/1', 'https://api.example.com/v1/jobs/1']],
	['/media/1.png', ['https://api.example.com/media/1.png', 'https://api.example.com/api/media/1.png']],
	['v1/jobs/1', ['https://api.example.com/api/v1/jobs/1', 'https://api.example.com/v1/jobs/1']],
	['https://[', []],
])('%s is asked for at the base URL’s origin: %j', (given, meanings) => {
	expect(atOrigin(base, given)).toEqual(meanings);
});

test.each([
	['https://api.example.com/x/1', 'https://api.example.com/x/1'],
	['https://queue.example.net/api/v1/jobs/1', 'https://api.example.com/api/v1/jobs/1'],
	['https://queue.example.net/jobs/1?a=b', '/jobs/1?a=b'],
	['/v1/jobs/1', '/v1/jobs/1'],
	['v1/jobs/1', '/v1/jobs/1'],
])('%s is handed back as %s, with nothing of its meaning lost', (given, handed) => {
	expect(asHandedBack(base, given)).toBe(handed);
	expect(new Set(atOrigin(base, handed))).toEqual(new Set(handed.startsWith(base) ? [handed] : atOrigin(base, given)));
});

test.each([
	['https://API.example.com:443/x/1?a=b', 'https://api.example.com/x/1?a=b'],
	['/v1/jobs/1', 'https://api.example.com/v1/jobs/1'],
	['jobs/1', 'https://api.example.com/jobs/1'],
	['//api.example.com/x', 'https://api.example.com/x'],
	['http://api.example.com/x', undefined],
	['//queue.example.net/x', undefined],
	['https://api.example.com@queue.example.net/x', undefined],
	['https://[', undefined],
])('%s is on the same origin: %j', (given, url) => {
	expect(onSameOrigin(base, given)).toBe(url);
});
