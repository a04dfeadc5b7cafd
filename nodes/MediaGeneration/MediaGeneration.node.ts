import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { describeResources, priceHints, modelSubtitle } from './actions/describe';
import { CALLBACK_PATH } from './run/pause';
import { resumeOnCallback } from './run/resume';
import { testApiKey, testSession } from './editor/credentialTest';
import { getModelParameters, searchModels } from './editor/lists/models';
import { getScopes, searchJobs, searchKeys, searchTriggers } from './editor/lists/search';
import { resources } from './actions';
import { runOperation } from './run/stages';
import codex from './MediaGeneration.node.json';

const main = [NodeConnectionTypes.Main];

/** The address that wakes a paused workflow. */
const callbacks: IWebhookDescription[] = [
	{
		name: 'default',
		httpMethod: 'POST',
		responseMode: 'onReceived',
		responseData: '',
		path: CALLBACK_PATH,
		restartWebhook: true,
	},
];

/** What else is done with a session, or without the service. */
const withApiKey = resources
	.map(({ value }) => value)
	.filter((resource) => resource !== 'apiKey' && resource !== 'ledger');

export class MediaGeneration implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Media Generation',
		name: 'mediaGeneration',
		icon: {
			light: 'file:../../icons/media-generation.svg',
			dark: 'file:../../icons/media-generation.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle: modelSubtitle(resources),
		hints: priceHints,
		description: 'Generate and edit images, make videos, chat, and see what it costs',
		defaults: { name: 'Media Generation' },
		codex,
		builderHint: {
			searchHint:
				'Images, edits, videos and chats cost money with every item. For all but chats, set a budget in options (maxCost or maxCostPerDay), and payOnceFor where a run may be repeated.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-media-generation.mediaGenerationTrigger',
					relationHint: 'Starts a workflow for each finished job of waitFor submit',
				},
			],
		},
		usableAsTool: true,
		waitingNodeTooltip: 'Waiting for the service to call back for every job',
		inputs: main,
		outputs: main,
		credentials: [
			{
				name: 'mediaGenerationApi',
				required: true,
				testedBy: 'testApiKey',
				displayOptions: { show: { resource: withApiKey } },
			},
			{
				name: 'mediaGenerationSessionApi',
				required: true,
				testedBy: 'testSession',
				displayOptions: { show: { resource: ['apiKey'] } },
			},
		],
		webhooks: callbacks,
		properties: describeResources(resources),
	};

	methods = {
		credentialTest: { testApiKey, testSession },
		listSearch: { searchModels, searchKeys, searchJobs, searchTriggers },
		loadOptions: { getScopes },
		resourceMapping: { getModelParameters },
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await runOperation(this, resources)];
	}

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await resumeOnCallback.call(this);
	}
}
