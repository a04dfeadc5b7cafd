import type { INode } from 'n8n-workflow';

/** A node as n8n gives it to errors and to modules below it. */
export const plainNode = (more: Partial<INode> = {}): INode => ({
	id: 'n',
	name: 'n',
	type: 'n',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
	...more,
});
