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
	const names = Object.keys(properties);
	const strings = names.filter(
		(name) => typeOf(asSchema(properties[name])) === 'string' && !asSchema(properties[name]).enum,
	);
	const spoken = strings.filter((name) =>
		PROMPT_LIKE.test(`${name} ${asSchema(properties[name]).description ?? ''}`),
	);
	const told = spoken.length > 0 ? spoken : strings.slice(0, 1);
	const wanted = names.filter((name) => required.includes(name) || told.includes(name));
	return Object.fromEntries(
		wanted.map((name) => [
			name,
			told.includes(name) ? text : valueOf(asSchema(properties[name]), text),
		]),
	);
}

function typeOf({ type, properties, items }: Schema): string | undefined {
	const types = Array.isArray(type) ? type.filter((each) => each !== 'null') : [type];
	return types[0] ?? (properties ? 'object' : items ? 'array' : undefined);
}

function asSchema(value: unknown): Schema {
	return typeof value === 'object' && value !== null ? value : {};
}
