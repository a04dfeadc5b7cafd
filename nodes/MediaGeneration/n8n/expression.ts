import type { NodeParameterValueType } from 'n8n-workflow';

export function isExpression(value: unknown): value is string {
	return typeof value === 'string' && value.startsWith('=');
}

/**
 * A text as a string literal in an expression. Only letters and digits stand for themselves, as n8n searches the code for
 * `}}`, backslashes and names of methods before it runs it.
 */
export function stringLiteral(text: string): string {
	return `"${text.replace(/[^A-Za-z0-9]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)}"`;
}

/** A parameter's value in a form that n8n returns unchanged, also if it looks like an expression. */
export function asLiteral<T extends NodeParameterValueType>(value: T): T;
export function asLiteral(value: unknown): unknown {
	if (Array.isArray(value)) return value.map((entry: NodeParameterValueType) => asLiteral(entry));
	if (typeof value === 'object' && value !== null)
		return Object.fromEntries(
			Object.entries(value).map(([name, entry]) => [name, asLiteral(entry)]),
		);
	return isExpression(value) ? `={{ ${stringLiteral(value)} }}` : value;
}
