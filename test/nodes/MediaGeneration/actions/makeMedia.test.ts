import type { INodeParameters } from 'n8n-workflow';
import type { FaultHook } from '../../../../sandbox';
import { prompts } from '../../../support/drawing';
import { runNode, type NodeRun } from '../../../support/engine';
import { form, modelId, useSandbox } from '../../../support/sandbox';

let fault: FaultHook = () => undefined;
const sandbox = useSandbox({ faults: (request) => fault(request) });
afterEach(() => {
	fault = () => undefined;
});
const draw = {
	resource: 'image',
	operation: 'generate',
	prompt: 'a red fox',
	model: modelId('model-dev'),
};
const edit = { resource: 'image', operation: 'edit', prompt: 'a hat', model: modelId('standard') };
const film = {
	resource: 'video',
	operation: 'generate',
	prompt: 'waves',
	model: modelId('some-vendor-model'),
};
const run = async (parameters: object, more: Partial<NodeRun> = {}) =>
	await runNode({
		parameters: parameters as INodeParameters,
		credentials: sandbox.credentials(),
		...more,
	});
const answering = (body: object, status = 200) => {
	fault = ({ method }) =>
		method === 'POST' ? { when: 'before', give: Response.json(body, { status }) } : undefined;
};

describe('a dry run gives the request and what it would cost', () => {
	const tenCents = { estimated_cost_usd: 0.1, estimated_cost_nanos: '100000000' };
	test.each<[string, object, object]>([
		[
			'an image',
			draw,
			{
				path: '/v1/images/generations',
				body: { model: 'model-dev', prompt: 'a red fox' },
				...tenCents,
			},
		],
		[
			'an edit',
			{ ...edit, image_urls: ['https://h.example/a.png'] },
			{
				path: '/v1/images/studio/edit',
				body: { model: 'standard', prompt: 'a hat', image_urls: ['https://h.example/a.png'] },
				...tenCents,
			},
		],
		[
			'a video of a model that the catalog does not list',
			film,
			{ path: '/v1/videos/generations', body: { model: 'some-vendor-model', prompt: 'waves' } },
		],
		[
			'another model among the extra fields',
			{ ...draw, options: { extraBody: '{"model":"realism-2"}' } },
			{
				path: '/v1/images/generations',
				body: { model: 'realism-2', prompt: 'a red fox' },
				estimated_cost_usd: 0.2,
				estimated_cost_nanos: '200000000',
			},
		],
		[
			'another model among the extra fields, without the image that it needs',
			{ ...film, options: { extraBody: '{"model":"i2v-pro"}' } },
			{ path: '/v1/videos/generations', body: { model: 'i2v-pro', prompt: 'waves' } },
		],
		[
			'an extra field that may cost something',
			{ ...draw, options: { extraBody: '{"copies":2}' } },
			{
				path: '/v1/images/generations',
				body: { model: 'model-dev', prompt: 'a red fox', copies: 2 },
			},
		],
		[
			'an extra field in place of the Callback URL',
			{
				...draw,
				waitFor: 'submit',
				callbackUrl: 'https://a.example/',
				options: { extraBody: '{"callback_url":"https://b.example/"}' },
			},
			{
				path: '/v1/images/generations',
				body: { model: 'model-dev', prompt: 'a red fox', callback_url: 'https://b.example/' },
				...tenCents,
			},
		],
	])('%s', async (_, parameters: { options?: object }, told: { estimated_cost_usd?: number }) => {
		const { items, error } = await run({
			...parameters,
			options: { ...parameters.options, dryRun: true },
		});
		expect(error).toBeUndefined();
		const { estimated_cost_usd: price } = told;
		const sum = price === undefined ? { total_usd: 0, unpriced: 1 } : { total_usd: price };
		expect(items).toEqual([
			{ json: { dry_run: true, method: 'POST', ...told, ...sum }, pairedItem: { item: 0 } },
		]);
		expect(sandbox.requests()).toEqual([]);
	});
});

