import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { showValue } from '../../../contract/catalog/rules';
import { message as messageSchema } from '../../../contract/schemas/chat';
import { inputFailure } from '../transport/errors';

/** The conversation: as a form, or as JSON. */
export const messagesFields: INodeProperties[] = [
	{
		displayName: 'Specify Messages',
		name: 'specifyMessages',
		type: 'options',
		noDataExpression: true,
		options: [
			{ name: 'Using Fields Below', value: 'form' },
			{ name: 'Using JSON', value: 'json', description: 'A list of messages, for example with pictures or tool results in them' },
		],
		default: 'form',
	},
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
						placeholder: 'e.g. Write three captions for a picture of a lighthouse',
					},
				],
			},
		],
	},
	{
		displayName: 'Messages (JSON)',
		name: 'messagesJson',
		type: 'json',
		default: '[{ "role": "user", "content": "" }]',
		displayOptions: { show: { specifyMessages: ['json'] } },
	},
];

/**
 * The conversation of an item, the system prompt first.
 * @throws NodeOperationError when there is no message, or one is not of the usual form
 */
export function readMessages(context: IExecuteFunctions, systemPrompt: string | undefined, itemIndex: number): unknown[] {
	const given = readGiven(context, itemIndex);
	const system = systemPrompt?.trim() ? [{ role: 'system', content: systemPrompt }] : [];
	if (given.length === 0) throw inputFailure(context.getNode(), 'messages must have at least one message (given: none)', itemIndex);
	for (const [index, entry] of given.entries()) {
		if (!messageSchema.safeParse(entry).success) {
			throw inputFailure(context.getNode(), `messages[${index}] must have a role and a content (given: ${showValue(entry)})`, itemIndex);
		}
	}
	return [...system, ...given];
}

function readGiven(context: IExecuteFunctions, itemIndex: number): unknown[] {
	if (context.getNodeParameter('specifyMessages', itemIndex, 'form') === 'form') {
		const { message = [] } = context.getNodeParameter('messages', itemIndex, {}) as { message?: Array<{ content?: unknown }> };
		return message
			.filter(({ content }) => content !== '' && content !== undefined && content !== null)
			.map((entry) => (typeof entry.content === 'number' ? { ...entry, content: String(entry.content) } : entry));
	}
	const given: unknown = context.getNodeParameter('messagesJson', itemIndex, '[]');
	const list = typeof given === 'string' ? parse(given) : given;
	if (Array.isArray(list)) return list;
	throw inputFailure(context.getNode(), `Messages (JSON) must be a list such as [{"role":"user","content":"Hello"}] (given: ${showValue(given)})`, itemIndex);
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
}
