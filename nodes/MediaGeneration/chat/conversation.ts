import type { IDataObject } from 'n8n-workflow';
import { asText, dataOf, defined, isData, textOf, valueOf } from '../support/data';

/** Where other nodes and services put a conversation, the likeliest first. */
const HELD_IN = [
	...['messages', 'chat_history', 'chatHistory', 'history', 'conversation', 'conversations'],
	...['contents', 'choices', 'input', 'body', 'data', 'json'],
];

/** The messages that a value holds: a list, perhaps wrapped, or a single message. */
export function messagesIn(value: unknown): unknown[] | undefined {
	if (Array.isArray(value)) return (value.length === 1 && heldIn(value[0])) || value;
	if (!isData(value)) return undefined;
	const isMessage = Object.hasOwn(value, 'role') || forms.some(({ fits }) => fits(value));
	return heldIn(value) ?? (isMessage ? [value] : undefined);
}

function heldIn(value: unknown): unknown[] | undefined {
	if (Array.isArray(value)) return messagesIn(value);
	const { role, type, ...entry } = dataOf(value);
	if (role ?? type) return undefined;
	const held = HELD_IN.map((name) => messagesIn(entry[name])).find((list) => list !== undefined);
	const system = entry.system ?? entry.system_instruction ?? entry.systemInstruction;
	return held && system
		? [{ ...(isData(system) ? system : { content: system }), role: 'system' }, ...held]
		: held;
}

/** Roles as agents' memories and other services call them. */
const ROLES: ReadonlyArray<[role: string, words: RegExp]> = [
	['user', /^(user|human(message)?)$/i],
	['assistant', /^(assistant|ai(message(chunk)?)?|model|(chat)?bot|gpt)$/i],
	['system', /^system(message)?$/i],
];
const roleOf = (given: unknown) => ROLES.find(([, words]) => words.test(asText(given).trim()))?.[0];

/** Where chats and bots put the text of a message. */
const SAID_IN = ['chatInput', 'text', 'message', 'value', 'output', 'prompt', 'input'];
const textIn = (entry: IDataObject) => SAID_IN.map((name) => textOf(entry[name])).find(Boolean);

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
		fits: ({ parts }) => Array.isArray(parts),
		read: ({ role = 'user', parts, ...others }) => [{ ...others, ...said(role, parts) }],
	},
	{
		why: 'LangChain, as LangGraph gives it',
		fits: ({ type, content }) => content !== undefined && roleOf(type) !== undefined,
		read: ({ type, content }) => [said(type, content)],
	},
	{
		why: 'chats and bots',
		fits: (entry) => entry.content === undefined && textIn(entry) !== undefined,
		read: (entry) => [said(entry.role ?? entry.sender ?? entry.from ?? 'user', textIn(entry))],
	},
];

/** The messages of an entry of a conversation, as the API takes them. */
export function asMessages(given: unknown): unknown[] {
	if (!isData(given)) return [given];
	// In a row of a memory's table, and in an answer.
	const entry = isData(given.message) ? given.message : given;
	const form = forms.find(({ fits }) => fits(entry));
	return (form ? form.read(entry) : [entry]).map(({ role, content, ...others }) => ({
		...others,
		...defined({ role: roleOf(role) ?? role }),
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
