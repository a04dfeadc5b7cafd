import { randomUUID } from 'node:crypto';
import {
	Expression,
	type ExecuteWorkflowData,
	type IDataObject,
	type IExecuteWorkflowInfo,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type IWorkflowBase,
	type IWorkflowExecuteAdditionalData,
	type NodeParameterValueType,
} from 'n8n-workflow';
import { nodeContext } from './nodeContext';

interface Column {
	name: string;
	type: string;
}

/** A Data Table as n8n's own node hands it out. */
export interface KeptTable {
	id: string;
	name: string;
	columns: Column[];
	rows: IDataObject[];
}

interface Filter {
	keyName: string;
	condition: string;
	keyValue: unknown;
}

/**
 * What n8n does with the workflows that the ledger runs, kept in memory: n8n's Data Table node itself needs n8n's
 * database. The end-to-end tests hold both against each other.
 */
export class DataTables {
	readonly tables: KeptTable[] = [];
	/** Each run of the node: its operation and how many items it was given. */
	readonly runs: Array<{ operation: string; items: number }> = [];
	/** The workflows of these runs. */
	readonly workflows: IWorkflowBase[] = [];
	/** Makes a run fail as n8n would. */
	failure?: (operation: string) => string | undefined;
	/** Makes the database refuse a row, and with it whatever is written together with it. */
	refusal?: (row: IDataObject) => string | undefined;
	/** Awaited before a run has an effect. */
	before?: (operation: string) => Promise<void>;
	/** Has n8n's reply to a run get lost, after what it did was done. */
	replyLost?: (operation: string) => boolean;
	/** Awaited between the moment when rows get their numbers and the one when others see them, as in a database with transactions. */
	commit?: () => Promise<void>;
	/** How much the database's clock is ahead of this process's; negative where it is behind. */
	clockAheadMs = 0;
	private readonly unseen = new Set<IDataObject>();

	/** What a run of the node in a test is given beside its workflow. */
	get additional(): Partial<IWorkflowExecuteAdditionalData> {
		return {
			executeWorkflow: async (info, _, options) =>
				await this.execute(info, options.inputData ?? []),
		};
	}

	/** What a module of the ledger is given of n8n, and what it tells n8n's log and the user. */
	context(signal?: AbortSignal) {
		const { context, run, logged: warnings, hints } = nodeContext({ signal });
		const executeWorkflow = async (info: IExecuteWorkflowInfo, inputData: INodeExecutionData[]) =>
			await this.execute(info, inputData);
		Object.assign(context, { executeWorkflow });
		return { context, run, warnings, hints };
	}

	/** The rows of a table. */
	rowsOf(name = 'media_generation_jobs'): IDataObject[] {
		return this.named(name)?.rows ?? [];
	}

	private named(name: unknown) {
		return this.tables.find((table) => table.name === name);
	}

	private async execute(
		{ code }: IExecuteWorkflowInfo,
		inputData: INodeExecutionData[],
	): Promise<ExecuteWorkflowData> {
		const { parameters, isPassedOn } = tableNode(code);
		const operation = `${parameters.resource as string}.${parameters.operation as string}`;
		this.runs.push({ operation, items: inputData.length });
		this.workflows.push(code as IWorkflowBase);
		await new Promise(setImmediate);
		await this.before?.(operation);
		const failure = this.failure?.(operation);
		if (failure !== undefined) throw new Error(failure);
		const given = inputData.map(({ json }) => (isPassedOn ? json : {}));
		const before = new Set(this.tables.flatMap(({ rows }) => rows));
		const result = this.perform(operation, parameters, given).map((json) => ({
			json: structuredClone(json),
		}));
		if (this.commit && operation === 'row.insert') {
			const fresh = this.tables.flatMap(({ rows }) => rows).filter((row) => !before.has(row));
			for (const row of fresh) this.unseen.add(row);
			await this.commit();
			for (const row of fresh) this.unseen.delete(row);
		}
		if (this.replyLost?.(operation)) throw new Error('Connection terminated unexpectedly');
		return { executionId: '0', data: [result] };
	}

