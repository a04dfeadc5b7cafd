import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { kinds } from '../../../../contract/catalog';
import { formatUsd } from '../../../../contract/money';
import { seenJobs, seenTriggers, type SeenJob } from '../../n8n/seen';
import { asText } from '../../support/data';
import { isExpression } from '../../support/expression';
import { firstOf } from '../../support/wholeText';

const LONGEST_PROMPT = 60;

/** The lines of the job list: of each the beginning of its prompt, when it was submitted, what it costs and its state. */
export async function searchJobs(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const made = asText(this.getCurrentNodeParameter('resource'));
	const zone = this.getTimezone();
	const lines = seenJobs
		.of(this.getNode())
		.filter(([, { entry }]) => kinds[entry.kind].makes === made)
		.map(([value, { entry, since }]) => ({
			name: lineOf(entry, since, zone),
			value,
			description: value,
		}));
	return found(lines, filter);
}

/** The lines of the list of addresses: the workflows whose published triggers this n8n has. */
export async function searchTriggers(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const triggers = seenTriggers.of(this.getNode());
	return found(
		triggers.map(([value, { entry: name }]) => ({ name, value, description: value })),
		filter,
	);
}

function found(lines: INodeListSearchResult['results'], filter: string): INodeListSearchResult {
	const words = filter.toLowerCase();
	const isFound = (text: string) => text.toLowerCase().includes(words);
	const results = lines.filter(
		({ name, value }) => !isExpression(String(value)) && (isFound(name) || isFound(String(value))),
	);
	return { results };
}

function lineOf({ prompt = '', cost, status }: SeenJob, since: number, zone: string): string {
	const begun = firstOf(prompt.replace(/\s+/g, ' ').trim(), LONGEST_PROMPT);
	const at = new Intl.DateTimeFormat('en-US', {
		timeZone: zone,
		month: 'short',
		day: 'numeric',
		hour: '2-digit',
		minute: '2-digit',
		hourCycle: 'h23',
	}).format(since);
	const facts = [at, cost === undefined ? undefined : formatUsd(cost), status].filter(Boolean);
	return `${begun || 'Without a prompt'} — ${facts.join(', ')}`;
}
