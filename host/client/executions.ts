import type {
	ExecutionStatus,
	INodeExecutionData,
	IRunExecutionData,
	ITaskData,
} from 'n8n-workflow';

/** An execution as n8n keeps it, its data unpacked. */
export interface Execution {
	id: string;
	workflowId: string;
	status: ExecutionStatus;
	data: IRunExecutionData;
}

/** An execution as n8n's REST API gives it: `data` is one text, written with `flatted`. */
export type RawExecution = Omit<Execution, 'data'> & { data: string };

const ENDED: readonly ExecutionStatus[] = ['success', 'error', 'canceled', 'crashed'];

/** Unpacks the data of an execution. */
export async function unpackExecution(raw: RawExecution): Promise<Execution> {
	const { parse } = await import('flatted');
	return { ...raw, data: parse(raw.data) as IRunExecutionData };
}

/** Whether nothing more will happen in the execution; one that waits has not ended. */
export function hasEnded(execution: Pick<Execution, 'status'>): boolean {
	return ENDED.includes(execution.status);
}

/** Whether its data is there: n8n can say that an execution has succeeded a moment before it gives out what its nodes did. */
export function isWritten({ status, data }: Execution): boolean {
	return status !== 'success' || Object.keys(data.resultData.runData).length > 0;
}

/** The last run of a node: its status, its error, its output. Undefined when the node did not run. */
export function nodeRun(execution: Execution, nodeName: string): ITaskData | undefined {
	return execution.data.resultData.runData[nodeName]?.at(-1);
}

/** The items that a node's last run sent to its first output. */
export function nodeItems(execution: Execution, nodeName: string): INodeExecutionData[] {
	return nodeRun(execution, nodeName)?.data?.['main']?.[0] ?? [];
}

/** The items of the node that ran last. */
export function lastItems(execution: Execution): INodeExecutionData[] {
	const name = execution.data.resultData.lastNodeExecuted;
	return name === undefined ? [] : nodeItems(execution, name);
}

/** What went wrong in the execution, in n8n's words, or undefined. */
export function executionError(execution: Execution): string | undefined {
	const { error, lastNodeExecuted } = execution.data.resultData;
	if (!error) return undefined;
	const description =
		'description' in error && error.description ? ` (${String(error.description)})` : '';
	return `${lastNodeExecuted ? `${lastNodeExecuted}: ` : ''}${error.message}${description}`;
}
