import type {
	IDataObject,
	INodeParameters,
	IWorkflowBase,
	IWorkflowSettings,
	NodeOperationError,
} from 'n8n-workflow';
import { dataOf, messageOf, textOf } from '../../support/data';
import { asLiteral } from '../../support/expression';
import { nodeFailure } from '../../failures/failure';
import { optionLabels } from '../../failures/labels';
import { isOutside } from '../../n8n/outside';
import { wait } from '../../n8n/wait';
import type { Column } from './rows';
import type { ExecutionClient } from '../../http/client';
import { settled } from '../../support/settled';

/** A Data Table of n8n, in the project of the workflow that runs. */
export interface Table {
	id: string;
	name: string;
}

type Named = Pick<Table, 'id'>;
type Columns = Readonly<Record<string, Pick<Column, 'type'>>>;

/** A condition on a column. */
export interface Condition {
	column: string;
	is: 'eq' | 'gt' | 'gte' | 'lt';
	value: string | number;
}

/** What n8n gives of a read at most, so that lines that come meanwhile do not make it fail. */
export const PAGE = 1_000;

const TRIGGER = 'n8n-nodes-base.executeWorkflowTrigger';
const DATA_TABLE = 'n8n-nodes-base.dataTable';

/**
 * The table of this name, made where there is none. A community node can reach Data Tables only through n8n's own node
 * in a workflow that runs below its own, of which n8n keeps nothing.
 * @throws NodeOperationError where n8n has no Data Tables, or the table of this name lacks a column
 */
export async function openTable(
	client: ExecutionClient,
	name: string,
	columns: Columns,
): Promise<Table> {
	const known = await findTable(client, name);
	if (known) return checked(client, known, name, columns);
	const column = Object.entries(columns).map(([columnName, { type }]) => ({
		name: columnName,
		type,
	}));
	const made = await settled(
		runTableNode(client, 'The table could not be created', {
			resource: 'table',
			operation: 'create',
			tableName: name,
			columns: { column },
			options: { createIfNotExists: true },
		}),
	);
	// Somebody else may have made it in the meantime.
	const table = await findTable(client, name);
	if (table) return checked(client, table, name, columns);
	throw made.status === 'rejected'
		? made.reason
		: broken(client, 'The table could not be created', 'n8n gave no reason');
}

/**
 * The table of this name, for somebody who only reads.
 * @throws NodeOperationError where there is none, or it is no ledger
 */
export async function existingTable(
	client: ExecutionClient,
	name: string,
	columns: Columns,
): Promise<Table> {
	const known = await findTable(client, name);
	if (known) return checked(client, known, name, columns);
	throw nodeFailure(
		{ node: client.node },
		`There is no ledger ${name} in this project`,
		`The first node that runs with this name in Options > ${optionLabels.ledger} creates it.`,
	);
}

/** The exact name: n8n itself also takes a table whose name only contains it. */
async function findTable(client: ExecutionClient, name: string): Promise<IDataObject | undefined> {
	const tables = await runTableNode(client, 'The tables could not be read', {
		resource: 'table',
		operation: 'list',
		returnAll: true,
		options: { filterName: name },
	});
	return tables.find((table) => table.name === name);
}

function checked(
	client: ExecutionClient,
	table: IDataObject,
	name: string,
	columns: Columns,
): Table {
	const there = Array.isArray(table.columns)
		? new Map(table.columns.map((column) => [dataOf(column).name, dataOf(column).type]))
		: undefined;
	const wrong = Object.entries(columns).filter(
		([column, { type }]) => there && there.get(column) !== type,
	);
	const id = textOf(table.id);
	if (id !== undefined && wrong.length === 0) return { id, name };
	throw nodeFailure(
		{ node: client.node },
		`The Data Table ${name} is not a ledger: it has no ${wrong.map(([column, { type }]) => `column ${column} of the type ${type}`).join(', no ')}`,
		'Enter another name; the node creates a table with that name.',
	);
}

/** Appends lines, in their order. @throws NodeOperationError when n8n does not take them */
export async function appendLines(
	client: ExecutionClient,
	{ id }: Named,
	lines: readonly IDataObject[],
): Promise<void> {
	await runTableNode(
		client,
		'The ledger could not be written',
		{
			resource: 'row',
			operation: 'insert',
			dataTableId: byId(id),
			columns: { mappingMode: 'autoMapInputData', value: null, matchingColumns: [], schema: [] },
			options: { optimizeBulk: true },
		},
		lines,
	);
}

/** All lines that meet one of the conditions, oldest first. @throws NodeOperationError when n8n cannot read them */
export async function readLines(
	client: ExecutionClient,
	table: Named,
	any: readonly Condition[],
): Promise<IDataObject[]> {
	return await readPage(client, table, any, 'anyCondition');
}

