import type { INodeProperties } from 'n8n-workflow';
import type { ModelKind } from '../../../../contract/catalog';
import { holdsExpression, type Input } from '../input/input';
import { fromAiField } from '../../n8n/tool';
import { text } from '../../n8n/readers';

const texts: Record<ModelKind, Pick<INodeProperties, 'placeholder' | 'description'>> = {
	image: {
		placeholder: 'e.g. A lighthouse at dawn, oil painting',
		description: 'What the image should show, in 1 to 2,000 characters',
	},
	studio: {
		placeholder: 'e.g. Make it winter, keep the people',
		description: 'What to do with the reference images',
	},
	video: {
		placeholder: 'e.g. Waves roll in, the camera rises slowly',
		description: 'What should happen in the video',
	},
};

/** The prompt field of a product area; in a tool the agent's model fills it. */
export const promptFields = (kind: ModelKind): INodeProperties[] =>
	fromAiField({
		displayName: 'Prompt',
		name: 'prompt',
		type: 'string',
		required: true,
		typeOptions: { rows: 3 },
		default: '',
		...texts[kind],
	});

/** The problem with an empty prompt. */
export const emptyPrompt = (input: Input): string =>
	`The prompt is empty${holdsExpression(input.saved('prompt')) ? ': its expression found nothing' : ''}`;

/** The prompt of an item; the model's rules check it later. */
export function readPrompt(input: Input): unknown {
	const given = input.given('prompt');
	return text.read(given)?.value ?? given;
}
