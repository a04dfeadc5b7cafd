/** Where an answer of a chat model may be wrapped. */
export const layers = ['', 'data', 'result', 'response', 'payload', 'body', 'data.result', 'message'];

/** Where its text stands, the first with something in it counts. `OpenAI, its older and its Responses API, Gemini, Anthropic, Ollama, plainer ones`. */
export const textPaths = [
	'choices.0.message.content',
	'choices.0.text',
	'choices.0.message',
	'message.content',
	'output_text',
	'candidates.0.content.parts',
	'content',
	'output',
	'text',
	'answer',
	'completion',
	'generated_text',
	'0.generated_text',
	'generations.0.text',
	'results.0.outputText',
	'reply',
	'response',
	'result',
	'message',
];

/** Where a piece of a streamed answer stands. */
export const deltaPaths = [
	'choices.0.delta.content',
	'choices.0.delta.text',
	'choices.0.message.content',
	'choices.0.text',
	'delta.text',
	'delta.content',
	'delta',
	'content_block.text',
	'candidates.0.content.parts',
	'message.content',
	'output_text',
	'token.text',
	'text',
	'content',
	'response',
	'answer',
	'completion',
	'generated_text',
	'output',
	'token',
	'chunk',
];

/** Where the reason stands for which the model stopped. */
export const reasonPaths = [
	'choices.0.finish_reason',
	'choices.0.finishReason',
	'finish_reason',
	'stop_reason',
	'delta.stop_reason',
	'finishReason',
	'candidates.0.finishReason',
	'done_reason',
	'incomplete_details.reason',
	'stopReason',
];

/** Where the tools stand that the model wants called. */
export const callPaths = [
	'choices.0.message.tool_calls',
	'choices.0.delta.tool_calls',
	'message.tool_calls',
	'delta.tool_calls',
	'tool_calls',
	'toolCalls',
	'choices.0.message.function_call',
	'choices.0.delta.function_call',
	'output',
	'content',
	'message.content',
	'candidates.0.content.parts',
];

/** Kinds of parts, and of events, whose text is not the answer. */
export const notAnswer = /reason|think|tool|function|arguments|refusal|image|audio|signature|citation|annotation/i;
/** Kinds of events that say again, as a whole, what was said in pieces. */
export const repeats = /(\.done|\.completed|_stop|message_start|content_part\.added|response\.created|response\.in_progress)$/i;

/** Names of counts of tokens. */
export const tokenNames = {
	read: ['prompt_tokens', 'input_tokens', 'promptTokens', 'inputTokens', 'promptTokenCount', 'prompt_eval_count', 'tokens_in', 'inputTokenCount'],
	written: [
		'completion_tokens',
		'output_tokens',
		'completionTokens',
		'outputTokens',
		'candidatesTokenCount',
		'eval_count',
		'generated_tokens',
		'tokens_out',
		'outputTokenCount',
	],
} as const;
