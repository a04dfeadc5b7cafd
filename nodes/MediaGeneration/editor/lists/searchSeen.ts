import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { kinds } from '../../../../contract/catalog';
import { formatUsd } from '../../../../contract/money';
import { seenJobs, seenTriggers, type SeenJob } from '../../n8n/seen';
import { firstOf } from '../../support/bounded';
import { linesFound } from './linesFound';

const LONGEST_PROMPT = 60;

/** The lines of the job list: how a job's prompt begins, when it was submitted, its cost and state. */
export async function searchJobs(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const made = this.getCurrentNodeParameter('resource');
	const times = new Intl.DateTimeFormat('en-US', {
		timeZone: this.getTimezone(),
		month: 'short',
		day: 'numeric',
		hour: '2-digit',
		minute: '2-digit',
		hourCycle: 'h23',
	});
	const lines = seenJobs
		.of(this.getNode())
		.filter(([, { entry }]) => kinds[entry.kind].makes === made)
		.map(([value, { entry, since }]) => ({
			name: lineOf(entry, times.format(since)),
			value,
			description: value,
		}));
	return { results: linesFound(lines, filter) };
}

/** The lines of the list of addresses: workflows with a published trigger. */
export async function searchTriggers(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const lines = seenTriggers
		.of(this.getNode())
		.map(([value, { entry: name }]) => ({ name, value, description: value }));
	return { results: linesFound(lines, filter) };
}

function lineOf({ prompt = '', cost, status }: SeenJob, at: string): string {
	const begun = firstOf(prompt.replace(/\s+/g, ' ').trim(), LONGEST_PROMPT);
	const facts = [at, cost !== undefined && formatUsd(cost), status].filter(Boolean);
	return `${begun || 'Without a prompt'} — ${facts.join(', ')}`;
}
