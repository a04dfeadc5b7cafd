import fc from 'fast-check';
import {
	asHandedBack,
	atOrigin,
	sameOriginUrl,
} from '../../../../nodes/MediaGeneration/http/addresses';

const base = 'https://api.example.com/api';

test.each([
	['https://api.example.com/x/1?a=b', ['https://api.example.com/x/1?a=b']],
	[
		'https://queue.example.net/api/v1/jobs/1',
		['https://api.example.com/api/v1/jobs/1', 'https://api.example.com/api/api/v1/jobs/1'],
	],
	[
		'//queue.example.net/jobs/1',
		['https://api.example.com/jobs/1', 'https://api.example.com/api/jobs/1'],
	],
	[
		'/api/v1/jobs/1',
		['https://api.example.com/api/v1/jobs/1', 'https://api.example.com/api/api/v1/jobs/1'],
	],
	['/v1/jobs/1', ['https://api.example.com/api/v1/jobs/1', 'https://api.example.com/v1/jobs/1']],
	[
		'/media/1.png',
		['https://api.example.com/media/1.png', 'https://api.example.com/api/media/1.png'],
	],
	['v1/jobs/1', ['https://api.example.com/api/v1/jobs/1', 'https://api.example.com/v1/jobs/1']],
	['https://[', []],
])('%s is asked for at the base URL’s origin: %j', (given, meanings) => {
	expect(atOrigin(base, given)).toEqual(meanings);
});

test('a base URL whose path looks like a version is what a path begins with', () => {
	expect(atOrigin('https://api.example.com/v2', '/v2/jobs/1')).toEqual([
		'https://api.example.com/v2/jobs/1',
		'https://api.example.com/v2/v2/jobs/1',
	]);
});

test('whatever address is given, nothing but the base URL’s origin is asked', () => {
	const address = fc
		.array(
			fc.constantFrom(
				'/',
				'\\',
				'\t',
				'@',
				':',
				'//',
				'?',
				'#',
				'..',
				'[',
				'https:',
				'queue.example.net',
			),
		)
		.map((parts) => parts.join(''));
	fc.assert(
		fc.property(
			address,
			fc.constantFrom(base, 'https://api.example.com', 'http://127.0.0.1:8080/a/b'),
			(given, at) => {
				for (const url of atOrigin(at, given)) expect(new URL(url).origin).toBe(new URL(at).origin);
			},
		),
	);
});

test.each([
	['https://api.example.com/x/1', 'https://api.example.com/x/1'],
	['https://queue.example.net/api/v1/jobs/1', 'https://api.example.com/api/v1/jobs/1'],
	['https://queue.example.net/jobs/1?a=b', '/jobs/1?a=b'],
	['/v1/jobs/1', '/v1/jobs/1'],
	['v1/jobs/1', '/v1/jobs/1'],
])('%s is handed back as %s, with nothing of its meaning lost', (given, handed) => {
	expect(asHandedBack(base, given)).toBe(handed);
	expect(new Set(atOrigin(base, handed))).toEqual(
		new Set(handed.startsWith(base) ? [handed] : atOrigin(base, given)),
	);
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
	expect(sameOriginUrl(base, given)).toBe(url);
});
