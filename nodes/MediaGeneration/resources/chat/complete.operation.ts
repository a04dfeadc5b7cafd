import { jsonParse, type IDataObject, type IExecuteFunctions, type INodeProperties } from 'n8n-workflow';
import { chatParameters, checkChat } from '../../../../contract/chat';
import { AnswerBuilder, readAnswer, type ChatAnswer } from '../../wire/chatAnswer';
import { chatCost } from '../../chat/cost';
import { messagesFields, readMessages } from '../../chat/messages';
import { chatModelField, readChatModel } from '../../chat/model';
import { itemsFrom } from '../../support/items';
import { isTool } from '../../support/tool';
import { defineOperation } from '../../engine/operation';
import { readJsonObject } from '../../fields/json';
import { optionsField, submitOptions } from '../../fields/options';
import { recall, remember, submissionKey } from '../../spend/memory';
import { payOnce } from '../../spend/payOnce';
import { inOneCall } from '../../spend/toolCalls';
import { afterPayment, inputFailure, serviceFailure } from '../../transport/errors';
import { apiEvents, apiRequest } from '../../transport/request';
import { readServiceError } from '../../wire/serviceError';

interface ChatOptions {
	systemPrompt?: string;
	jsonAnswer?: boolean;
	raw?: boolean;
	extraBody?: unknown;
	temperature?: number;
	top_p?: number;
	max_tokens?: number;
}

const chatOptions: INodeProperties[] = [
	{
		displayName: 'System Prompt',
		name: 'systemPrompt',
		type: 'string',
		typeOptions: { rows: 3 },
		default: '',
		placeholder: 'e.g. You write short captions in plain English.',
		description: 'How the model should behave; sent before the messages',
	},
	{
		displayName: 'Answer as JSON',
		name: 'jsonAnswer',
		type: 'boolean',
		default: false,
		description: 'Whether to ask for a JSON object, and to give it parsed. Say in a message what should be in it.',
	},
	{
		displayName: 'Include Raw Answer',
		name: 'raw',
		type: 'boolean',
		default: false,
		description: 'Whether to add the API\'s own answer to the item, as raw. Not with streaming.',
	},
	{
		displayName: chatParameters.temperature.label,
		name: 'temperature',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 2, numberPrecision: 2 },
		default: 1,
		description: 'How varied the answers are, from 0 to 2',
	},
	{
		displayName: chatParameters.top_p.label,
		name: 'top_p',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 1, numberPrecision: 2 },
		default: 1,
		description: 'Which share of the likeliest words to choose from, from 0 to 1. Change this or the temperature, not both.',
	},
	{
		displayName: chatParameters.max_tokens.label,
		name: 'max_tokens',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 1024,
		description: 'How long the answer may be, in tokens (a token is about four characters)',
	},
];

/** Chat > Complete: "Chat completions" of the API document. */
export const completeChat = defineOperation({
	value: 'complete',
	name: 'Complete',
	action: 'Complete a chat',
	description: 'Have a model answer a conversation',
	forAgents: 'Asks another language model and answers with its text. Costs a little money with every call. Give the whole question: the model knows nothing of this conversation.',
	fields: [chatModelField, ...messagesFields, optionsField([...chatOptions, ...submitOptions.filter(({ name }) => name === 'extraBody')])],
	run: async (context, itemIndex) => {
		const options = context.getNodeParameter('options', itemIndex, {}) as ChatOptions;
		const body = readRequest(context, options, itemIndex);
		const key = submissionKey(context, itemIndex, ['chat', body]);
		const { answer, raw } = await inOneCall(context, key, async (name) => await answerOnce(context, body, name, itemIndex));
		const cost = await chatCost(context, String(body.model), raw, answer.usage, itemIndex);
		const fields = Object.entries({ ...answer, ...(options.jsonAnswer && parsed(answer.text)), ...cost }).filter(([, value]) => value !== undefined);
		return itemsFrom(itemIndex, { ...Object.fromEntries(fields), ...(options.raw && raw ? { raw } : {}) } as IDataObject);
	},
});

function readRequest(context: IExecuteFunctions, options: ChatOptions, itemIndex: number): IDataObject {
	const model = readChatModel(context, itemIndex);
	const { temperature, top_p, max_tokens } = options;
	const knobs = Object.fromEntries(Object.entries({ temperature, top_p, max_tokens }).filter(([, value]) => value !== undefined));
	const [wrong] = checkChat(knobs);
	if (wrong) throw inputFailure(context.getNode(), wrong.message, itemIndex, 'Nothing was sent.');
	return {
		model,
		messages: readMessages(context, options.systemPrompt, itemIndex) as IDataObject[],
		...knobs,
		...(options.jsonAnswer && { response_format: { type: 'json_object' } }),
		...readJsonObject(context, 'Extra Body Fields (JSON)', options.extraBody, itemIndex),
	};
}

interface Completed {
	answer: ChatAnswer;
	raw?: unknown;
}

/** Asks, or gives what this execution was answered before. */
async function answerOnce(context: IExecuteFunctions, body: IDataObject, key: string, itemIndex: number): Promise<Completed> {
	const before = recall(context, key);
	if (before?.answer !== undefined) return before.answer as Completed;
	const streams = context.isStreaming() && !isTool(context);
	const completed = await payOnce(context, { key }, itemIndex, async () => await (streams ? stream : complete)(context, body, itemIndex));
	remember(context, key, { answer: completed });
	return completed;
}

async function complete(context: IExecuteFunctions, body: IDataObject, itemIndex: number): Promise<Completed> {
	const { body: raw } = await apiRequest(context, { endpoint: 'completeChat', body, itemIndex });
	refuseError(context, raw, itemIndex);
	return { answer: readAnswer(raw), raw };
}

async function stream(context: IExecuteFunctions, body: IDataObject, itemIndex: number): Promise<Completed> {
	const events = apiEvents(context, { endpoint: 'completeChat', body: { ...body, stream: true }, itemIndex });
	const builder = new AnswerBuilder();
	context.sendChunk('begin', itemIndex);
	for await (const event of events) {
		const chunk = jsonParse<unknown>(event, { fallbackValue: undefined });
		if (chunk === undefined) continue;
		refuseError(context, chunk, itemIndex, true);
		const text = builder.add(chunk);
		if (text !== '') context.sendChunk('item', itemIndex, text);
	}
	context.sendChunk('end', itemIndex);
	return { answer: builder.answer };
}

/** Some services answer an error with a success status, or in the middle of a stream. */
function refuseError(context: IExecuteFunctions, answer: unknown, itemIndex: number, hasBegun = false): void {
	const { error } = answer as { error?: unknown };
	if (!error) return;
	const failure = serviceFailure(context.getNode(), 200, readServiceError(answer), itemIndex, hasBegun ? { may_be_paid: true } : {});
	throw hasBegun ? afterPayment(failure, 'The service broke off its answer. What it said until then may have been paid for: look at your transactions before you ask again.') : failure;
}

/** The answer is paid for, so one that is no JSON is said to be so rather than thrown away. */
function parsed(text: string): { json?: unknown; json_error?: string } {
	try {
		return { json: JSON.parse(text.replace(/^\s*```(?:json)?\s*|\s*```\s*$/g, '')) as unknown };
	} catch (error) {
		return { json_error: (error as Error).message };
	}
}
