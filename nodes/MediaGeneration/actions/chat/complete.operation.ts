import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { chatCost } from '../../chat/cost';
import { answerInText, hear } from '../../chat/hear';
import { illustrated } from '../../chat/images';
import { knobField } from '../../chat/knobs';
import { messagesFields, readMessages } from '../../chat/messages';
import { CHAT_MODEL, chatModelField } from '../../chat/model';
import { defineOperation } from '../../run/operation';
import { readModelId } from '../../editor/fields/model';
import { chatImagesField, inlineOptions } from '../../editor/fields/references';
import { optionsField } from '../../editor/fields/options';
import { extraBodyOptions, readExtraBody } from '../../editor/fields/submitOptions';
import { flagField, textField } from '../../editor/input/field';
import type { Input } from '../../editor/input/input';
import { countTokens } from '../../n8n/tokens';
import type { Accepted } from '../../lifecycle/attempt';
import { sendPaid, type Brought, type Understanding } from '../../lifecycle/paidRequest';
import type { Request } from '../../lifecycle/request';
import type { Run } from '../../lifecycle/run';
import { nanosOf } from '../../lifecycle/storedAttempt';
import { bounded } from '../../support/bounded';
import { asText, dataOf, messageOf, textOf, valueOf } from '../../support/data';
import { withDetails, type NodeFailure } from '../../failures/details';
import { asNodeFailure } from '../../failures/failure';
import { optionLabels } from '../../failures/labels';
import { itemsFrom } from '../../support/items';
import { afterPayment, serviceFailure } from '../../failures/errors';
import type { ApiAnswer } from '../../failures/outcome';
import { usageIn } from '../../answers/chat/chatPlaces';
import { isSuccess } from '../../support/httpStatus';
import { PieceRedactor, redact, redactText } from '../../http/redact';
import { apiEvents, apiRequest } from '../../http/request';
import {
	readAnswer,
	saysSomething,
	tokensIn,
	type ChatAnswer,
} from '../../answers/chat/chatAnswer';
import { first, spoken } from '../../answers/chat/chatPlaces';
import { withMessage } from '../../answers/chat/chatFailure';
import { AnswerBuilder } from '../../answers/chat/chatStream';
import { readServiceError, type ServiceError } from '../../answers/failure/serviceError';
import { unfenced } from '../../../../contract/unfenced';
import { settled } from '../../support/settled';

const systemPrompt = textField({
	displayName: 'System Prompt',
	name: 'systemPrompt',
	type: 'string',
	typeOptions: { rows: 3 },
	default: '',
	placeholder: 'e.g. You write short captions in plain English.',
	description: 'How the model should behave; sent before the messages',
});

const jsonAnswer = flagField({
	displayName: 'Answer as JSON',
	name: 'jsonAnswer',
	type: 'boolean',
	default: true,
	description:
		'Whether to ask for a JSON object and return it parsed. Say in a message what it should contain.',
});

const raw = flagField({
	displayName: 'Include Raw Answer',
	name: 'raw',
	type: 'boolean',
	default: true,
	description:
		"Whether to add the API's own answer to the item, in the field raw. Has no effect when streaming.",
});

const temperature = knobField('temperature', 'temperature');
const topP = knobField('top_p', 'top_p');
const maxTokens = knobField('max_tokens', 'max_tokens');

const chatOptions: INodeProperties[] = [
	systemPrompt,
	jsonAnswer,
	raw,
	temperature,
	topP,
	maxTokens,
].map(({ property }) => property);

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
		optionsField([...chatOptions, ...inlineOptions, ...extraBodyOptions]),
	],
	read: readRequest,
	paid: {
		open: (run, { name }) => run.journal.open(run, name),
		perform: async (run, { body, asJson, withRaw }, request) => {
			const { secrets } = await run.credential('completeChat');
			const { value, isNew } = await sendChat(run, request, { body, secrets });
			const { answer: said, raw: whole } = value;
			const cost = await chatCost(run, asText(body.model), whole, said.usage);
			const tokens = tokensIn(said.usage);
			if (isNew && tokens) countTokens(run.context, tokens);
			if (isNew) request.append({ type: 'looked', as: madeOf(value, nanosOf(cost.cost_nanos)) });
			const answer = dataOf(redact(said, secrets));
			const fields = Object.entries({
				...answer,
				...thoughtOf(said, whole, secrets),
				...(asJson && parsed(asText(answer.text))),
				...cost,
			}).filter(([, given]) => given !== undefined);
			const item = {
				...Object.fromEntries(fields),
				...(withRaw && whole !== undefined && { raw: valueOf(whole) }),
			};
			return itemsFrom(run.itemIndex, dataOf(bounded(item, { most: run.share })));
		},
	},
});

