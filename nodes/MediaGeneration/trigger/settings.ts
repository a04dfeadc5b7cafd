import type { INodeProperties, IWebhookFunctions } from 'n8n-workflow';
import { modelKinds } from '../../../contract/catalog';
import { jobOptions } from '../editor/fields/kinds';
import { readOutputOptions } from '../editor/fields/outputOptions';
import { choiceField, choicesField } from '../editor/input/field';
import { inputOfNode } from '../editor/input/input';
import type { OutputOptions } from '../lifecycle/output';
import type { Client } from '../http/client';

const statuses = choicesField({
	// By this label n8n finds what to list in its panel.
	displayName: 'Trigger On',
	name: 'statuses',
	type: 'multiOptions',
	required: true,
	options: [
		{ name: 'Job Done', value: 'completed', action: 'On job done' },
		{ name: 'Job Failed', value: 'failed', action: 'On job failed' },
	],
	default: ['completed'],
	description: 'Which outcomes start the workflow',
});

const kinds = choicesField({
	displayName: 'Kinds',
	name: 'kinds',
	type: 'multiOptions',
	options: jobOptions(),
	default: [...modelKinds],
	description:
		'Which kinds of jobs start the workflow. The service may not say whether an image was generated or edited; such a job counts as both.',
});

const verification = choiceField({
	displayName: 'Verification',
	name: 'verification',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'Ask the API',
			value: 'api',
			description: 'Use only the job ID of the callback, and fetch the job from the API',
		},
		{
			name: 'Secret Header',
			value: 'header',
			description:
				'Trust callbacks that carry the callback secret in a header. Turn on Callbacks Carry a Secret in the credential and enter the secret there.',
		},
	],
	default: 'api',
	description: 'How to check that a callback is genuine before it starts the workflow',
});

/** The trigger's parameters, beside its options. */
export const settingsFields: INodeProperties[] = [statuses, kinds, verification].map(
	({ property }) => property,
);

export interface Settings {
	statuses: string[];
	kinds: string[];
	/** Whether a delivery with the right secret is believed. */
	trustPayload: boolean;
	output: OutputOptions;
}

/** @throws NodeOperationError naming each value that is wrong */
export function readSettings(client: Client<IWebhookFunctions>): Settings {
	const input = inputOfNode(client);
	const settings = {
		statuses: input.parameter(statuses) ?? [],
		kinds: input.parameter(kinds) ?? [],
		trustPayload: input.parameter(verification) === 'header',
		output: readOutputOptions(input),
	};
	input.check();
	return settings;
}
