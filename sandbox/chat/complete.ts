import { usdToNanos } from '../../contract/money';
import type { CompletionRequest } from '../../contract/schemas/chat';
import { ApiError, invalid } from '../errors';
import type { ChatModel } from '../models';
import { answer, type Reply } from './answer';
import { promptTokens } from './messages';
import { imageTokens, seenIn } from './see';

/** An answered conversation and what it costs in nanos. */
export interface Completion {
	model: ChatModel['id'];
	/** Approximate seconds until the answer begins. */
	etaSeconds: number;
	reply: Reply;
	promptTokens: number;
	costNanos: bigint;
	/** The price of a part of the answer. */
	costOf(completionTokens: number): bigint;
}

/**
 * Answers a chat request: "Chat completions" of the API document. Costs nothing yet.
 * @throws ApiError 400 for an unknown or deprecated model, and for an image that cannot be seen
 */
export async function completeChatOf(
	models: readonly ChatModel[],
	request: CompletionRequest,
): Promise<Completion> {
	const model = models.find(({ id }) => id === request.model);
	if (!model)
		throw invalid(
			'model',
			`There is no chat model ${request.model.slice(0, 100)}`,
			'model_not_found',
		);
	if (model.status === 'Deprecated')
		throw new ApiError(400, 'model_deprecated', 'Model deprecated', { param: 'model' });
	const seen = await seenIn(request.messages);
	const reply = answer(model.id, request, seen);
	const asked = promptTokens(request) + seen.reduce((sum, image) => sum + imageTokens(image), 0);
	const costOf = (completionTokens: number) =>
		BigInt(asked) * usdToNanos(model.promptUsd) +
		BigInt(completionTokens) * usdToNanos(model.completionUsd);
	return {
		model: model.id,
		etaSeconds: model.etaSeconds,
		reply,
		promptTokens: asked,
		costNanos: costOf(reply.tokens),
		costOf,
	};
}
