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
	Object.hasOwn(value, 'role') || formOf(value) !== undefined;

/** Roles as agents' memories and other services call them, in small letters and without `message` or `messagechunk`. */
const ROLES: Readonly<Record<string, string>> = {
	user: 'user',
	human: 'user',
	assistant: 'assistant',
	ai: 'assistant',
	model: 'assistant',
	system: 'system',
};
const roleOf = (given: unknown) =>
	ROLES[
		textOf(given)
			?.toLowerCase()
			.replace(/message(chunk)?$/, '') ?? ''
	];

/** The messages of an entry in a form in which others write them; the first that fits counts. */
function formOf(entry: IDataObject): IDataObject[] | undefined {
	const { role, parts, type, data, id, kwargs, content, system, human, ai, ...others } = entry;
	const said = (by: unknown, given: unknown) => [{ role: valueOf(by), content: valueOf(given) }];
	// The Chat Memory Manager, simplified.
	if (role === undefined && (human ?? ai) !== undefined)
		return Object.entries(defined({ system, user: human, assistant: ai })).flatMap(([by, text]) =>
			said(by, text),
		);
	// LangChain, stored, and serialized.
	if (typeof type === 'string' && isData(data)) return said(type, data.content);
	if (Array.isArray(id) && isData(kwargs)) return said(id.at(-1), kwargs.content);
	// Google Gemini.
	if (typeof role === 'string' && Array.isArray(parts))
		return said(role, parts).map((message) => ({ ...others, ...message }));
	// LangChain, as LangGraph gives it.
	return content !== undefined && roleOf(type) !== undefined ? said(type, content) : undefined;
}

/** The messages of an entry of a conversation, as the API takes them. */
export function asMessages(entry: unknown): unknown[] {
	if (!isData(entry)) return [entry];
	return (formOf(entry) ?? [entry]).map(({ role, content, ...others }) => ({
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
