import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

/** The prompt of an operation, with its own example and help. */
export function promptField(placeholder: string, description: string): INodeProperties {
	return {
		displayName: 'Prompt',
		name: 'prompt',
		type: 'string',
		required: true,
		typeOptions: { rows: 4 },
		default: '',
		placeholder,
		description,
	};
}

/** The prompt of an item, as text: an expression may give a number. */
export function readPrompt(context: IExecuteFunctions, itemIndex: number): unknown {
	const prompt: unknown = context.getNodeParameter('prompt', itemIndex, '');
	return typeof prompt === 'number' ? String(prompt) : prompt;
}
