import type { INodeListSearchResult } from 'n8n-workflow';
import { isExpression } from '../../support/expression';

/** The lines that hold what the user searches for, without values that n8n would take for expressions. */
export function linesFound(
	lines: INodeListSearchResult['results'],
	filter: string,
): INodeListSearchResult {
	const words = filter.toLowerCase();
	const isFound = ({ name, value }: (typeof lines)[number]) =>
		[name, String(value)].some((text) => text.toLowerCase().includes(words));
	return { results: lines.filter((line) => !isExpression(String(line.value)) && isFound(line)) };
}
