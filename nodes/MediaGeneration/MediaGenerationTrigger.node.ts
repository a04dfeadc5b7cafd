import {
	NodeConnectionTypes,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { optionsField } from './fields/options';
import { outputOptions } from './fields/outputOptions';
import { receive } from './trigger/receive';
import { addressPaths } from './trigger/token';

/**
 * The first is the address that the panel shows; the second catches wrong tokens, to refuse them. n8n puts
 * the webhook ID before the path of both: before a path with a parameter always, and then needs isFullPath.
 */
const addresses: IWebhookDescription[] = [
	{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', responseData: '', path: addressPaths.shown },
	{ name: 'setup', httpMethod: 'POST', responseMode: 'onReceived', responseData: '', path: addressPaths.anyToken, isFullPath: true, ndvHideUrl: true },
];

const main = [NodeConnectionTypes.Main];

/** Nothing is registered at the service: the address travels with each request. */
const nothingToRegister = { checkExists: async () => true, create: async () => true, delete: async () => true };

export class MediaGenerationTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Media Generation Trigger',
		name: 'mediaGenerationTrigger',
		icon: { light: 'file:../../icons/media-generation.svg', dark: 'file:../../icons/media-generation.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: 'on a finished job',
		description: 'Starts the workflow when a picture or a video is done',
		eventTriggerDescription: 'Waiting for the service to deliver a finished job to the test URL above',
		activationMessage: 'From now on, jobs delivered to the production URL start this workflow.',
		defaults: { name: 'Media Generation Trigger' },
		inputs: [],
		outputs: main,
		credentials: [{ name: 'mediaGenerationApi', required: true }],
		webhooks: addresses,
		properties: [
			{
				displayName:
					'Copy the URL above and paste it as <b>Callback URL</b> where the job is submitted: in a Media Generation node with <b>Wait For → Nothing (Just Submit)</b>, or as <code>callback_url</code> elsewhere. The <b>test URL</b> works once, after you press <b>Execute step</b>; the <b>production URL</b> always, once the workflow is published. Treat both as secrets.',
				name: 'urlNotice',
				type: 'notice',
				default: '',
			},
			{
				displayName: 'Statuses',
				name: 'statuses',
				type: 'multiOptions',
				options: [
					{ name: 'Completed', value: 'completed' },
					{ name: 'Failed', value: 'failed' },
				],
				default: ['completed'],
				description: 'How jobs must have ended to start the workflow',
			},
			{
				displayName: 'Kinds',
				name: 'kinds',
				type: 'multiOptions',
				options: [
					{ name: 'Edit', value: 'studio' },
					{ name: 'Image', value: 'image' },
					{ name: 'Video', value: 'video' },
				],
				default: ['image', 'studio', 'video'],
				description: 'What the jobs must have made',
			},
			{
				displayName: 'Verification',
				name: 'verification',
				type: 'options',
				noDataExpression: true,
				options: [
					{ name: 'Ask the API', value: 'api', description: 'Use nothing of the delivery but its job ID, and fetch the job from the API' },
					{ name: 'Secret Header', value: 'header', description: 'Believe deliveries that carry the callback secret of the credential in a header' },
				],
				default: 'api',
				description: 'What a delivery must prove before it starts the workflow',
			},
			{
				displayName:
					'The same job starts the workflow once, however often it is delivered, also after a restart. Where several webhook processes share the work, two deliveries of the same job that reach two of them in the same moment can start it twice: n8n gives triggers no lock across processes.',
				name: 'onceNotice',
				type: 'notice',
				default: '',
			},
			optionsField(outputOptions),
		],
	};

	webhookMethods = { default: nothingToRegister, setup: nothingToRegister };

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receive.call(this);
	}
}
