import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

/** What a node that makes media waits for. */
export const waitForFields: INodeProperties[] = [
	{
		displayName: 'Wait For',
		name: 'waitFor',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Callback (Pause the Workflow)',
				value: 'callback',
				description: 'Submit all items, then let the workflow sleep until the service has called back for each. Nothing runs meanwhile. The service must be able to reach this n8n.',
			},
			{
				name: 'Nothing (Just Submit)',
				value: 'submit',
				description: 'Go on at once with the accepted jobs; fetch them later with Get Job, or have them delivered to a URL',
			},
			{ name: 'Result (Wait Here)', value: 'result', description: 'Go on when the result is there' },
		],
		default: 'result',
	},
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
