import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import {
	executionError,
	lastItems,
	nodeItems,
	nodeRun,
	provision,
	ROOT,
	type Execution,
	type StoredWorkflow,
} from '../../host';
import { readExamples } from '../../host/provision';
import { streamedBy } from '../support/chat';
import {
	exampleNamed,
	executionsOf,
	postTo,
	press,
	publishForm,
	reached,
	sayTo,
	submitForm,
} from '../support/examples';
import { outputOf, useRealN8n } from '../support/realN8n';
import { inARow, node, start } from '../support/workflowFiles';
import { until } from '../support/until';

const real = useRealN8n({ own: true, sandbox: { speed: 40 } });
const run = new Set<string>();

/** The example, noted as one that is run. */
async function example(name: string): Promise<StoredWorkflow> {
	run.add(name);
	return await exampleNamed(real, name);
}

/** Goes on when nothing went wrong. */
function fine(execution: Execution | undefined): Execution {
	if (!execution) throw new Error('no execution');
	expect(executionError(execution)).toBeUndefined();
	return execution;
}

const paidFor = () =>
	real.sandbox.sandbox.requests.filter(
		({ method, path }) => method === 'POST' && /generations|edit/.test(path),
	);
async function setLimits(limits: { daily_limit_usd: number | null }): Promise<void> {
	const { baseUrl, apiKey } = real.sandbox;
	const headers = { 'content-type': 'application/json', 'x-api-key': apiKey };
	const { ok } = await fetch(`${baseUrl}/v1/billing/limits`, {
		method: 'PUT',
		headers,
		body: JSON.stringify(limits),
	});
	expect(ok).toBe(true);
}
const kept = (name: unknown) => readFileSync(path.join(real.n8n.userFolder, String(name)));

const bringAll = async () => {
	const { baseUrl, apiKey, session } = real.sandbox;
	return await provision(real.client, { baseUrl, apiKey, session });
};
let brought: Awaited<ReturnType<typeof provision>>;
beforeAll(async () => void (brought = await bringAll()));

test('a newcomer’s n8n has every example, once', async () => {
	const files = readdirSync(path.join(ROOT, 'examples')).length;
	expect(brought.imported).toHaveLength(files);
	expect(await bringAll()).toMatchObject({ imported: [], kept: { length: files } });
});

test.each([
	['Generate an image', 1, { status: 'completed', model: 'model-dev' }],
	['Several images, paused until they are done', 4, { status: 'completed', model: 'model-dev' }],
	['What it would cost, and what is left', 1, { available_usd: expect.any(Number) }],
	['From an image to a video', 1, { status: 'completed', model: 'i2v-turbo' }],
])('the example "%s" runs as it comes', async (name, count, json) => {
	const { id } = await example(name);
	const items = lastItems(fine(await real.client.runWorkflow(id)));
	expect(items).toHaveLength(count);
	for (const item of items) expect(item.json).toMatchObject(json);
});

test.each([
	['An artist that knows its budget', 'Draw an image of a red fox', /\/media\/\S+$/],
	['An artist that knows its budget', 'Draw two images of a red fox', /(\/media\/\S+ ?\S*){2}$/],
	[
		'An artist that knows its budget',
		'How much of the budget is spent?',
		/\$0\.30 was spent, and \$0\.00 may still be\./,
	],
	['A chat that answers word by word', 'How are you?', /How are you\?$/],
])('the example "%s" answers "%s"', async (name, message, answer) => {
	const workflow = await example(name);
	const nodes = workflow.nodes.map((node) =>
		node.type.endsWith('.chatTrigger')
			? {
					...node,
					parameters: { ...node.parameters, public: true, mode: 'webhook' },
					webhookId: randomUUID(),
				}
			: node,
	);
	const chunks = await streamedBy(real, { ...workflow, nodes }, message);
	expect(chunks.length).toBeGreaterThan(1);
	expect(chunks.join('')).toMatch(answer);
});

