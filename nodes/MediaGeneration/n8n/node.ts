import type { INode } from 'n8n-workflow';

const known = new WeakMap<object, INode>();

/** The node that runs, asked of n8n once for each run: it gives a copy of the whole node each time. Not to be changed. */
export function nodeOf(context: { getNode(): INode }): INode {
	const node = known.get(context) ?? context.getNode();
	known.set(context, node);
	return node;
}
