import type { IDataObject } from 'n8n-workflow';
import { message as messageSchema } from '../../../contract/schemas/chat';
import { choiceField, field, type ShownField } from '../editor/input/field';
import { holdsExpression, type Input } from '../editor/input/input';
import { jsonList, jsonObject, isMissing, oneOf, text, type Reader } from '../n8n/readers';
import { messagesOfEntry, messagesIn } from './conversation';
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
		const held = messagesIn((jsonList.read(given) ?? jsonObject.read(given))?.value ?? given);
		if (held) return { value: held.flatMap(messagesOfEntry) };
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
export const messagesFields: readonly ShownField[] = [
	specifyMessages,
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
	messagesJson,
];

/** The conversation of an item, with the system prompt first. */
export function readMessages(input: Input, systemPrompt: string | undefined): IDataObject[] {
	const system = systemPrompt?.trim() ? [{ role: 'system', content: systemPrompt }] : [];
	const options = dataOf(input.saved('options'));
	for (const { content } of system)
		input.lookAt('The System Prompt', { text: content, saved: options.systemPrompt, isTalk: true });
	const isJson = input.parameter(specifyMessages) === 'json';
	const given = isJson
		? (input.parameter(messagesJson) ?? []).map((entry, index) => ({
				name: `Message ${index + 1}`,
				entry,
				saved: input.saved('messagesJson'),
			}))
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
	name: string;
	entry: unknown;
	/** Its content as it stands in the node. */
	saved?: unknown;
}

/** Those that were left empty are none, but one whose expression gives nothing is wrong. */
function formMessages(input: Input): GivenMessage[] {
	const { message = [] } = input.readCollection('messages', 'Messages');
	const saved = [dataOf(input.saved('messages')).message].flat();
	return [message]
		.flat()
		.map((entry, index) => {
			const own: unknown = saved[index];
			return { name: `Message ${index + 1}`, entry, saved: isData(own) ? own.content : own };
		})
		.filter(
			({ entry, saved: given }) =>
				!isData(entry) || !isMissing(entry.content) || holdsExpression(given),
		);
}

function readMessage(input: Input, { name, entry, saved }: GivenMessage): IDataObject[] {
	if (!isData(entry)) {
		input.wrong(name, 'an object with a role and a content', entry);
		return [];
	}
	input.read(`Role of ${name}`, role, entry.role, true);
	const label = `Content of ${name}`;
	const said = valueOf(input.read(label, content, entry.content));
	const message = said === undefined ? entry : { ...entry, content: said };
	if (typeof said === 'string') input.lookAt(label, { text: said, saved, isTalk: true });
	// Tool calls count as content.
	if (isEmptyBeside(message, ['role', 'name'])) input.wrong(label, content.rule, entry.content);
	return [message];
}

/** Whether fields beside these hold nothing, nor any part of a list that they hold. */
const isEmptyBeside = (fields: IDataObject, beside: readonly string[]): boolean =>
	Object.entries(fields).every(
		([name, value]) =>
			beside.includes(name) ||
			isMissing(value) ||
			(Array.isArray(value) &&
				value.every((part: unknown) => isData(part) && isEmptyBeside(part, ['type']))),
	);
