import type { IDataObject } from 'n8n-workflow';
import { dataOf, defined, isData, textOf, valueOf } from '../support/data';

/** Where other nodes and services put a conversation, the likeliest first. */
const HELD_IN = [
	'messages',
	'chat_history',
	'chatHistory',
	'history',
	'conversation',
	'conversations',
	'contents',
];

/** The messages that a value holds: a list, a list that is wrapped, or a single message; nothing for anything else. */
export function messagesIn(value: unknown): unknown[] | undefined {
	if (Array.isArray(value))
		return value.length === 1 && isWrapped(value[0]) ? messagesIn(value[0]) : value;
	if (!isData(value)) return undefined;
	const held = HELD_IN.map((name) => value[name]).find(Array.isArray);
	if (held) return held;
	if (isData(value.json)) return messagesIn(value.json);
	return isMessage(value) ? [value] : undefined;
}

const isWrapped = (value: unknown) =>
	Array.isArray(value) || (isData(value) && !isMessage(value) && messagesIn(value) !== undefined);
const isMessage = (value: IDataObject) =>
	Object.hasOwn(value, 'role') || forms.some(({ fits }) => fits(value));

/** Roles as agents' memories and other services call them. */
const ROLES: ReadonlyMap<string, string> = new Map([
	['user', 'user'],
	['human', 'user'],
	['humanmessage', 'user'],
	['assistant', 'assistant'],
	['ai', 'assistant'],
	['aimessage', 'assistant'],
	['aimessagechunk', 'assistant'],
	['model', 'assistant'],
	['bot', 'assistant'],
	['gpt', 'assistant'],
	['system', 'system'],
	['systemmessage', 'system'],
]);

/** A form in which others write a message. */
interface Form {
	why: string;
	fits(entry: IDataObject): boolean;
	read(entry: IDataObject): IDataObject[];
}

const said = (role: unknown, content: unknown): IDataObject => ({
	role: valueOf(role),
	content: valueOf(content),
});

/** The first form that fits counts. */
const forms: readonly Form[] = [
	{
		why: 'the Chat Memory Manager, simplified',
		fits: (entry) => !Object.hasOwn(entry, 'role') && ('human' in entry || 'ai' in entry),
		read: ({ system, human, ai }) =>
			Object.entries(defined({ system, user: human, assistant: ai })).map(([role, content]) =>
				said(role, content),
			),
	},
	{
		why: 'LangChain, as it stores messages',
		fits: ({ type, data }) => typeof type === 'string' && isData(data),
		read: ({ type, data }) => [said(type, dataOf(data).content)],
	},
	{
		why: 'LangChain, as it serializes messages',
		fits: ({ id, kwargs }) => Array.isArray(id) && isData(kwargs),
		read: ({ id, kwargs }) => [said([id].flat().at(-1), dataOf(kwargs).content)],
	},
	{
		why: 'Google Gemini',
		fits: ({ role, parts }) => typeof role === 'string' && Array.isArray(parts),
		read: ({ role, parts, ...others }) => [{ ...others, ...said(role, parts) }],
	},
	{
		why: 'chats and exports',
		fits: (entry) => !Object.hasOwn(entry, 'role') && roleOf(entry) !== undefined,
		read: (entry) => [
			said(
				roleOf(entry),
				entry.content ?? entry.text ?? entry.message ?? entry.value ?? entry.body,
			),
		],
	},
];

/** Who said something, where that is told by another name than `role`. */
const roleOf = (entry: IDataObject): string | undefined =>
	['type', 'author', 'sender', 'from', 'speaker']
		.map((name) => textOf(entry[name])?.toLowerCase())
		.find((role) => role !== undefined && ROLES.has(role));

/** An entry of a conversation as the API takes it: messages with a role and a content. */
export function asMessages(entry: unknown): unknown[] {
	if (!isData(entry)) return [entry];
	const form = forms.find(({ fits }) => fits(entry));
	return (form ? form.read(entry) : [entry]).map(({ role, content, ...others }) => ({
		...others,
		...defined({ role: ROLES.get(textOf(role)?.toLowerCase() ?? '') ?? role }),
		...defined({ content: Array.isArray(content) ? content.map(asPart) : content }),
	}));
}

/** A part of a content in the API's form. */
function asPart(part: unknown): unknown {
	if (typeof part === 'string') return { type: 'text', text: part };
	if (!isData(part)) return part;
	const { type, source, inlineData, inline_data: inline } = part;
	if (type === 'input_text' || type === 'output_text' || (type === undefined && textOf(part.text)))
		return { type: 'text', text: part.text };
	if (type === 'input_image') return image(part.image_url);
	if (type === 'image_url' && typeof part.image_url === 'string') return image(part.image_url);
	if (type === 'image' && isData(source)) return image(source.url ?? dataUri(source));
	const held = dataOf(inlineData ?? inline);
	return Object.hasOwn(held, 'data') ? image(dataUri(held)) : part;
}

const image = (url: unknown) => ({ type: 'image_url', image_url: { url } });
const dataUri = ({ media_type: media, mimeType, mime_type: mime, data }: IDataObject) =>
	`data:${textOf(media ?? mimeType ?? mime) ?? 'image/png'};base64,${textOf(data) ?? ''}`;
