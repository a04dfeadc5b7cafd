import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { DataTables } from '../../../../support/dataTable';
import { runNode } from '../../../../support/engine';
import { json } from '../../../../support/faults';
import { IMAGE, VIDEO, useSandbox } from '../../../../support/sandbox';

const TABLE = 'media_generation_jobs';
let isDown: (path: string) => boolean;
const sandbox = useSandbox({
	balanceUsd: '1000',
	faults: ({ method, path }) =>
		method === 'GET' && isDown(path)
			? { when: 'before', give: json(401, '{"error":{"message":"no"}}') }
			: undefined,
});
let tables: DataTables;
beforeEach(() => {
	tables = new DataTables();
	isDown = () => false;
});
afterEach(() => jest.restoreAllMocks());

const run = async (parameters: IDataObject, items: Array<{ json: IDataObject }> = [{ json: {} }]) =>
	await runNode({
		parameters: parameters as INodeParameters,
		items,
		credentials: sandbox.credentials(),
		additional: tables.additional,
	});
/** Has videos made that nobody waits for, as when what woke a paused workflow could not write. */
const leaveOpen = async (count = 1) =>
	await run(
		{
			...VIDEO,
			prompt: 'waves',
			waitFor: 'submit',
			options: { ledger: TABLE, payOnceFor: '={{ $json.id }}', concurrency: 50 },
		},
		Array.from({ length: count }, (_, id) => ({ json: { id: `open-${id}` } })),
	);
/** Any other run with this ledger. */
const another = async (payOnceFor: string) =>
	await run({
		...IMAGE,
		prompt: 'a lighthouse',
		options: { download: false, ledger: TABLE, payOnceFor },
	});
/** Lets a minute and a little pass. */
function pass(): void {
	const now = Date.now() + 61_000;
	jest.spyOn(Date, 'now').mockReturnValue(now);
}
/** The last line of each key. */
const ends = (key: string) =>
	tables
		.rowsOf(TABLE)
		.filter((row) => row.key === key)
		.at(-1);
const openKeys = () =>
	[...new Set(tables.rowsOf(TABLE).map(({ key }) => String(key)))].filter(
		(key) => ends(key)?.state === 'accepted',
	);
const looks = () => sandbox.requests('GET').length;

test('whoever opens the ledger next asks about jobs that nobody waits for, and writes down their ends', async () => {
	await leaveOpen(2);
	expect(openKeys()).toHaveLength(2);
	pass();
	await another('a');
	expect(openKeys()).toEqual([]);
	expect(ends('open-0')).toMatchObject({
		state: 'completed',
		job_id: expect.any(String),
		result_url: expect.stringContaining('/media/'),
		cost_nanos: expect.stringMatching(/^\d+$/),
	});
});

test('one of which the service does not tell stays open, and is asked about again after a minute', async () => {
	await leaveOpen(2);
	const [first] = tables.rowsOf(TABLE).filter(({ state }) => state === 'accepted');
	isDown = (path) => path.includes(String(first?.job_id));
	pass();
	await another('a');
	expect(openKeys()).toEqual([first?.key]);
	const before = looks();
	await another('b');
	expect(looks()).toBe(before);
	isDown = () => false;
	pass();
	await another('c');
	expect(openKeys()).toEqual([]);
});

test('twenty at a time, the oldest first', async () => {
	await leaveOpen(25);
	const order = openKeys();
	pass();
	await another('a');
	expect(openKeys()).toEqual(order.slice(20));
	pass();
	await another('b');
	expect(openKeys()).toEqual([]);
});

test('those of which the service never tells keep no others from being asked about', async () => {
	await leaveOpen(22);
	const order = openKeys();
	const silent = new Set(order.slice(0, 20).map((key) => String(ends(key)?.job_id)));
	isDown = (path) => silent.has(String(path.split('/').pop()));
	pass();
	await another('a');
	expect(openKeys()).toEqual(order);
	pass();
	await another('b');
	expect(openKeys()).toEqual(order.slice(0, 20));
});

test('a job that was accepted just now is left to who had it made', async () => {
	await leaveOpen();
	const before = looks();
	await another('a');
	expect(looks()).toBe(before);
	expect(openKeys()).toHaveLength(1);
});