	private perform(
		operation: string,
		parameters: INodeParameters,
		given: IDataObject[],
	): IDataObject[] {
		if (given.length === 0) return [];
		if (operation === 'table.list') {
			const wanted = String((parameters.options as IDataObject).filterName).toLowerCase();
			return this.tables
				.filter(({ name }) => name.toLowerCase().includes(wanted))
				.slice(0, parameters.returnAll === true ? undefined : ROWS_LIMIT)
				.map(({ id, name, columns }) => ({ id, name, columns }) as unknown as IDataObject);
		}
		if (operation === 'table.create') {
			const there = this.named(parameters.tableName);
			if (there && (parameters.options as IDataObject).createIfNotExists === true)
				return [{ id: there.id, name: there.name }];
			if (there)
				throw new Error(
					`Data table with name '${String(parameters.tableName)}' already exists in this project`,
				);
			const columns = (parameters.columns as unknown as { column: Column[] }).column;
			const odd = columns.find(({ type }) => !(type in types));
			if (odd) throw new Error(`Invalid type of the column ${odd.name}: ${odd.type}`);
			const table: KeptTable = {
				id: randomUUID(),
				name: parameters.tableName as string,
				columns,
				rows: [],
			};
			this.tables.push(table);
			return [{ id: table.id, name: table.name }];
		}
		const { mode, value: id } = parameters.dataTableId as IDataObject;
		const table = this.tables.find((known) => (mode === 'name' ? known.name : known.id) === id);
		if (!table)
			throw new Error(`Data table with ID '${String(id)}' could not be found in this project`);
		if (operation === 'row.insert') {
			const isMapped = (parameters.columns as IDataObject).mappingMode === 'autoMapInputData';
			const { length } = table.rows;
			try {
				for (const row of given) this.insert(table, isMapped ? row : {});
			} catch (error) {
				table.rows.length = length;
				throw error;
			}
			const inserted = table.rows.slice(length);
			return (parameters.options as IDataObject).optimizeBulk === true
				? [{ count: inserted.length }]
				: inserted;
		}
		const matching = table.rows
			.filter((row) => !this.unseen.has(row))
			.filter(filterOf(table, parameters));
		if (operation === 'row.deleteRows') {
			if (conditionsOf(parameters).length === 0)
				throw new Error('At least one condition is required');
			table.rows = table.rows.filter((row) => !matching.includes(row));
			return matching;
		}
		if (operation === 'row.get') {
			const { returnAll, limit = ROWS_LIMIT } = parameters;
			return sorted(matching, parameters).slice(0, returnAll === true ? undefined : Number(limit));
		}
		throw new Error(`No operation ${operation}`);
	}

	private insert(table: KeptTable, row: IDataObject): IDataObject {
		const unknown = Object.keys(row).find(
			(name) => row[name] !== undefined && !table.columns.some((column) => column.name === name),
		);
		if (unknown) throw new Error(`unknown column name '${unknown}'`);
		for (const { name, type } of table.columns)
			if (row[name] !== undefined && row[name] !== null && !types[type]?.(row[name]))
				throw new Error(`value '${String(row[name])}' does not match column type '${type}'`);
		const refusal = this.refusal?.(row);
		if (refusal !== undefined) throw new Error(refusal);
		const now = new Date(Date.now() + this.clockAheadMs).toISOString();
		const id = Number(table.rows.at(-1)?.id ?? 0) + 1;
		const inserted = {
			id,
			createdAt: now,
			updatedAt: now,
			...Object.fromEntries(table.columns.map(({ name }) => [name, asStored(row[name]) ?? null])),
		};
		table.rows.push(inserted);
		return inserted;
	}
}

/** A value as PostgreSQL keeps and compares it: half a character is none, and a text that holds a NUL is refused. */
function asStored(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	if (value.includes('\0')) throw new Error('invalid byte sequence for encoding "UTF8": 0x00');
	return Buffer.from(value).toString();
}

