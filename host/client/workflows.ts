import type {
	ExecutionStatus,
	IConnections,
	INode,
	INodeExecutionData,
	IRunExecutionData,
	ITaskData,
	IWorkflowSettings,
} from 'n8n-workflow';

/** A workflow file as the editor exports it; credentials may carry a name only. */
export interface WorkflowFile {
	name: string;
	nodes: Array<
		Omit<INode, 'credentials'> & {
			credentials?: Record<string, { id?: string | null; name: string }>;
		}
	>;
	connections: IConnections;
	settings?: IWorkflowSettings;
	pinData?: Record<string, unknown>;
	meta?: Record<string, unknown>;
}

/** A workflow kept in n8n. */
export interface StoredWorkflow extends WorkflowFile {
	id: string;
	versionId: string;
}

export interface StoredCredential {
	id: string;
	name: string;
	type: string;
}

export interface OwnerLogin {
	email: string;
	firstName: string;
	lastName: string;
	password: string;
}

export interface RunOptions {
	/** How long to wait for the end, in milliseconds. Default: 1 200 000. */
	timeoutMs?: number;
	/** The trigger to start from. Default: the manual trigger, else the only node that nothing leads to. */
	trigger?: string;
	/** Also return once the execution waits (for a callback or a time). Default: false. */
	untilWaiting?: boolean;
}

const MANUAL_TRIGGER = 'n8n-nodes-base.manualTrigger';

/**
 * The workflow with each credential's id, where n8n has none of that id, filled in by its name and type.
 * @throws Error when a node names a credential that n8n does not have
 */
export function withCredentialIds(
	workflow: WorkflowFile,
	known: readonly StoredCredential[],
): WorkflowFile {
	const resolve = (nodeName: string, type: string, name: string) => {
		const found = known.find((credential) => credential.type === type && credential.name === name);
		if (found === undefined) {
			throw new Error(
				`The node "${nodeName}" of "${workflow.name}" wants the ${type} credential "${name}", ` +
					'which n8n does not have. Create it first.',
			);
		}
		return { id: found.id, name };
	};
	const nodes = workflow.nodes.map((node) => {
		if (node.credentials === undefined) return node;
		const filledIn = Object.entries(node.credentials).map(([type, wanted]) => [
			type,
			known.some(({ id }) => id === wanted.id) ? wanted : resolve(node.name, type, wanted.name),
		]);
		return { ...node, credentials: Object.fromEntries(filledIn) };
	});
	return { ...workflow, nodes };
}

/**
 * The name of the node from which a run by hand starts: the manual trigger, else the only node without an input.
 * @throws Error when neither is there
 */
export function startingNode(workflow: WorkflowFile): string {
	const manual = workflow.nodes.find((node) => node.type === MANUAL_TRIGGER && !node.disabled);
	if (manual) return manual.name;
	const targets = new Set(
		Object.values(workflow.connections).flatMap((byType) =>
			Object.values(byType).flatMap((outputs) =>
				outputs.flatMap((output) => (output ?? []).map((target) => target.node)),
			),
		),
	);
	const sources = Object.keys(workflow.connections).filter((name) => !targets.has(name));
	if (sources.length === 1 && sources[0] !== undefined) return sources[0];
	throw new Error(
		`"${workflow.name}" has no Manual Trigger and not exactly one node to start from; name the trigger.`,
	);
}

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
