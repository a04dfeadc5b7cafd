import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { message as messageSchema } from '../../../contract/schemas/chat';
import { choiceField, field } from '../editor/input/field';
import { holdsExpression, type Input } from '../editor/input/input';
import { jsonList, jsonObject, isMissing, oneOf, text, type Reader } from '../n8n/readers';
import { asMessages, messagesIn } from './conversation';
import { dataOf, isData, valueOf } from '../support/data';

const specifyMessages = choiceField({
	displayName: 'Specify Messages',
	name: 'specifyMessages',
	type: 'options',
	noDataExpression: true,
	options: [
		{ name: 'Using Fields Below', value: 'form' },
		{
			name: 'Using JSON',
			value: 'json',
			description: 'A list of messages, for example with images or tool results in them',
		},
	],
	default: 'form',
});

const messageList: Reader<unknown[]> = {
	...jsonList,
	rule: 'a list, such as [{"role":"user","content":"Hello"}]',
	read: (given) => {
		const held = messagesIn((jsonList.read(given) ?? jsonObject.read(given))?.value);
		if (held) return { value: held.flatMap(asMessages) };
		const isText = typeof given === 'string' && /^\s*[^\s[{`]/.test(given);
		return isText ? { value: [{ role: 'user', content: given }] } : undefined;
	},
};

const messagesJson = field(
	{
		displayName: 'Messages (JSON)',
		name: 'messagesJson',
		type: 'json',
		default: '[{ "role": "user", "content": "" }]',
		displayOptions: { show: { specifyMessages: ['json'] } },
	},
	messageList,
);

const roles = [
	{ name: 'Assistant', value: 'assistant', description: 'What the model said earlier' },
	{ name: 'System', value: 'system', description: 'How the model should behave' },
	{ name: 'User', value: 'user', description: 'What you say' },
];

/** The conversation: as a form, or as JSON. */
export const messagesFields: INodeProperties[] = [
	specifyMessages.property,
	{
		displayName: 'Messages',
		name: 'messages',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true },
		placeholder: 'Add Message',
		default: { message: [{ role: 'user', content: '' }] },
		displayOptions: { show: { specifyMessages: ['form'] } },
		options: [
			{
				displayName: 'Message',
				name: 'message',
				values: [
					{
						displayName: 'Role',
						name: 'role',
						type: 'options',
						options: roles,
						default: 'user',
					},
					{
						displayName: 'Content',
						name: 'content',
						type: 'string',
						typeOptions: { rows: 3 },
						default: '',
						placeholder: 'e.g. Write three captions for an image of a lighthouse',
					},
				],
			},
		],
	},
	messagesJson.property,
];

/** The conversation of an item, with the system prompt first. */
export function readMessages(input: Input, systemPrompt: string | undefined): IDataObject[] {
	const system = systemPrompt?.trim() ? [{ role: 'system', content: systemPrompt }] : [];
	const options = dataOf(input.saved('options'));
	for (const { content } of system)
		input.lookAt('The System Prompt', { text: content, saved: options.systemPrompt, isTalk: true });
	const isJson = input.parameter(specifyMessages) === 'json';
	const given = isJson
		? named(input.parameter(messagesJson) ?? [], input.saved('messagesJson'))
		: formMessages(input);
	if (given.length === 0)
		input.required(
			isJson ? messagesJson.property.displayName : 'Messages',
			'Messages must contain at least one message (given: none)',
		);
	return [...system, ...given.flatMap((message) => readMessage(input, message))];
}

const role = oneOf(messageSchema.shape.role.options);

const content: Reader<unknown> = {
	rule: 'text',
	read: (given) =>
		text.read(given) ??
		(messageSchema.shape.content.safeParse(given).success ? { value: given } : undefined),
};

interface GivenMessage {
	entry: unknown;
	name: string;
	/** Its content as it stands in the node. */
	saved?: unknown;
}

const named = (entries: unknown[], saved?: unknown): GivenMessage[] =>
	entries.map((entry, index) => ({ entry, name: `Message ${index + 1}`, saved }));

/** Those that were left empty are none, but one whose expression gives nothing is wrong. */
function formMessages(input: Input): GivenMessage[] {
	const { message = [] } = input.readCollection('messages', 'Messages');
	const saved = dataOf(input.saved('messages')).message;
	return named([message].flat())
		.map((given, index) => {
			const entry: unknown = Array.isArray(saved) ? saved[index] : saved;
			return { ...given, saved: isData(entry) ? entry.content : entry };
		})
		.filter(
			({ entry, saved: content }) =>
				!isData(entry) || !isMissing(entry.content) || holdsExpression(content),
		);
}

function readMessage(input: Input, { entry, name, saved }: GivenMessage): IDataObject[] {
	if (!isData(entry)) {
		input.wrong(name, 'an object with a role and a content', entry);
		return [];
	}
	input.read(`Role of ${name}`, role, entry.role, true);
	const label = `Content of ${name}`;
	const said = valueOf(input.read(label, content, entry.content));
	const message = said === undefined ? entry : { ...entry, content: said };
	if (typeof said === 'string') input.lookAt(label, { text: said, saved, isTalk: true });
	if (saysNothing(message)) input.wrong(label, content.rule, entry.content);
	return [message];
}

/** Tool calls count as content. */
function saysNothing(message: IDataObject): boolean {
	return Object.entries(message).every(
		([field, value]) =>
			field === 'role' ||
			field === 'name' ||
			isMissing(value) ||
			(Array.isArray(value) && value.every(isEmptyPart)),
	);
}

function isEmptyPart(part: unknown): boolean {
	return (
		isData(part) &&
		Object.entries(part).every(([field, value]) => field === 'type' || isMissing(value))
	);
}
