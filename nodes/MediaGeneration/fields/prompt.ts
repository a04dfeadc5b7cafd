import type { INodeProperties } from 'n8n-workflow';
import type { Input } from '../input/input';
import { text } from '../input/readers';

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

/** The prompt of an item, as text where it can be; its rule is checked with the model's other values. */
export function readPrompt(input: Input): unknown {
	const given = input.given('prompt');
	return text.read(given)?.value ?? given;
}
