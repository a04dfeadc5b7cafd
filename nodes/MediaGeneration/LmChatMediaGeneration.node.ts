import {
	NodeConnectionTypes,
	type INodeType,
	type INodeTypeDescription,
	type ISupplyDataFunctions,
	type SupplyData,
} from 'n8n-workflow';
import { withServiceFetch, tryAgainIfUnpaid } from './chat/safety';
import { loadSdk } from './chat/sdk';
import { CHOOSE_CHAT_MODEL, chatModelField, chatParameterField } from './chat/fields';
import { testApiKey } from './editor/credentialTest';
import { searchChatModels } from './editor/lists/models';
import { readModelId } from './editor/fields/model';
import { optionsCollection, secondsField, wholeNumberField } from './editor/input/field';
import { readCredential } from './http/readCredential';
import { supplyDataInput } from './editor/input/input';
import { defined } from './support/data';
import codex from './LmChatMediaGeneration.node.json';

/** How often a model asks again. */
const RETRIES = 2;

const maxRetries = wholeNumberField({
	displayName: 'Max Retries',
	name: 'maxRetries',
	typeOptions: { minValue: 0, maxValue: 10 },
	default: RETRIES,
	description:
		'How many times to try again when the service is busy or cannot be reached. A request that may have been paid for is not sent again.',
});

const timeout = secondsField({
	displayName: 'Request Timeout (Seconds)',
	name: 'timeout',
	typeOptions: { minValue: 1, maxValue: 86_400 },
	default: 300,
	description: 'How long to wait for an answer',
});

const temperature = chatParameterField('temperature', 'temperature');
const topP = chatParameterField('top_p', 'topP');
const maxTokens = chatParameterField('max_tokens', 'maxTokens');

export class LmChatMediaGeneration implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Media Generation Chat Model',
		name: 'lmChatMediaGeneration',
		icon: {
			light: 'file:../../icons/media-generation-chat-model.svg',
			dark: 'file:../../icons/media-generation-chat-model.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["model"]["value"] }}',
		description: 'A chat model for AI agents and chains',
		defaults: { name: 'Media Generation Chat Model' },
		codex,
		builderHint: {
			searchHint:
				'For agents and chains. For one answer, use Chat > Message a Model of Media Generation.',
		},
		inputs: [],
		outputs: [NodeConnectionTypes.AiLanguageModel],
		outputNames: ['Model'],
		credentials: [{ name: 'mediaGenerationApi', required: true, testedBy: 'testApiKey' }],
		properties: [
			chatModelField,
			optionsCollection([maxRetries, maxTokens, timeout, temperature, topP]),
		],
	};

	methods = { credentialTest: { testApiKey }, listSearch: { searchModels: searchChatModels } };

	async supplyData(this: ISupplyDataFunctions, itemIndex: number): Promise<SupplyData> {
		const { supplyModel } = loadSdk(this);
		const input = supplyDataInput(this, itemIndex);
		const model = readModelId(input, CHOOSE_CHAT_MODEL);
		const waits = input.option(timeout);
		const options = {
			temperature: input.option(temperature),
			topP: input.option(topP),
			maxTokens: input.option(maxTokens),
			maxRetries: input.option(maxRetries) ?? RETRIES,
		};
		input.check();
		const { baseUrl, apiKey, secrets } = await readCredential(this, 'mediaGenerationApi');
		return withServiceFetch(
			this,
			supplyModel(this, {
				type: 'openai',
				baseUrl: `${baseUrl}/v1`,
				apiKey,
				model,
				onFailedAttempt: (error) => tryAgainIfUnpaid(error, secrets, baseUrl),
				...defined(options),
				...(waits !== undefined && { timeout: waits * 1000 }),
			}),
			{ apiKey, secrets },
		);
	}
}
