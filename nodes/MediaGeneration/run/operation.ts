import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';
import type { PendingJob } from '../jobs/pending';
import type { ModelEntry, ModelKind } from '../../../contract/catalog';
import type { Input } from '../editor/input/input';
import type { Run } from '../spend/run';

/** Where a paused workflow is woken. */
export interface Callback {
	url: string;
	/** Whether it can be left out of a request that gives a job without it, too. */
	spare: boolean;
}

/**
 * One thing the node can do, whole in one file: its fields, how they are read, and what it does with what an item asks for.
 * A run reads each item once, checks it, prices it where the operation can tell a price, and then performs it.
 */
export interface Operation<Request = unknown> {
	/** Saved in workflows; never changes. */
	value: string;
	name: string;
	/** The line in n8n's node panel. */
	action: string;
	description: string;
	/** What n8n's Assistant, or another that builds workflows, is to know before it chooses the operation. */
	builderHint?: string;
	fields: INodeProperties[];
	/** What an agent reads of it as a tool: what it does, what to give, what comes back. */
	forAgents: string;
	/** What an agent could do with it, in a sentence; it may do it only if the builder of the workflow says so. */
	guarded?: string;
	/** What it makes, where that is a job. */
	kind?: ModelKind;
	/** Whether its items' jobs and costs are of its own making; others only tell of what was, or would be, paid for. */
	spends?: boolean;
	/** What an item asks for. What is wrong with its fields is noted in the input, and told before anything is sent. */
	read(input: Input, run: Run): Request | Promise<Request>;
	/** The model that an item asks for, where it chooses one. @throws NodeOperationError where it asks for none */
	model?(input: Input): ModelEntry;
	/** How many requests an item is, each with an output of its own; one where there is no such thing, and for agents. */
	variants?(input: Input): number | undefined;
	/** The most that the item's first try can cost, in nanos; 0 where nothing will be sent, as for what was made before. */
	price?(run: Run, request: Request): Promise<bigint>;
	/** Does it, and gives the item's output. */
	perform(run: Run, request: Request): Promise<INodeExecutionData[]>;
	/** Only submits the item's job, for a workflow that pauses until the callback. */
	submit?(run: Run, request: Request, callback: Callback): Promise<PendingJob>;
}

/** A group of operations under one heading. */
export interface Resource {
	value: string;
	name: string;
	operations: Operation[];
}

export const defineOperation = <Request>(operation: Operation<Request>): Operation => operation;
export const defineResource = (resource: Resource): Resource => resource;
