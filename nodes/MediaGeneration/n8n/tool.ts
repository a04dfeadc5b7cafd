import type { INode } from 'n8n-workflow';

/** For fields of the tool alone. */
export const onlyAsTool = { show: { '@tool': [true] } };
/** For fields of the node alone. */
export const notAsTool = { hide: { '@tool': [true] } };

/** Whether the node runs as an agent's tool: the name of its type ends so. */
export function isTool({ type }: Pick<INode, 'type'>): boolean {
	return type.endsWith('Tool');
}
