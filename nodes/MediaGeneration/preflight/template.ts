/** What one expression of a template gave. */
export interface Part {
	/** With its braces, as it stands in the node. */
	expression: string;
	gave: string;
}

/** Whether a value as it stands in the node is a template, with expressions or without. */
export const isTemplate = (saved: unknown): saved is string =>
	typeof saved === 'string' && saved.startsWith('=');

/** The texts of a template beside its expressions. */
export const besideExpressions = (template: string): string =>
	template.slice(1).replace(EXPRESSION, ' ');

/** What each expression of a template gave; nothing where the text does not tell them apart. */
export function partsOf(template: string, text: string): readonly Part[] {
	const expressions = template.slice(1).match(EXPRESSION) ?? [];
	const [before = '', ...between] = template.slice(1).split(EXPRESSION);
	if (!text.startsWith(before)) return [];
	const parts: Part[] = [];
	let at = before.length;
	for (const [index, expression] of expressions.entries()) {
		const after = between[index] ?? '';
		const isLast = index === expressions.length - 1;
		if (!isLast && after === '') return [];
		const end = isLast ? text.length - after.length : text.indexOf(after, at);
		if (end < at || !text.startsWith(after, end)) return [];
		parts.push({ expression, gave: text.slice(at, end) });
		at = end + after.length;
	}
	return parts;
}

const EXPRESSION = /\{\{[\s\S]*?\}\}/g;
