import type { Row } from '../draw';
import type { Template } from '../fill';

/** What a chat answer has beside what an OpenAI-style client needs. */
export const answerExtras: readonly (Row & { beside: Template; message: Template })[] = [
	{ name: 'nothing', beside: {}, message: {} },
	{
		name: 'system_fingerprint',
		beside: { system_fingerprint: 'fp_1', service_tier: 'default' },
		message: { refusal: null, annotations: [] },
	},
	{
		name: 'reasoning_content',
		beside: {},
		message: { reasoning_content: 'Thinking of what to say.' },
	},
	{
		name: 'reasoning',
		beside: { provider: 'acme' },
		message: {
			reasoning: 'Thinking of what to say.',
			reasoning_details: [{ type: 'reasoning.text', text: 'Thinking' }],
		},
	},
	{
		name: 'nulls',
		beside: { error: null, object: 'chat.completion' },
		message: { tool_calls: null, function_call: null, audio: null },
	},
	{
		name: 'x fields',
		beside: { x_meta: { id: 'req_1' }, usage_breakdown: null, citations: [] },
		message: {},
	},
];

/** How the text of an answer stands in its message. */
export const contentForms: readonly (Row & { parts: boolean })[] = [
	{ name: 'text', parts: false },
	{ name: 'text', parts: false },
	{ name: 'text', parts: false },
	{ name: 'a list of parts', parts: true },
];

/** Where the tokens are told; `$in`, `$out`, `$total`. */
export const usageForms: readonly (Row & { usage: Template })[] = [
	{
		name: 'prompt_tokens',
		usage: { usage: { prompt_tokens: '$in', completion_tokens: '$out', total_tokens: '$total' } },
	},
	{
		name: 'with details',
		usage: {
			usage: {
				prompt_tokens: '$in',
				completion_tokens: '$out',
				total_tokens: '$total',
				prompt_tokens_details: { cached_tokens: 0 },
			},
		},
	},
	{
		name: 'without a total',
		usage: { usage: { prompt_tokens: '$in', completion_tokens: '$out' } },
	},
	{ name: 'none', usage: {} },
];

/** How the events of a stream are written. */
export interface StreamForm extends Row {
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
	/** An event without choices goes first. */
	emptyFirst?: true;
	/** Usage comes at the end without being asked for. */
	usage?: true;
}

const plain: StreamForm = {
	name: 'plain',
	eol: '\n',
	field: 'data: ',
	before: '',
	comment: '',
	end: '[DONE]',
};

export const streamForms: readonly StreamForm[] = [
	plain,
	{ ...plain, name: 'CRLF', eol: '\r\n' },
	{ ...plain, name: 'no space after the colon', field: 'data:' },
	{ ...plain, name: 'comments', comment: ': PROCESSING' },
	{ ...plain, name: 'event names and IDs', before: 'event: message\nid: 1\nretry: 3000' },
	{ ...plain, name: 'no [DONE]', end: '' },
	{ ...plain, name: 'several data lines', pretty: true },
	{ ...plain, name: 'an event without choices first', emptyFirst: true },
	{ ...plain, name: 'usage at the end', usage: true },
];

/** What a piece of a stream has beside its text. */
export const deltaExtras: readonly (Row & { delta: Template })[] = [
	{ name: 'nothing', delta: {} },
	{ name: 'role each time', delta: { role: 'assistant' } },
	{ name: 'nulls', delta: { function_call: null, refusal: null, tool_calls: null } },
	{ name: 'reasoning null', delta: { reasoning_content: null } },
];

/** What a stream says again. */
export interface Repeats extends Row {
	/** Each piece is all that was said until then. */
	cumulative?: true;
	/** What the frame that tells the end holds of the whole text, `$text`. */
	closing?: Template;
	/** The same in a frame of its own, after it. */
	after?: Template;
}

export const repeats: readonly Repeats[] = [
	{ name: 'nothing' },
	{ name: 'nothing' },
	{ name: 'nothing' },
	{ name: 'all until then', cumulative: true },
	{
		name: 'the whole as the last message',
		closing: { message: { role: 'assistant', content: '$text' } },
	},
	{ name: 'the whole as the last piece', closing: { delta: { content: '$text' } } },
	{
		name: 'the whole as a completion',
		after: {
			object: 'chat.completion',
			choices: [{ index: 0, delta: {}, message: { role: 'assistant', content: '$text' } }],
		},
	},
	{ name: 'the whole as text', after: { choices: [], done: true, text: '$text' } },
];
