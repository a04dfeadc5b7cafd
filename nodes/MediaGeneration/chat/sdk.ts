import type { ISupplyDataFunctions, SupplyData } from 'n8n-workflow';
import { messageOf } from '../support/data';
import { nodeFailure } from '../failures/failure';

/** What n8n's AI node SDK takes for a model with the OpenAI protocol, as far as it is used. */
export interface OpenAiModelConfig {
	type: 'openai';
	baseUrl: string;
	apiKey: string;
	model: string;
	temperature?: number;
	topP?: number;
	maxTokens?: number;
	/** Milliseconds. */
	timeout?: number;
	maxRetries?: number;
	/** Called for each failure; throwing ends the retries. */
	onFailedAttempt?: (error: unknown) => void;
}

interface AiNodeSdk {
	supplyModel(context: ISupplyDataFunctions, model: OpenAiModelConfig): SupplyData;
}

/**
 * Loads n8n's AI node SDK when it is needed, so that an n8n without it lacks only this node. n8n shares its packages with
 * community packages through `require` only.
 * @throws NodeOperationError for an n8n without it
 */
export function loadSdk(context: ISupplyDataFunctions): AiNodeSdk {
	try {
		const sdk: AiNodeSdk = require('@n8n/ai-node-sdk');
		return sdk;
	} catch (error) {
		throw nodeFailure(
			{ node: context.getNode() },
			'This n8n is too old for the Media Generation Chat Model',
			`It needs n8n 2.16 or newer. The other nodes of the package work without it. (${messageOf(error).split('\n')[0]})`,
		);
	}
}
