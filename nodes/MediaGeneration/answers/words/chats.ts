import { wordList } from './rows';

/** Where an answer of a chat model may be wrapped. */
export const layers = [
	'',
	...'data result response payload body data.result message output'.split(' '),
];

/** Where its text stands, the first with something in it counts: OpenAI, Gemini, Anthropic, Ollama, plainer ones. */
export const textPaths = [
	'choices.0.message.content',
	'choices.0.text',
	'choices.0.message.refusal',
	'choices.0.message',
	'message.content',
	'message.refusal',
	'output_text',
	'candidates.0.content.parts',
	...'content output text answer completion generated_text 0.generated_text reply response result message data 0'.split(
		' ',
	),
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
	'delta',
	'candidates.0.content.parts',
	'message.content',
	'output_text',
	'token.text',
	...'text content response answer completion generated_text output token chunk'.split(' '),
];

/** Where a piece stands beside which a chunk may say again all that was said. */
export const pieceHolders = ['choices.0.delta', 'delta'];
export const piecePaths = deltaPaths.filter((path) => path.split('.').includes('delta'));

/** Where the reason stands for which the model stopped. */
export const reasonPaths = [
	'choices.0.finish_reason',
	'choices.0.finishReason',
	'candidates.0.finishReason',
	...'finish_reason stop_reason delta.stop_reason finishReason done_reason stopReason'.split(' '),
];

/** Where the tools stand that the model wants called. */
export const callPaths = [
	'choices.0.message.tool_calls',
	'choices.0.delta.tool_calls',
	'message.tool_calls',
	'tool_calls',
	'output',
	'content',
	'candidates.0.content.parts',
];

/** Kinds of parts, and of events, whose text is not the answer. */
export const notAnswer =
	/reason|think|tool|function|arguments|image|audio|signature|citation|annotation/i;
/** Kinds of events that say again, as a whole, what was said in pieces. */
export const repeats =
	/(\.done|\.completed|_stop|message_start|content_part\.added|response\.created|response\.in_progress)$/i;

/** Words of kinds of events that tell of a part of the answer: one that fails, or is over, does not end the answer. */
export const stepWords = wordList('tool function call search step item part');
export const partWords = wordList(
	'tool function call search step item part block text content chunk node refusal',
);
/** Words of the names of events whose data, where it is bare text, is a piece of the answer: another, such as `ping`, is not. */
export const outputWords = wordList(
	'message delta completion token text output content chunk answer reply response data result generation generated word piece partial',
);
/** Words that end the kind of an event with which an answer is over. */
export const endWords = wordList('done stop end complete completed finish finished');
/** Names that tell that an answer is over by being true. */
export const lastNames = wordList(
	'done complete completed finish finished stop final last end eos',
);
/** What stands beside an error's words without telling anything of an answer. */
export const besideWords = wordList('type instance id param time timestamp');
/** The reason given for an answer that ended without any: its connection was closed in the middle. */
export const NO_END = 'interrupted';

/** Names of counts of tokens; thoughts are counted apart by Gemini, and charged like what is written. */
export const tokenNames = {
	read: 'prompt_tokens input_tokens promptTokens inputTokens promptTokenCount prompt_eval_count'.split(
		' ',
	),
	written:
		'completion_tokens output_tokens completionTokens outputTokens candidatesTokenCount eval_count'.split(
			' ',
		),
	thought: ['thoughtsTokenCount'],
} as const;
