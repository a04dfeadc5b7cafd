import type { IDataObject } from 'n8n-workflow';
import { unfenced } from '../../../../contract/unfenced';
import { tokensIn } from '../../answers/chat/chatAnswer';
import { firstAtPaths, spokenText } from '../../answers/chat/chatPlaces';
import { chatCost } from '../../chat/cost';
import { addImages } from '../../chat/images';
import { CHAT_MODEL, chatModelField, chatParameterField } from '../../chat/fields';
import { messagesFields, readMessages } from '../../chat/messages';
import { readModelId } from '../../editor/fields/model';
import { optionsField } from '../../editor/fields/options';
import { chatImagesField, inlineFiles, readImages } from '../../editor/fields/references';
import { extraBody, readExtraBody } from '../../editor/fields/submitOptions';
import { flagField, textField } from '../../editor/input/field';
import type { Input } from '../../editor/input/input';
import { optionLabels } from '../../failures/labels';
import { redact, redactText } from '../../http/redact';
import type { Run } from '../../lifecycle/run';
import { nanosOf } from '../../lifecycle/storedAttempt';
import { countTokens } from '../../n8n/tokens';
import { defineOperation, type Paid } from '../../run/operation';
import { bounded } from '../../support/bounded';
import { asText, dataOf, defined, valueOf } from '../../support/data';
import { brokenJson, parsedJson } from '../../support/json';
import { itemsFrom } from '../../support/items';
import { madeOf, sendChat, type ChatResult } from './sendChat';

const systemPrompt = textField({
	displayName: 'System Prompt',
	name: 'systemPrompt',
	typeOptions: { rows: 3 },
	default: '',
	placeholder: 'e.g. You write short captions in plain English.',
	description: 'How the model should behave; sent before the messages',
});

const jsonAnswer = flagField({
	displayName: 'Answer as JSON',
	name: 'jsonAnswer',
	default: true,
	description:
		'Whether to ask for a JSON object and return it parsed. Say in a message what it should contain.',
});

const raw = flagField({
	displayName: 'Include Raw Answer',
	name: 'raw',
	default: true,
	description:
		"Whether to add the API's own answer to the item, in the field raw. Has no effect when streaming.",
});

const temperature = chatParameterField('temperature', 'temperature');
const topP = chatParameterField('top_p', 'top_p');
const maxTokens = chatParameterField('max_tokens', 'max_tokens');

const RAISE_LIMIT = `Raise Options > ${maxTokens.property.displayName}`;

/** The Options of every operation that asks a chat model. */
export const askingOptions = [raw, temperature, topP, maxTokens, inlineFiles, extraBody];

/** What every operation does that asks a chat model. */
export const chatPaid: Paid<ChatRequest> = {
	open: (run, { name }) => run.journal.open(run, name),
	perform: async (run, asked, request) => {
		const { secrets } = await run.credential('completeChat');
		const { value, isNew } = await sendChat(run, request, asked.body, secrets);
		const { answer, raw: whole } = value;
		const cost = await chatCost(run, asText(asked.body.model), whole, answer.usage);
		const tokens = tokensIn(answer.usage);
		if (isNew && tokens) countTokens(run.context, tokens);
		if (isNew) request.append({ type: 'looked', as: madeOf(value, nanosOf(cost.cost_nanos)) });
		const item = { ...fieldsOf(value, asked, secrets), ...cost };
		const withRaw = asked.withRaw && whole !== undefined ? { raw: valueOf(whole) } : {};
		return itemsFrom(run.itemIndex, dataOf(bounded({ ...item, ...withRaw }, { most: run.share })));
	},
};

/** Chat > Message a Model: "Chat completions" of the API document. */
export const completeChat = defineOperation({
	value: 'complete',
	name: 'Message a Model',
	action: 'Message a model',
	description: 'Send a conversation to a model and get its answer',
	builderHint:
		'One answer, without memory or tools. It can judge images. For an agent, use the Media Generation Chat Model.',
	forAgents:
		'Asks another language model and answers with its text. Costs a little money with every call. Give the whole question: the model knows nothing of this conversation.',
	fields: [
		chatModelField,
		...messagesFields,
		chatImagesField,
		optionsField([systemPrompt, jsonAnswer, ...askingOptions]),
	],
	read: async (input, run) =>
		await askWithImages(run, input, {
			asJson: input.option(jsonAnswer) ?? false,
			messages: readMessages(input, input.option(systemPrompt)),
			images: readImages(input, chatImagesField),
		}),
	paid: chatPaid,
});