describe('what is only submitted', () => {
	const submit = { ...draw, waitFor: 'submit' };
	const atOnce =
		'The service answered with the result at once, so it may not call a Callback URL. Without one, the node has to wait for the result.';

	test('and was made at once all the same says why', async () => {
		const { items } = await run({ ...submit, options: { download: false } });
		expect(items).toMatchObject([
			{
				json: {
					status: 'completed',
					model: 'model-dev',
					prompt: 'a red fox',
					estimated_cost_usd: 0.1,
					note: atOnce,
				},
				pairedItem: { item: 0 },
			},
		]);
	});

	test.each<[string, { callbackUrl?: string; options?: object }]>([
		['in its field', { callbackUrl: 'https://a.example/' }],
		['among the extra fields', { options: { extraBody: '{"callback_url":"https://a.example/"}' } }],
	])(
		'and was made at once although a Callback URL was given %s says that it may stay silent',
		async (_, given) => {
			answering({ status: 'completed', image_url: 'https://cdn.example/out.png' });
			const { items } = await run({
				...submit,
				...given,
				options: { ...given.options, download: false },
			});
			expect(items[0]?.json.note).toBe(
				'The service answered with the result at once, so it may not call a Callback URL. Without one, the node has to wait for the result.',
			);
		},
	);

	test('has no such note while it is being made', async () => {
		answering({ job_id: 'j1', status: 'processing' }, 202);
		const { items } = await run(submit);
		expect(items.map(({ json }) => [json.job_id, json.status, json.note])).toEqual([
			['j1', 'processing', undefined],
		]);
	});

	test('keeps the note that nothing was found', async () => {
		answering({ job_id: 'j1', status: 'completed' });
		const { items } = await run(submit);
		expect(items[0]?.json.note).toEqual(expect.any(String));
		expect(items[0]?.json.note).not.toBe(atOnce);
	});

	test('has no such note where the result was waited for', async () => {
		expect(
			(await run({ ...draw, options: { download: false } })).items[0]?.json,
		).not.toHaveProperty('note');
	});

	test('tells its address as Get Job takes it', async () => {
		answering(
			{
				job_id: 'j1',
				status: 'processing',
				status_url: 'https://inside.example/v1/images/generation/jobs/j1',
			},
			202,
		);
		expect((await run(submit)).items[0]?.json.status_url).toBe('/v1/images/generation/jobs/j1');
	});

	test('names the model that was asked for, or that the service names', async () => {
		answering({ job_id: 'j1', status: 'processing' }, 202);
		expect((await run(submit)).items[0]?.json.model).toBe('model-dev');
		answering({ job_id: 'j1', status: 'processing', model: 'model-dev-2' }, 202);
		expect((await run(submit)).items[0]?.json.model).toBe('model-dev-2');
	});
});

describe('an address that the request handed in is no result', () => {
	const given = 'https://h.example/in.png';
	const made = 'https://cdn.example/out.png';
	test.each<[string, object]>([
		['an image', { ...edit, image_urls: [given] }],
		['a prompt', { ...draw, prompt: given }],
		[
			'an extra field',
			{
				...draw,
				options: {
					extraBody: JSON.stringify({ additional_settings: { styles: [{ from: given }] } }),
				},
			},
		],
	])('%s', async (_, parameters: { options?: object }) => {
		answering({ status: 'completed', image_url: given, output: { image_url: made } });
		const { items } = await run({
			...parameters,
			options: { ...parameters.options, download: false },
		});
		expect(items.map(({ json }) => json.url)).toEqual([made]);
	});
});

test.each([
	['refused', 403, { prompt: 'a red fox' }],
	[
		'lost',
		502,
		{ prompt: 'a red fox', may_be_paid: true, unclear_tries: 1, unclear_cost_usd: 0.1 },
	],
])(
	'the error of a request that was %s tells what was asked for, and what it may have cost',
	async (_, status, told) => {
		answering({ error: { message: 'no' } }, status);
		const { details } = (await run(draw)).error?.context ?? {};
		const names = ['prompt', 'may_be_paid', 'unclear_tries', 'unclear_cost_usd'];
		expect(
			Object.fromEntries(Object.entries(details ?? {}).filter(([name]) => names.includes(name))),
		).toEqual(told);
	},
);

