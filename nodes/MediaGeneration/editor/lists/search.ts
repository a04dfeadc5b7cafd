import type {
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';
import { kinds } from '../../../../contract/catalog';
import { formatUsd } from '../../../../contract/money';
import { keyChoice } from '../../answers/list/record';
import { documentedScopes, readScopes } from '../../answers/list/scopes';
import { Client } from '../../http/client';
import { readPages } from '../../http/fetchAllPages';
import { apiRequest, LIST_TIMEOUT_MS } from '../../http/request';
import { type RecentJob, recentJobs, seenTriggerWorkflows } from '../../n8n/seen';
import { firstOf } from '../../support/bounded';
import { isExpression } from '../../n8n/expression';
import { messageOf } from '../../support/data';
import { settled } from '../../support/settled';

type Lines = INodeListSearchResult['results'];

/** The lines that hold each word that the user searches for, without values that n8n would take for expressions. */
export function linesFound(lines: Lines, filter = ''): Lines {
	const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
	return lines.filter(({ name, value, description = '' }) => {
		const text = [name, value, description].join(' ').toLowerCase();
		return !isExpression(String(value)) && words.every((word) => text.includes(word));
	});
}

const MOST_KEYS = 1_000;
const LONGEST_PROMPT = 60;

/**
 * The lines of the key list: of each key its name and state, when it was made and last used, and its ID.
 * @throws NodeApiError when the service cannot be asked: there is nothing else to show
 */
export async function searchKeys(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const times = { timeout: LIST_TIMEOUT_MS, longestMs: LIST_TIMEOUT_MS };
	const { entries } = await readPages(new Client(this), 'listKeys', MOST_KEYS, {}, times);
	const results = entries.flatMap((key) => {
		const { id, name, status, created, lastUsed } = keyChoice(key) ?? {};
		if (id === undefined) return [];
		const called = [name, status && `(${status})`].filter(Boolean).join(' ');
		const facts = [called, created && `made ${created}`, lastUsed && `used ${lastUsed}`];
		const shown = facts.filter(Boolean).join(', ');
		return [{ name: [shown, id].filter(Boolean).join(' — '), value: id }];
	});
	return { results: linesFound(results, filter) };
}

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
	const lines = recentJobs
		.of(this.getNode())
		.filter(({ entry }) => kinds[entry.kind].makes === made)
		.map(({ id, entry, since }) => ({
			name: lineOf(entry, times.format(since)),
			value: id,
			description: id,
		}));
	return { results: linesFound(lines, filter) };
}

/** The lines of the list of addresses: workflows with a published trigger. */
export async function searchTriggers(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const lines = seenTriggerWorkflows
		.of(this.getNode())
		.map(({ id, entry }) => ({ name: entry, value: id, description: id }));
	return { results: linesFound(lines, filter) };
}

function lineOf({ prompt = '', cost, status }: RecentJob, at: string): string {
	const begun = firstOf(prompt.replace(/\s+/g, ' ').trim(), LONGEST_PROMPT);
	const facts = [at, cost !== undefined && formatUsd(cost), status].filter(Boolean);
	return `${begun || 'Without a prompt'} — ${facts.join(', ')}`;
}

/** The scopes to choose from: the service's, or the document's where the service tells none. */
export async function getScopes(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const call = { endpoint: 'getScopes', timeout: LIST_TIMEOUT_MS } as const;
	const outcome = await settled(apiRequest(new Client(this), call));
	if (outcome.status === 'rejected')
		this.logger.warn(`The scope list shows the documented scopes: ${messageOf(outcome.reason)}`);
	const listed = outcome.status === 'fulfilled' ? readScopes(outcome.value.body) : [];
	return (listed.length > 0 ? listed : documentedScopes).map(({ scope, access }) => ({
		name: access ? `${access} (${scope})` : scope,
		value: scope,
	}));
}
