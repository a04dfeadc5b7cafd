import { createHash } from 'node:crypto';
import type { IDataObject, IExecuteFunctions, INode } from 'n8n-workflow';
import { setNewest } from '../support/forgetOldest';
import { isTool } from './tool';

/** What this process knows of a tool whose calls have neither a workflow nor an execution in common. */
export interface ToolMemory {
	readonly key: string;
	/** The most that all its calls can have cost, in nanos. */
	most: bigint;
	/** What failed calls have left, by the request's name. */
	readonly requests: IDataObject;
	/** When the last call was made that can have cost something, in milliseconds since the Unix epoch. */
	paidAt: number;
}

/** So long after the last paid call a tool is remembered, in milliseconds. */
const REMEMBERED_MS = 3_600_000;
const MOST_TOOLS = 1_000;
const memories = new Map<string, ToolMemory>();

/** Whether an agent calls the node outside a workflow, where n8n keeps nothing from one call to the next. */
export function isOutside(context: IExecuteFunctions, node: INode): boolean {
	return isTool(node) && !context.getExecutionId() && !context.getWorkflow().id;
}

/** What is known of a tool that is called outside a workflow; tools with the same settings and credentials are one. */
export function memoryOfToolOutside(
	context: IExecuteFunctions,
	node: INode,
): ToolMemory | undefined {
	if (!isOutside(context, node)) return undefined;
	const { type, typeVersion, parameters, credentials } = node;
	const settings = JSON.stringify([type, typeVersion, parameters, credentials]);
	const key = createHash('sha256').update(settings).digest('hex');
	const known = memories.get(key);
	const isKnown = known && Date.now() - known.paidAt < REMEMBERED_MS;
	const memory = isKnown ? known : { key, most: 0n, requests: {}, paidAt: Date.now() };
	setNewest(memories, key, memory, MOST_TOOLS);
	return memory;
}