/** What an item tells of an answer. */
function fieldsOf(
	result: ChatResult,
	{ asJson, expected = [] }: ChatRequest,
	secrets: readonly string[],
): IDataObject {
	const answer = dataOf(redact(result.answer, secrets));
	const isCut = result.answer.finish_reason === 'length';
	const read = asJson ? jsonFields(asText(answer.text), isCut) : {};
	const lacking = expected.filter((name) => !Object.hasOwn(dataOf(read.json), name));
	const lacks = read.json !== undefined && lacking.length > 0;
	return defined({
		...answer,
		...thoughtOf(result, secrets),
		...read,
		...(lacks && { note: `The answer lacks: ${lacking.join(', ')}.` }),
	});
}

/** Where services put the reasoning of a model. */
const thoughtPaths = [
	'choices.0.message.reasoning_content',
	'choices.0.message.reasoning',
	'choices.0.message.thinking',
	'message.thinking',
	'reasoning',
	'thinking',
];

/** The reasoning of a model, and a note if it gave no text. */
function thoughtOf(
	{ answer: { text, tool_calls, finish_reason }, raw: whole }: ChatResult,
	secrets: readonly string[],
): IDataObject {
	const thought = whole === undefined ? undefined : firstAtPaths(whole, thoughtPaths, spokenText);
	const isSilent = text === '' && tool_calls === undefined;
	const why =
		finish_reason === 'length'
			? `: it used all of its tokens, perhaps for thinking. ${RAISE_LIMIT}`
			: '';
	return {
		...(thought !== undefined && thought !== text && { reasoning: redactText(thought, secrets) }),
		...(isSilent && { note: `The model gave no text${why}.` }),
	};
}

/** A checked request to a chat model. */
export interface ChatRequest {
	body: IDataObject;
	/** Its name in the journal. */
	name: string;
	asJson: boolean;
	/** The fields that the JSON is to have. */
	expected?: string[];
	withRaw: boolean;
}

/** What is asked of a chat model, beside the model and its knobs. */
type Question = Pick<ChatRequest, 'asJson' | 'expected'> & {
	messages: IDataObject[];
	images: unknown[];
};

/** The request for a question, with the model and the Options of an item. @throws as {@link addImages} */
export async function askWithImages(
	run: Run,
	input: Input,
	{ messages, images, asJson, expected }: Question,
): Promise<ChatRequest> {
	const model = readModelId(input, CHAT_MODEL);
	const knobs = {
		temperature: input.option(temperature),
		top_p: input.option(topP),
		max_tokens: input.option(maxTokens),
	};
	const withRaw = input.option(raw) ?? false;
	const extra = readExtraBody(input);
	const mayNotHold = (name: string, why: string) => {
		if (Object.hasOwn(extra, name))
			input.wrong(optionLabels.extraBody, `fields other than ${name}${why}`, extra);
	};
	mayNotHold('stream', ': the node decides whether the answer is streamed');
	const withImages = await addImages(run, input, messages, images);
	if (images.length > 0) mayNotHold('messages', ', to which the Images would not be added');
	const bodyWith = (conversation: IDataObject[]) => ({
		model,
		messages: conversation,
		...defined(knobs),
		...(asJson && { response_format: { type: 'json_object' } }),
		...extra,
	});
	const name = run.nameOf(['chat', bodyWith(messages), ...(images.length > 0 ? [images] : [])]);
	return { body: bodyWith(withImages), name, asJson, expected, withRaw };
}

/** The answer as JSON, also within prose, or why it is none: it is paid for, so it is no error. */
function jsonFields(text: string, isCut: boolean): IDataObject {
	for (const part of [unfenced(text), ...JSON_IN_PROSE.map((form) => form.exec(text)?.[1] ?? '')]) {
		const json = parsedJson(part);
		if (json !== undefined) return { json: valueOf(json) };
	}
	return {
		json_error: isCut
			? `The answer is no whole JSON: it was cut off by the limit of tokens. ${RAISE_LIMIT}`
			: `The answer is no JSON: ${brokenJson(text) ?? 'it is empty'}`,
	};
}

/** A code fence, an object or a list, with text around it. */
const JSON_IN_PROSE = [/```(?:json)?\s*([^]*?)```/i, /(\{[^]*\})/, /(\[[^]*\])/];
