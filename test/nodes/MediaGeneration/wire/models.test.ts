import { readModelList } from '../../../../nodes/MediaGeneration/wire/models';

const only = (fields: object) => readModelList({ data: [{ id: 'a', type: 'image', ...fields }] })[0];

test.each([
	[
		'a list',
		[{ id: 'a', type: 'image' }, { id: 'b' }],
		[
			['a', 'image'],
			['b', 'chat'],
		],
	],
	[
		'a list of IDs',
		{ models: ['a', 'b'] },
		[
			['a', 'chat'],
			['b', 'chat'],
		],
	],
	[
		'groups by what they make',
		{ models: { image: ['a'], video: [{ id: 'b' }] } },
		[
			['a', 'image'],
			['b', 'video'],
		],
	],
	['entries without an ID, which are none', { data: [{ title: {} }, { id: 'a', type: 'video' }] }, [['a', 'video']]],
	['a word', 'none', []],
])('%s', (_, body, models) => {
	expect(readModelList(body).map(({ id, kind }) => [id, kind])).toEqual(models);
});

test.each([
	[{ eta: 12 }, 12],
	[{ eta_seconds: '~ 12.5 s' }, 12.5],
	[{ average_latency_ms: 1_500 }, 1.5],
	[{ eta: '≈300 ms' }, 0.3],
	[{ eta: 'soon' }, undefined],
	[{ timeout: 60 }, undefined],
])('of %j it takes %s seconds', (fields, seconds) => {
	expect(only(fields)?.etaSeconds).toBe(seconds);
});

test.each([
	[{ price: 0.1 }, '$0.1'],
	[{ price: '$0.10' }, '$0.10'],
	[{ pricing: { min_usd: 0.1, max_usd: 0.3 } }, '$0.1–$0.3'],
	[{ pricing: { per_second_usd: '0.05' } }, '$0.05 per second'],
	[{ pricing: { prompt: '0.000001', completion: '0.000002' } }, '$0.000001 per input token, $0.000002 per output token'],
	[{ price_nanos: '100000000' }, '$0.10'],
	[{ pricing: { usd: 0.2, nanos: 200_000_000 } }, '$0.2'],
	[{ price: 'ask us' }, undefined],
	[{ pricing: {} }, undefined],
])('of %j it costs %s', (fields, price) => {
	expect(only(fields)?.priceText).toBe(price);
});

test.each([
	[{ status: 'deprecated' }, 'Deprecated'],
	[{ deprecated: true }, 'Deprecated'],
	[{ is_deprecated: true }, 'Deprecated'],
	[{ available: false }, 'Deprecated'],
	[{ deprecated: false, available: true }, 'Live'],
	[{ status: '' }, 'Live'],
	[{ details: { inner: { deprecated: true } } }, 'Live'],
])('of %j it is %s', (fields, status) => {
	expect(only(fields)?.status).toBe(status);
});
