import type { ISupplyDataFunctions, SupplyData } from 'n8n-workflow';
import { messageOf } from '../support/data';
import { nodeFailure } from '../failures/failure';

/** What this package uses of n8n's AI node SDK: a model that speaks the OpenAI protocol. */
export interface OpenAiModel {
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
	/** Told of each failure; what it throws ends the tries. */
	onFailedAttempt?: (error: unknown) => void;
}

interface AiNodeSdk {
	supplyModel(context: ISupplyDataFunctions, model: OpenAiModel): SupplyData;
}

/**
 * n8n's AI node SDK, loaded when it is needed, so that an n8n without it loses only this node. Required
 * rather than imported: n8n shares its own packages with community packages through the former only.
 * @throws NodeOperationError telling which n8n has it
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
