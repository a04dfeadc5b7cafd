import { accumulateTokenUsage, type IDataObject } from 'n8n-workflow';
import { unfenced } from '../../../../contract/unfenced';
import { tokensIn } from '../../answers/chat/chatAnswer';
import { CHOOSE_CHAT_MODEL, chatModelField, chatParameterField } from '../../chat/fields';
import { chatCost } from '../../chat/cost';
import { addImages } from '../../chat/images';
import { messagesFields, readMessages } from '../../chat/messages';
import { answerFields, readFieldsToAskFor } from '../../editor/fields/answerFields';
import { readModelId } from '../../editor/fields/model';
import { flagField, optionsCollection, textField } from '../../editor/input/field';
import {
	chatImagesField,
	inlineFiles,
	readImages,
	readReferenceImages,
} from '../../editor/fields/references';
import { extraBody, readExtraBody } from '../../editor/fields/submitOptions';
import type { Input } from '../../editor/input/input';
import { optionLabels } from '../../failures/labels';
import { redact } from '../../http/redact';
import type { Run } from '../../lifecycle/run';
import { nanosOf } from '../../lifecycle/storedAttempt';
import { defineOperation, type Paid } from '../../run/operation';
import { bounded } from '../../support/bounded';
import { asText, dataOf, defined, valueOf } from '../../support/data';
import { brokenJson } from '../../support/brokenJson';
import { itemsFrom } from '../../run/items';
import { parsedJson } from '../../support/json';
import { chatReport, sendChat, type ChatResult } from './sendChat';

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
const askingOptions = [raw, temperature, topP, maxTokens, inlineFiles, extraBody];

const RAISE_LIMIT = `Raise Options > ${maxTokens.property.displayName}`;

interface ChatRequest {
	body: IDataObject;
	/** Its name in the journal. */
	name: string;
	asJson: boolean;
	/** The fields that the JSON is to have. */
	expected?: string[];
	withRaw: boolean;
}

/** What a chat model is asked, beside its knobs. */
type Question = Pick<ChatRequest, 'asJson' | 'expected'> & {
	messages: IDataObject[];
	images: unknown[];
};

/** The request for a question, with the model and the Options of an item. @throws as {@link addImages} */
async function requestFor(
	run: Run,
	input: Input,
	{ messages, images, asJson, expected }: Question,
): Promise<ChatRequest> {
	const model = readModelId(input, CHOOSE_CHAT_MODEL);
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

const paid: Paid<ChatRequest> = {
	open: (run, { name }) => run.journal.open(run, name),
	perform: async (run, asked, request) => {
		const { secrets } = await run.credential('completeChat');
		const { value, isNew } = await sendChat(run, request, asked.body, secrets);
		const { answer, raw: whole } = value;
		const cost = await chatCost(run, asText(asked.body.model), whole, answer.usage);
		const tokens = tokensIn(answer.usage);
		// For the count that n8n shows; an older n8n has none.
		if (isNew && tokens) accumulateTokenUsage?.(run.context, tokens.read, tokens.written);
		if (isNew) request.append({ type: 'looked', as: chatReport(value, nanosOf(cost.cost_nanos)) });
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
		optionsCollection([systemPrompt, jsonAnswer, ...askingOptions]),
	],
	read: async (input, run) =>
		await requestFor(run, input, {
			asJson: input.option(jsonAnswer) ?? false,
			messages: readMessages(input, input.option(systemPrompt)),
			images: readImages(input, chatImagesField),
		}),
	paid,
});

const USUAL_QUESTION = 'Describe this image.';

const question = textField({
	displayName: 'Question',
	name: 'question',
	typeOptions: { rows: 3 },
	default: USUAL_QUESTION,
	placeholder: 'e.g. Is the product in full view, and is any text misspelled?',
	description: 'What the model is to say of the images',
});

const describedImages = {
	...chatImagesField,
	default: ['data'],
	description:
		'What the model is to look at. For each, enter a URL or the name of a binary field of the item. Left as it is, it means the only image of the item.',
};

/** Image > Describe: "Chat completions" of the API document, with images in the question. */
export const describeImage = defineOperation({
	value: 'describe',
	name: 'Describe',
	action: 'Describe an image',
	description: 'Describe or judge images with a chat model that can see, in words or as fields',
	forAgents:
		'Looks at images with a language model that can see, and answers a question about them. Costs a little money with every call. Give the question, and the http(s) URLs of the images.',
	fields: [
		chatModelField,
		question,
		describedImages,
		answerFields,
		optionsCollection(askingOptions),
	],
	read: async (input, run) => {
		const { expected, instruction } = readFieldsToAskFor(input);
		const text = input.parameter(question) ?? USUAL_QUESTION;
		input.lookAt('Question', { text, saved: input.saved('question'), isTalk: true });
		const content = instruction === undefined ? text : `${text}\n\n${instruction}`;
		return await requestFor(run, input, {
			messages: [{ role: 'user', content }],
			images: readReferenceImages(input, describedImages),
			asJson: expected.length > 0,
			expected,
		});
	},
	paid,
});

function fieldsOf(
	result: ChatResult,
	{ asJson, expected = [] }: ChatRequest,
	secrets: readonly string[],
): IDataObject {
	const answer = dataOf(redact(result.answer, secrets));
	const { text, tool_calls, finish_reason } = result.answer;
	const isCut = finish_reason === 'length';
	const isSilent = text === '' && tool_calls === undefined;
	const why = isCut ? `: it used all of its tokens, perhaps for thinking. ${RAISE_LIMIT}` : '';
	const read = asJson ? jsonFields(asText(answer.text), isCut) : {};
	const lacking = expected.filter((name) => !Object.hasOwn(dataOf(read.json), name));
	const lacks = read.json !== undefined && lacking.length > 0;
	return defined({
		...answer,
		...(isSilent && { note: `The model gave no text${why}.` }),
		...read,
		...(lacks && { note: `The answer lacks: ${lacking.join(', ')}.` }),
	});
}

/** A code fence, an object or a list, with text around it. */
const JSON_IN_PROSE = [/```(?:json)?\s*([^]*?)```/i, /(\{[^]*\})/, /(\[[^]*\])/];

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
