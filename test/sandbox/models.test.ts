import { kinds, type ModelEntry } from '../../contract/catalog';
import { priceRange } from '../../contract/catalog/price';
import { buildBody, type Values } from '../../contract/catalog/request';
import { rulesOf, type Rule } from '../../contract/catalog/rules';
import { mediaModels, type RunningSandbox } from '../../sandbox';
import { chooseCost } from '../../sandbox/pricing';
import { closeAll, colouredPng, ok, refused, serve, startPeer } from './support';
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

function inside(rule: Rule): unknown {
	if (rule.values) return rule.values.at(-1);
	switch (rule.type) {
		case 'boolean':
			return true;
		case 'integer':
		case 'number':
			return rule.max ?? rule.min ?? 7;
		case 'url':
			return rule.name === 'video_url' || rule.name === 'audio_url' ? references.video : references.image;
		case 'urls':
			return [references.image];
		default:
			return 'A red fox';
	}
}

/** Values one step outside of a rule. */
function outside(rule: Rule): unknown[] {
	if (rule.values) return ['no such value', 424_242];
	switch (rule.type) {
		case 'boolean':
			return ['true'];
		case 'integer':
			return [1.5, 'many', ...(rule.min === undefined ? [] : [rule.min - 1]), ...(rule.max === undefined ? [] : [rule.max + 1])];
		case 'number':
			return ['many', ...(rule.min === undefined ? [] : [rule.min - 0.5]), ...(rule.max === undefined ? [] : [rule.max + 0.5])];
		case 'url':
			return ['ftp://127.0.0.1/a.png', 'picture', 5];
		case 'urls':
			return [['nowhere'], 'text', ...(rule.maxItems === undefined ? [] : [Array(rule.maxItems + 1).fill(references.image)])];
		default:
			return [5, ...(rule.minLength ? ['   '] : []), ...(rule.maxLength ? ['x'.repeat(rule.maxLength + 1)] : [])];
	}
}

describe.each(live.map((model) => [model.id, model.kind, model] as const))('%s (%s)', (_id, _kind, model) => {
	it('accepts what is required and nothing else', async () => {
		await ok(running, endpointOf(model), { body: buildBody(model, minimal(model)) });
	});

	it('accepts every parameter it takes, at the end of its range', async () => {
		const values = Object.fromEntries(rulesOf(model).map((rule) => [rule.name, inside(rule)]));
		await ok(running, endpointOf(model), { body: buildBody(model, values) });
	});

	it('refuses each parameter one step outside, by name', async () => {
		for (const rule of rulesOf(model)) {
			for (const value of outside(rule)) {
				const error = await refused(running, endpointOf(model), { body: buildBody(model, { ...minimal(model), [rule.name]: value }) });
				expect(error).toMatchObject({ status: 400, param: rule.name, type: 'invalid_request_error' });
			}
		}
	});

	it('refuses a request without what is required', async () => {
		for (const name of Object.keys(minimal(model))) {
			const error = await refused(running, endpointOf(model), { body: buildBody(model, { ...minimal(model), [name]: undefined }) });
			expect(error).toMatchObject({ status: 400, param: name });
		}
	});

	it('costs what the document says', async () => {
		for (const rule of rulesOf(model).filter(({ values }) => values)) {
			for (const value of rule.values ?? []) {
				const values = { ...minimal(model), [rule.name]: value };
				const { low, high } = priceRange(model, values);
				const cost = chooseCost(model, values);
				expect(cost >= low && cost <= high).toBe(true);
			}
		}
	});
});

describe('the model of a request', () => {
	it.each(['image', 'studio', 'video'] as const)('of %s falls back to the default', async (kind) => {
		const body = { prompt: 'fox', ...(kind === 'studio' && { image_urls: [references.image] }) };
		const answer = await ok(running, kinds[kind].endpoint, { body });
		expect(running.sandbox.state.jobs.get(answer.job_id)?.model).toBe(kinds[kind].defaultModel);
	});

	it('must be one of its product area', async () => {
		expect(await refused(running, 'generateImage', { body: { prompt: 'fox', model: 'standard' } })).toMatchObject({
			status: 400,
			param: 'model',
			code: 'model_not_found',
			message: expect.stringContaining('image editing'),
		});
	});

	it('must not be deprecated', async () => {
		expect(await refused(running, 'generateImage', { body: { prompt: 'fox', model: 'sandbox-deprecated' } })).toMatchObject({
			status: 400,
			message: 'Model deprecated',
			param: 'model',
		});
	});

	it('is one of those that are listed', async () => {
		const { data } = await ok(running, 'listModels');
		expect(data.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining(mediaModels.map(({ id }) => id)));
		expect(data.filter(({ type }: { type: string }) => type === 'chat').length).toBeGreaterThan(1);
	});
});

describe('the place of a parameter', () => {
	it.each([
		['seed', { seed: 1 }],
		['image_width', { additional_settings: { image_width: 512 } }],
		['prompt', { additional_settings: { prompt: 'another' } }],
	])('of %s is the documented one', async (param, more) => {
		expect(await refused(running, 'generateImage', { body: { prompt: 'fox', ...more } })).toMatchObject({ status: 400, param });
	});

	it('does not matter outside the vocabulary', async () => {
		await ok(running, 'generateImage', { body: { prompt: 'fox', shine: 3, additional_settings: { glow: true }, callback_url: null } });
	});

	it('may be either for convenience parameters', async () => {
		await ok(running, 'generateImage', { body: { prompt: 'fox', additional_settings: { resolution: '2k' } } });
	});
});