test('the example "Rows to images, safe to run again" pays for each row once', async () => {
	const { id } = await example('Rows to images, safe to run again');
	const rows = async () => {
		const execution = fine(await real.client.runWorkflow(id));
		expect(outputOf(execution, 'Rows that failed')).toEqual([
			{ row_id: 'row-4', why: expect.stringMatching(/moderation/i), may_be_paid: false },
		]);
		return outputOf(execution, 'Image beside each row');
	};
	const first = await rows();
	expect(first).toEqual(
		['row-1', 'row-2', 'row-3'].map((row_id) => ({
			row_id,
			status: 'completed',
			cost_usd: 0.1,
			url: expect.stringContaining('/media/'),
		})),
	);
	expect(await rows()).toEqual(
		first.map((row) => ({ ...row, status: 'there already', cost_usd: 0 })),
	);
});

/** The example with other sizes and options for its image; gives its ID. */
async function againUntilGood(size: object, options: object = {}): Promise<string> {
	const workflow = await example('Again until it is good');
	const nodes = workflow.nodes.map((each) => {
		if (each.name !== 'Generate an image') return each;
		const {
			parameters: form,
			options: own,
			...parameters
		} = each.parameters as { parameters: { value: object }; options: object };
		return {
			...each,
			parameters: {
				...parameters,
				parameters: { ...form, value: { ...form.value, ...size } },
				options: { ...own, ...options },
			},
		};
	});
	const { id } = await real.client.importWorkflow({ ...workflow, nodes } as never);
	return id;
}
const SMALL = { image_width: 768, image_height: 768 };

test.each([
	['the second is good', {}, 2, { good: true }],
	[
		'none is good',
		SMALL,
		3,
		{ good: false, why: '768 × 768 pixels are too few: less than 1024 a side' },
	],
])(
	'the example "Again until it is good" tells the next try what was wrong, until %s',
	async (_, size, tries, verdict) => {
		const [item] = lastItems(fine(await real.client.runWorkflow(await againUntilGood(size))));
		const prompts = paidFor().map(({ body }) => (body as { prompt: string }).prompt);
		expect(item?.json.json).toMatchObject(verdict);
		expect(prompts).toHaveLength(tries);
		expect(prompts[1]).toMatch(
			/oil painting\. What was wrong before: 768 × 768 pixels are too few/,
		);
	},
);

test('the example "Again until it is good" ends when its budget has no room for another try', async () => {
	const id = await againUntilGood(SMALL, { ledger: 'of_a_small_budget', maxCostPerDay: '0.25' });
	expect(executionError(await real.client.runWorkflow(id))).toMatch(/per Day/);
	expect(paidFor()).toHaveLength(2);
});

test('the example "A better prompt first" makes the image from what the chat wrote', async () => {
	const { id } = await example('A better prompt first');
	const execution = fine(await real.client.runWorkflow(id));
	const [written] = nodeItems(execution, 'Write the prompt');
	expect(written?.json.text).toMatch(/A fox on a frozen lake/);
	expect(lastItems(execution)).toEqual([
		expect.objectContaining({
			json: expect.objectContaining({ prompt: written?.json.text, status: 'completed' }),
		}),
	]);
});

test('the example "A folder of images, edited" puts each edited file beside its original, and pays once', async () => {
	const { id } = await example('A folder of images, edited');
	const names = async () => {
		const execution = fine(await real.client.runWorkflow(id));
		expect(nodeItems(execution, 'What failed')).toEqual([]);
		return nodeItems(execution, 'Put it back')
			.map(({ json }) => json.fileName)
			.sort();
	};
	const edited = ['.n8n-files/edited-photo-1.png', '.n8n-files/edited-photo-2.png'];
	expect(await names()).toEqual(edited);
	for (const name of edited) expect((await sharp(kept(name)).metadata()).format).toBe('png');
	expect(await names()).toEqual(edited);
	expect(paidFor()).toHaveLength(4);
});

test('the example "From a product feed to a gallery" names files after SKUs, shows them, and lists what failed', async () => {
	const { id } = await example('From a product feed to a gallery');
	const execution = fine(await real.client.runWorkflow(id));
	expect(outputOf(execution, 'Products without an image')).toEqual([
		{ sku: 'CAP-12', why: expect.stringMatching(/prompt/i) },
	]);
	const page = String(kept('.n8n-files/gallery.html'));
	expect(page.match(/(?<=src=")[^"]+/g)).toEqual(['MUG-01.png', 'BAG-07.png']);
	expect(page).toContain('<figcaption>Whale Mug, MUG-01</figcaption>');
	expect((await sharp(kept('.n8n-files/MUG-01.png')).metadata()).format).toBe('png');
	expect(paidFor()).toHaveLength(2);
});

