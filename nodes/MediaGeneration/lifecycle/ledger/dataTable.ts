import type { IDataObject, INodeParameters, IWorkflowBase, IWorkflowSettings } from 'n8n-workflow';
import { dataOf, messageOf, textOf } from '../../support/data';
import { asLiteral } from '../../n8n/expression';
import { nodeFailure } from '../../failures/failure';
import { optionLabels } from '../../failures/labels';
import { isOutside } from '../../n8n/outside';
import { wait } from '../../n8n/wait';
import { dataTableFailure, outsideWorkflow } from './refusals';
import type { Column } from './rows';
import type { ExecutionClient } from '../../http/client';
import { Overdue, withDeadlineOrStop } from '../../support/deadline';
import { settled } from '../../support/settled';

/** A Data Table of n8n, in the project of the workflow that runs. */
export interface Table {
	id: string;
}

type Columns = Readonly<Record<string, Pick<Column, 'type'>>>;

export interface Condition {
	column: string;
	is: 'eq' | 'gt' | 'gte' | 'lt' | 'lte';
	value: string | number;
}

/** As many lines as n8n gives at most. */
export const PAGE = 1_000;

const TRIGGER = 'n8n-nodes-base.executeWorkflowTrigger';
const DATA_TABLE = 'n8n-nodes-base.dataTable';

/**
 * The table of this name, made where there is none, by n8n's own node in a workflow below this one: community nodes have
 * no other way.
 * @throws NodeOperationError where n8n has no Data Tables, or the table lacks a column
 */
export async function openTable(
	client: ExecutionClient,
	name: string,
	columns: Columns,
): Promise<Table> {
	const known = await findTable(client, name, columns);
	if (known) return known;
	const column = Object.entries(columns).map(([own, { type }]) => ({ name: own, type }));
	const failure = 'The table could not be created';
	const made = await settled(
		askTable(client, failure, {
			resource: 'table',
			operation: 'create',
			tableName: name,
			columns: { column },
			options: { createIfNotExists: true },
		}),
	);
	// Somebody else may have made it in the meantime.
	const table = await findTable(client, name, columns);
	if (table) return table;
	throw made.status === 'rejected'
		? made.reason
		: dataTableFailure(client, failure, 'n8n gave no reason');
}

/** The table of this name, for reading. @throws NodeOperationError where there is none, or it is no ledger */
export async function requireTable(
	client: ExecutionClient,
	name: string,
	columns: Columns,
): Promise<Table> {
	const known = await findTable(client, name, columns);
	if (known) return known;
	throw nodeFailure(
		{ node: client.node },
		`There is no ledger ${name} in this project`,
		`The first node that makes an image or a video with this name in Options > ${optionLabels.ledger} creates it. What was spent before is in Billing > Get Transactions.`,
	);
}

/** n8n itself also takes a table whose name only contains it. */
async function findTable(
	client: ExecutionClient,
	name: string,
	columns: Columns,
): Promise<Table | undefined> {
	const tables = await askTable(client, 'The tables could not be read', {
		resource: 'table',
		operation: 'list',
		returnAll: true,
		options: { filterName: name },
	});
	const table = tables.find((one) => one.name === name);
	if (!table) return undefined;
	const there = Array.isArray(table.columns)
		? new Map(table.columns.map((column) => [dataOf(column).name, dataOf(column).type]))
		: undefined;
	const lacking = Object.entries(columns).flatMap(([column, { type }]) =>
		there && there.get(column) !== type ? [`no column ${column} of the type ${type}`] : [],
	);
	const id = textOf(table.id);
	if (id !== undefined && lacking.length === 0) return { id };
	throw nodeFailure(
		{ node: client.node },
		`The Data Table ${name} is not a ledger: it has ${lacking.join(', ')}`,
		'Enter another name; the node creates a table with that name.',
	);
}

export const WRITE_FAILURE = 'The ledger could not be written';

/** Appends lines, however long n8n takes, so that none comes after the next. @throws NodeOperationError if n8n refuses */
export async function appendLines(
	client: ExecutionClient,
	table: Table,
	lines: readonly IDataObject[],
): Promise<void> {
	await runTableNode(
		client,
		WRITE_FAILURE,
		{
			resource: 'row',
			operation: 'insert',
			dataTableId: byId(table),
			columns: { mappingMode: 'autoMapInputData', value: null, matchingColumns: [], schema: [] },
			options: { optimizeBulk: true },
		},
		lines,
	);
}

/** The lines that meet one of the conditions, some perhaps twice. @throws NodeOperationError when n8n cannot read them */
export async function readLines(
	client: ExecutionClient,
	table: Table,
	any: readonly Condition[],
): Promise<IDataObject[]> {
	const page = await settled(readPage(client, table, any));
	if (page.status === 'rejected' && !isWrittenMeanwhile(page.reason)) throw page.reason;
	if (page.status === 'fulfilled' && page.value.length < PAGE) return page.value;
	const lines: IDataObject[] = [];
	for (const one of any) lines.push(...(await readAllLines(client, table, [one])));
	return lines;
}

/**
 * The lines that meet all conditions, oldest first. Once others write in between, what they write is left out.
 * @throws as {@link readLines}
 */
