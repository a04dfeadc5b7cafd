import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';
import { choiceField, locatorField, optionName, searchedBy, secondsField } from '../input/field';
import type { Input } from '../input/input';
import type { Patience } from '../../lifecycle/follow';
import { httpUrl } from '../../n8n/readers';
import { shownInNodeOnly, shownAsToolOnly } from '../../n8n/tool';

const callback: INodePropertyOptions = {
	name: 'Callback (Pause the Workflow)',
	value: 'callback',
	description:
		'The service must be able to reach this n8n. Pauses until it has called back for all items.',
};

const otherWays: INodePropertyOptions[] = [
	{
		name: 'Nothing (Just Submit)',
		value: 'submit',
		description:
			'Get the result later: with Get Job, or at a Callback URL. Images and edits need that URL, or are waited for.',
	},
	{
		name: 'Result (Wait Here)',
		value: 'result',
		description: 'Wait in this node until the result is ready',
	},
];

const asTool = choiceField({
	displayName: 'Wait For',
	name: 'waitFor',
	noDataExpression: true,
	options: otherWays,
	default: 'result',
	displayOptions: shownAsToolOnly,
});

const waitFor = choiceField({
	...asTool.property,
	options: [callback, ...otherWays],
	displayOptions: shownInNodeOnly,
	builderHint: {
		propertyHint:
			'Keep "result" unless asked otherwise: no getJob is needed then. "callback" pauses the workflow, for long videos and large batches, if the service can reach this n8n. "submit" goes on at once.',
	},
});

const callbackUrl = locatorField(
	{
		displayName: 'Callback URL',
		name: 'callbackUrl',
		default: { __rl: true, mode: 'url', value: '' },
		displayOptions: { show: { waitFor: ['submit'] } },
		description:
			'Where the service sends the finished job. Without it, the node still waits for images and edits; for videos it continues at once.',
	},
	httpUrl,
	{ displayName: 'From Published Triggers', typeOptions: searchedBy('searchTriggers') },
	{
		displayName: 'By URL',
		name: 'url',
		placeholder: 'e.g. https://…/finished-job?order=17',
		hint: 'The trigger gives what stands behind a question mark as query',
	},
);

/** The fields of Wait For. A tool cannot pause its agent's workflow. */
export const waitForFields = [waitFor, asTool, callbackUrl];

/** Wait For: `result`, `callback` or `submit`. */
export function readWaitFor(input: Input): string {
	return input.parameter(waitFor) ?? 'result';
}

/** The body field for an item's Callback URL, if it has one. */
export function readCallbackUrl(input: Input): IDataObject {
	const callback_url = input.parameter(callbackUrl);
	return callback_url === undefined ? {} : { callback_url };
}

const pollInterval = secondsField({
	...optionName('pollInterval'),
	typeOptions: { minValue: 0.1, maxValue: 86_400, numberPrecision: 1 },
	default: 3,
	description:
		'How often to ask whether the job is done. Without this option: first when the model’s jobs are usually done, then every 2 to 5 seconds.',
});

/** How long a job is waited for, in seconds. */
export const giveUpAfter = secondsField({
	...optionName('timeout'),
	typeOptions: { minValue: 0.1, maxValue: 2_592_000 },
	default: 600,
	description:
		'How long to wait for the job, which runs on when the node gives up: Get Job fetches it by its ID. Without this option: 10 minutes, or an hour when the workflow pauses.',
});

const timeUp = choiceField({
	...optionName('timeUp'),
	options: [
		{ name: 'Fail', value: 'fail' },
		{
			name: 'Give the Job as It Stands',
			value: 'job',
			description: 'The item has the job ID and timed_out: true. Fetch it later with Get Job.',
		},
	],
	default: 'job',
	description:
		'What to do with a job that still runs then. Without this option: fail, or, when the workflow pauses, give the job.',
});

export const waitOptions = [pollInterval, giveUpAfter, timeUp];

/** The Options for waiting; times are in seconds. */
export const readPatience = (input: Input): Patience => ({
	every: input.option(pollInterval),
	giveUpAfter: input.option(giveUpAfter),
	givesUp: input.option(timeUp) === 'job',
});
