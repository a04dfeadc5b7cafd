import type { INodeProperties } from 'n8n-workflow';
import { chatParameters } from '../../../contract/chatParameters';
import { modelFieldWithoutDefault } from '../editor/fields/model';
import { field, type Field } from '../editor/input/field';
import { number } from '../n8n/readers';

type ChatParameter = keyof typeof chatParameters;
const { temperature, top_p, max_tokens } = chatParameters;

const shown: Record<
	ChatParameter,
	Pick<INodeProperties, 'displayName' | 'default' | 'description'>
> = {
	temperature: {
		displayName: temperature.label,
		default: 1,
		description: `How varied the answers are, from ${temperature.min} to ${temperature.max}`,
	},
	top_p: {
		displayName: top_p.label,
		default: 1,
		description: `Share of the most likely words to choose from, from ${top_p.min} to ${top_p.max}. Change this or the temperature, not both.`,
	},
	max_tokens: {
		displayName: max_tokens.label,
		default: 1024,
		description: 'How long the answer may be, in tokens (a token is about four characters)',
	},
};

/** The option of a parameter of "Chat completions". @param name under which a node saves it */
export function chatParameterField(knob: ChatParameter, name: string): Field<number> {
	const row: { label: string; type: 'number' | 'integer'; min?: number; max?: number } =
		chatParameters[knob];
	const { label, type, min, max } = row;
	const typeOptions = {
		minValue: min,
		maxValue: max,
		...(type === 'number' && { numberPrecision: 2 }),
	};
	const called = label.toLowerCase() === knob ? label : `${label} (${knob})`;
	return {
		called,
		...field({ ...shown[knob], name, type: 'number', typeOptions }, number({ min, max }, type)),
	};
}

/** The picker of a chat model: the service's own list, or any ID. */
export const chatModelField: INodeProperties = {
	...modelFieldWithoutDefault(
		'chat model',
		'Which chat model to use. The list comes from the service, with prices per token.',
	),
	builderHint: { propertyHint: 'Take an ID from the list of the service. Do not make one up.' },
};

/** Completes "Model is required: ...". */
export const CHOOSE_CHAT_MODEL = 'choose a chat model';
