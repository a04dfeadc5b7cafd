import type { INode, INodeProperties } from 'n8n-workflow';

/** For fields of the tool alone. */
export const shownAsToolOnly = { show: { '@tool': [true] } };
/** For fields of the node alone. */
export const shownInNodeOnly = { hide: { '@tool': [true] } };

/** A text field that in a tool is filled by the agent's model; n8n recognizes the expression by its comment. */
export const fromAiField = (field: INodeProperties): INodeProperties[] => [
	{ ...field, displayOptions: shownInNodeOnly },
	{
		...field,
		default: `={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${field.displayName}', \`\`, 'string') }}`,
		displayOptions: shownAsToolOnly,
	},
];

/** Whether the node runs as an agent's tool: the name of its type ends so. */
export function isTool({ type }: Pick<INode, 'type'>): boolean {
	return type.endsWith('Tool');
}
