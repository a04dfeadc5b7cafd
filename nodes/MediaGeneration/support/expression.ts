import type { NodeParameterValueType } from 'n8n-workflow';

/** Whether n8n would work a parameter's value out as an expression. */
export function isExpression(value: unknown): value is string {
	return typeof value === 'string' && value.startsWith('=');
}

/**
 * Any text as it stands in an expression: a string of JavaScript in which nothing but letters and digits is written out,
 * so that neither n8n, which looks for `}}`, backslashes and names of methods before it reads the code, nor the code itself
 * finds anything in it.
 */
export function stringLiteral(text: string): string {
	return `"${text.replace(/[^A-Za-z0-9]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)}"`;
}

/** A parameter's value, and whatever it holds, so that n8n gives it as it is, also text that it would take for an expression. */
export function asLiteral<T extends NodeParameterValueType>(value: T): T;
export function asLiteral(value: unknown): unknown {
	if (Array.isArray(value)) return value.map((entry: NodeParameterValueType) => asLiteral(entry));
	if (typeof value === 'object' && value !== null)
		return Object.fromEntries(
			Object.entries(value).map(([name, entry]) => [name, asLiteral(entry)]),
		);
	return isExpression(value) ? `={{ ${stringLiteral(value)} }}` : value;
}