/** The types of columns, and what each takes. */
const types: Record<string, (value: unknown) => boolean> = {
	string: (value) => typeof value === 'string',
	number: (value) => typeof value === 'number',
	boolean: (value) => typeof value === 'boolean',
	date: (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
};

/** What n8n gives where a workflow asks neither for all nor for a number. */
const ROWS_LIMIT = 50;

/** The Data Table node that a workflow's trigger leads to, and whether the trigger passes on what the workflow is given. */
function tableNode(code: IWorkflowBase | undefined): {
	parameters: INodeParameters;
	isPassedOn: boolean;
} {
	const nodes: INode[] = code?.nodes ?? [];
	if (nodes.some(({ name }) => name === '')) throw new Error('A node has no name');
	const start = nodes.find(({ type }) => type === 'n8n-nodes-base.executeWorkflowTrigger');
	if (!start) throw new Error('Missing node to start execution');
	const [next] = code?.connections[start.name]?.main?.[0] ?? [];
	const node = nodes.find(({ name }) => next?.type === 'main' && name === next.node);
	if (node?.type !== 'n8n-nodes-base.dataTable')
		throw new Error('No Data Table node follows the trigger');
	return {
		parameters: worked(node.parameters),
		isPassedOn: start.parameters.inputSource === 'passthrough',
	};
}

/** Parameters as n8n gives them to a node: with their expressions worked out. */
function worked<T extends NodeParameterValueType>(value: T): T;
function worked(value: unknown): unknown {
	if (Array.isArray(value)) return value.map((entry: NodeParameterValueType) => worked(entry));
	if (typeof value === 'object' && value !== null)
		return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, worked(entry)]));
	return typeof value === 'string'
		? new Expression('UTC').resolveSimpleParameterValue(value, {} as never)
		: value;
}

const conditionsOf = ({ filters }: INodeParameters) =>
	((filters as IDataObject).conditions ?? []) as unknown as Filter[];

/** Which rows meet the conditions. @throws what n8n throws where a match type, a column or a condition is none */
function filterOf(
	{ columns }: KeptTable,
	parameters: INodeParameters,
): (row: IDataObject) => boolean {
	const { matchType } = parameters;
	if (matchType !== 'anyCondition' && matchType !== 'allConditions')
		throw new Error('unexpected match type');
	const conditions = conditionsOf(parameters).map((filter) => ({
		...filter,
		keyValue: asStored(filter.keyValue),
	}));
	const known = new Set(['id', 'createdAt', 'updatedAt', ...columns.map(({ name }) => name)]);
	for (const { keyName } of conditions)
		if (!known.has(keyName))
			throw new Error(`Filter validation failed: Column(s) "${keyName}" do not exist`);
	const holds = (row: IDataObject) => (filter: Filter) => meets(row[filter.keyName], filter);
	return (row) =>
		matchType === 'allConditions'
			? conditions.every(holds(row))
			: conditions.length === 0 || conditions.some(holds(row));
}

function meets(given: unknown, { condition, keyValue }: Filter): boolean {
	const [value, wanted] = [given as string | number, keyValue as string | number];
	switch (condition) {
		case 'eq':
			return value === wanted;
		case 'gt':
			return value > wanted;
		case 'gte':
			return value >= wanted;
		case 'lte':
			return value <= wanted;
		case 'lt':
			return value < wanted;
		default:
			throw new Error(`Invalid filter condition "${condition}"`);
	}
}

/** In the order that is asked for; without one a database gives them in any: here the other way round. */
function sorted(
	rows: readonly IDataObject[],
	{ orderBy, orderByColumn, orderByDirection }: INodeParameters,
): IDataObject[] {
	const isOrdered = orderBy === true && orderByColumn !== '';
	const column = isOrdered ? String(orderByColumn) : 'id';
	const sign = isOrdered && orderByDirection === 'ASC' ? 1 : -1;
	const compare = (a: IDataObject, b: IDataObject) =>
		sign * (Number(a[column]) - Number(b[column]));
	return [...rows].sort(compare);
}