/** All lines that meet all of the conditions, oldest first, read page by page. @throws as {@link readLines} */
export async function readAllLines(
	client: ExecutionClient,
	table: Named,
	all: readonly Condition[],
): Promise<IDataObject[]> {
	const lines: IDataObject[] = [];
	for (let after = 0; ;) {
		const page = await readPage(
			client,
			table,
			[...all, { column: 'id', is: 'gt', value: after }],
			'allConditions',
		);
		lines.push(...page);
		const last = Number(page.at(-1)?.id);
		if (page.length < PAGE || !(last > after)) return lines;
		after = last;
	}
}

/** n8n reads the rows and counts them one after the other, and fails when others write meanwhile. */
const WRITTEN_MEANWHILE = /count changed/i;
const MOST_READS = 20;
const APART_MS = 100;

async function readPage(
	client: ExecutionClient,
	table: Named,
	conditions: readonly Condition[],
	matchType: string,
): Promise<IDataObject[]> {
	for (let reads = 1; ; reads++) {
		const page = await settled(readOnce(client, table, conditions, matchType));
		if (page.status === 'fulfilled') return page.value;
		if (reads === MOST_READS || !WRITTEN_MEANWHILE.test(messageOf(page.reason))) throw page.reason;
		await wait(APART_MS * Math.random(), client.stop);
	}
}

async function readOnce(
	client: ExecutionClient,
	{ id }: Named,
	conditions: readonly Condition[],
	matchType: string,
): Promise<IDataObject[]> {
	return await runTableNode(client, 'The ledger could not be read', {
		resource: 'row',
		operation: 'get',
		dataTableId: byId(id),
		...filtersFor(conditions, matchType),
		returnAll: false,
		limit: PAGE,
		orderBy: true,
		orderByColumn: 'id',
		orderByDirection: 'ASC',
	});
}

/** Takes lines away that meet one of the conditions. @throws NodeOperationError when n8n does not do it */
export async function deleteLines(
	client: ExecutionClient,
	table: Named,
	any: readonly Condition[],
): Promise<void> {
	await runTableNode(client, 'Old rows of the ledger could not be deleted', deletion(table, any));
}

/** What n8n's Data Table node is told to take lines away. */
export function deletion({ id }: Named, any: readonly Condition[]): INodeParameters {
	return {
		resource: 'row',
		operation: 'deleteRows',
		dataTableId: byId(id),
		...filtersFor(any, 'anyCondition'),
		options: {},
	};
}

const byId = (id: string) => ({ __rl: true, mode: 'id', value: id });

function filtersFor(conditions: readonly Condition[], matchType: string): INodeParameters {
	return {
		matchType,
		filters: {
			conditions: conditions.map(({ column, is, value }) => ({
				keyName: column,
				condition: is,
				keyValue: value,
			})),
		},
	};
}

const NO_WORKFLOW = [
	'The ledger cannot be used here: n8n runs this tool outside a workflow, and gives it no Data Tables',
	`Nothing was sent. Trying again does not help: whoever built the agent can remove ${optionLabels.payOnceFor}, ${optionLabels.maxCostPerDay} and ${optionLabels.ledger} from the tool’s Options, or give the agent a workflow with this node as its tool.`,
] as const;

/** Runs n8n's Data Table node once in a workflow of its own, for each of the items given. */
async function runTableNode(
	client: ExecutionClient,
	failure: string,
	parameters: INodeParameters,
	items: readonly IDataObject[] = [{}],
): Promise<IDataObject[]> {
	if (isOutside(client.context, client.node)) throw nodeFailure(client, ...NO_WORKFLOW);
	const ran = await settled(
		client.context.executeWorkflow(
			{ code: workflowOf(parameters) },
			items.map((json) => ({ json })),
		),
	);
	if (ran.status === 'rejected') throw broken(client, failure, messageOf(ran.reason));
	return (ran.value.data?.[0] ?? []).map(({ json }) => json);
}

/** Nothing of its executions is kept; they would be as many as the writes. */
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
		// An empty ID makes n8n take that of the workflow that runs, and with it its project.
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

function broken(client: ExecutionClient, failure: string, reason: string): NodeOperationError {
	const isMissing =
		/unrecognized node type|not installed|module is disabled|unknown node|is not known/i.test(
			reason,
		);
	const isOld = /could not get parameter/i.test(reason);
	const isFull = /size limit|limit exceeded|storage/i.test(reason);
	const unable = (why: string, other: string) =>
		nodeFailure(
			{ node: client.node },
			why,
			`Remove the options ${optionLabels.ledger}, ${optionLabels.payOnceFor} and ${optionLabels.maxCostPerDay}, or use ${other}. n8n says: ${reason}`,
		);
	if (isMissing)
		return unable(
			'This n8n has no Data Tables, so it cannot keep a ledger',
			'an n8n that has Data Tables',
		);
	if (isOld)
		return unable(
			'This n8n is too old to keep a ledger: its Data Table node cannot list tables',
			'a newer n8n',
		);
	const advice = isFull
		? 'The Data Tables of this n8n are full: delete rows or tables, or raise N8N_DATA_TABLES_MAX_SIZE_BYTES.'
		: undefined;
	return nodeFailure({ node: client.node }, `${failure}: ${reason}`, advice);
}
