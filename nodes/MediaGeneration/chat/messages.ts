import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { message as messageSchema } from '../../../contract/schemas/chat';
import { choiceField, field } from '../input/field';
import type { Input } from '../input/input';
import { isMissing, jsonList, type Reader } from '../input/readers';
import { dataOf, isData } from '../support/data';

const specifyMessages = choiceField({
	displayName: 'Specify Messages',
	name: 'specifyMessages',
	type: 'options',
	noDataExpression: true,
	options: [
		{ name: 'Using Fields Below', value: 'form' },
		{ name: 'Using JSON', value: 'json', description: 'A list of messages, for example with images or tool results in them' },
	],
	default: 'form',
});

const messageList: Reader<unknown[]> = { ...jsonList, rule: 'a list, such as [{"role":"user","content":"Hello"}]' };

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
						options: [
							{ name: 'Assistant', value: 'assistant', description: 'What the model said earlier' },
							{ name: 'System', value: 'system', description: 'How the model should behave' },
							{ name: 'User', value: 'user', description: 'What you say' },
						],
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

/** The conversation of an item, the system prompt first; takes down when there is none, or a message is not of the usual form. */
export function readMessages(input: Input, systemPrompt: string | undefined): IDataObject[] {
	const given = input.parameter(specifyMessages) === 'json' ? (input.parameter(messagesJson) ?? []) : readForm(input);
	const system = systemPrompt?.trim() ? [{ role: 'system', content: systemPrompt }] : [];
	if (given.length === 0) input.add('Messages must have at least one message (given: none)');
	const messages = given.flatMap((entry, index) => {
		if (isData(entry) && messageSchema.safeParse(entry).success) return [entry];
		input.wrong(`Message ${index + 1}`, 'an object with a role and a content', entry);
		return [];
	});
	return [...system, ...messages];
}

/** The messages of the form; those without a content are left out. */
function readForm(input: Input): unknown[] {
	const { message = [] } = input.readCollection('messages', 'Messages');
	return [message]
		.flat()
		.filter((entry) => !isData(entry) || !isMissing(entry.content))
		.map((entry) => (typeof dataOf(entry).content === 'number' ? { ...dataOf(entry), content: String(dataOf(entry).content) } : entry));
}
