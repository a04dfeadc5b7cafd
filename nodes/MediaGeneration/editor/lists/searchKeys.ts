import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { readPages } from '../../http/readAll';
import { LIST_TIMEOUT_MS } from '../../http/request';
import { keyChoice } from '../../answers/list/record';
import { Client } from '../../http/client';
import { linesFound } from './linesFound';

/** More than a person chooses from. */
const MOST_KEYS = 1_000;

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
