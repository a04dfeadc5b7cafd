import type { INodeProperties } from 'n8n-workflow';
import { holdsExpression, type Input } from '../input/input';
import { notAsTool, onlyAsTool } from '../../n8n/tool';
import { text } from '../../n8n/readers';

/** n8n's expression for a field that the agent's model fills; n8n recognizes it by the comment. */
const BY_THE_MODEL =
	"={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('Prompt', ``, 'string') }}";

/** The prompt field of an operation; in a tool the agent's model fills it. */
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

/** The problem with an empty prompt. */
export const emptyPrompt = (input: Input): string =>
	`The prompt is empty${holdsExpression(input.saved('prompt')) ? ': its expression found nothing' : ''}`;

/** The prompt of an item; the model's rules check it later. */
export function readPrompt(input: Input): unknown {
	const given = input.given('prompt');
	return text.read(given)?.value ?? given;
}
