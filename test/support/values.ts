import type { Rule } from '../../contract/catalog/rules';
import { chatParameters } from '../../contract/chatParameters';
import { parameters } from '../../contract/parameters';

const labels: Record<string, { label: string }> = {
	...parameters,
	...chatParameters,
	messages: { label: 'Messages' },
};

/** A parameter as the node's messages call it: "Width (image_width)", "Seed". */
export function calledIn(name: string): string {
	const { label } = labels[name] ?? { label: name };
	return label.toLowerCase() === name ? label : `${label} (${name})`;
}

/** Whether an error begins with a parameter, as people know it. */
export const names = (message: string | undefined, name: string): boolean =>
	message !== undefined &&
	(message.startsWith(`${calledIn(name)} `) ||
		(name === 'prompt' && message.startsWith('The prompt is empty')));

/** A value that a rule allows, at the first or the last end of its list or range; `address` is where URLs lead. */
export function sampleOf(
	rule: Rule,
	end: 'first' | 'last' = 'first',
	address = 'https://media.example.com/source',
): unknown {
	if (rule.values) return rule.values.at(end === 'first' ? 0 : -1);
	switch (rule.type) {
		case 'integer':
		case 'number':
			return (end === 'last' ? rule.max : undefined) ?? rule.min ?? 1;
		case 'boolean':
			return !rule.default;
		case 'url':
			return address;
		case 'urls':
			return Array.from({ length: rule.minItems ?? 1 }, () => address);
		default:
			return 'A lighthouse';
	}
}

/** Values that lie one step outside of a rule: past each bound, off each list, of another type. */
export function outsideOf(rule: Rule): unknown[] {
	const outside: unknown[] = [];
	if (rule.values) {
		outside.push(
			typeof rule.values[0] === 'number'
				? Math.max(...rule.values.map(Number)) + 1
				: `${rule.values.at(-1)}x`,
		);
	}
	if (rule.min !== undefined) outside.push(rule.min - 1);
	if (rule.max !== undefined) outside.push(rule.max + 1);
	if (rule.maxLength !== undefined) outside.push('x'.repeat(rule.maxLength + 1));
	if (rule.minLength !== undefined) outside.push('  ');
	if (rule.maxItems !== undefined)
		outside.push(Array(rule.maxItems + 1).fill('https://media.example.com/a.png'));
	if (rule.type === 'integer') outside.push((rule.min ?? 0) + 0.5);
	if (rule.type === 'url') outside.push('ftp://media.example.com/a.png');
	if (rule.type === 'urls') outside.push(['not a URL']);
	outside.push({ of: 'another type' });
	return outside;
}