test('the example "A webhook that is safe to call twice" answers both with one job', async () => {
	const { id } = await example('A webhook that is safe to call twice');
	await real.client.activateWorkflow(id);
	await postTo(real, '/webhook/order-image', {});
	const order = async () =>
		(await (
			await postTo(real, '/webhook/order-image', {
				order_id: '1001',
				text: 'A mug with a whale on it',
			})
		).json()) as { order_id: string; job_id: string };
	const [one, other] = await Promise.all([order(), order()]);
	const third = await order();
	expect(one).toMatchObject({ order_id: '1001', job_id: expect.any(String) });
	expect([other, third]).toEqual([one, one]);
	expect(paidFor()).toHaveLength(1);
	const byHand = lastItems(fine(await real.client.runWorkflow(id, { trigger: 'To try it' })));
	expect(byHand.map(({ json }) => json)).toEqual([one, one]);
	const unnumbered = await Promise.all(
		[{}, { order_id: '' }].map(
			async (body) =>
				await postTo(real, '/webhook/order-image', { ...body, text: 'A mug with a fox on it' }),
		),
	);
	expect(unnumbered.map(({ ok }) => ok)).toEqual([false, false]);
	expect(paidFor()).toHaveLength(1);
});

test('the example "Edit an uploaded image" shows the new image to who uploaded one', async () => {
	const workflow = await example('Edit an uploaded image');
	await publishForm(real, workflow, '/form/edit-an-image');
	const png = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
		.png()
		.toBuffer();
	const page = await submitForm(real, '/form/edit-an-image', [
		new File([new Uint8Array(png)], 'red.png', { type: 'image/png' }),
		'Make it winter',
	]);
	const [execution] = await executionsOf(real, workflow.id, 1, true);
	const [edited] = nodeItems(fine(execution), 'Edit the image');
	expect(edited?.json).toMatchObject({ prompt: 'Make it winter', status: 'completed' });
	expect(await (await fetch(page ?? '')).text()).toContain(
		`<img src="${String(edited?.json.url)}"`,
	);
});

test('the example "Compare models and seeds" shows three models with four seeds each on one page', async () => {
	const workflow = await example('Compare models and seeds');
	await publishForm(real, workflow, '/form/compare-models');
	const page = await submitForm(real, '/form/compare-models', ['A lighthouse at dawn']);
	const [execution] = await executionsOf(real, workflow.id, 1, true);
	const images = outputOf(fine(execution), 'Four variants of each');
	expect(images.map(({ model, variant, status }) => [model, variant, status])).toEqual(
		['model-dev', 'model-pro', 'model-1.1'].flatMap((model) =>
			[1, 2, 3, 4].map((variant) => [model, variant, 'completed']),
		),
	);
	const html = await (await fetch(page ?? '')).text();
	for (const { url, model, variant } of images) {
		expect(html).toContain(`<img src="${String(url)}"`);
		expect(html).toContain(`${String(model)}, seed ${String(variant)} · $0.10`);
	}
});

test('the example "What each customer cost this month" writes a line for each customer, and pays once', async () => {
	const { id } = await example('What each customer cost this month');
	const lines = async () =>
		nodeItems(fine(await real.client.runWorkflow(id)), 'A line for each customer').map(
			({ json }) => json,
		);
	const expected = [
		expect.objectContaining({
			customer: 'Blue Kite Travel',
			requests: 1,
			cost_usd: 0.1,
			still_open_usd: 0,
		}),
		expect.objectContaining({
			customer: 'Harbour Café',
			requests: 2,
			cost_usd: 0.2,
			still_open_usd: 0,
		}),
	];
	expect(await lines()).toEqual(expect.arrayContaining(expected));
	expect(await lines()).toEqual(expect.arrayContaining(expected));
	expect(paidFor()).toHaveLength(3);
});

/** As a person empties a cell of the Data Table: it holds a text without letters then. */
async function clearStatus(wish: string): Promise<void> {
	const { http } = real.client;
	const { data } = await http.rest<{ data: Array<{ id: string; projectId: string }> }>(
		'GET',
		'/data-tables-global',
		{
			query: { filter: JSON.stringify({ name: 'image_wishes' }) },
		},
	);
	const [table] = data;
	const filter = { type: 'and', filters: [{ columnName: 'wish', condition: 'eq', value: wish }] };
	await http.rest('PATCH', `/projects/${table?.projectId}/data-tables/${table?.id}/rows`, {
		body: { filter, data: { status: '' } },
	});
}

