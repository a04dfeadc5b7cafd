import { catalog } from '../../../../../contract/catalog';
import type { FaultHook } from '../../../../../sandbox';
import { json } from '../../../../support/faults';
import { runNode } from '../../../../support/engine';
import { useSandbox } from '../../../../support/sandbox';

let fault: FaultHook = () => undefined;
const sandbox = useSandbox({ faults: (request) => fault(request) });
afterEach(() => {
	fault = () => undefined;
});
const getMany = async (parameters: object) =>
	(
		await runNode({
			parameters: {
				resource: 'model',
				operation: 'getMany',
				simplify: false,
				...parameters,
			} as never,
			credentials: sandbox.credentials(),
		})
	).items.map(({ json }) => json);

test('the live image models: those of the catalog with price and parameters, and the service’s own', async () => {
	const models = await getMany({ kind: 'image', status: 'Live', returnAll: true });
	expect(models[0]).toMatchObject({
		id: 'model-dev',
		kind: 'image',
		status: 'Live',
		price: '$0.10',
		price_usd_low: 0.1,
		price_nanos_high: '100000000',
		eta_seconds: 15,
		required: ['prompt'],
	});
	expect(models.map(({ id }) => id)).toContain('sandbox-image-wide');
	expect(models.every(({ kind, status }) => kind === 'image' && status === 'Live')).toBe(true);
});

test('chat models come from the service alone, with their prices', async () => {
	const models = await getMany({ kind: 'chat', status: 'all', returnAll: true });
	expect(models.map(({ id }) => id)).toEqual(['sandbox-chat-small', 'sandbox-chat-large']);
	expect(models[0]?.price).toMatch(/^\$0\.20 \/ \$0\.80 per million tokens$/);
});

test('the deprecated ones, and a limit', async () => {
	expect(
		(await getMany({ kind: 'all', status: 'Deprecated', returnAll: true })).map(({ id }) => id),
	).toEqual(['sandbox-deprecated']);
	expect(await getMany({ kind: 'all', status: 'all', returnAll: false, limit: 3 })).toHaveLength(3);
});

describe('what is told of a model', () => {
	const listing = (...data: object[]) => {
		fault = () => ({ when: 'before', give: json(200, JSON.stringify({ data })) });
	};
	const own = {
		id: 'own',
		type: 'image',
		status: 'live',
		pricing: { usd: 0.25 },
		eta_seconds: 3,
		owner: 'us',
	};
	const one = async (id: string, parameters: object = {}) =>
		(await getMany({ returnAll: true, status: 'all', ...parameters })).find(
			(model) => model.id === id,
		);

	test('all, of one that the catalog knows', async () => {
		listing({ id: 'av-gen', type: 'video', status: 'deprecated', owner: 'us' });
		const { required = [], optional = [], parameters, ...told } = (await one('av-gen')) ?? {};
		expect(told).toEqual({
			id: 'av-gen',
			does: 'animate',
			kind: 'video',
			type: expect.any(String),
			status: 'Deprecated',
			owner: 'us',
			price: expect.stringMatching(/^\$/),
			eta_seconds: catalog.find(({ id }) => id === 'av-gen')?.etaSeconds,
			price_per: expect.any(String),
			price_usd_low: expect.any(Number),
			price_usd_high: expect.any(Number),
			price_nanos_low: String(Math.round(Number(told.price_usd_low) * 1e9)),
			price_nanos_high: String(Math.round(Number(told.price_usd_high) * 1e9)),
		});
		expect(required).toEqual(['prompt', 'image_url']);
		expect(Object.keys(parameters as object)).toEqual([required, optional].flat());
		expect(parameters).toMatchObject({ image_url: 'an http(s) URL' });
	});

	test('of one that is paid for by the second, the price of a second', async () => {
		const [perSecond] = catalog.filter(({ price }) => price.per === 'second');
		const model = await one(String(perSecond?.id));
		expect(model?.price_per).toBe('second');
		expect(Number(model?.price_usd_high)).toBeLessThan(1);
	});

	test('what the service says, of one that the catalog does not know', async () => {
		listing(own);
		expect(await one('own')).toEqual({ ...own, kind: 'image', status: 'Live' });
	});

	test('by what people choose, when it is simplified', async () => {
		listing(own);
		expect(await one('own', { simplify: true })).toEqual({
			id: 'own',
			kind: 'image',
			type: 'image',
			status: 'Live',
			eta_seconds: 3,
		});
		const names = [
			'id',
			'kind',
			'type',
			'status',
			'price',
			'eta_seconds',
			'required',
			'parameters',
			'note',
		];
		expect(Object.keys((await one('realism', { simplify: true })) ?? {})).toEqual(
			names.filter((name) => name !== 'type'),
		);
	});

	test('to an agent: the fields that were chosen for it', async () => {
		listing(own);
		const { items } = await runNode({
			parameters: {
				resource: 'model',
				operation: 'getMany',
				kind: 'image',
				limit: 1,
				output: 'selectedFields',
				outputFields: 'price, id',
			} as never,
			credentials: sandbox.credentials(),
			asTool: true,
		});
		expect(items.map((item) => item.json)).toEqual([{ price: '$0.10', id: 'model-dev' }]);
	});
});

test('a kind and a status that there are not are refused', async () => {
	const parameters = { resource: 'model', operation: 'getMany', kind: 'pictures', status: 'new' };
	const { error } = await runNode({ parameters, credentials: sandbox.credentials() });
	expect(error).toMatchObject({
		message: 'Kind must be one of all, chat, studio, image, video (given: pictures)',
		description: 'Nothing was sent. Also: Status must be one of all, Deprecated, Live (given: new)',
	});
	expect(sandbox.requests()).toEqual([]);
});
