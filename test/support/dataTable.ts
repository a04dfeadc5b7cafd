import type { ExecuteWorkflowData, IDataObject, IExecuteWorkflowInfo, INodeExecutionData, INodeParameters, IWorkflowExecuteAdditionalData } from 'n8n-workflow';

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
	/** Makes a run fail as n8n would. */
	failure?: (operation: string) => string | undefined;
	/** Awaited before a run has an effect. */
	before?: (operation: string) => Promise<void>;
	/** Awaited between the moment when rows get their numbers and the one when others see them, as in a database with transactions. */
	commit?: () => Promise<void>;
	private readonly unseen = new Set<IDataObject>();

	/** What a run of the node in a test is given beside its workflow. */
	get additional(): Partial<IWorkflowExecuteAdditionalData> {
		return { executeWorkflow: async (info, _, options) => await this.execute(info, options.inputData ?? []) };
	}

	/** The rows of a table. */
	rowsOf(name = 'media_generation_jobs'): IDataObject[] {
		return this.named(name)?.rows ?? [];
	}

	private named(name: unknown) {
		return this.tables.find((table) => table.name === name);
	}

	private async execute({ code }: IExecuteWorkflowInfo, inputData: INodeExecutionData[]): Promise<ExecuteWorkflowData> {
		const parameters = code?.nodes.find(({ type }) => type === 'n8n-nodes-base.dataTable')?.parameters;
		if (!parameters) throw new Error('No Data Table node in the workflow');
		const operation = `${parameters.resource as string}.${parameters.operation as string}`;
		this.runs.push({ operation, items: inputData.length });
		await new Promise(setImmediate);
		await this.before?.(operation);
		const failure = this.failure?.(operation);
		if (failure !== undefined) throw new Error(failure);
		const given = inputData.map(({ json }) => json);
		const before = new Set(this.tables.flatMap(({ rows }) => rows));
		const result = this.perform(operation, parameters, given).map((json) => ({ json: structuredClone(json) }));
		if (this.commit && operation === 'row.insert') {
			const fresh = this.tables.flatMap(({ rows }) => rows).filter((row) => !before.has(row));
			for (const row of fresh) this.unseen.add(row);
			await this.commit();
			for (const row of fresh) this.unseen.delete(row);
		}
		return { executionId: '0', data: [result] };
	}

	private perform(operation: string, parameters: INodeParameters, given: IDataObject[]): IDataObject[] {
		if (operation === 'table.list') {
			const wanted = String((parameters.options as IDataObject).filterName).toLowerCase();
			return this.tables
				.filter(({ name }) => name.toLowerCase().includes(wanted))
				.map(({ id, name, columns }) => ({ id, name, columns }) as unknown as IDataObject);
		}
		if (operation === 'table.create') {
			if (this.named(parameters.tableName)) throw new Error(`Data table with name '${String(parameters.tableName)}' already exists in this project`);
			const table: KeptTable = {
				id: `table-${this.tables.length + 1}`,
				name: parameters.tableName as string,
				columns: (parameters.columns as unknown as { column: Column[] }).column,
				rows: [],
			};
			this.tables.push(table);
			return [{ id: table.id, name: table.name }];
		}
		const id = (parameters.dataTableId as IDataObject).value;
		const table = this.tables.find((known) => known.id === id);
		if (!table) throw new Error(`Data table with ID '${String(id)}' could not be found in this project`);
		if (operation === 'row.insert') return [{ count: given.map((row) => this.insert(table, row)).length }];
		const matching = table.rows.filter((row) => !this.unseen.has(row) && matches(row, parameters));
		if (operation === 'row.deleteRows') {
			table.rows = table.rows.filter((row) => !matching.includes(row));
			return matching;
		}
		if (operation === 'row.get') return matching.sort((a, b) => Number(a.id) - Number(b.id)).slice(0, parameters.limit as number);
		throw new Error(`No operation ${operation}`);
	}

	private insert(table: KeptTable, row: IDataObject): void {
		const unknown = Object.keys(row).find((name) => row[name] !== undefined && !table.columns.some((column) => column.name === name));
		if (unknown) throw new Error(`unknown column name '${unknown}'`);
		const now = new Date().toISOString();
		const id = Number(table.rows.at(-1)?.id ?? 0) + 1;
		table.rows.push({ id, createdAt: now, updatedAt: now, ...Object.fromEntries(table.columns.map(({ name }) => [name, row[name] ?? null])) });
	}
}

function matches(row: IDataObject, { filters, matchType }: INodeParameters): boolean {
	const conditions = ((filters as IDataObject).conditions ?? []) as unknown as Filter[];
	const holds = ({ keyName, condition, keyValue }: Filter) => {
		const value = row[keyName] as string | number;
		const wanted = keyValue as string | number;
		return { eq: value === wanted, gt: value > wanted, gte: value >= wanted, lt: value < wanted }[condition] ?? false;
	};
	return matchType === 'allConditions' ? conditions.every(holds) : conditions.length === 0 || conditions.some(holds);
}
