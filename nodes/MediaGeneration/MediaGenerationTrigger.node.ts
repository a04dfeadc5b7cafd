import {
	NodeConnectionTypes,
	type INodeType,
	type INodeTypeDescription,
	type IHookFunctions,
	type IWebhookDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { optionsCollection } from './editor/input/field';
import { outputOptions } from './editor/fields/outputOptions';
import { testApiKey } from './editor/credentialTest';
import { seenTriggerWorkflows } from './n8n/seen';
import { receive } from './trigger/receive';
import { settingsFields } from './trigger/settings';
import { deliverySteps, listeningPanel } from './trigger/steps';
import codex from './MediaGenerationTrigger.node.json';

/** n8n puts the webhook ID before the path: that is the secret part of the address. */
const address: IWebhookDescription = {
	name: 'default',
	httpMethod: 'POST',
	responseMode: 'onReceived',
	responseData: '',
	path: 'finished-job',
};

const main = [NodeConnectionTypes.Main];

/** Nothing is registered at the service: the address travels with each request, and only the editor's list needs it. */
const registration = {
	async checkExists(this: IHookFunctions) {
		const url = this.getNodeWebhookUrl('default');
		const { name = '' } = this.getWorkflow();
		if (url && this.getMode() !== 'manual') seenTriggerWorkflows.note(this.getNode(), url, name);
		return true;
	},
	create: async () => true,
	async delete(this: IHookFunctions) {
		seenTriggerWorkflows.forget(this.getNode(), this.getNodeWebhookUrl('default') ?? '');
		return true;
	},
};

export class MediaGenerationTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Media Generation Trigger',
		name: 'mediaGenerationTrigger',
		icon: {
			light: 'file:../../icons/media-generation-trigger.svg',
			dark: 'file:../../icons/media-generation-trigger.dark.svg',
		},
		group: ['trigger'],
		// From 2 on n8n evaluates no expression to find out whether it should read the body.
		version: [1, 2],
		subtitle: 'on a finished job',
		// The editor shows it for the node too, as it lists a node and a trigger of one name as one.
		description:
			'Generate and edit images, make videos, chat, and start workflows when a job is done',
		eventTriggerDescription:
			'Waiting for a finished job: submit one with the test URL as its Callback URL',
		activationMessage:
			'From now on, finished jobs that are delivered to the production URL start this workflow.',
		triggerPanel: listeningPanel,
		defaults: { name: 'Media Generation Trigger' },
		codex,
		builderHint: {
			searchHint:
				'Its URL goes into callbackUrl of a Media Generation node whose waitFor is "submit". Most workflows need none.',
		},
		inputs: [],
		outputs: main,
		credentials: [{ name: 'mediaGenerationApi', required: true, testedBy: 'testApiKey' }],
		webhooks: [address],
		properties: [
			{ displayName: deliverySteps, name: 'urlNotice', type: 'notice', default: '' },
			...settingsFields,
			optionsCollection(outputOptions),
		],
	};

	methods = { credentialTest: { testApiKey } };

	webhookMethods = { default: registration };

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receive.call(this);
	}
}
