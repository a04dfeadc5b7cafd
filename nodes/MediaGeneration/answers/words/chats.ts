/** Where an answer of a chat model may be wrapped. */
export const layers = ['', 'data', 'result', 'response', 'output'];

/** Where its text stands, the first with something in it counts: OpenAI's places, then plain ones (Anthropic, Ollama). */
export const textPaths = [
	'choices.0.message.content',
	'choices.0.message.refusal',
	'choices.0.text',
	'message.content',
	...'content output_text text answer output'.split(' '),
];

/** Where a piece of a streamed answer stands. */
export const deltaPaths = [
	'choices.0.delta.content',
	'choices.0.delta.refusal',
	'choices.0.text',
	'message.content',
	'text',
	'response',
];

/** Where the reason stands for which the model stopped. */
export const reasonPaths = [
	'choices.0.finish_reason',
	'finish_reason',
	'stop_reason',
	'done_reason',
];

/** Where the tools stand that the model wants called. */
export const callPaths = [
	'choices.0.message.tool_calls',
	'choices.0.delta.tool_calls',
	'message.tool_calls',
	'tool_calls',
];

/** Kinds of parts whose text is not the answer. */
export const notAnswer = /reason|think|tool|function|arguments|image|audio/i;
/** The reason given for an answer that ended without any: its connection was closed in the middle. */
export const NO_END = 'interrupted';

/** Names of counts of tokens. */
export const tokenNames = {
	read: ['prompt_tokens', 'input_tokens'],
	written: ['completion_tokens', 'output_tokens'],
} as const;
