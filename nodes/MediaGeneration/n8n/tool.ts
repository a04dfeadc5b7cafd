import type { INode } from 'n8n-workflow';

/** For fields that an agent's tool has and the node has not; and the other way round. */
export const onlyAsTool = { show: { '@tool': [true] } };
export const notAsTool = { hide: { '@tool': [true] } };

/** Whether the node runs as an agent's tool. n8n makes such a tool a node type of its own, whose name ends so. */
export function isTool({ type }: Pick<INode, 'type'>): boolean {
	return type.endsWith('Tool');
}
