import type { IDataObject } from 'n8n-workflow';
import { parsePastedAddress } from '../preflight/address';
import { asText, dataOf, defined, isData, textOf, valueOf } from '../support/data';
import { parsedJson } from '../support/json';

/** Where other nodes and services put a conversation, the likeliest first. */
const HELD_IN = [
	...['messages', 'chat_history', 'chatHistory', 'history', 'conversation', 'conversations'],
	...['contents', 'choices', 'response', 'input', 'body', 'data', 'json'],
];

/** The JSON in a text, also with a value in each line; any other value as it is. */
function jsonIn(given: unknown): unknown {
	if (typeof given !== 'string' || !/^\s*[[{]/.test(given)) return given;
	const lines = given.trim().split('\n');
	const values = lines.map((line) => parsedJson(line));
	return parsedJson(given) ?? (values.includes(undefined) ? given : values);
}

/** The messages that a value holds: a list, perhaps wrapped, or a single message. */
export function messagesIn(given: unknown): unknown[] | undefined {
	const value = jsonIn(given);
	if (Array.isArray(value)) return (value.length === 1 && heldIn(value[0])) || value;
	if (!isData(value)) return undefined;
	const isMessage = Object.hasOwn(value, 'role') || formOf(value) !== undefined;
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
	if (Array.isArray(parts))
		return said(role ?? 'user', parts).map((message) => ({ ...others, ...message }));
	// LangChain, as LangGraph gives it.
	if (content !== undefined) return roleOf(type) === undefined ? undefined : said(type, content);
	// Chats and bots.
	const text = textIn(entry);
	return text === undefined ? undefined : said(role ?? entry.sender ?? entry.from ?? 'user', text);
}

/** The messages of an entry of a conversation, as the API takes them. */
export function messagesOfEntry(given: unknown): unknown[] {
	const row = jsonIn(given);
	if (!isData(row)) return [given];
	// In a row of a memory's table, and in an answer.
	const held = jsonIn(row.message);
	const entry = isData(held) ? held : row;
	return (formOf(entry) ?? [entry]).map(({ role, content, images, ...others }) => {
		const pictures = [images ?? []].flat().map(imageOfOllama);
		const parts = pictures.length > 0 ? [content ?? [], pictures].flat() : content;
		return {
			...others,
			...defined({ role: roleOf(role) ?? role }),
			...defined({ content: Array.isArray(parts) ? parts.map(asPart) : parts }),
		};
	});
}

/** It has its content in base64 alone. */
function imageOfOllama(given: unknown) {
	const read = parsePastedAddress(asText(given));
	return image(read && 'address' in read ? read.address : given);
}

function asPart(part: unknown): unknown {
	if (typeof part === 'string') return { type: 'text', text: part };
	if (!isData(part)) return part;
	const { type, source, inlineData, inline_data: inline } = part;
	if (type === 'input_text' || type === 'output_text' || (type === undefined && textOf(part.text)))
		return { type: 'text', text: part.text };
	if (type === 'input_image') return image(part.image_url);
	if (type === 'image_url' && typeof part.image_url === 'string') return image(part.image_url);
	if (type === 'image' && textOf(part.image)) return image(part.image);
	if (type === 'image' && isData(source)) return image(source.url ?? dataUri(source));
	const held = dataOf(inlineData ?? inline);
	return Object.hasOwn(held, 'data') ? image(dataUri(held)) : part;
}

const image = (url: unknown) => ({ type: 'image_url', image_url: { url } });
const dataUri = ({ media_type: media, mimeType, mime_type: mime, data }: IDataObject) =>
	`data:${textOf(media ?? mimeType ?? mime) ?? 'image/png'};base64,${textOf(data) ?? ''}`;
