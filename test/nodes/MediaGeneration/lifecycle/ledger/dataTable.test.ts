import type { IDataObject } from 'n8n-workflow';
import {
	appendLines,
	deleteLines,
	requireTable,
	openTable,
	readAllLines,
	readLines,
	type Condition,
	type Table,
} from '../../../../../nodes/MediaGeneration/lifecycle/ledger/dataTable';
import type { Column } from '../../../../../nodes/MediaGeneration/lifecycle/ledger/rows';
import { DataTables } from '../../../../support/dataTable';
import { Client } from '../../../../../nodes/MediaGeneration/http/client';

const columnsOf = (of: Record<string, string>) =>
	Object.fromEntries(
		Object.entries(of).map(([name, type]) => [name, { type: type as Column['type'] }]),
	);

let tables: DataTables;
beforeEach(() => {
	tables = new DataTables();
	jest.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => jest.restoreAllMocks());

const types = { key: 'string', item: 'number', at: 'date' };
const columns = columnsOf(types);
const asColumns = (of: Record<string, string>) =>
	Object.entries(of).map(([name, type]) => ({ name, type }));
const add = (name: string, of: Record<string, string> = types) =>
	tables.tables.push({ id: `id of ${name}`, name, columns: asColumns(of), rows: [] });
const open = async () => await openTable(tables.context().run, 'jobs', columns);
const ranOf = (operation: string) =>
	tables.runs.filter((run) => run.operation === operation).length;
/** A table with so many lines, every third of them with the key `b`. */
async function filled(count: number): Promise<Table> {
	const table = await open();
	const lines = Array.from({ length: count }, (_, item) => ({
		key: item % 3 === 0 ? 'b' : 'a',
		item,
	}));
	await appendLines(tables.context().run, table, lines);
	return table;
}
const itemsOf = (lines: IDataObject[]) => lines.map(({ item }) => item);
const failureOf = async (work: Promise<unknown>) =>
	await work.then(() => undefined).catch(({ message, description }) => ({ message, description }));

describe('a table is opened by its name', () => {
	test('where there is none it is made, with its columns in their order', async () => {
		expect(await open()).toMatchObject({ id: tables.tables[0]?.id });
		expect(tables.tables).toMatchObject([{ name: 'jobs', columns: asColumns(types) }]);
		expect(await open()).toMatchObject({ id: tables.tables[0]?.id });
		expect(ranOf('table.create')).toBe(1);
	});

	test('among many whose names contain it, it is the one whose name it is', async () => {
		for (let number = 0; number < 60; number++) add(`jobs ${number}`, { other: 'string' });
		add('Jobs', { other: 'string' });
		add('jobs');
		expect(await open()).toMatchObject({ id: 'id of jobs' });
		expect(await requireTable(tables.context().run, 'jobs', columns)).toMatchObject({
			id: 'id of jobs',
		});
	});

	test('further columns do no harm', async () => {
		add('jobs', { note: 'string', ...types });
		expect(await open()).toMatchObject({ id: 'id of jobs' });
	});

	test('an n8n that does not tell the columns is believed', async () => {
		add('jobs');
		Object.assign(tables.tables[0]!, { columns: undefined });
		expect(await open()).toMatchObject({ id: 'id of jobs' });
	});

	test.each([open, async () => await requireTable(tables.context().run, 'jobs', columns)])(
		'what is no ledger is told with all that it lacks',
		async (ask) => {
			add('jobs', { key: 'string', item: 'string' });
			expect(await failureOf(ask())).toEqual({
				message:
					'The Data Table jobs is not a ledger: it has no column item of the type number, no column at of the type date',
				description: 'Enter another name; the node creates a table with that name.',
			});
			expect(ranOf('table.create')).toBe(0);
		},
	);

	test('who only reads makes none', async () => {
		add('jobs of others');
		expect(await failureOf(requireTable(tables.context().run, 'jobs', columns))).toEqual({
			message: 'There is no ledger jobs in this project',
			description:
				'The first node that makes an image or a video with this name in Options > Ledger: Keep in Data Table creates it. What was spent before is in Billing > Get Transactions.',
		});
		expect(tables.tables).toHaveLength(1);
	});

	test.each([[types], [{ key: 'number' }]])(
		'one that somebody else makes in the meantime is taken, if it is a ledger: %j',
		async (made) => {
			tables.failure = (operation) => (operation === 'table.create' ? 'taken' : undefined);
			tables.before = async (operation) => void (operation === 'table.create' && add('jobs', made));
			if (made === types) expect(await open()).toMatchObject({ id: 'id of jobs' });
			else
				expect((await failureOf(open()))?.message).toMatch(/^The Data Table jobs is not a ledger/);
		},
	);

	test('one that cannot be made is told with n8n’s reason', async () => {
		tables.failure = (operation) => (operation === 'table.create' ? 'no permission' : undefined);
		expect(await failureOf(open())).toEqual({
			message: 'The table could not be created: no permission',
			description: undefined,
		});
	});

	test('so is one that is not there though n8n says that it was made', async () => {
		tables.before = async (operation) =>
			void (operation === 'table.list' && tables.tables.splice(0));
		expect(await failureOf(open())).toEqual({
			message: 'The table could not be created: n8n gave no reason',
			description: undefined,
		});
	});

	test('tables that cannot be read are not made', async () => {
		tables.failure = (operation) => (operation === 'table.list' ? 'locked' : undefined);
		expect((await failureOf(open()))?.message).toBe('The tables could not be read: locked');
		expect(ranOf('table.create')).toBe(0);
	});
});

describe('what n8n cannot do is told with what to do', () => {
	const without = (other: string, reason: string) =>
		`Remove the options Ledger: Keep in Data Table, Ledger: Pay Once For (Key) and Cost: Maximum per Day (USD), or use ${other}. n8n says: ${reason}`;
	const missing = 'This n8n has no Data Tables, so it cannot keep a ledger';
	const full =
		'The Data Tables of this n8n are full: delete rows or tables, or raise N8N_DATA_TABLES_MAX_SIZE_BYTES.';

	test.each([
		'Unrecognized node type: n8n-nodes-base.dataTable',
		'The node type is not installed',
		'Attempted to use Data table node but the module is disabled',
		'Unknown node type',
		'The type "dataTable" is not known',
	])('no Data Tables: %s', async (reason) => {
		tables.failure = () => reason;
		expect(await failureOf(open())).toEqual({
			message: missing,
			description: without('an n8n that has Data Tables (n8n execute has none)', reason),
		});
	});

	test('Data Tables that cannot be listed', async () => {
		const reason = 'Could not get parameter';
		tables.failure = () => reason;
		expect(await failureOf(open())).toEqual({
			message: 'This n8n is too old to keep a ledger: its Data Table node cannot list tables',
			description: without('a newer n8n', reason),
		});
	});

	test.each(['Data table size limit exceeded', 'Size limit', 'Limit exceeded', 'no storage left'])(
		'no room: %s',
		async (reason) => {
			const table = await open();
			tables.failure = () => reason;
			expect(await failureOf(appendLines(tables.context().run, table, [{}]))).toEqual({
				message: `The ledger could not be written: ${reason}`,
				description: full,
			});
		},
	);

	test('anything else is told as it is', async () => {
		const table = await open();
		const { run } = tables.context();
		tables.failure = () => 'database is locked';
		const one: Condition = { column: 'key', is: 'eq', value: 'a' };
		expect(await failureOf(readLines(run, table, [one]))).toEqual({
			message: 'The ledger could not be read: database is locked',
			description: undefined,
		});
		expect((await failureOf(deleteLines(run, table, [one])))?.message).toBe(
			'Old rows of the ledger could not be deleted: database is locked',
		);
		expect(ranOf('row.get')).toBe(1);
	});
});

describe('lines', () => {
	test('are appended in their order, with one run of a workflow', async () => {
		await filled(3);
		expect(tables.rowsOf('jobs')).toMatchObject([
			{ id: 1, key: 'b', item: 0, at: null },
			{ id: 2, key: 'a', item: 1 },
			{ id: 3, key: 'a', item: 2 },
		]);
		expect(tables.runs.filter(({ operation }) => operation === 'row.insert')).toEqual([
			{ operation: 'row.insert', items: 3 },
		]);
	});

	test('are found by any of the conditions, or by all, oldest first', async () => {
		const table = await filled(7);
		const { run } = tables.context();
		const conditions: Condition[] = [
			{ column: 'key', is: 'eq', value: 'b' },
			{ column: 'item', is: 'gte', value: 3 },
		];
		expect(itemsOf(await readLines(run, table, conditions))).toEqual([0, 3, 4, 5, 6]);
		expect(itemsOf(await readAllLines(run, table, conditions))).toEqual([3, 6]);
		expect(itemsOf(await readAllLines(run, table, []))).toEqual([0, 1, 2, 3, 4, 5, 6]);
	});

	test.each([
		[999, 1],
		[1_000, 2],
		[2_300, 3],
	])('%d of them are read in %d pages, none twice', async (count, pages) => {
		const table = await filled(count);
		const lines = await readAllLines(tables.context().run, table, []);
		expect(itemsOf(lines)).toEqual(Array.from({ length: count }, (_, item) => item));
		expect(ranOf('row.get')).toBe(pages);
	});

	test.each([
		['the same page again', 7, 2],
		['no numbers', undefined, 1],
	])('of an n8n that gives %s they are not read for ever', async (_, id, reads) => {
		const page = Array.from({ length: 1_000 }, () => ({ json: { id } as IDataObject }));
		const executeWorkflow = jest.fn(async () => ({ executionId: '1', data: [page] }));
		expect(
			await readAllLines(
				new Client({ ...tables.context().context, executeWorkflow }),
				{ id: 't' },
				[],
			),
		).toHaveLength(reads * 1_000);
		expect(executeWorkflow).toHaveBeenCalledTimes(reads);
	});

	test('of an n8n that gives nothing at all there are none', async () => {
		const executeWorkflow = async () => ({ executionId: '1', data: [] });
		expect(
			await readAllLines(
				new Client({ ...tables.context().context, executeWorkflow }),
				{ id: 't' },
				[],
			),
		).toHaveLength(0);
	});

	test('that meet one of the conditions are taken away, and no others', async () => {
		const table = await filled(6);
		await deleteLines(tables.context().run, table, [
			{ column: 'key', is: 'eq', value: 'b' },
			{ column: 'item', is: 'lt', value: 2 },
		]);
		expect(itemsOf(tables.rowsOf('jobs'))).toEqual([2, 4, 5]);
	});
});

describe('a text that n8n would take for an expression is one like any other', () => {
	const text = '={{ 1 + 1 }} }} "x"';

	test('as the name of a table', async () => {
		const { run } = tables.context();
		expect(await openTable(run, text, columns)).toMatchObject({ id: tables.tables[0]?.id });
		expect(tables.tables).toMatchObject([{ name: text }]);
		expect(await requireTable(run, text, columns)).toMatchObject({ id: tables.tables[0]?.id });
	});

	test('as the ID of a table, and in a condition', async () => {
		tables.tables.push({ id: text, name: 'jobs', columns: asColumns(types), rows: [] });
		const { run } = tables.context();
		const table = await open();
		await appendLines(run, table, [{ key: text }, { key: '2' }]);
		const one: Condition = { column: 'key', is: 'eq', value: text };
		expect(await readLines(run, table, [one])).toMatchObject([{ key: text }]);
		await deleteLines(run, table, [one]);
		expect(tables.rowsOf('jobs')).toMatchObject([{ key: '2' }]);
	});
});

describe('while others write', () => {
	const CHANGED = 'synchronization error: result count changed during pagination';

	test('a read is tried again, twenty times in all', async () => {
		const table = await filled(3);
		const { run } = tables.context();
		tables.failure = () => CHANGED;
		expect((await failureOf(readAllLines(run, table, [])))?.message).toBe(
			`The ledger could not be read: ${CHANGED}`,
		);
		// Between two tries it asks for the newest line.
		expect(ranOf('row.get')).toBe(20 + 19);
	});

	test.each([
		['all of them', readAllLines],
		['of keys', readLines],
	])('with every read, it ends with what was there: %s', async (_, readThem) => {
		const table = await filled(3);
		const { run } = tables.context();
		/** As n8n does it: it fails where a line came that meets the conditions, between the lines and their count. */
		let isBounded = false;
		tables.before = async (operation) => {
			if (operation !== 'row.get') return;
			const { filters, limit } = tables.workflows.at(-1)?.nodes[1]?.parameters as IDataObject;
			const conditions = (filters as IDataObject).conditions as IDataObject[];
			tables.rowsOf('jobs').push({ id: tables.rowsOf('jobs').length + 1, key: 'b', item: 99 });
			isBounded = limit === 1 || conditions.some(({ condition }) => condition === 'lte');
		};
		tables.failure = (operation) => (operation === 'row.get' && !isBounded ? CHANGED : undefined);
		const lines = await readThem(run, table, [{ column: 'key', is: 'eq', value: 'b' }]);
		expect(lines[0]).toMatchObject({ item: 0 });
		expect(ranOf('row.get')).toBeLessThan(6);
	});

	test('Stop ends the tries', async () => {
		const table = await filled(3);
		const stop = new AbortController();
		tables.failure = () => {
			stop.abort(new Error('stopped'));
			return CHANGED;
		};
		expect((await failureOf(readLines(tables.context(stop.signal).run, table, [])))?.message).toBe(
			'stopped',
		);
		expect(ranOf('row.get')).toBe(1);
	});
});

test('n8n is told to keep nothing of the workflows that the ledger runs', async () => {
	await filled(1);
	for (const { settings, ...workflow } of tables.workflows) {
		expect(workflow).toMatchObject({
			id: '',
			name: 'Media Generation ledger',
			active: false,
			isArchived: false,
		});
		expect(settings).toMatchObject({
			saveDataSuccessExecution: 'none',
			saveDataErrorExecution: 'none',
			saveManualExecutions: false,
			saveExecutionProgress: false,
		});
	}
	expect(tables.workflows).toHaveLength(4);
});
