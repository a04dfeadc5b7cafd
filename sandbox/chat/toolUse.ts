import { createHash } from 'node:crypto';
import type { CompletionRequest } from '../../contract/schemas/chat';
import { toolsOf, type OfferedTool } from './messages';

/** A call of a tool; its arguments are JSON text. */
export interface ToolCall {
	id: string;
	name: string;
	arguments: string;
}

const MAKING = /\b(draw|paint|sketch|illustrate|animate|film)\b/i;
const WISHING = /\b(make|create|generate|render|produce|design|give|show|need|want|edit)\b/i;
const MOVING = /\b(video|clip|movie|film|animate|animation)s?\b/i;
const MONEY = /\b(balance|money|budget|funds)\b/i;
const NOUN =
	'(?:picture|image|photo|photograph|painting|drawing|illustration|video|clip|movie|animation|logo|poster|icon|banner|portrait)';
const MEDIUM = new RegExp(`\\b${NOUN}s?\\b`, 'i');
const COUNTED = new RegExp(
	`\\b(two|three|four|five|[2-5])\\s+(?:[\\w-]+\\s+){0,3}?${NOUN}s\\b`,
	'i',
);
const numbers: Record<string, number> = { two: 2, three: 3, four: 4, five: 5 };

/**
 * The tool calls that a request asks for. The rule: a tool is called when the user asks for a picture or a
 * video, or for the money that is left and a tool speaks of that, or names the tool, or when `tool_choice`
 * demands a call; "two pictures" makes two calls.
 */
export function toolCallsFor(request: CompletionRequest, said: string): ToolCall[] {
	const tools = toolsOf(request);
	const { tool_choice: choice } = request;
	if (tools.length === 0 || choice === 'none') return [];
	const demanded = tools.find(
		({ name }) => name === (choice as { function?: { name?: string } } | undefined)?.function?.name,
	);
	const named = tools.find(({ name }) => said.includes(name));
	const wanted = demanded ?? named ?? (asksForMedia(said) ? undefined : moneyTool(tools, said));
	if (!wanted && choice !== 'required' && !asksForMedia(said)) return [];
	const tool = wanted ?? bestTool(tools, said);
	const count = numberIn(said);
	return Array.from({ length: count }, (_, index) => {
		const text = count > 1 ? `${said} (${index + 1} of ${count})` : said;
		return {
			id: idOf(request, index),
			name: tool.name,
			arguments: JSON.stringify(exampleOf(tool.parameters, text)),
		};
	});
}

function asksForMedia(said: string): boolean {
	return MAKING.test(said) || (WISHING.test(said) && MEDIUM.test(said));
}

const wordsOf = (name: string) => name.replace(/[_-]|(?<=[a-z])(?=[A-Z])/g, ' ');

function moneyTool(tools: OfferedTool[], said: string): OfferedTool | undefined {
	return MONEY.test(said) ? tools.find(({ name }) => MONEY.test(wordsOf(name))) : undefined;
}

function bestTool(tools: OfferedTool[], said: string): OfferedTool {
	const words = ({ name, description }: OfferedTool) => `${wordsOf(name)} ${description}`;
	const score = (tool: OfferedTool) => {
		const moving = MOVING.test(words(tool));
		return Number(MEDIUM.test(words(tool))) + (moving === MOVING.test(said) ? 0.5 : 0);
	};
	return tools.reduce((best, tool) => (score(tool) > score(best) ? tool : best));
}

function numberIn(said: string): number {
	const [, word = ''] = COUNTED.exec(said) ?? [];
	return numbers[word.toLowerCase()] ?? (Number(word) || 1);
}

function idOf({ messages }: CompletionRequest, index: number): string {
	return `call_${createHash('sha256')
		.update(JSON.stringify([messages, index]))
		.digest('hex')
		.slice(0, 24)}`;
}

/** The part of JSON Schema that examples are made from. */
interface Schema {
	type?: string | string[];
	properties?: Record<string, Schema>;
	required?: string[];
	items?: Schema;
	enum?: unknown[];
	const?: unknown;
	default?: unknown;
	minimum?: number;
	description?: string;
	anyOf?: Schema[];
}

const PROMPT_LIKE = /prompt|text|query|input|description|message|instruction|subject/i;

/**
 * Arguments that fit a JSON schema: what reads like a prompt gets the text, whatever else is required gets
 * its default, its first allowed value or a plain one.
 */
export function exampleOf(schema: unknown, text: string): unknown {
	return valueOf(asSchema(schema), text);
}

function valueOf(schema: Schema, text: string): unknown {
	if (schema.const !== undefined) return schema.const;
	if (schema.default !== undefined) return schema.default;
	if (schema.enum?.length) return schema.enum[0];
	if (schema.anyOf?.length) return valueOf(asSchema(schema.anyOf[0]), text);
	switch (typeOf(schema)) {
		case 'string':
			return text;
		case 'integer':
		case 'number':
			return schema.minimum ?? 1;
		case 'boolean':
			return false;
		case 'array':
			return [valueOf(asSchema(schema.items), text)];
		case 'null':
			return null;
		default:
			return objectOf(schema, text);
	}
}

function objectOf(
	{ properties = {}, required = [] }: Schema,
	text: string,
): Record<string, unknown> {
	const fields = Object.entries(properties).map(([name, given]) => {
		const schema = asSchema(given);
		return { name, schema, isText: typeOf(schema) === 'string' && !schema.enum };
	});
	const texts = fields.filter(({ isText }) => isText);
	const spoken = texts.filter(({ name, schema }) =>
		PROMPT_LIKE.test(`${name} ${schema.description ?? ''}`),
	);
	const told = spoken.length > 0 ? spoken : texts.slice(0, 1);
	const wanted = fields.filter((field) => required.includes(field.name) || told.includes(field));
	return Object.fromEntries(
		wanted.map((field) => [field.name, told.includes(field) ? text : valueOf(field.schema, text)]),
	);
}

function typeOf({ type, properties, items }: Schema): string | undefined {
	const types = Array.isArray(type) ? type.filter((each) => each !== 'null') : [type];
	return types[0] ?? (properties ? 'object' : items ? 'array' : undefined);
}

function asSchema(value: unknown): Schema {
	return typeof value === 'object' && value !== null ? value : {};
}
