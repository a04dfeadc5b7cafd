import type { INode } from 'n8n-workflow';
import { perRun } from './perRun';

/** The node that runs, asked of n8n once for each run: it gives a copy of the whole node each time. Not to be changed. */
export const nodeOf = perRun((context: { getNode(): INode }): INode => context.getNode());
