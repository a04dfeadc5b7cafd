import type { INodeProperties } from 'n8n-workflow';
import { anyModelField } from '../editor/fields/model';

/** The picker of a chat model: the service's own list, or any ID. */
export const chatModelField: INodeProperties = {
	...anyModelField(
		'chat model',
		'Which chat model to use. The list comes from the service, with prices per token.',
	),
	builderHint: { propertyHint: 'Take an ID from the list of the service. Do not make one up.' },
};

/** Completes "Model is required: ...". */
export const CHAT_MODEL = 'choose a chat model';