/** Where services tell what a model was thinking before it answered. */
const thoughtPaths = [
	'choices.0.message.reasoning_content',
	'choices.0.message.reasoning',
	'choices.0.message.thinking',
	'message.thinking',
	'reasoning',
	'thinking',
];

/** What a model was thinking, and why it has said nothing. */
function thoughtOf(
	{ text, tool_calls, finish_reason }: ChatAnswer,
	whole: unknown,
	secrets: readonly string[],
): IDataObject {
	const thought = whole === undefined ? undefined : first(whole, thoughtPaths, spoken);
	const isSilent = text === '' && tool_calls === undefined;
	const why =
		finish_reason === 'length'
			? `: it used all of its tokens, perhaps for thinking. Raise Options > ${maxTokens.property.displayName}`
			: '';
	return {
		...(thought !== undefined && thought !== text && { reasoning: redactText(thought, secrets) }),
		...(isSilent && { note: `The model gave no text${why}.` }),
	};
}

interface ChatRequest {
	body: IDataObject;
	/** The name under which it is remembered. */
	name: string;
	asJson: boolean;
	withRaw: boolean;
}

async function readRequest(input: Input, run: Run): Promise<ChatRequest> {
	const model = readModelId(input, CHAT_MODEL);
	const knobs = {
		temperature: input.option(temperature),
		top_p: input.option(topP),
		max_tokens: input.option(maxTokens),
	};
	const asJson = input.option(jsonAnswer) ?? false;
	const withRaw = input.option(raw) ?? false;
	const extra = readExtraBody(input);
	if (Object.hasOwn(extra, 'stream'))
		input.wrong(
			optionLabels.extraBody,
			'fields other than stream: the node decides whether the answer is streamed',
			extra,
		);
	const messages = readMessages(input, input.option(systemPrompt));
	const { messages: withImages, given } = await illustrated(run, input, messages);
	if (given.length > 0 && Object.hasOwn(extra, 'messages'))
		input.wrong(
			optionLabels.extraBody,
			'fields other than messages, to which the Images would not be added',
			extra,
		);
	const bodyWith = (conversation: IDataObject[]) => ({
		model,
		messages: conversation,
		...Object.fromEntries(Object.entries(knobs).filter(([, value]) => value !== undefined)),
		...(asJson && { response_format: { type: 'json_object' } }),
		...extra,
	});
	const name = run.nameOf(['chat', bodyWith(messages), ...(given.length > 0 ? [given] : [])]);
	return { body: bodyWith(withImages), name, asJson, withRaw };
}

interface Completed {
	answer: ChatAnswer;
	raw?: unknown;
}

/** One question. */
interface Question {
	body: IDataObject;
	/** A service may echo one in pieces, of which none is the secret: they are looked for once more in what is put together. */
	secrets: readonly string[];
}

/** Asks, or gives what this execution was answered before. */
async function sendChat(run: Run, request: Request, asked: Question): Promise<Brought<Completed>> {
	const { body, secrets } = asked;
	const endpoint = 'completeChat';
	if (run.context.isStreaming?.() && !run.isTool)
		return await sendPaid(request, {
			endpoint,
			send: async () => await stream(run, asked),
			read: understandStreamed,
			recall,
		});
	const accepted = async (given: ApiAnswer) => await inText(given, secrets);
	const send = async () => (await apiRequest(run, { endpoint, body, accepted })).body;
	return await sendPaid(request, { endpoint, send, read: understand, recall });
}