test('the example "Wishes by day, images at night" writes files, and status and cost beside each wish, once', async () => {
	const workflow = await example('Wishes by day, images at night');
	const form = '/form/wish-for-an-image';
	await publishForm(real, workflow, form);
	// At once: the table is there for neither.
	await Promise.all(
		['A hedgehog with an umbrella', '[moderated]'].map(
			async (wish) => await submitForm(real, form, [wish]),
		),
	);
	(await executionsOf(real, workflow.id, 2)).forEach(fine);
	const night = async () =>
		fine(await real.client.runWorkflow(workflow.id, { trigger: 'Every night' }));
	const noted = (await night()).data.resultData.runData['Note it beside the wish']
		?.flatMap(({ data }) => data?.main?.[0] ?? [])
		.map(({ json }) => json);
	expect(noted).toEqual(
		expect.arrayContaining([
			expect.objectContaining({
				wish: 'A hedgehog with an umbrella',
				status: 'completed',
				cost_usd: 0.1,
				model: 'model-dev',
				job_id: expect.any(String),
				file: expect.stringMatching(/^\.n8n-files\/wish-[12]\.png$/),
			}),
			expect.objectContaining({
				wish: '[moderated]',
				status: 'failed: Content moderation failed',
				cost_usd: 0,
				file: '',
			}),
		]),
	);
	const { file } = noted?.find(({ status }) => status === 'completed') ?? {};
	expect((await sharp(kept(file)).metadata()).width).toBe(1024);
	expect(nodeItems(await night(), 'Wishes without an image')).toEqual([]);
	expect(paidFor()).toHaveLength(2);
	await clearStatus('[moderated]');
	expect(nodeItems(await night(), 'Wishes without an image')).toEqual([
		expect.objectContaining({ json: expect.objectContaining({ wish: '[moderated]' }) }),
	]);
});

test.each([
	['the day’s budget is', { maxCostPerDay: 0.05 }, undefined],
	['the account’s own limit is', {}, { daily_limit_usd: 0 }],
])(
	'the example "Wishes by day, images at night" keeps a wish for the next night when %s used up',
	async (_, options, limits) => {
		const workflow = await example('Wishes by day, images at night');
		await publishForm(real, workflow, '/form/wish-for-an-image');
		const before = (await executionsOf(real, workflow.id, 0)).length;
		await submitForm(real, '/form/wish-for-an-image', ['A hedgehog in the rain']);
		await executionsOf(real, workflow.id, before + 1);
		const nodes = workflow.nodes.map((each) =>
			each.name === 'Generate an image'
				? {
						...each,
						parameters: {
							...each.parameters,
							options: { ...(each.parameters.options as object), ...options },
						},
					}
				: each,
		);
		const { id: poor } = await real.client.importWorkflow({ ...workflow, nodes });
		const statusesAfter = async (workflowId: string) =>
			nodeItems(
				fine(await real.client.runWorkflow(workflowId, { trigger: 'Every night' })),
				'Note it beside the wish',
			).map(({ json }) => json.status);
		if (limits) await setLimits(limits);
		const poorNight = await statusesAfter(poor);
		if (limits) await setLimits({ daily_limit_usd: null });
		expect(poorNight).toEqual([null]);
		expect(await statusesAfter(workflow.id)).toEqual(['completed']);
	},
);

test('the example "Order by webhook, image to a file" answers at once, and writes the file when it is delivered', async () => {
	const { id } = await example('Order by webhook, image to a file');
	await real.client.activateWorkflow(id);
	const ordered = (await (
		await postTo(real, '/webhook/order-an-image', { text: 'A mug with a whale on it' })
	).json()) as { job_id: string };
	expect(ordered).toEqual({ job_id: expect.any(String), status: 'processing' });
	const [, delivered] = (await executionsOf(real, id, 2)).map(fine);
	const [item] = delivered ? lastItems(delivered) : [];
	expect(item?.json).toMatchObject({ job_id: ordered.job_id, status: 'completed' });
	expect(item?.json.fileName).toBe(`.n8n-files/ai-model-dev-${ordered.job_id}.png`);
	const [byHand] = lastItems(fine(await real.client.runWorkflow(id, { trigger: 'To try it' })));
	expect(byHand?.json).toEqual({ job_id: expect.any(String), status: 'processing' });
	expect((await sharp(kept(item?.json.fileName)).metadata()).format).toBe('png');
});

