import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import type { PendingJob } from '../jobs/pending';

/** Where a paused workflow is woken. */
export interface Callback {
	url: string;
	/** Whether it can be left out of a request that gives a job without it, too. */
	spare: boolean;
}

/** One thing the node can do, whole in one file: what it asks for and what it does with one item. */
export interface Operation {
	/** Saved in workflows; never changes. */
	value: string;
	name: string;
	/** The line in n8n's node panel. */
	action: string;
	description: string;
	fields: INodeProperties[];
	/** What an agent reads of it as a tool: what it does, what to give, what comes back. */
	forAgents: string;
	/** What an agent could do with it, in a sentence; it may do it only if the builder of the workflow says so. */
	guarded?: string;
	/** Whether its items' jobs and costs are of its own making; others only tell of what was, or would be, paid for. */
	spends?: boolean;
	run(context: IExecuteFunctions, itemIndex: number): Promise<INodeExecutionData[]>;
	/** The most that the item's first try can cost, in nanos; 0 where nothing will be sent, as for what was made before. */
	price?(context: IExecuteFunctions, itemIndex: number): Promise<bigint>;
	/** Only submits the item's job, for a workflow that pauses until the callback. */
	submit?(context: IExecuteFunctions, itemIndex: number, callback: Callback): Promise<PendingJob>;
}

/** A group of operations under one heading. */
export interface Resource {
	value: string;
	name: string;
	operations: Operation[];
}

export const defineOperation = (operation: Operation): Operation => operation;
export const defineResource = (resource: Resource): Resource => resource;
