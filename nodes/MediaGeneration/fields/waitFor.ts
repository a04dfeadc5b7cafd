import type { IDataObject, IDisplayOptions, IExecuteFunctions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { notAsTool, onlyAsTool } from '../support/tool';

const callback: INodePropertyOptions = {
	name: 'Callback (Pause the Workflow)',
	value: 'callback',
	description: 'Submit all items, then let the workflow sleep until the service has called back for each. Nothing runs meanwhile. The service must be able to reach this n8n.',
};

const others: INodePropertyOptions[] = [
	{
		name: 'Nothing (Just Submit)',
		value: 'submit',
		description: 'Do not wait for the job: fetch it later with Get Job, or have it delivered. Pictures and edits need a Callback URL for that, videos do not.',
	},
	{ name: 'Result (Wait Here)', value: 'result', description: 'Go on when the result is there' },
];

function waitForField(options: INodePropertyOptions[], displayOptions: IDisplayOptions): INodeProperties {
	return { displayName: 'Wait For', name: 'waitFor', type: 'options', noDataExpression: true, options, default: 'result', displayOptions };
}

/** What a node that makes media waits for. A tool cannot pause the workflow of its agent. */
export const waitForFields: INodeProperties[] = [
	waitForField([callback, ...others], notAsTool),
	waitForField(others, onlyAsTool),
	{
		displayName: 'Callback URL',
		name: 'callbackUrl',
		type: 'string',
		default: '',
		placeholder: 'e.g. the URL of a Media Generation Trigger',
		displayOptions: { show: { waitFor: ['submit'] } },
		description: 'Where the service delivers the finished job. Without one, pictures and edits are made before the service answers; videos never are.',
	},
];

/** The body field for an item's Callback URL, if it has one. */
export function readCallbackUrl(context: IExecuteFunctions, itemIndex: number): IDataObject {
	const callback_url = String(context.getNodeParameter('callbackUrl', itemIndex, '')).trim();
	return callback_url === '' ? {} : { callback_url };
}