describe('a file that the item does not have', () => {
	const missing = 'must be an http(s) URL or the name of a binary field of the item (given: photo)';
	test.each([
		[{ image_url: 'photo' }, `Image (image_url) ${missing}`],
		[
			{ images: ['https://h.example/a.png', 'photo'] },
			`Reference Images (images), entry 2, ${missing}`,
		],
		[
			{ images: ['https://h.example/a.png', 7] },
			'Reference Images (images), entry 2, must be an http(s) URL for some-vendor-model (given: 7)',
		],
		[
			{ images: ['https://h.example/a.png', ' '] },
			'Reference Images (images), entry 2, must be an http(s) URL for some-vendor-model (given:  )',
		],
	])('%j', async (parametersJson, message) => {
		const { error } = await run({ ...film, specifyParameters: 'json', parametersJson });
		expect(error?.message).toBe(message);
		expect(sandbox.requests()).toEqual([]);
	});

	test('an address that is left empty is none', async () => {
		const { items } = await run({
			...film,
			specifyParameters: 'json',
			parametersJson: { image_url: ' ', seed: 1 },
			options: { dryRun: true },
		});
		expect(items[0]?.json.error ?? items[0]?.json.body).toEqual({
			model: 'some-vendor-model',
			prompt: 'waves',
			additional_settings: { seed: 1 },
		});
	});
});

test('wrong values of all sorts are told together', async () => {
	const options = {
		extraBody: '[]',
		dryRun: 'maybe',
		pollInterval: 0,
		maxFileSize: 0,
		ledgerPrompts: 'some',
		answerPaths: { paths: { file: '={{ [1] }}' } },
	};
	const { error } = await run({
		...draw,
		prompt: '={{ "" }}',
		waitFor: 'submit',
		callbackUrl: 'nowhere',
		options,
	});
	expect(`${error?.message} ${error?.description}`).toBe(
		[
			'Request: Extra Body Fields (JSON) must be a JSON object, such as {"seed": 7} (given: []) Nothing was sent. Also: Cost: Dry Run must be true or false (given: maybe)',
			'Callback URL must be an http(s) URL (given: nowhere)',
			'Wait: Check Every (Seconds) must be a number of seconds from 0.01 to 86,400 (given: 0)',
			'File: Maximum Size (MiB) must be a number from 0.001 to 1048576 (given: 0)',
			'Ledger: Keep Prompts must be true or false (given: some)',
			'File (path) must be text (given: [1])',
			'The prompt is empty: its expression found nothing',
		].join('; '),
	);
	expect(sandbox.requests()).toEqual([]);
});

test('a prompt that was left empty is told as that', async () => {
	expect((await run({ ...draw, prompt: ' ' })).error?.message).toBe('The prompt is empty');
});

test('an item that would only be tried out among others that pause says that nothing was sent for it', async () => {
	const { error } = await run(
		{
			...draw,
			prompt: '={{ $json.prompt }}',
			waitFor: 'callback',
			options: { dryRun: '={{ $itemIndex === 1 }}', concurrency: 1 },
		},
		{ items: prompts(2) },
	);
	expect(error).toMatchObject({
		message: 'Cost: Dry Run must be the same for all items when the workflow pauses',
		description: expect.stringMatching(/^Nothing was sent\./),
		context: { itemIndex: 1 },
	});
});

describe('a size and a resolution say the same in two ways', () => {
	const sized = async (values: object) =>
		await run({ ...draw, parameters: form(values as never), options: { dryRun: true } });

	test('one that was not touched is not sent beside the other', async () => {
		const { items } = await sized({ image_width: 1024, image_height: 1024, resolution: '4k' });
		expect(items[0]?.json.body).toEqual({
			model: 'model-dev',
			prompt: 'a red fox',
			resolution: '4k',
		});
	});

	test.each([
		[
			{ image_width: 800, image_height: 600, resolution: '4k' },
			'Resolution sets the same as Width (800) and Height (600): leave one of them empty (given: 4k)',
		],
		[
			{ image_height: 600, resolution: '1k' },
			'Resolution sets the same as Height (600): leave one of them empty (given: 1k)',
		],
	])('both set by hand are named before anything is sent: %j', async (values, message) => {
		const { error } = await sized(values);
		expect(error?.message).toBe(message);
		expect(sandbox.requests('POST')).toEqual([]);
	});
});
