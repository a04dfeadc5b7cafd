import type { IDataObject } from 'n8n-workflow';
import { dataOf, defined, isData, textOf, valueOf } from '../support/data';

/** Where other nodes and services put a conversation, the likeliest first. */
const HELD_IN = ['messages', 'chat_history', 'chatHistory', 'history', 'conversation', 'contents'];

/** The messages that a value holds: a list, perhaps wrapped, or a single message. */
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
		why: 'LangChain, stored',
		fits: ({ type, data }) => typeof type === 'string' && isData(data),
		read: ({ type, data }) => [said(type, dataOf(data).content)],
	},
	{
		why: 'LangChain, serialized',
		fits: ({ id, kwargs }) => Array.isArray(id) && isData(kwargs),
		read: ({ id, kwargs }) => [said([id].flat().at(-1), dataOf(kwargs).content)],
	},
	{
		why: 'Google Gemini',
		fits: ({ role, parts }) => typeof role === 'string' && Array.isArray(parts),
		read: ({ role, parts, ...others }) => [{ ...others, ...said(role, parts) }],
	},
	{
		why: 'LangChain, as LangGraph gives it',
		fits: ({ type, content }) => content !== undefined && ROLES.has(textOf(type) ?? ''),
		read: ({ type, content }) => [said(type, content)],
	},
];

/** The messages of an entry of a conversation, as the API takes them. */
export function asMessages(entry: unknown): unknown[] {
	if (!isData(entry)) return [entry];
	const form = forms.find(({ fits }) => fits(entry));
	return (form ? form.read(entry) : [entry]).map(({ role, content, ...others }) => ({
		...others,
		...defined({ role: ROLES.get(textOf(role)?.toLowerCase() ?? '') ?? role }),
		...defined({ content: Array.isArray(content) ? content.map(asPart) : content }),
	}));
}

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
