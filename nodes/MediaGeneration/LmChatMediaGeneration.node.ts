import { NodeConnectionTypes, type INodeType, type INodeTypeDescription, type ISupplyDataFunctions, type SupplyData } from 'n8n-workflow';
import { tryAgainIfUnpaid, withoutRedirects } from './chat/safety';
import { loadSdk } from './chat/sdk';
import { chatModelField, readChatModel } from './chat/model';
import { searchChatModels } from './methods/searchModels';
import { normalizeBaseUrl } from './transport/request';

interface ModelOptions {
	temperature?: number;
	topP?: number;
	maxTokens?: number;
	timeout?: number;
	maxRetries?: number;
}

/** How often a model asks again. */
const RETRIES = 2;

export class LmChatMediaGeneration implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Media Generation Chat Model',
		name: 'lmChatMediaGeneration',
		icon: { light: 'file:../../icons/media-generation.svg', dark: 'file:../../icons/media-generation.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["model"]["value"] }}',
		description: 'A chat model for AI agents and chains',
		defaults: { name: 'Media Generation Chat Model' },
		codex: { categories: ['AI'], subcategories: { AI: ['Language Models', 'Root Nodes'], 'Language Models': ['Chat Models (Recommended)'] } },
		inputs: [],
		outputs: [NodeConnectionTypes.AiLanguageModel],
		outputNames: ['Model'],
		credentials: [{ name: 'mediaGenerationApi', required: true }],
		properties: [
			chatModelField,
			{
				displayName: 'Options',
				name: 'options',
				type: 'collection',
				placeholder: 'Add option',
				default: {},
				options: [
					{
						displayName: 'Maximum Tokens',
						name: 'maxTokens',
						type: 'number',
						typeOptions: { minValue: 1 },
						default: 1024,
						description: 'How long the answer may be, in tokens (a token is about four characters)',
					},
					{
						displayName: 'Retries',
						name: 'maxRetries',
						type: 'number',
						typeOptions: { minValue: 0, maxValue: 10 },
						default: RETRIES,
						description: 'How often to ask again when the service has too many requests or cannot be reached. What may have been paid for is not asked again.',
					},
					{
						displayName: 'Temperature',
						name: 'temperature',
						type: 'number',
						typeOptions: { minValue: 0, maxValue: 2, numberPrecision: 2 },
						default: 1,
						description: 'How varied the answers are, from 0 to 2',
					},
					{
						displayName: 'Timeout (Seconds)',
						name: 'timeout',
						type: 'number',
						typeOptions: { minValue: 1 },
						default: 300,
						description: 'How long to wait for an answer',
					},
					{
						displayName: 'Top P',
						name: 'topP',
						type: 'number',
						typeOptions: { minValue: 0, maxValue: 1, numberPrecision: 2 },
						default: 1,
						description: 'Which share of the likeliest words to choose from, from 0 to 1. Change this or the temperature, not both.',
					},
				],
			},
		],
	};

	methods = { listSearch: { searchModels: searchChatModels } };

	async supplyData(this: ISupplyDataFunctions, itemIndex: number): Promise<SupplyData> {
		const { supplyModel } = loadSdk(this);
		const { baseUrl, apiKey } = await this.getCredentials<{ baseUrl: string; apiKey: string }>('mediaGenerationApi');
		const model = readChatModel(this, itemIndex);
		const { timeout, ...options } = this.getNodeParameter('options', itemIndex, {}) as ModelOptions;
		return withoutRedirects(
			this,
			supplyModel(this, {
				type: 'openai',
				baseUrl: `${normalizeBaseUrl(baseUrl)}/v1`,
				apiKey,
				model,
				defaultHeaders: { 'x-api-key': apiKey },
				maxRetries: RETRIES,
				onFailedAttempt: tryAgainIfUnpaid,
				...options,
				...(timeout !== undefined && { timeout: timeout * 1000 }),
			}),
		);
	}
}