test.each([
	['Film it', 1, 'Show the video', 'Nothing is made'],
	['Not now', 0, 'Nothing is made', 'Show the video'],
])(
	'the example "Ask before you pay", told "%s", makes %d videos',
	async (button, videos, said, unsaid) => {
		const { id } = await sayTo(real, await example('Ask before you pay'), 'A fox on a hill');
		const [asking] = await executionsOf(real, id, 1, true);
		expect(paidFor()).toEqual([]);
		await press(fine(asking), button);
		const execution = await reached(real, fine(asking), said);
		expect(paidFor()).toHaveLength(videos);
		expect(nodeRun(execution, unsaid)).toBeUndefined();
	},
);

test.each([
	['Draw it', 1],
	['No', 0],
])(
	'the example "An artist that asks before it pays", told "%s", draws %d images',
	async (button, images) => {
		const { id } = await sayTo(
			real,
			await example('An artist that asks before it pays'),
			'Draw a red fox in the snow',
		);
		const [asking] = await executionsOf(real, id, 1, true);
		expect(paidFor().filter(({ path }) => path.includes('images'))).toEqual([]);
		await press(fine(asking), button);
		await reached(real, fine(asking), 'Answer');
		expect(paidFor().filter(({ path }) => path.includes('images'))).toHaveLength(images);
	},
);

test('the example "Tell me when the balance is low" says how low it is', async () => {
	const { id } = await example('Tell me when the balance is low');
	const [item] = lastItems(
		fine(await real.client.runWorkflow(id, { trigger: 'When the balance is low' })),
	);
	expect(item?.json.message).toMatch(
		/^\$[\d.]+ is left for media generation; \$[\d.]+ was spent today\.$/,
	);
});

test('the example "When a workflow fails, keep what was paid for" writes each job down that the failed workflow had made', async () => {
	const { id: errorWorkflow } = await example('When a workflow fails, keep what was paid for');
	await real.client.activateWorkflow(errorWorkflow);
	const ordering = await example('Order by webhook, image to a file');
	const [webhook, generate] = ['An order comes in', 'Order an image'].map((name) =>
		ordering.nodes.find((node) => node.name === name),
	);
	if (!webhook || !generate) throw new Error('no nodes to make a workflow of');
	const texts = {
		mode: 'raw',
		jsonOutput: '{ "text": ["a cup", "[moderated]", "a bowl"] }',
		options: {},
	};
	const making = {
		resource: 'image',
		operation: 'generate',
		prompt: '={{ $json.text }}',
		model: generate.parameters.model,
		options: {},
	};
	const workflow = inARow(
		{
			...webhook,
			parameters: { httpMethod: 'POST', path: 'fails-in-the-middle', options: {} },
			webhookId: randomUUID(),
		},
		node('Texts', 'n8n-nodes-base.set', texts, { typeVersion: 3.4 }),
		node('One item for each', 'n8n-nodes-base.splitOut', { fieldToSplitOut: 'text', options: {} }),
		{ ...generate, parameters: making },
	);
	const { id } = await real.client.importWorkflow({
		...workflow,
		name: 'Fails in the middle',
		settings: { executionOrder: 'v1', errorWorkflow },
	});
	await real.client.activateWorkflow(id);
	// At once: the table is there for none.
	const failing = 3;
	await Promise.all(
		Array.from(
			{ length: failing },
			async () => await postTo(real, '/webhook/fails-in-the-middle', {}),
		),
	);
	const rows = (await executionsOf(real, errorWorkflow, failing)).flatMap((execution) =>
		lastItems(fine(execution)).map(({ json }) => json),
	);
	const made = [...real.sandbox.sandbox.state.jobs.keys()].slice(-2 * failing);
	expect(rows).toEqual(
		made.map(() =>
			expect.objectContaining({
				workflow: 'Fails in the middle',
				cost_usd: 0.1,
				may_be_paid: false,
				why: 'Content moderation failed',
			}),
		),
	);
	expect(rows.map(({ job_id }) => job_id).sort()).toEqual(made.sort());
});

