import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { runNode } from '../../../support/engine';
import { json } from '../../../support/faults';
import { VIDEO, modelId, useSandbox } from '../../../support/sandbox';

const sandbox = useSandbox();

const film = { ...VIDEO, prompt: 'waves', waitFor: 'submit', maxCostPerCall: 0.1 };
/** More than the chosen model costs. */
const DEAR = 5;
const call = async (extraBody: object, more: object = {}) => {
	const parameters = {
		...film,
		...more,
		options: { extraBody: JSON.stringify(extraBody) },
	} as INodeParameters;
	const { items } = await runNode({ parameters, credentials: sandbox.credentials(), asTool: true });
	return items[0]?.json as IDataObject;
};
const submissions = () =>
	sandbox.requests('POST').filter(({ path }) => path !== '/v1/billing/estimate');
const estimating = (body: object) => {
	sandbox.fault = ({ path }) =>
		path === '/v1/billing/estimate'
			? { when: 'before', give: json(200, JSON.stringify(body)) }
			: undefined;
};

test.each([
	['no model, and another endpoint', { model: '', endpoint: '/v1/images/generations' }, 0.1],
	['another endpoint', { endpoint: '/v1/images/generations' }, DEAR],
	['no model', { model: '' }, DEAR],
	['null for a model', { model: null }, DEAR],
	['a list for a model', { model: ['t2v-turbo'] }, DEAR],
	[
		'another endpoint for a model that only the service can price',
		{ model: 'sandbox-video-audio', endpoint: '/v1/images/generations' },
		DEAR,
	],
])(
	'extra body fields that would have the price asked for of something else are not sent: %s',
	async (_, extraBody, maxCostPerCall) => {
		expect(await call(extraBody, { maxCostPerCall })).toMatchObject({ error: expect.any(String) });
		expect(submissions()).toEqual([]);
	},
);

test.each([
	{ num_images: 10 },
	{ additional_settings: { copies: 10 } },
	{ resolution: '480p', additional_settings: { resolution: '720p' } },
])(
	'fields that the catalog does not know, or of which it does not know which counts, have the service asked for the price: %j',
	async (extraBody) => {
		estimating({ total_usd: 4 });
		expect(await call(extraBody, { maxCostPerCall: 1 })).toMatchObject({
			error: expect.stringContaining('$4.00'),
		});
		expect(submissions()).toEqual([]);
	},
);

test.each([
	['another model', { model: 't2v-standard' }, '$1.20'],
	[
		'a longer video',
		{ model: 'i2v-pro', seconds: 15, image_url: 'https://example.com/x.png' },
		'$1.20',
	],
	['sound', { model: 'sandbox-video-audio', additional_settings: { generate_audio: true } }, '$'],
])('extra body fields count with what they cost: %s', async (_, extraBody, sum) => {
	expect(await call(extraBody)).toMatchObject({
		error: expect.stringContaining(`1 item can cost up to ${sum}`),
	});
	expect(submissions()).toEqual([]);
});

describe('of several amounts in an estimate the highest total counts', () => {
	const unlisted = { model: modelId('unlisted-film'), maxCostPerCall: 0.5 };

	test.each([
		['a range in US dollars', { min_usd: 0.1, max_usd: 0.9 }, '$0.90'],
		['the same in an estimate', { estimate: { max_usd: '0.90', min_usd: '0.10' } }, '$0.90'],
		['tax and total in nanos', { tax_nanos: 50_000_000, total_nanos: 900_000_000 }, '$0.90'],
		['total before tax', { total_nanos: 900_000_000, tax_nanos: 50_000_000 }, '$0.90'],
	])('%s', async (_, body, sum) => {
		estimating(body);
		expect(await call({}, unlisted)).toMatchObject({ error: expect.stringContaining(sum) });
		expect(submissions()).toEqual([]);
	});

	test('what cannot be told apart is not sent', async () => {
		estimating({ first: 'cheap', second: 'dear' });
		expect(await call({}, unlisted)).toMatchObject({ error: expect.any(String) });
		expect(submissions()).toEqual([]);
	});
});