async function inText(
	{ status, body }: ApiAnswer,
	secrets: readonly string[],
): Promise<object | undefined> {
	const told = isSuccess(status) && typeof body === 'string' ? await answerInText(body) : undefined;
	return told && dataOf(redact(told, secrets));
}

/** What was answered before. */
function recall(attempt: Accepted): Completed | undefined {
	if (!('result' in attempt)) return undefined;
	const { read, answer: raw } = attempt.result;
	const answer = answerIn(read);
	return answer && { answer, raw };
}

/** Some services answer an error with a success status; and an answer that says nothing at all is none. */
function understand(raw: unknown): Understanding<Completed> {
	const answer = readAnswer(raw);
	if (saysSomething(answer)) return understood({ answer, raw });
	// Tokens that were used tell that the model has worked.
	const used = Object.values(dataOf(usageIn(raw)?.value));
	return {
		unclear: withMessage(readServiceError(raw)),
		hasBegun: used.some((count) => Number(asText(count)) > 0),
	};
}

/** What is kept of an answer beside what was read of it: an image in it is not. */
const KEPT_OF_RAW = { most: 64 * 1024, longest: 16_000 };

/** What a stream said is kept as it was put together. */
function understandStreamed(streamed: unknown): Understanding<Completed> {
	const answer = answerIn(streamed) ?? { text: '' };
	return saysSomething(answer) ? understood({ answer }) : { unclear: withMessage({}) };
}

const understood = (value: Completed): Understanding<Completed> => ({ value, as: madeOf(value) });

/** What an answer means for its attempt. @param charged in nanos, where it is known */
const madeOf = ({ answer, raw }: Completed, charged?: bigint) => ({
	state: 'made' as const,
	job: {},
	result: { read: answer, answer: bounded(raw, KEPT_OF_RAW) },
	charged,
});

function answerIn(value: unknown): ChatAnswer | undefined {
	const { text, ...more } = dataOf(value);
	return typeof text === 'string' ? { ...more, text } : undefined;
}

async function stream(run: Run, { body, secrets }: Question): Promise<unknown> {
	const { itemIndex } = run;
	const builder = new AnswerBuilder();
	const redactor = new PieceRedactor(secrets);
	const tell = (text: string, isLast = false) => {
		const given = redactor.take(text, isLast);
		if (given !== '') run.context.sendChunk('item', itemIndex, given);
	};
	run.context.sendChunk('begin', itemIndex);
	const outcome = await settled(listen(run, body, builder, tell));
	tell(builder.close(), true);
	run.context.sendChunk('end', itemIndex);
	const failure = outcome.status === 'rejected' ? asNodeFailure(run, outcome.reason) : undefined;
	if (failure && builder.answer.text === '') throw failure;
	const answer = dataOf(redact(builder.answer, secrets));
	if (failure) throw withDetails(failure, { partial_text: textOf(answer.text) });
	return answer;
}

async function listen(
	run: Run,
	body: IDataObject,
	builder: AnswerBuilder,
	tell: (text: string) => void,
): Promise<void> {
	const events = apiEvents(run, { endpoint: 'completeChat', body: { ...body, stream: true } });
	const failure = await hear(events, builder, tell);
	if (failure) throw interrupted(run, failure);
}

/** Some services break off with an error in the middle of a stream. */
function interrupted(run: Run, said: ServiceError): NodeFailure {
	const message = said.message ?? 'The service interrupted its answer without saying why';
	return afterPayment(
		serviceFailure(run, 200, { ...said, message }, { may_be_paid: true }),
		'The service interrupted its answer. The part that it had sent may have been paid for: check Billing > Get Transactions before you ask again.',
	);
}

/** The answer is paid for, so one that is no JSON is said to be so rather than thrown away. */
function parsed(text: string): { json?: unknown; json_error?: string } {
	try {
		return { json: JSON.parse(unfenced(text)) };
	} catch (error) {
		return { json_error: messageOf(error) };
	}
}
