import type { Template, Values } from '../fill';

/** What a chat answer has beside what an OpenAI-style client needs. */
export const answerExtras: readonly { beside?: Template; message?: Template }[] = [
	{},
	{
		beside: { system_fingerprint: 'fp_1', service_tier: 'default' },
		message: { refusal: null, annotations: [] },
	},
	{ message: { reasoning_content: 'Thinking of what to say.' } },
	{
		beside: { provider: 'acme' },
		message: {
			reasoning: 'Thinking of what to say.',
			reasoning_details: [{ type: 'reasoning.text', text: 'Thinking' }],
		},
	},
	{
		beside: { error: null, object: 'chat.completion' },
		message: { tool_calls: null, function_call: null, audio: null },
	},
];

/** Whether the text of an answer stands in its message as a list of parts. */
export const contentForms = [false, false, false, true];

/** Where the tokens are told; `$in`, `$out`, `$total`. */
export const usageForms: readonly Template[] = [
	{ usage: { prompt_tokens: '$in', completion_tokens: '$out', total_tokens: '$total' } },
	{
		usage: {
			prompt_tokens: '$in',
			completion_tokens: '$out',
			total_tokens: '$total',
			prompt_tokens_details: { cached_tokens: 0 },
		},
	},
	{ usage: { prompt_tokens: '$in', completion_tokens: '$out' } },
	{},
];

/** How the events of a stream are written. */
export interface StreamForm {
	/** What ends a line. */
	eol: string;
	/** What stands before the data. */
	field: string;
	/** Lines before each event. */
	before: string;
	/** A comment that goes first. */
	comment: string;
	/** What ends the stream; empty for nothing. */
	end: string;
	/** Whether JSON is spread over several data lines. */
	pretty?: true;
	/** An event of its own that goes first, or last. */
	first?: Values;
	last?: Values;
}

/** An event without a piece of the text. */
const chunk = { object: 'chat.completion.chunk', choices: [] };
const plain: StreamForm = { eol: '\n', field: 'data: ', before: '', comment: '', end: '[DONE]' };

export const streamForms: readonly StreamForm[] = [
	plain,
	{ ...plain, eol: '\r\n' },
	{ ...plain, field: 'data:' },
	{ ...plain, comment: ': PROCESSING' },
	{ ...plain, before: 'event: message\nid: 1\nretry: 3000' },
	{ ...plain, end: '' },
	{ ...plain, pretty: true },
	{ ...plain, first: { ...chunk, prompt_filter_results: [] } },
	{
		...plain,
		last: { ...chunk, usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 } },
	},
];

/** What a piece of a stream has beside its text. */
export const deltaExtras: readonly Template[] = [
	{},
	{ function_call: null, refusal: null, tool_calls: null },
];

/** What a stream says again: the whole text, `$text`, where a whole answer has it. */
interface Repeats {
	/** In the frame that tells the end. */
	closing?: Template;
	/** In a frame of its own, after it. */
	after?: Template;
}

export const repeats: readonly Repeats[] = [
	{},
	{},
	{},
	{ closing: { message: { role: 'assistant', content: '$text' } } },
	{
		after: {
			object: 'chat.completion',
			choices: [{ index: 0, delta: {}, message: { role: 'assistant', content: '$text' } }],
		},
	},
];
