import { kinds, type ModelEntry } from '../../contract/catalog';
import { priceRange } from '../../contract/catalog/price';
import { buildBody, type Values } from '../../contract/catalog/request';
import { rulesOf, type Rule } from '../../contract/catalog/rules';
import { mediaModels, type RunningSandbox } from '../../sandbox';
import { chooseCost } from '../../sandbox/pricing';
import { sampleOf } from '../support/values';
import { blames, closeAll, colouredPng, ok, refused, serve, startPeer } from './support';
import { clip } from './clip';

let running: RunningSandbox;
const references = { image: '', video: '' };
const live = mediaModels.filter(({ status }) => status === 'Live');

beforeAll(async () => {
	running = await serve({ balanceUsd: '100000' });
	const peer = await startPeer();
	peer.files.set('/a.png', { content: await colouredPng(64, 48, '#c04020') });
	peer.files.set('/a.mp4', { content: await clip({ sound: true }) });
	references.image = `${peer.url}/a.png`;
	references.video = `${peer.url}/a.mp4`;
});
afterAll(closeAll);

const endpointOf = (model: ModelEntry) => kinds[model.kind].endpoint;

function minimal(model: ModelEntry): Values {
	return Object.fromEntries(
		rulesOf(model)
			.filter(({ required }) => required)
			.map((rule) => [rule.name, inside(rule)]),
	);
}

/** A value at the end of a rule's range, with addresses that can be fetched. */
function inside(rule: Rule): unknown {
	return sampleOf(
		rule,
		'last',
		rule.name === 'video_url' || rule.name === 'audio_url' ? references.video : references.image,
	);
}

describe.each(live.map((model) => [model.id, model.kind, model] as const))(
	'%s (%s)',
	(_id, _kind, model) => {
		const endpoint = endpointOf(model);
		const asking = (values: Values) => ({
			body: buildBody(model, { ...minimal(model), ...values }),
		});

		it('accepts what is required and nothing else, and every parameter at the end of its range', async () => {
			await ok(running, endpoint, asking({}));
			const all = rulesOf(model).map((rule) => [rule.name, inside(rule)]);
			await ok(running, endpoint, asking(Object.fromEntries(all)));
		});

		it('costs what the document says', async () => {
			for (const rule of rulesOf(model))
				for (const value of rule.values ?? []) {
					const values = { ...minimal(model), [rule.name]: value };
					const { low, high } = priceRange(model, values);
					const cost = chooseCost(model, values);
					expect(cost >= low && cost <= high).toBe(true);
				}
		});
	},
);

describe('a value that is empty', () => {
	it.each([
		['generateImage', 'model', { model: '' }],
		['generateImage', 'image_height', { image_width: 256, image_height: '' }],
		['generateImage', 'seed', { additional_settings: { seed: '' } }],
		['generateImage', 'quality', { quality: '' }],
		['generateImage', 'aspect_ratio', { additional_settings: { aspect_ratio: '' } }],
		['generateImage', 'image_height', { image_height: [] }],
		[
			'generateVideo',
			'generate_audio',
			{ model: 'sandbox-video-audio', additional_settings: { generate_audio: '' } },
		],
		['generateVideo', 'image_url', { model: 'sandbox-video-routed', image_url: '' }],
		['editImage', 'image_urls', { image_urls: [] }],
	] as const)('of %s is no value of %s', async (endpoint, param, more) => {
		const before = await ok(running, 'getBalance');
		await blames(running, endpoint, { body: { prompt: 'fox', ...more } }, param);
		expect(await ok(running, 'getBalance')).toEqual(before);
	});

	it('is one of a text without a least length, and of a list that may be empty', async () => {
		await ok(running, 'generateImage', {
			body: { prompt: 'fox', model: 'realism', additional_settings: { negative_prompt: '' } },
		});
		await ok(running, 'generateVideo', {
			body: {
				prompt: 'fox',
				model: 'sandbox-video-references',
				additional_settings: { images: [] },
			},
		});
	});
});

describe('the place of a parameter', () => {
	it.each([
		['top level', { image_urls: ['http://a.example/a.png'] }],
		['settings', { additional_settings: { image_urls: ['http://a.example/a.png'] } }],
		[
			'settings, though another kind has it at the top level',
			{ additional_settings: { image_url: 'http://a.example/a.png' } },
		],
	])('is not told of one that the model does not take: %s', async (_, more) => {
		const { message } = await refused(running, 'generateImage', {
			body: { prompt: 'fox', ...more },
		});
		expect(message).toContain('is not a parameter of model-dev');
	});
});

it.each([
	[1, 15],
	[10, 1.5],
	[Infinity, 0],
])('tells how long jobs take at its speed: %d', async (speed, seconds) => {
	const { data } = await ok(await serve({ speed }), 'listModels');
	expect(data).toContainEqual(expect.objectContaining({ id: 'model-dev', eta_seconds: seconds }));
});
