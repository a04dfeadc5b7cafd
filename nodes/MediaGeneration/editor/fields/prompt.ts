import type { INodeProperties } from 'n8n-workflow';
import { holdsExpression, type Input } from '../input/input';
import { notAsTool, onlyAsTool } from '../../n8n/tool';
import { text } from '../../n8n/readers';

/** What n8n writes into a field that the model is to define; by the comment it knows its own. */
const BY_THE_MODEL =
	"={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('Prompt', ``, 'string') }}";

/** The prompt of an operation, with its own example and help. In a tool the agent's model writes it. */
export function promptFields(placeholder: string, description: string): INodeProperties[] {
	const field = promptField(placeholder, description);
	return [
		{ ...field, displayOptions: notAsTool },
		{ ...field, default: BY_THE_MODEL, displayOptions: onlyAsTool },
	];
}

function promptField(placeholder: string, description: string): INodeProperties {
	return {
		displayName: 'Prompt',
		name: 'prompt',
		type: 'string',
		required: true,
		typeOptions: { rows: 3 },
		default: '',
		placeholder,
		description,
	};
}

/** What is wrong with a prompt that says nothing, in a sentence. */
export const emptyPrompt = (input: Input): string =>
	`The prompt is empty${holdsExpression(input.saved('prompt')) ? ': its expression found nothing' : ''}`;

/** The prompt of an item, as text where it can be; its rule is checked with the model's other values. */
export function readPrompt(input: Input): unknown {
	const given = input.given('prompt');
	return text.read(given)?.value ?? given;
}