export async function readAllLines(
	client: ExecutionClient,
	table: Table,
	all: readonly Condition[],
): Promise<IDataObject[]> {
	const lines: IDataObject[] = [];
	const limits: Condition[] = [];
	for (let after = 0, failed = 0; ;) {
		const conditions = [...all, { column: 'id', is: 'gt', value: after } as const, ...limits];
		const page = await settled(readPage(client, table, conditions, { matchType: 'allConditions' }));
		if (page.status === 'rejected') {
			if (++failed === MOST_READS || !isWrittenMeanwhile(page.reason)) throw page.reason;
			const newest = await settled(readPage(client, table, [], NEWEST));
			const id = newest.status === 'fulfilled' ? Number(newest.value[0]?.id) : NaN;
			if (limits.length === 0 && id > 0) limits.push({ column: 'id', is: 'lte', value: id });
			await wait(APART_MS * Math.random(), client.stop);
			continue;
		}
		lines.push(...page.value);
		const last = Number(page.value.at(-1)?.id);
		if (page.value.length < PAGE || !(last > after)) return lines;
		after = last;
	}
}

/** n8n reads and then counts, and fails when others write in between. */
const isWrittenMeanwhile = (error: unknown) => /count changed/i.test(messageOf(error));
const MOST_READS = 20;
const APART_MS = 100;

const NEWEST = { limit: 1, orderByDirection: 'DESC' };

const readPage = async (
	client: ExecutionClient,
	table: Table,
	conditions: readonly Condition[],
	unusual: INodeParameters = {},
): Promise<IDataObject[]> =>
	await askTable(client, 'The ledger could not be read', {
		...rowsOf(table, 'get', conditions),
		returnAll: false,
		limit: PAGE,
		orderBy: true,
		orderByColumn: 'id',
		orderByDirection: 'ASC',
		...unusual,
	});

/** Deletes lines that meet one of the conditions. @throws NodeOperationError when n8n does not do it */
export async function deleteLines(
	client: ExecutionClient,
	table: Table,
	any: readonly Condition[],
): Promise<void> {
	await askTable(client, 'Old rows of the ledger could not be deleted', deletion(table, any));
}

/** What n8n is told to delete lines. */
export const deletion = (table: Table, any: readonly Condition[]): INodeParameters => ({
	...rowsOf(table, 'deleteRows', any),
	options: {},
});

const byId = ({ id }: Table) => ({ __rl: true, mode: 'id', value: id });

const rowsOf = (table: Table, operation: string, any: readonly Condition[]): INodeParameters => ({
	resource: 'row',
	operation,
	dataTableId: byId(table),
	matchType: 'anyCondition',
	filters: {
		conditions: any.map(({ column, is, value }) => ({
			keyName: column,
			condition: is,
			keyValue: value,
		})),
	},
});

const ANSWER_MS = 20_000;

/** Waits for n8n 20 s. @param failure what is told if it does not answer. @throws NodeOperationError then, and the reason of a Stop */
export async function waitForTable<T>(
	client: ExecutionClient,
	failure: string,
	work: () => Promise<T>,
): Promise<T> {
	const ended = await settled(withDeadlineOrStop(ANSWER_MS, client.stop, work));
	if (ended.status === 'fulfilled') return ended.value;
	if (!(ended.reason instanceof Overdue)) throw ended.reason;
	throw dataTableFailure(client, failure, `n8n did not answer within ${ANSWER_MS / 1_000} s`);
}

const askTable = async (client: ExecutionClient, failure: string, parameters: INodeParameters) =>
	await waitForTable(
		client,
		failure,
		async () => await runTableNode(client, failure, parameters, [{}]),
	);

async function runTableNode(
	client: ExecutionClient,
	failure: string,
	parameters: INodeParameters,
	items: readonly IDataObject[],
): Promise<IDataObject[]> {
	if (isOutside(client.context, client.node)) throw outsideWorkflow(client);
	const ran = await settled(
		client.context.executeWorkflow(
			{ code: workflowOf(parameters) },
			items.map((json) => ({ json })),
		),
	);
	if (ran.status === 'rejected') throw dataTableFailure(client, failure, messageOf(ran.reason));
	return (ran.value.data?.[0] ?? []).map(({ json }) => json);
}

const QUIET: IWorkflowSettings = {
	executionOrder: 'v1',
	saveDataSuccessExecution: 'none',
	saveDataErrorExecution: 'none',
	saveManualExecutions: false,
	saveExecutionProgress: false,
};

function workflowOf(parameters: INodeParameters): IWorkflowBase {
	const node = (name: string, type: string, typeVersion: number, own: INodeParameters) => ({
		id: name,
		name,
		type,
		typeVersion,
		position: POSITION,
		parameters: asLiteral(own),
	});
	const at = new Date(0);
	return {
		// n8n then takes the ID of the workflow that runs, and its project.
		id: '',
		name: 'Media Generation ledger',
		active: false,
		isArchived: false,
		activeVersionId: null,
		createdAt: at,
		updatedAt: at,
		settings: QUIET,
		nodes: [
			node(START, TRIGGER, 1.1, { inputSource: 'passthrough' }),
			node(TABLE, DATA_TABLE, 1.1, parameters),
		],
		connections: { [START]: { main: [[{ node: TABLE, type: 'main', index: 0 }]] } },
	};
}

const START = 'Start';
const TABLE = 'Data Table';
const POSITION: [number, number] = [0, 0];