test.each([
	[
		'several items failed, one of them with several jobs',
		{ jobs: [{ job_id: 'a' }], failed: [{ job_id: 'b', other_job_ids: ['c', 'd'] }, {}] },
		['a', 'b', 'c', 'd'],
	],
	['the only item failed, with several jobs', { job_id: 'b', other_job_ids: ['c'] }, ['b', 'c']],
	[
		'it was to pause, and jobs go on',
		{ job_id: 'b', other_job_ids: ['c'], running_jobs: ['e'] },
		['e', 'b', 'c'],
	],
	[
		'jobs have an address in place of an ID',
		{ jobs: [{ status_url: '/jobs/1' }, { url: '/made.png' }], failed: [] },
		['/jobs/1', '/made.png'],
	],
	['the only item’s job has an address in place of an ID', { status_url: '/jobs/1' }, ['/jobs/1']],
	['nobody knows which job it is', { failed: [{ may_be_paid: true }] }, ['']],
])(
	'the example "When a workflow fails, keep what was paid for" finds every job where %s',
	async (_, details, jobs) => {
		const { nodes } = await example('When a workflow fails, keep what was paid for');
		const failure = {
			workflow: { name: 'Some' },
			execution: { url: 'some', error: { message: 'It failed', context: { details } } },
		};
		const failed = node(
			'A workflow failed',
			'n8n-nodes-base.set',
			{ mode: 'raw', jsonOutput: JSON.stringify(failure), options: {} },
			{ typeVersion: 3.4 },
		);
		const steps = [
			'The table, made once',
			'What the error tells',
			'One item for each job',
			'Write it down',
		];
		const { id } = await real.client.importWorkflow(
			inARow(start(), failed, ...nodes.filter(({ name }) => steps.includes(name))),
		);
		expect(
			lastItems(fine(await real.client.runWorkflow(id))).map(({ json }) => json.job_id),
		).toEqual(jobs);
	},
);

test('the example "Replace an API key" replaces one key of the name, and revokes it only when the new one is in use', async () => {
	const { baseUrl, session } = real.sandbox;
	const keys = async (init?: object) =>
		await (
			await fetch(`${baseUrl}/v1/api-keys`, {
				headers: { 'content-type': 'application/json', [session.header]: session.value },
				...init,
			})
		).text();
	const twins = [1, 2].map(
		async () =>
			await keys({
				method: 'POST',
				body: JSON.stringify({ name: 'Nightly batch', scopes: ['image:*'] }),
			}),
	);
	await Promise.all(twins);
	const { id } = await example('Replace an API key');
	const waiting = fine(
		await real.client.waitForExecution(await real.client.startWorkflow(id), { untilWaiting: true }),
	);
	const [old] = nodeItems(waiting, 'The key to replace');
	const [fresh, ...others] = nodeItems(waiting, 'Rotate the key');
	expect([nodeItems(waiting, 'Keys of that name').length, others]).toEqual([2, []]);
	expect(fresh?.json).toMatchObject({ name: 'Nightly batch', secret_key: expect.any(String) });
	const statusOf = async (key: unknown) =>
		new RegExp(`"key_id":"${String(key)}"[^}]*"status":"(\\w+)"`).exec(await keys())?.[1];
	expect(await statusOf(old?.json.key_id)).toBe('active');
	await submitForm(real, String(nodeRun(waiting, 'Until it is in use')?.metadata?.resumeFormUrl), [
		'Revoke it',
	]);
	await until(
		'the old key to be revoked',
		async () => (await statusOf(old?.json.key_id)) === 'revoked',
	);
	expect(await statusOf(fresh?.json.key_id)).toBe('active');
	const again = fine(
		await real.client.waitForExecution(await real.client.startWorkflow(id), { untilWaiting: true }),
	);
	expect(nodeItems(again, 'Keys of that name')).toHaveLength(2);
	expect(nodeItems(again, 'Keys of that name').map(({ json }) => json.key_id)).not.toContain(
		old?.json.key_id,
	);
});

test('every example was run', () => {
	const elsewhere = ['When the wait was too short']; // in pause.test.ts, where time can stand still
	expect([...run, ...elsewhere].sort()).toEqual(
		readExamples(path.join(ROOT, 'examples'))
			.map(({ name }) => name)
			.sort(),
	);
});
