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
import { settingsFields } from './trigger/settings';

/** n8n puts the webhook ID before the path: that is the secret part of the address. */
const address: IWebhookDescription[] = [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', responseData: '', path: 'finished-job' }];

const main = [NodeConnectionTypes.Main];

/** Nothing is registered at the service: the address travels with each request. */
const nothingToRegister = { checkExists: async () => true, create: async () => true, delete: async () => true };

export class MediaGenerationTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Media Generation Trigger',
		name: 'mediaGenerationTrigger',
		icon: { light: 'file:../../icons/media-generation.svg', dark: 'file:../../icons/media-generation.dark.svg' },
		group: ['trigger'],
		// From 2 on n8n evaluates no expression to find out whether it should read the body.
		version: [1, 2],
		subtitle: 'on a finished job',
		description: 'Starts the workflow when a picture or a video is done',
		eventTriggerDescription: 'Waiting for the service to deliver a finished job to the test URL above',
		activationMessage: 'From now on, jobs delivered to the production URL start this workflow.',
		defaults: { name: 'Media Generation Trigger' },
		inputs: [],
		outputs: main,
		credentials: [{ name: 'mediaGenerationApi', required: true }],
		webhooks: address,
		properties: [
			{
				displayName:
					'Copy the URL above and paste it as <b>Callback URL</b> where the job is submitted: in a Media Generation node with <b>Wait For → Nothing (Just Submit)</b>, or as <code>callback_url</code> elsewhere. The <b>test URL</b> works once, after you press <b>Execute step</b>; the <b>production URL</b> always, once the workflow is published. The long ID in both is a secret: whoever knows it can have the API asked about jobs.',
				name: 'urlNotice',
				type: 'notice',
				default: '',
			},
			...settingsFields,
			{
				displayName:
					'The same job starts the workflow once, however often it is delivered, also after a restart. Where several webhook processes share the work, each knows only its own deliveries for sure, and a repeated one can start it again: put n8n’s <b>Remove Duplicates</b> on <code>job_id</code> behind the trigger there.',
				name: 'onceNotice',
				type: 'notice',
				default: '',
			},
			optionsField(outputOptions),
		],
	};

	webhookMethods = { default: nothingToRegister };

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receive.call(this);
	}
}
