import type { INodeListSearchResult } from 'n8n-workflow';
import { isExpression } from '../../support/expression';

type Lines = INodeListSearchResult['results'];

/** The lines that hold each word that the user searches for, without values that n8n would take for expressions. */
export function linesFound(lines: Lines, filter = ''): Lines {
	const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
	return lines.filter(({ name, value, description = '' }) => {
		const text = [name, value, description].join(' ').toLowerCase();
		return !isExpression(String(value)) && words.every((word) => text.includes(word));
	});
}
