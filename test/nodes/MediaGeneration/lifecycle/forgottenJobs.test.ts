import type { INodeParameters } from 'n8n-workflow';
import { DataTables } from '../../../support/dataTable';
import { runNode } from '../../../support/engine';
import { json } from '../../../support/faults';
import { modelId, useSandbox } from '../../../support/sandbox';

const HOUR_MS = 3_600_000;
let status: number | undefined;
let said = {};
const sandbox = useSandbox({
	balanceUsd: '1000',
	faults: ({ method }) =>
		method === 'GET' && status !== undefined
			? { when: 'before', give: json(status, JSON.stringify(said)) }
			: undefined,
});
let tables: DataTables;
beforeEach(() => {
	tables = new DataTables();
	status = undefined;
	said = { error: { message: 'no such job' } };
});

const film = { resource: 'video', model: modelId('t2v-turbo') };
const image = { resource: 'image', model: modelId('model-dev') };
const generate = async (media: object, waitFor: string) =>
	await runNode({
		parameters: {
			...media,
			operation: 'generate',
			prompt: 'a lighthouse',
			waitFor,
			options: { download: false, payOnceFor: 'order-1' },
		} as INodeParameters,
		credentials: sandbox.credentials(),
		additional: tables.additional,
	});
const posts = () => sandbox.requests('POST').length;

function haveLongBegun() {
	for (const row of tables.rowsOf()) row.createdAt = new Date(Date.now() - HOUR_MS).toISOString();
}

const looks = ['result', 'callback', 'submit'].flatMap((waitFor) => [
	[waitFor, 404] as const,
	[waitFor, 410] as const,
]);

describe('an accepted job of the ledger that the service does not know', () => {
	test.each(looks)(
		'is told with what frees its key, and not paid for again: Wait For = %s, HTTP %d',
		async (waitFor, given) => {
			const first = await generate(film, 'submit');
			haveLongBegun();
			const before = structuredClone(tables.rowsOf());
			status = given;
			const { error, run } = await generate(film, waitFor);
			const id = String(first.items[0]?.json.job_id);
			expect(error?.message).toBe(
				`The ledger has job ${id} for "order-1", but the service no longer knows it: no such job`,
			);
			expect(error?.description).toContain(
				`set the state of its last row in the ledger (attempt ${String(before[0]?.attempt)}) to failed`,
			);
			expect(error?.description).toContain('Billing > Get Transactions');
			expect(error?.context?.details).toMatchObject({
				job_id: id,
				http_code: given,
				may_be_paid: true,
				remedy: error?.description,
			});
			expect(run.waitTill).toBeUndefined();
			expect(posts()).toBe(1);
			expect(tables.rowsOf()).toEqual(before);
		},
	);

	test('is not given up where it was accepted just now, and may not be known everywhere yet', async () => {
		const first = await generate(film, 'submit');
		const job_id = first.items[0]?.json.job_id;
		status = 404;
		const submitted = await generate(film, 'submit');
		expect(submitted.items[0]?.json).toMatchObject({ job_id, status: 'processing', reused: true });
		const { error } = await generate(film, 'result');
		expect(error?.description).toContain('Do not submit it again');
		expect(error?.context?.details).toMatchObject({ job_id });
		expect(posts()).toBe(1);
	});

	test('is not given up where it was accepted just now, after its request had been held up for long', async () => {
		const first = await generate(film, 'submit');
		const [begun, accepted] = tables.rowsOf();
		expect([begun?.state, accepted?.state]).toEqual(['sending', 'accepted']);
		begun!.createdAt = new Date(Date.now() - HOUR_MS).toISOString();
		status = 404;
		const submitted = await generate(film, 'submit');
		expect(submitted.items[0]?.json).toMatchObject({
			job_id: first.items[0]?.json.job_id,
			status: 'processing',
			reused: true,
		});
		expect((await generate(film, 'result')).error?.description).toContain('Do not submit it again');
		expect(posts()).toBe(1);
	});

	test('is made anew when a person has freed its key', async () => {
		const first = await generate(film, 'submit');
		haveLongBegun();
		status = 404;
		expect((await generate(film, 'submit')).error).toBeDefined();
		tables.rowsOf().at(-1)!.state = 'failed';
		const { items, error } = await generate(film, 'submit');
		expect(error).toBeUndefined();
		expect(items[0]?.json.job_id).not.toBe(first.items[0]?.json.job_id);
		expect(posts()).toBe(2);
	});
});

test.each(looks)(
	'of a finished job that is gone the ledger’s result is given: Wait For = %s, HTTP %d',
	async (waitFor, given) => {
		const first = await generate(image, 'result');
		status = given;
		const { items, run } = await generate(image, waitFor);
		expect(items[0]?.json).toMatchObject({
			job_id: first.items[0]?.json.job_id,
			url: first.items[0]?.json.url,
			status: 'completed',
			reused: true,
		});
		expect(run.waitTill).toBeUndefined();
		expect(posts()).toBe(1);
	},
);

describe('a pause for the job of another request', () => {
	test('tells the model that made it, where the service does not', async () => {
		const first = await generate(film, 'submit');
		status = 200;
		said = { status: 'completed', video_url: 'https://cdn.example.net/a.mp4' };
		const { items } = await generate(
			{ resource: 'video', model: modelId('t2v-standard') },
			'callback',
		);
		expect(items[0]?.json).toMatchObject({
			job_id: first.items[0]?.json.job_id,
			model: 't2v-turbo',
			reused: true,
		});
	});

	test('leaves its row alone, where it may not be asked about', async () => {
		await generate(film, 'submit');
		const before = structuredClone(tables.rowsOf());
		status = 403;
		expect((await generate(film, 'callback')).error).toBeDefined();
		expect(tables.rowsOf()).toEqual(before);
	});
});
