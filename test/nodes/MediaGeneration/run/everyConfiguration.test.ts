import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { DataTables } from '../../../support/dataTable';
import { runNode } from '../../../support/engine';
import { modelId, useSandbox } from '../../../support/sandbox';
import { useMovedTime } from '../../../support/time';

jest.mock('n8n-workflow', () =>
	jest
		.requireActual<typeof import('../../../support/time')>('../../../support/time')
		.withMovedSleep(),
);

const sandbox = useSandbox({ balanceUsd: '1000' });
useMovedTime();
let tables: DataTables;
beforeEach(() => {
	tables = new DataTables();
});

/** One pixel. */
const PICTURE =
	'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Each paid operation, a value of the row that is wrong, and a good one in its place. */
const operations: Array<[what: string, parameters: IDataObject, wrong: unknown, good: unknown]> = [
	[
		'an image without a prompt',
		{ resource: 'image', operation: 'generate', prompt: '={{ $json.value }}', model: 'model-dev' },
		'  ',
		'a fox',
	],
	[
		'an image of a width that there is not',
		{
			resource: 'image',
			operation: 'generate',
			prompt: 'a fox',
			model: 'model-dev',
			specifyParameters: 'json',
			parametersJson: '={{ JSON.stringify({ image_width: $json.value }) }}',
		},
		5000,
		1024,
	],
	[
		'an edit of a file that is not there',
		{
			resource: 'image',
			operation: 'edit',
			prompt: 'a hat',
			model: 'standard',
			image_urls: ['={{ $json.value }}'],
		},
		'photo',
		PICTURE,
	],
	[
		'a video of a length that there is not',
		{
			resource: 'video',
			operation: 'generate',
			prompt: 'waves',
			model: 't2v-turbo',
			specifyParameters: 'json',
			parametersJson: '={{ JSON.stringify({ seconds: $json.value }) }}',
		},
		-3,
		5,
	],
];
const configurations: Array<[what: string, parameters: IDataObject, options: IDataObject]> = [
	['as it is', {}, {}],
	['with a maximum', {}, { maxCost: 50 }],
	['with the balance checked', {}, { checkBalance: true }],
	['with a ledger', {}, { ledger: 'jobs', payOnceFor: '={{ $json.id }}' }],
	['with a maximum for a day', {}, { ledger: 'jobs', maxCostPerDay: 50 }],
	['with variants', {}, { variants: 2 }],
	['one at a time', {}, { concurrency: 1 }],
	['only submitted', { waitFor: 'submit' }, {}],
	['in a pause', { waitFor: 'callback' }, {}],
	['with unclear failures sent again', {}, { retryAmbiguous: true }],
];
async function run(
	{ model, ...parameters }: IDataObject,
	options: IDataObject,
	values: unknown[],
	more: object = {},
) {
	return await runNode({
		parameters: {
			...parameters,
			model: modelId(String(model)),
			options: { download: false, inlineFiles: 1, ...options },
		} as INodeParameters,
		items: values.map((value, id) => ({ json: { id: `row-${id}`, value } as IDataObject })),
		credentials: sandbox.credentials(),
		additional: tables.additional,
		...more,
	});
}
const posts = () => sandbox.requests('POST').length;

describe.each(operations)('%s in the third of four rows', (_, operation, wrong, good) => {
	const values = [good, good, wrong, good];

	test.each(configurations)(
		'%s: nothing is sent, and the row is named',
		async (_what, parameters, options) => {
			const { error } = await run({ ...operation, ...parameters }, options, values);
			expect(error?.context?.itemIndex).toBe(2);
			expect(error?.description).toContain('item 3 of 4');
			expect(posts()).toBe(0);
		},
	);

	test.each(configurations.filter(([, { waitFor }]) => waitFor !== 'callback'))(
		'%s, Continue: the good rows go on, and the bad one is in its place',
		async (_what, parameters, options) => {
			const { items, error } = await run({ ...operation, ...parameters }, options, values, {
				settings: { onError: 'continueRegularOutput' },
			});
			expect(error).toBeUndefined();
			const failed = items.filter(({ json: { error: why } }) => why !== undefined);
			expect(new Set(failed.map(({ pairedItem }) => JSON.stringify(pairedItem)))).toEqual(
				new Set([JSON.stringify({ item: 2 })]),
			);
			expect(posts()).toBe(3 * (options.variants === 2 ? 2 : 1));
		},
	);
});

describe('several wrong rows', () => {
	test.each(configurations)('%s: all are named at once', async (_, parameters, options) => {
		const [, operation] = operations[0] ?? [];
		const { error } = await run({ ...operation, ...parameters }, options, ['', 'a fox', ' ', '']);
		expect(error?.description).toMatch(/Items? 1.*3.*4/s);
		expect(posts()).toBe(0);
	});
});

describe('equal keys', () => {
	const [, operation = {}] = operations[0] ?? [];
	const keyed = { ledger: 'jobs', payOnceFor: 'the same' };
	test.each([
		['the maximum', { maxCost: 0.25 }],
		['the maximum of a day', { maxCostPerDay: 0.25 }],
		['the maximum, with variants', { maxCost: 0.25, variants: 2 }],
	])('are priced once for %s', async (_, options) => {
		const { items, error } = await run(
			operation,
			{ ...keyed, ...options },
			Array(10).fill('a fox'),
		);
		expect(error).toBeUndefined();
		const variants = 'variants' in options ? 2 : 1;
		expect(items).toHaveLength(10 * variants);
		expect(posts()).toBe(variants);
	});

	test('are priced once for the balance', async () => {
		const { apiKey } = sandbox.it.sandbox.addAccount({ balanceUsd: '0.15' });
		const { items, error } = await run(
			operation,
			{ ...keyed, checkBalance: true },
			Array(10).fill('a fox'),
			{ credentials: sandbox.credentials(apiKey) },
		);
		expect([error, items.length]).toEqual([undefined, 10]);
	});

	test('are priced not at all once one was made', async () => {
		await run(operation, keyed, ['a fox']);
		const { error } = await run(operation, { ...keyed, maxCost: 0.01 }, Array(5).fill('a fox'));
		expect(error).toBeUndefined();
		expect(posts()).toBe(1);
	});
});

describe('a value that grows when it is normalised', () => {
	const [, operation = {}] = operations[0] ?? [];
	const growing = '\u09df'.repeat(200);
	test.each([
		['a key', { payOnceFor: growing }],
		['a tag', { ledgerTag: growing }],
		['a key of an expression', { payOnceFor: `={{ "${growing}" }}` }],
	])('%s is checked as it is stored, and nothing is sent', async (_, options) => {
		for (let times = 0; times < 2; times++) {
			const { error } = await run(operation, { ledger: 'jobs', ...options }, ['a fox']);
			expect(error?.message).toMatch(/cannot be stored|at most|characters/);
		}
		expect(posts()).toBe(0);
	});
});
