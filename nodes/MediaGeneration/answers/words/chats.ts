import { wordList } from './rows';

/** Where an answer of a chat model may be wrapped. */
export const layers = [
	'',
	'data',
	'result',
	'response',
	'payload',
	'body',
	'data.result',
	'message',
	'output',
];

/** Where its text stands, the first with something in it counts. `OpenAI, its older and its Responses API, Gemini, Anthropic, Ollama, plainer ones; DashScope and Bedrock wrap theirs in output`. */
export const textPaths = [
	'choices.0.message.content',
	'choices.0.text',
	'choices.0.message.refusal',
	'choices.0.message',
	'message.content',
	'message.refusal',
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
	'data',
	'0',
];

/** Where a piece of a streamed answer stands; what stands only where a whole answer does is one if nothing else is. */
export const deltaPaths = [
	'choices.0.delta.content',
	'choices.0.delta.text',
	'choices.0.delta.refusal',
	'choices.0.message.content',
	'choices.0.text',
	'delta.text',
	'delta.content',
	'delta.message.content',
	'contentBlockDelta.delta.text',
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

/** Where a piece stands beside which a chunk may say again all that was said, as Perplexity's do. */
export const pieceHolders = ['choices.0.delta', 'delta'];
export const piecePaths = deltaPaths.filter((path) => path.split('.').includes('delta'));

/** Where the reason stands for which the model stopped. */
export const reasonPaths = [
	'choices.0.finish_reason',
	'choices.0.finishReason',
	'finish_reason',
	'stop_reason',
	'delta.stop_reason',
	'delta.finish_reason',
	'details.finish_reason',
	'finishReason',
	'candidates.0.finishReason',
	'done_reason',
	'incomplete_details.reason',
	'stopReason',
	'messageStop.stopReason',
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
export const notAnswer =
	/reason|think|tool|function|arguments|image|audio|signature|citation|annotation/i;
/** Kinds of events that say again, as a whole, what was said in pieces. */
export const repeats =
	/(\.done|\.completed|_stop|message_start|content_part\.added|response\.created|response\.in_progress|stream-end)$/i;

/** Kinds of events that tell of a part of the answer, such as a tool that the service has called: one that fails does not end the answer. */
export const stepWords = wordList('tool function call search step item part');
/** What the kinds of events have in them with which a part of the answer is over, which may go on, beside {@link stepWords}. */
export const partWords = wordList('block text content chunk node refusal');
/** What the names of events have in them whose data, where it is bare text, is a piece of the answer: another, such as `ping`, is not. */
export const outputWords = wordList(
	'message delta completion token text output content chunk answer reply response data result generation generated word piece partial',
);
/** What ends the kind of an event with which an answer is over, or stands beside `reason` in the name of why it is. */
export const endWords = wordList('done stop end complete completed completion finish finished');
/** Names that tell that an answer is over by being true, beside those of states. */
export const lastNames = wordList('stop final last end eos');
/** Names under which a chunk tells how the answer stands. */
export const stateWords = wordList('status state');
/** What stands beside an error's words without telling anything of an answer. */
export const besideWords = wordList('type instance id param time timestamp');
/** Names of what tells of nothing but an error, although nothing in them says so: FastAPI, RFC 9457. */
export const complaintWords = wordList('detail');
/** The reason given for an answer that ended without any: its connection was closed in the middle. */
export const NO_END = 'interrupted';

/** Names of counts of tokens. */
export const tokenNames = {
	read: [
		'prompt_tokens',
		'input_tokens',
		'promptTokens',
		'inputTokens',
		'promptTokenCount',
		'prompt_eval_count',
		'tokens_in',
		'inputTokenCount',
	],
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
	/** Counted apart from those that are written, and charged like them: Gemini. Others count them among the written ones. */
	thought: ['thoughtsTokenCount'],
} as const;

/** Objects within a usage that tell the counts where it does not itself: Cohere. */
export const tokenHolders = ['tokens', 'billed_units'];
